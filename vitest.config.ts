import { defineConfig } from "vitest/config";

/** Unit tests in plain Node: they stand beside their file. */
export default defineConfig({
  test: {
    name: "unit",
    include: [
      "src/**/*.test.ts",
      "fleet/**/*.test.ts",
      "scripts/**/*.test.ts",
      "test/bench/**/*.test.ts",
      "test/population/**/*.test.ts",
    ],
    environment: "node",
    pool: "threads",
    // Room for a loaded machine; a test that must be fast measures it itself.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
