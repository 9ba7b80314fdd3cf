CREATE TABLE `sort_keys` (
	`reading` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`position` integer NOT NULL,
	`tier` text NOT NULL,
	`rated` integer,
	PRIMARY KEY(`reading`, `endpoint_id`)
);
--> statement-breakpoint
CREATE INDEX `sort_keys_by_position` ON `sort_keys` (`reading`,`tier`,`position`);--> statement-breakpoint
CREATE TABLE `totals` (
	`tier` text PRIMARY KEY NOT NULL,
	`listed` integer NOT NULL,
	`rated` integer NOT NULL,
	`reachable` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `standings_by_name` ON `standings` (`tier`,`name`);--> statement-breakpoint
CREATE INDEX `standings_unrated` ON `standings` (`name`) WHERE rated IS NOT 1;--> statement-breakpoint
CREATE INDEX `standings_tally` ON `standings` (`tier`,`rated`,`state`,`endpoint_id`);