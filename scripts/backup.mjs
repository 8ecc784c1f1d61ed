// `npm run backup -- criar | restaurar | conferir | listar`: backups of the database and the files.
// Works whether Malote is running or not.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { runCommand } from "./run/command.mjs";
import { openBackupCommand } from "./run/operator-command.mjs";
import { commandOf } from "./run/services.mjs";
import { loadEnvFile, readSettings } from "./run/settings.mjs";
import { root } from "./setup/root.mjs";

async function backup(cleanup) {
  loadEnvFile();
  const args = process.argv.slice(2);
  const env = await openBackupCommand(cleanup, { settings: readSettings(process.env), verb: args[0] });
  const child = spawn(process.execPath, [...commandOf("backup"), ...args], {
    cwd: root,
    env,
    stdio: "inherit",
  });
  cleanup.defer(() => void child.kill());
  const [code] = await once(child, "exit");
  return code ?? 1;
}

await runCommand(backup);
