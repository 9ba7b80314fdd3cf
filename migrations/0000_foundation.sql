CREATE TABLE `endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`host` text NOT NULL,
	`declared_transport` text,
	`sixtieth` integer NOT NULL,
	`pending` integer NOT NULL,
	`updated_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `endpoints_by_sixtieth` ON `endpoints` (`sixtieth`);--> statement-breakpoint
CREATE INDEX `endpoints_pending` ON `endpoints` (`pending`) WHERE pending = 1;--> statement-breakpoint
CREATE TABLE `job_runs` (
	`job` text NOT NULL,
	`minute_ms` integer NOT NULL,
	`lease_until_ms` integer NOT NULL,
	`ended_at_ms` integer,
	`error` text,
	`detail` text,
	PRIMARY KEY(`job`, `minute_ms`)
);
--> statement-breakpoint
CREATE TABLE `servers` (
	`slug` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`title` text NOT NULL,
	`source` text NOT NULL,
	`primary_endpoint_id` text NOT NULL,
	`status` text NOT NULL,
	`updated_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `servers_name_unique` ON `servers` (`name`);--> statement-breakpoint
CREATE TABLE `standings` (
	`endpoint_id` text PRIMARY KEY NOT NULL,
	`revision` integer NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`title` text NOT NULL,
	`state` text NOT NULL,
	`tier` text NOT NULL,
	`endpoint_url` text NOT NULL,
	`outcome` text,
	`http_status` integer,
	`error_code` text,
	`error_note` text,
	`era` text,
	`protocol_revision` text,
	`transport` text,
	`tools_ok` text,
	`tool_count` integer,
	`first_answer_ms` integer,
	`network` text,
	`location` text,
	`last_probe_at_ms` integer,
	`next_due_at_ms` integer,
	`written_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `standings_by_slug` ON `standings` (`slug`);