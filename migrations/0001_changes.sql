CREATE TABLE `changes` (
	`id` text PRIMARY KEY NOT NULL,
	`day` integer NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`count` integer,
	`tools` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `changes_by_day` ON `changes` (`day`);