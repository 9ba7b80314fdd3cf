declare namespace Cloudflare {
  interface Env {
    /** Migrations handed in by vitest.workers.config.ts. */
    TEST_MIGRATIONS: Parameters<(typeof import("cloudflare:test"))["applyD1Migrations"]>[1];
  }
}
