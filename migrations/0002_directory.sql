-- Full-text index over the people of the directory. It holds no text of its own: `people` is its content, so the triggers
-- hand the old values over, and `INSERT INTO people_fts (people_fts) VALUES ('rebuild')` makes it anew after a restore.
CREATE VIRTUAL TABLE people_fts USING fts5 (
  domain, name_tokens, title_tokens,
  content = 'people', content_rowid = 'id', tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE TRIGGER person_added AFTER INSERT ON people
BEGIN
  INSERT INTO people_fts (rowid, domain, name_tokens, title_tokens)
    VALUES (NEW.id, NEW.domain, NEW.name_tokens, NEW.title_tokens);
END;
--> statement-breakpoint
CREATE TRIGGER person_removed AFTER DELETE ON people
BEGIN
  INSERT INTO people_fts (people_fts, rowid, domain, name_tokens, title_tokens)
    VALUES ('delete', OLD.id, OLD.domain, OLD.name_tokens, OLD.title_tokens);
END;
--> statement-breakpoint
CREATE TRIGGER person_changed AFTER UPDATE ON people
WHEN OLD.domain <> NEW.domain OR OLD.name_tokens <> NEW.name_tokens OR OLD.title_tokens <> NEW.title_tokens
BEGIN
  INSERT INTO people_fts (people_fts, rowid, domain, name_tokens, title_tokens)
    VALUES ('delete', OLD.id, OLD.domain, OLD.name_tokens, OLD.title_tokens);
  INSERT INTO people_fts (rowid, domain, name_tokens, title_tokens)
    VALUES (NEW.id, NEW.domain, NEW.name_tokens, NEW.title_tokens);
END;
