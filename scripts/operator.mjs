// The operator's commands. Each works whether Malote is running or not.
// `npm run conta -- criar | plano | produto …`: operations on contas that only the operator may do.
// `npm run chave -- estado | nova | girar | remover`: the keys that encrypt secrets.
// `npm run backup -- criar | restaurar | conferir | listar`: backups of the database and the files.
// `npm run reler -- blobs | descartar`: reads again raw e-mails whose rows the database has lost.
import { spawn } from "node:child_process";
import { endWith } from "./run/cleanup.mjs";
import { runCommand } from "./run/command.mjs";
import { changeKeys } from "./run/keys.mjs";
import { openBackupCommand, openCommand } from "./run/operator-command.mjs";
import { commandOf } from "./run/services.mjs";
import { loadEnvFile, readSettings } from "./run/settings.mjs";
import { CommandError } from "./setup/log.mjs";
import { root } from "./setup/root.mjs";

/** Name of the command and of its program → preparation of what it needs. */
const COMMANDS = { conta: openCommand, chave: openCommand, backup: openBackupCommand, reler: openCommand };

/** @param {string} name @returns {name is keyof typeof COMMANDS} */
const isCommand = (name) => name in COMMANDS;

/** @param {import("./run/cleanup.mjs").Cleanup} cleanup */
async function operate(cleanup) {
  const [name = "", ...args] = process.argv.slice(2);
  if (!isCommand(name)) {
    throw new CommandError(`Use: node scripts/operator.mjs ${Object.keys(COMMANDS).join(" | ")}`);
  }
  loadEnvFile();
  const request = { cleanup, settings: readSettings(process.env), args };
  const openEnv = () => COMMANDS[name](request);
  if (name === "chave" && (await changeKeys(request, openEnv))) return 0;
  const command = [...commandOf(name), ...args];
  const env = await openEnv();
  return endWith(cleanup, spawn(process.execPath, command, { cwd: root, env, stdio: "inherit" }));
}

await runCommand(operate);
