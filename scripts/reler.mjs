// `npm run reler -- blobs | descartar`: reads again raw e-mails whose rows the database has lost.
// Works whether Malote is running or not.
import { spawnSync } from "node:child_process";
import { runCommand } from "./run/command.mjs";
import { openCommand } from "./run/operator-command.mjs";
import { commandOf } from "./run/services.mjs";
import { loadEnvFile, readSettings } from "./run/settings.mjs";
import { root } from "./setup/root.mjs";

async function reler(cleanup) {
  loadEnvFile();
  const env = await openCommand(cleanup, readSettings(process.env));
  const args = [...commandOf("reler"), ...process.argv.slice(2)];
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" }).status ?? 1;
}

await runCommand(reler);
