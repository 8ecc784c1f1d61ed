// `npm start`: starts everything, from a fresh clone to an address on the screen.

import { startApplication } from "./run/application.mjs";
import { runCommand } from "./run/command.mjs";
import { loadEnvFile, readSettings } from "./run/settings.mjs";
import { reportProgress } from "./setup/log.mjs";

/** @param {import("./run/cleanup.mjs").Cleanup} cleanup */
async function start(cleanup) {
  // Tests start a Malote that must ignore the developer's own settings.
  if (!process.argv.includes("--sem-env")) loadEnvFile();
  const { url, consoleUrl, feedUrl } = await startApplication(readSettings(process.env), cleanup);
  console.log(`Malote pronto em ${url}`);
  if (consoleUrl) console.log(`Sandbox: console em ${consoleUrl} · entre com demo / admin / Malote123`);
  if (feedUrl) console.log(`Feed no formato da SEFAZ (certificado do ERP): ${feedUrl}`);
  return undefined;
}

await runCommand(start, { announce: () => reportProgress("encerrando…"), interrupted: 0 });
