import { playwright } from "@vitest/browser-playwright";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { BaseSequencer } from "vitest/node";

const MINUTE_MS = 60_000;
/** Tests of `npm run test:full` (docs/tests.md). */
const FULL_LANE = "**/*.full.test.{ts,tsx,mjs}";
/** Conditions are met at once or, on a busy machine, a little later: only failures take this long. */
const POLL_OPTIONS = { poll: { timeout: 30_000, interval: 20 } };

/** The slowest tests, slowest first: started last, they would leave other workers idle. Other files run by
 * size, largest first. */
const LONGEST = [
  ...[
    "kill-worker",
    "kill-importacao",
    "simulated-day",
    "kill-exportacao",
    "demo-history",
    "kill-repositorio",
    "start",
    "work",
    "planned-rechecks",
  ],
  ...[
    "exportacao",
    "manifestacao-sefaz",
    "supplier-samples",
    "certificado",
    "sign-in-throttle",
    "conta-isolation-replay",
    "deploy",
  ],
];

class LongestFirst extends BaseSequencer {
  override async sort(...[files]: Parameters<BaseSequencer["sort"]>) {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a.moduleId) - rankOf(b.moduleId));
  }
}

function rankOf(file: string): number {
  const rank = LONGEST.findIndex((name) => new RegExp(`/${name}\\.(int|full)\\.test\\.m?[jt]s$`).test(file));
  return rank === -1 ? LONGEST.length : rank;
}

/** Tests with a real PostgreSQL (TEST_DATABASE_URL, started by scripts/test.mjs) and real processes. */
function onDatabase(name: string, maxWorkers: number, include: string[]): TestProjectConfiguration {
  return {
    test: {
      name,
      include,
      globalSetup: "apps/server/tests/database/template-database.ts",
      sequence: { groupOrder: 1 },
      maxWorkers,
      isolate: false,
      pool: "forks",
      testTimeout: 5 * MINUTE_MS,
      expect: POLL_OPTIONS,
      hookTimeout: 5 * MINUTE_MS,
    },
  };
}

/** Component tests: pages of the SPA in a real Chromium, over a fake server that the contract types. All are
 * in the full lane: a browser reads the modules of the whole application before the first of them. */
const COMPONENT_TESTS: TestProjectConfiguration = {
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    name: "component",
    include: ["apps/web/tests/**/*.full.test.{ts,tsx}"],
    // After the others: they have more workers than one browser.
    sequence: { groupOrder: 2 },
    setupFiles: "apps/web/tests/support/setup.ts",
    maxWorkers: 2,
    provide: { clockOffsetMs: Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0) },
    isolate: false,
    testTimeout: 2 * MINUTE_MS,
    expect: POLL_OPTIONS,
    browser: {
      enabled: true,
      headless: true,
      connectTimeout: 3 * MINUTE_MS,
      screenshotFailures: false,
      instances: [{ browser: "chromium" }],
      provider: playwright({
        launchOptions: {
          ...(process.env.E2E_CHROMIUM ? { executablePath: process.env.E2E_CHROMIUM } : {}),
          args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
        },
        contextOptions: {
          locale: "pt-BR",
          timezoneId: process.env.TEST_TIME_ZONE ?? "America/Sao_Paulo",
          reducedMotion: "reduce",
        },
        actionTimeout: 30_000,
      }),
    },
  },
};

export default defineConfig({
  test: {
    teardownTimeout: MINUTE_MS,
    // Compiled modules are kept in node_modules by content: a second step finds those of the first.
    experimental: { fsModuleCache: true },
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
          exclude: ["**/node_modules/**", "**/*.int.test.{ts,mjs}", FULL_LANE],
          // On two cores, the default of the runner is one.
          maxWorkers: 2,
          // Files share a process and its loaded modules: half the time. Each undoes its global changes.
          isolate: false,
          // Whole before any test: under a faked clock `node:tls` was twice found without its functions, in
          // every file that followed in that process.
          execArgv: ["--require", "node:https"],
          testTimeout: MINUTE_MS,
          hookTimeout: MINUTE_MS,
          expect: POLL_OPTIONS,
        },
      },
      {
        // Component tests: they need a DOM and the JSX of the SPA.
        oxc: { jsx: { runtime: "automatic" } },
        test: {
          name: "web",
          environment: "happy-dom",
          include: ["apps/web/src/**/*.test.tsx"],
          maxWorkers: 2,
          isolate: false,
          testTimeout: MINUTE_MS,
        },
      },
      COMPONENT_TESTS,
      // Each worker loads the whole server first: a third one costs more than it gains on two cores.
      onDatabase("integration", 2, ["apps/*/tests/**/*.int.test.ts", "scripts/tests/**/*.int.test.{ts,mjs}"]),
      // The full lane: what is too slow for `npm test` (docs/tests.md says what it proves). One worker more
      // than the cores: these tests wait for processes and timers.
      onDatabase("full", 3, [
        "{packages,scripts,apps/server,apps/sandbox,apps/web/src}/**/*.full.test.{ts,mjs}",
      ]),
    ],
  },
});
