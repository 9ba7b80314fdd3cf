ALTER TABLE `servers` ADD `published_at_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `servers` ADD `opted_out` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `servers` ADD `pause_from_ms` integer;--> statement-breakpoint
ALTER TABLE `servers` ADD `pause_to_ms` integer;--> statement-breakpoint
UPDATE `servers` SET `published_at_ms` = `updated_at_ms`;
