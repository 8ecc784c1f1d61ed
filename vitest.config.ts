import { defineConfig } from "vitest/config";
import { BaseSequencer } from "vitest/node";

const MINUTE_MS = 60_000;
/** What a test waits for comes at once, or on a busy machine after a while: only what never comes costs so long. */
const PATIENCE = { poll: { timeout: 30_000, interval: 20 } };

/** What takes longest, longest first: begun last, it would leave the other workers idle. Of the others the largest files go first. */
const LONGEST = [
  ...[
    "matar",
    "matar-importacao",
    "dia",
    "matar-exportacao",
    "matar-repositorio",
    "start",
    "work",
    "vigilia",
  ],
  ...["exportacao", "manifestacao-sefaz", "zoo", "certificado", "entrada-freio", "replay", "deploy"],
];

class LongestFirst extends BaseSequencer {
  override async sort(...[files]: Parameters<BaseSequencer["sort"]>) {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a.moduleId) - rankOf(b.moduleId));
  }
}

function rankOf(file: string): number {
  const rank = LONGEST.findIndex((name) => new RegExp(`/${name}\\.int\\.test\\.m?[jt]s$`).test(file));
  return rank === -1 ? LONGEST.length : rank;
}

export default defineConfig({
  test: {
    teardownTimeout: MINUTE_MS,
    sequence: { sequencer: LongestFirst },
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
          // A process that has read our modules reads them once: that is half the time. What a file changes in its process it puts back.
          isolate: false,
          testTimeout: MINUTE_MS,
          expect: PATIENCE,
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
          testTimeout: MINUTE_MS,
        },
      },
      {
        // Real PostgreSQL (TEST_DATABASE_URL, started by scripts/test.mjs) and real processes.
        test: {
          name: "integration",
          include: ["apps/*/tests/**/*.int.test.ts", "scripts/tests/**/*.int.test.{ts,mjs}"],
          globalSetup: "apps/server/tests/modelo.ts",
          sequence: { groupOrder: 1 },
          // One more than the cores: these wait for the database, for processes and for clocks.
          maxWorkers: 3,
          isolate: false,
          pool: "forks",
          testTimeout: 5 * MINUTE_MS,
          expect: PATIENCE,
          hookTimeout: 5 * MINUTE_MS,
        },
      },
    ],
  },
});
