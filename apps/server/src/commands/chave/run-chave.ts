import { formatInteiro } from "@malote/syntax";
import { type AppContext, openContext } from "../../app-context.ts";
import { loadConfig } from "../../config.ts";
import { StartRefusal } from "../../errors.ts";
import { explainStart } from "../../explain-start.ts";
import { idOfChave } from "../../secrets/cofre.ts";
import { countByChave, writeEstado } from "../../services/chave/estado.rules.ts";
import { resealAll } from "../../services/chave/reseal.ts";
import { NO_TRACING } from "../../tracing/tracing.ts";
import { AJUDA, USO } from "./ajuda.ts";

/** Environment and output streams of the command. */
export type Mundo = {
  env: Readonly<Record<string, string | undefined>>;
  stdout: Pick<NodeJS.WritableStream, "write">;
  stderr: Pick<NodeJS.WritableStream, "write">;
};

const RECUSADO = 1;
const USO_ERRADO = 2;
const POOL_MAX = 2;
/** Values between two progress lines. */
const PASSO = 1_000;

/**
 * The command `chave`: shows which keys are in use, and reseals all values with the newest. `livres`, for
 * scripts, prints the positions in MALOTE_KEY (from 0) of unused keys, one per line.
 * @returns exit code: 0 done; 1 refused, or some values could not be resealed; 2 wrong usage
 */
export async function runChave([pedido, ...rest]: readonly string[], mundo: Mundo): Promise<number> {
  if (pedido === "--ajuda") {
    mundo.stdout.write(AJUDA);
    return 0;
  }
  const work = rest.length === 0 ? WORK[pedido ?? ""] : undefined;
  if (work === undefined) {
    mundo.stderr.write(`${USO}\n`);
    return USO_ERRADO;
  }
  try {
    return await withContext(mundo.env, (ctx) => work(ctx, mundo));
  } catch (error) {
    const sentence = explainStart(error);
    if (sentence === null) throw error;
    mundo.stderr.write(`${sentence}\n`);
    return RECUSADO;
  }
}

async function withContext<T>(env: Mundo["env"], work: (ctx: AppContext) => Promise<T>): Promise<T> {
  // The operator reads this command's own output, not a server log.
  const config = { ...loadConfig(env), logLevel: "silent" };
  const ctx = await openContext(config, { processo: "chave", poolMax: POOL_MAX, tracing: NO_TRACING });
  try {
    return await work(ctx);
  } finally {
    ctx.correio.close();
    await ctx.database.close();
  }
}

const WORK: Readonly<Record<string, (ctx: AppContext, mundo: Mundo) => Promise<number>>> = {
  estado: async (ctx, { stdout }) => {
    stdout.write(`${await describeEstado(ctx)}\n`);
    return 0;
  },
  livres: async (ctx, { stdout }) => {
    await refuseBehind(ctx);
    const estado = await readEstado(ctx);
    const livres = estado.flatMap(({ valores, nova }, place) =>
      valores === 0 && !nova ? [`${place}\n`] : [],
    );
    stdout.write(livres.join(""));
    return 0;
  },
  girar,
};

async function girar(ctx: AppContext, { stdout, stderr }: Mundo): Promise<number> {
  await refuseBehind(ctx);
  let shown = 0;
  const { trocados, fechados } = await resealAll(ctx, (n) => {
    if (n - shown < PASSO) return;
    shown = n;
    stdout.write(`${formatInteiro(n)} valores trocados…\n`);
  });
  stdout.write(`${formatInteiro(trocados)} valores trocados.\n${await describeEstado(ctx)}\n`);
  if (fechados.length === 0) return 0;
  stderr.write(`Nenhuma das chaves abre estes valores, que ficaram como estavam:\n${fechados.join("\n")}\n`);
  return RECUSADO;
}

/**
 * @throws {StartRefusal} while a running process lacks the newest
 * key: it seals with an old key and cannot open newer values
 */
async function refuseBehind({ config, database }: AppContext): Promise<void> {
  const nova = idOfChave(config.chave);
  const behind = (await database.portaria.findChavesVivas()).filter((chaves) => !chaves.includes(nova));
  if (behind.length === 0) return;
  throw new StartRefusal(
    `A chave nova (${nova}) ainda não é conhecida de ${behind.length === 1 ? "um processo" : `${behind.length} processos`} do Malote no ar: ` +
      "reinicie o Malote com ela em MALOTE_KEY (ou em DATA_DIR/chave.key) e rode de novo. Nada foi mudado.",
  );
}

async function readEstado({ config, database }: AppContext) {
  const chaves = [config.chave, ...config.chavesAntigas].map(idOfChave);
  const [nova = ""] = chaves;
  return countByChave(await database.portaria.countSelados(nova), chaves);
}

async function describeEstado(ctx: AppContext): Promise<string> {
  return writeEstado(await readEstado(ctx));
}
