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
--> statement-breakpoint
-- Full-text index over the posts of the Reddit archive, by the base-36 id as a number. It keeps words only, no text: the
-- texts are in `post_json`. To make it anew after a restore: INSERT INTO reddit_posts_fts (reddit_posts_fts) VALUES
-- ('delete-all'), then UPDATE reddit_posts SET post_json = post_json.
CREATE VIRTUAL TABLE reddit_posts_fts USING fts5 (
  title, text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE TRIGGER reddit_post_added AFTER INSERT ON reddit_posts
BEGIN
  INSERT INTO reddit_posts_fts (rowid, title, text)
    VALUES (NEW.id, json_extract(NEW.post_json, '$.title'), json_extract(NEW.post_json, '$.text'));
END;
--> statement-breakpoint
CREATE TRIGGER reddit_post_removed AFTER DELETE ON reddit_posts
BEGIN
  DELETE FROM reddit_posts_fts WHERE rowid = OLD.id;
END;
--> statement-breakpoint
CREATE TRIGGER reddit_post_changed AFTER UPDATE OF post_json ON reddit_posts
BEGIN
  DELETE FROM reddit_posts_fts WHERE rowid = OLD.id;
  INSERT INTO reddit_posts_fts (rowid, title, text)
    VALUES (NEW.id, json_extract(NEW.post_json, '$.title'), json_extract(NEW.post_json, '$.text'));
END;
