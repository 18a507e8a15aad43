-- The words of jobs and companies are made in another way. A job's text is not kept, so the next look at its board, which finds no hash,
-- writes them; the cron makes those of companies.
UPDATE index_jobs SET hash = '' WHERE closed_at IS NULL;
--> statement-breakpoint
UPDATE index_boards SET etag = NULL, body_hash = NULL;
--> statement-breakpoint
UPDATE index_companies SET text_version = 0;
