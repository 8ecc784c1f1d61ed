import { defineConfig } from "vitest/config";

const MINUTE_MS = 60_000;

export default defineConfig({
  test: {
    teardownTimeout: MINUTE_MS,
    projects: [
      {
        test: {
          name: "unit",
          include: [
            "packages/**/src/**/*.test.ts",
            "apps/server/src/**/*.test.ts",
            "apps/sandbox/src/**/*.test.ts",
            "apps/web/{src,build}/**/*.test.ts",
            "scripts/tests/**/*.test.{ts,mjs}",
          ],
          exclude: ["**/node_modules/**", "**/*.int.test.{ts,mjs}"],
          // On two cores the runner's own choice is one.
          maxWorkers: 2,
          testTimeout: 20_000,
        },
      },
      {
        // Components: a document to draw on, and the JSX of the SPA.
        oxc: { jsx: { runtime: "automatic" } },
        test: {
          name: "web",
          environment: "happy-dom",
          include: ["apps/web/src/**/*.test.tsx"],
          maxWorkers: 2,
          testTimeout: 20_000,
        },
      },
      {
        // Real PostgreSQL (TEST_DATABASE_URL, started by scripts/test.mjs) and real processes.
        test: {
          name: "integration",
          include: ["apps/*/tests/**/*.int.test.ts", "scripts/tests/**/*.int.test.{ts,mjs}"],
          globalSetup: "apps/server/tests/modelo.ts",
          maxWorkers: 2,
          pool: "forks",
          testTimeout: 2 * MINUTE_MS,
          hookTimeout: 3 * MINUTE_MS,
        },
      },
    ],
  },
});
