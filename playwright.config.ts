import { defineConfig, devices } from "@playwright/test";

// scripts/test.mjs finds the browser, starts a whole Malote and names both here.
const { E2E_CHROMIUM, BASE_URL, CI } = process.env;

export default defineConfig({
  testDir: "apps/web/e2e",
  outputDir: "test-results",
  workers: 2,
  forbidOnly: Boolean(CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    ...(BASE_URL ? { baseURL: BASE_URL } : {}),
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    // The page at each step, kept of what fails; no film of it, which the processor would feel in every story.
    trace: { mode: "retain-on-failure", screenshots: false, sources: false },
    screenshot: "only-on-failure",
    launchOptions: {
      ...(E2E_CHROMIUM ? { executablePath: E2E_CHROMIUM } : {}),
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
    },
  },
});
