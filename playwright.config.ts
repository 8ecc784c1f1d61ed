import { defineConfig, devices } from "@playwright/test";

// scripts/test.mjs finds the browser, starts Malote and sets these variables.
const { E2E_CHROMIUM, BASE_URL, CI, TRACE, DEMORA } = process.env;

/** Features that draw unused windows, and those that Playwright disables itself: Chromium uses only the last
 * --disable-features. */
const DISABLED_FEATURES = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "PreloadTopChromeWebUI"],
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"],
  ...["NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"],
];

export default defineConfig({
  testDir: "apps/web/e2e",
  outputDir: "test-results",
  workers: 3,
  // One story per worker: a long file would run alone at the end.
  fullyParallel: true,
  forbidOnly: Boolean(CI),
  // Limits for a test that hangs, on a machine several times slower than the fastest.
  timeout: DEMORA ? 300_000 : 150_000,
  expect: { timeout: 25_000 },
  reporter: [["list"]],
  // The two lanes of scripts/test.mjs.
  projects: [
    { name: "main", testIgnore: "**/*.full.spec.ts" },
    { name: "full", testMatch: "**/*.full.spec.ts" },
  ],
  use: {
    ...devices["Desktop Chrome"],
    ...(BASE_URL ? { baseURL: BASE_URL } : {}),
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    contextOptions: { reducedMotion: "reduce" },
    // A trace of each failed test, only on request because it slows down every test.
    trace: TRACE ? { mode: "retain-on-failure", screenshots: false, sources: false } : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(E2E_CHROMIUM ? { executablePath: E2E_CHROMIUM } : {}),
      args: [
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        `--disable-features=${DISABLED_FEATURES.join(",")}`,
      ],
    },
  },
});
