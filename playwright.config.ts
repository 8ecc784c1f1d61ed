import { defineConfig, devices } from "@playwright/test";

// scripts/test.mjs finds the browser, starts a whole Malote and names both here.
const { E2E_CHROMIUM, BASE_URL, CI, TRACE, DEMORA } = process.env;

/** What a whole Chromium would draw for each window and nobody sees, with what the runner itself puts out: of two such lists only the last counts. */
const NOT_WANTED = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "PreloadTopChromeWebUI"],
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"],
  ...["NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"],
];

export default defineConfig({
  testDir: "apps/web/e2e",
  outputDir: "test-results",
  workers: 2,
  forbidOnly: Boolean(CI),
  // Bounds for a story that hangs, on a machine several times slower than the quickest; one that goes well never feels them.
  timeout: DEMORA ? 300_000 : 150_000,
  expect: { timeout: 25_000 },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    ...(BASE_URL ? { baseURL: BASE_URL } : {}),
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    // The page at each step, of what fails; for who asks, since every story would feel it.
    trace: TRACE ? { mode: "retain-on-failure", screenshots: false, sources: false } : "off",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(E2E_CHROMIUM ? { executablePath: E2E_CHROMIUM } : {}),
      args: [
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        `--disable-features=${NOT_WANTED.join(",")}`,
      ],
    },
  },
});
