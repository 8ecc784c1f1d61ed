import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { CommandError, reportProgress } from "../setup/log.mjs";
import { tool } from "../setup/root.mjs";
import { runNode, runTool } from "../setup/run-tool.mjs";

const PROBE_MS = 20_000;

/** Chromium without a window, a package of Debian: the same pages with a fifth less processor time. It has no
 * PDF viewer and does not print. */
const WINDOWLESS_BROWSER = "/usr/bin/chromium-headless-shell";

const SYSTEM_BROWSERS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  `${process.env.PROGRAMFILES}\\Google\\Chrome\\Application\\chrome.exe`,
];

/** True when the browser opens a page here: an installed one may not work. @param {string} program */
function works(program) {
  if (!fs.existsSync(program)) return false;
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
  const options = { timeout: PROBE_MS, encoding: /** @type {const} */ ("utf8") };
  const probe = spawnSync(program, [...flags, "--dump-dom", "about:blank"], options);
  return probe.status === 0 && probe.stdout.includes("<html");
}

/** Path of the browser that Playwright downloads. */
async function playwrightBrowser() {
  const { chromium } = await import("@playwright/test");
  return chromium.executablePath();
}

const installers = [
  async () => {
    reportProgress("baixando um navegador (playwright install chromium)…");
    const env = { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000" };
    await runNode("playwright install", [tool("@playwright/test", "cli.js"), "install", "chromium"], { env });
  },
  async () => {
    if (process.getuid?.() !== 0 || !fs.existsSync("/usr/bin/apt-get")) return;
    reportProgress("instalando o chromium (apt-get)…");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await runTool("apt-get update", ["apt-get", "update", "-qq"], { env });
    const packages = ["--no-install-recommends", "chromium", "fonts-liberation"];
    await runTool("apt-get install", ["apt-get", "install", "-y", "-qq", ...packages], { env });
  },
];

/** windowless: where one without a window will do.
 * @typedef {{ windowless?: boolean }} BrowserNeeds */

/**
 * Finds a browser on this machine: $E2E_CHROMIUM, Playwright's own, the system's.
 * @param {BrowserNeeds} [needs] @returns {Promise<string | undefined>} its program
 */
export async function findPresentBrowser({ windowless = false } = {}) {
  if (process.env.E2E_CHROMIUM) return process.env.E2E_CHROMIUM;
  const browsers = [await playwrightBrowser(), ...SYSTEM_BROWSERS];
  return (windowless ? [WINDOWLESS_BROWSER, ...browsers] : browsers).find(works);
}

/**
 * Finds a browser on this machine, or installs one: a download, apt-get.
 * @param {BrowserNeeds} [needs]
 * @returns {Promise<string>} its program @throws {CommandError} when none can be found or installed
 */
export async function findBrowser(needs) {
  const present = await findPresentBrowser(needs);
  if (present) return present;
  for (const install of installers) {
    await install().catch((error) => reportProgress(error.message));
    const found = await findPresentBrowser(needs);
    if (found) return found;
  }
  throw new CommandError(
    "Não há navegador para os testes de tela. Instale o Chromium ou aponte E2E_CHROMIUM para um navegador da família.",
  );
}
