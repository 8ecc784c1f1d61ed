// `npm start`: starts everything, from a fresh clone to an address on the screen.
import { runCommand } from "./run/command.mjs";
import { openHouse } from "./run/house.mjs";
import { loadEnvFile, readSettings } from "./run/settings.mjs";
import { say } from "./setup/log.mjs";

async function start(closing) {
  // Tests start a Malote that must ignore the developer's own settings.
  if (!process.argv.includes("--sem-env")) loadEnvFile();
  const { url, consoleUrl, feedUrl } = await openHouse(readSettings(process.env), closing);
  console.log(`Malote pronto em ${url}`);
  if (consoleUrl) console.log(`Sandbox: console em ${consoleUrl} · entre com demo / admin / Malote123`);
  if (feedUrl) console.log(`Feed no formato da SEFAZ (certificado do ERP): ${feedUrl}`);
  return undefined;
}

await runCommand(start, { announce: () => say("encerrando…"), interrupted: 0 });
