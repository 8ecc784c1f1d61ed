import { spawnSync } from "node:child_process";
import { CommandError } from "../setup/log.mjs";
import { root } from "../setup/root.mjs";
import { keyFile, makeKey, readKeys, writeKeys } from "./secret-files.mjs";
import { commandOf } from "./services.mjs";

/** @typedef {import("./settings.mjs").Settings} Settings */

/** True when the keys are in DATA_DIR/chave.key, not in the environment. @param {Settings} settings */
const inFile = ({ key, production, databaseUrl }) => key === null && !production && databaseUrl === null;

/** @param {Settings} settings */
function addKey(settings) {
  const key = makeKey();
  if (inFile(settings)) {
    writeKeys(settings.dataDir, [key, ...readKeys(settings.dataDir)]);
    console.log(
      `Chave nova guardada em ${keyFile(settings.dataDir)}, antes da atual. Faça backup desse arquivo, reinicie o Malote e rode: npm run chave -- girar`,
    );
    return;
  }
  console.log(`Chave nova: ${key}`);
  console.log(
    "Ponha-a em MALOTE_KEY antes da atual, separada por vírgula; guarde-a fora do servidor, reinicie o Malote e rode: npm run chave -- girar",
  );
}

/** Removes from the file the keys that encrypt nothing.
 * @param {Settings} settings @param {NodeJS.ProcessEnv} env */
function removeKeys({ dataDir }, env) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...commandOf("chave"), "livres"], {
    cwd: root,
    env,
    encoding: "utf8",
  });
  if (status !== 0) throw new CommandError(stderr.trim() || "O estado das chaves não pôde ser lido.");
  const positions = stdout.split("\n").filter(Boolean).map(Number);
  const keys = readKeys(dataDir);
  if (positions.length === 0) {
    throw new CommandError(
      keys.length === 1
        ? "Só há uma chave: não há o que retirar."
        : "Ainda há valores que usam as chaves antigas: rode antes npm run chave -- girar.",
    );
  }
  writeKeys(
    dataDir,
    keys.filter((_, position) => !positions.includes(position)),
  );
  console.log(
    `Chaves retiradas de ${keyFile(dataDir)}: ${positions.length}. O Malote no ar deixa de usá-las quando reiniciar: links de download e captchas feitos com elas há menos de dez minutos deixam então de valer. Um backup antigo do banco só se abre com elas.`,
  );
}

/**
 * Runs the verbs that change DATA_DIR/chave.key.
 * @param {{ settings: Settings, args: string[] }} request
 * @param {() => Promise<NodeJS.ProcessEnv>} openEnv prepares the server's command
 * @returns {Promise<boolean>} false for another verb, which the server's command runs
 */
export async function changeKeys({ settings, args: [verb, ...rest] }, openEnv) {
  if (verb === "nova" && rest.length === 0) {
    addKey(settings);
    return true;
  }
  if (verb !== "remover") return false;
  if (!inFile(settings)) {
    throw new CommandError(
      "As chaves vêm de MALOTE_KEY: retire de lá as que npm run chave -- estado mostra como livres e reinicie.",
    );
  }
  if (rest.length > 0) return false;
  removeKeys(settings, await openEnv());
  return true;
}
