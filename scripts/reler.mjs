// `npm run reler -- blobs | descartar`: reads raw e-mails again that the database has lost, beside a running Malote or alone.
import { spawnSync } from "node:child_process";
import { runCommand } from "./run/command.mjs";
import { openCommand } from "./run/operator-command.mjs";
import { commandOf } from "./run/services.mjs";
import { loadEnvFile, readSettings } from "./run/settings.mjs";
import { root } from "./setup/root.mjs";

async function reler(closing) {
  loadEnvFile();
  const env = await openCommand(closing, readSettings(process.env));
  const args = [...commandOf("reler"), ...process.argv.slice(2)];
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" }).status ?? 1;
}

await runCommand(reler);
