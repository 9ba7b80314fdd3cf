CREATE TABLE `bulletins` (
	`day` text PRIMARY KEY NOT NULL,
	`bulletin` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `standings` ADD `as_of_ms` integer;--> statement-breakpoint
ALTER TABLE `standings` ADD `numbers` text;--> statement-breakpoint
ALTER TABLE `standings` ADD `rated` integer;--> statement-breakpoint
ALTER TABLE `standings` ADD `availability_pct` real;--> statement-breakpoint
ALTER TABLE `standings` ADD `availability_low` real;--> statement-breakpoint
ALTER TABLE `standings` ADD `availability_high` real;--> statement-breakpoint
ALTER TABLE `standings` ADD `health` integer;--> statement-breakpoint
ALTER TABLE `standings` ADD `health_lower` real;--> statement-breakpoint
ALTER TABLE `standings` ADD `evidence_grade` text;--> statement-breakpoint
ALTER TABLE `standings` ADD `rank_score` real;--> statement-breakpoint
ALTER TABLE `standings` ADD `checks_passed` integer;