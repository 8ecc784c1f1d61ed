// `npm run chave -- estado | nova | girar | remover`: the keys that encrypt secrets.
// Works whether Malote is running or not.
import { spawnSync } from "node:child_process";
import { runCommand } from "./run/command.mjs";
import { keyFile, makeKey, readKeys, writeKeys } from "./run/key-file.mjs";
import { openCommand } from "./run/operator-command.mjs";
import { commandOf } from "./run/services.mjs";
import { loadEnvFile, readSettings } from "./run/settings.mjs";
import { CommandError } from "./setup/log.mjs";
import { root } from "./setup/root.mjs";

/** @typedef {import("./run/settings.mjs").Settings} Settings */

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

async function chave(cleanup) {
  loadEnvFile();
  const settings = readSettings(process.env);
  const [verb, ...rest] = process.argv.slice(2);
  if (verb === "nova" && rest.length === 0) {
    addKey(settings);
    return 0;
  }
  if (verb === "remover" && !inFile(settings)) {
    throw new CommandError(
      "As chaves vêm de MALOTE_KEY: retire de lá as que npm run chave -- estado mostra como livres e reinicie.",
    );
  }
  const env = await openCommand(cleanup, settings);
  if (verb === "remover" && rest.length === 0) {
    removeKeys(settings, env);
    return 0;
  }
  const args = [...commandOf("chave"), ...process.argv.slice(2)];
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" }).status ?? 1;
}

await runCommand(chave);
