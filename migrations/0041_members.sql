CREATE TABLE `invitations` (
	`organisation_id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `email`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `invitations_email` ON `invitations` (`email`);--> statement-breakpoint
CREATE INDEX `invitations_expiry` ON `invitations` (`expires_at`);--> statement-breakpoint
CREATE TABLE `members` (
	`organisation_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`organisation_id`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `members_user` ON `members` (`user_id`);--> statement-breakpoint
ALTER TABLE `connections` ADD `user_id` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `organisation_id` text;--> statement-breakpoint
INSERT INTO members (organisation_id, user_id, role, created_at)
  SELECT organisation_id, id, 'owner', created_at FROM users;--> statement-breakpoint
UPDATE connections SET user_id = (SELECT user_id FROM members WHERE members.organisation_id = connections.organisation_id);
