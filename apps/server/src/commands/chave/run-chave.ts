import { formatInteger } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { StartRefusal } from "../../errors.ts";
import { explainStart } from "../../explain-start.ts";
import { idOfKey } from "../../secrets/secret-box.ts";
import { countByKey, writeKeyState } from "../../services/key/key-state.rules.ts";
import { resealAll } from "../../services/key/reseal-all.ts";
import { type CommandIo, EXIT_REFUSED, EXIT_USAGE, withContext } from "../command-context.ts";
import { HELP_TEXT, USAGE } from "./help.ts";

/** Values between two progress lines. */
const PROGRESS_STEP = 1_000;

/**
 * The command `chave`: shows which keys are in use, and reseals all values with the newest. `unused`, for
 * scripts, prints the positions in MALOTE_KEY (from 0) of unused keys, one per line.
 * @returns exit code: 0 done; 1 refused, or some values could not be resealed; 2 wrong usage
 */
export async function runChave([verb, ...rest]: readonly string[], io: CommandIo): Promise<number> {
  if (verb === "--ajuda") {
    io.stdout.write(HELP_TEXT);
    return 0;
  }
  const work = rest.length === 0 ? ACTIONS[verb ?? ""] : undefined;
  if (work === undefined) {
    io.stderr.write(`${USAGE}\n`);
    return EXIT_USAGE;
  }
  try {
    return await withContext(io.env, "chave", (ctx) => work(ctx, io));
  } catch (error) {
    const sentence = explainStart(error);
    if (sentence === null) throw error;
    io.stderr.write(`${sentence}\n`);
    return EXIT_REFUSED;
  }
}

const ACTIONS: Readonly<Record<string, (ctx: AppContext, io: CommandIo) => Promise<number>>> = {
  estado: async (ctx, { stdout }) => {
    stdout.write(`${await describeKeyUsage(ctx)}\n`);
    return 0;
  },
  livres: async (ctx, { stdout }) => {
    await assertAllHaveNewKey(ctx);
    const usage = await readKeyUsage(ctx);
    const unused = usage.flatMap(({ valores, nova }, place) =>
      valores === 0 && !nova ? [`${place}\n`] : [],
    );
    stdout.write(unused.join(""));
    return 0;
  },
  girar: rotate,
};

async function rotate(ctx: AppContext, { stdout, stderr }: CommandIo): Promise<number> {
  await assertAllHaveNewKey(ctx);
  let shown = 0;
  const { resealed, unopened } = await resealAll(ctx, (n) => {
    if (n - shown < PROGRESS_STEP) return;
    shown = n;
    stdout.write(`${formatInteger(n)} valores trocados…\n`);
  });
  stdout.write(`${formatInteger(resealed)} valores trocados.\n${await describeKeyUsage(ctx)}\n`);
  if (unopened.length === 0) return 0;
  stderr.write(`Nenhuma das chaves abre estes valores, que ficaram como estavam:\n${unopened.join("\n")}\n`);
  return EXIT_REFUSED;
}

/**
 * @throws {StartRefusal} while a running process lacks the newest
 * key: it seals with an old key and cannot open newer values
 */
async function assertAllHaveNewKey({ config, database }: AppContext): Promise<void> {
  const nova = idOfKey(config.chave);
  const behind = (await database.gatekeeper.findLiveKeys()).filter((chaves) => !chaves.includes(nova));
  if (behind.length === 0) return;
  throw new StartRefusal(
    `A chave nova (${nova}) ainda não é conhecida de ${behind.length === 1 ? "um processo" : `${behind.length} processos`} do Malote no ar: ` +
      "reinicie o Malote com ela em MALOTE_KEY (ou em DATA_DIR/chave.key) e rode de novo. Nada foi mudado.",
  );
}

async function readKeyUsage({ config, database }: AppContext) {
  const chaves = [config.chave, ...config.previousKeys].map(idOfKey);
  const [nova = ""] = chaves;
  return countByKey(await database.gatekeeper.countSealed(nova), chaves);
}

async function describeKeyUsage(ctx: AppContext): Promise<string> {
  return writeKeyState(await readKeyUsage(ctx));
}
