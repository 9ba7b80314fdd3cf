ALTER TABLE `standings` ADD `interval_ms` integer;--> statement-breakpoint
ALTER TABLE `standings` DROP COLUMN `next_due_at_ms`;