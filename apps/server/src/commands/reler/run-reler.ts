import { formatInteiro } from "@malote/syntax";
import { type AppContext, openContext } from "../../app-context.ts";
import { loadConfig } from "../../config.ts";
import { explainStart } from "../../explain-start.ts";
import { discardOrphans } from "../../jobs/discard-orphans.ts";
import { type ContaRelida, rereadBlobs } from "../../jobs/reread-blobs.ts";
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

type Work = (ctx: AppContext, o: { simular: boolean }) => Promise<string>;

const WORK: Readonly<Record<string, Work>> = {
  blobs: async (ctx, o) => writeRelidas(await rereadBlobs(ctx, o), o),
  descartar: async (ctx, o) => {
    const { apagados, separados } = await discardOrphans(ctx, o);
    const [a, s] = [formatInteiro(apagados), formatInteiro(separados)];
    return o.simular
      ? `Seriam apagados da quarentena: ${a}. Iriam para o lixo, por 48 horas: ${s}.\n`
      : `Apagados da quarentena: ${a}. No lixo, por 48 horas: ${s}.\n`;
  },
};

/**
 * The command `reler`: reads again the raw e-mails that the database lost, or discards them.
 * @returns exit code: 0 done, 1 refused, 2 wrong usage
 */
export async function runReler([pedido = "", ...rest]: readonly string[], mundo: Mundo): Promise<number> {
  if (pedido === "--ajuda") {
    mundo.stdout.write(AJUDA);
    return 0;
  }
  const work = Object.hasOwn(WORK, pedido) ? WORK[pedido] : undefined;
  if (work === undefined || rest.some((each) => each !== "--simular")) {
    mundo.stderr.write(`${USO}\n`);
    return USO_ERRADO;
  }
  try {
    const simular = rest.includes("--simular");
    mundo.stdout.write(await withContext(mundo.env, (ctx) => work(ctx, { simular })));
    return 0;
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
  const ctx = await openContext(config, { processo: "reler", poolMax: POOL_MAX });
  try {
    return await work(ctx);
  } finally {
    ctx.correio.close();
    await ctx.database.close();
  }
}

const HEAD = ["conta", "arquivos", "conhecidos", "relidos", "anexados", "não são e-mail"];

function writeRelidas(relidas: readonly ContaRelida[], { simular }: { simular: boolean }): string {
  const rows = relidas.map((each) => [
    each.identificador ?? `${each.contaId} (não está no banco)`,
    ...[each.arquivos, each.conhecidos, each.relidos, each.anexados, each.outros].map((n) =>
      formatInteiro(n),
    ),
  ]);
  const widths = HEAD.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ");
  const total = relidas.reduce((sum, { relidos }) => sum + relidos, 0);
  const emails = `${formatInteiro(total)} ${total === 1 ? "e-mail" : "e-mails"}`;
  const end = simular
    ? `${emails} seriam lidos de novo. Nada mudou.`
    : `${emails} na fila de leitura: o worker os lê a seguir.`;
  return `${[HEAD, ...rows].map(line).join("\n")}\n${end}\n`;
}
