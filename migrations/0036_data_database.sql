-- The directory, the archive of Reddit and the facts of sources move to the database DATA. The cron copies the rows of an older
-- deployment and drops the tables here (src/platform/copy-data.ts); where they are empty nothing is to be copied.
INSERT INTO state (name, value) SELECT 'data_copy', '{"step":"copied","at":0}'
WHERE NOT EXISTS (SELECT 1 FROM companies) AND NOT EXISTS (SELECT 1 FROM people) AND NOT EXISTS (SELECT 1 FROM imports)
  AND NOT EXISTS (SELECT 1 FROM entities) AND NOT EXISTS (SELECT 1 FROM source_cache)
  AND NOT EXISTS (SELECT 1 FROM reddit_posts) AND NOT EXISTS (SELECT 1 FROM reddit_comments);
