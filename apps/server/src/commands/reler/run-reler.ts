import { formatInteger } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { explainStart } from "../../explain-start.ts";
import { discardOrphans } from "../../jobs/blobs/discard-orphans.ts";
import { type RereadConta, rereadBlobs } from "../../jobs/blobs/reread-blobs.ts";
import { type CommandIo, EXIT_REFUSED, EXIT_USAGE, withContext } from "../command-context.ts";
import { HELP_TEXT, USAGE } from "./help.ts";

type Action = (ctx: AppContext, o: { isDryRun: boolean }) => Promise<string>;

const ACTIONS: Readonly<Record<string, Action>> = {
  blobs: async (ctx, o) => describeReread(await rereadBlobs(ctx, o), o),
  descartar: async (ctx, o) => {
    const { apagados, separados } = await discardOrphans(ctx, o);
    const [a, s] = [formatInteger(apagados), formatInteger(separados)];
    return o.isDryRun
      ? `Seriam apagados da quarentena: ${a}. Iriam para o lixo, por 48 horas: ${s}.\n`
      : `Apagados da quarentena: ${a}. No lixo, por 48 horas: ${s}.\n`;
  },
};

/**
 * The command `reler`: reads again the raw e-mails that the database lost, or discards them.
 * @returns exit code: 0 done, 1 refused, 2 wrong usage
 */
export async function runReler([verb = "", ...rest]: readonly string[], io: CommandIo): Promise<number> {
  if (verb === "--ajuda") {
    io.stdout.write(HELP_TEXT);
    return 0;
  }
  const work = Object.hasOwn(ACTIONS, verb) ? ACTIONS[verb] : undefined;
  if (work === undefined || rest.some((each) => each !== "--simular")) {
    io.stderr.write(`${USAGE}\n`);
    return EXIT_USAGE;
  }
  try {
    const simular = rest.includes("--simular");
    io.stdout.write(await withContext(io.env, "reler", (ctx) => work(ctx, { isDryRun: simular })));
    return 0;
  } catch (error) {
    const sentence = explainStart(error);
    if (sentence === null) throw error;
    io.stderr.write(`${sentence}\n`);
    return EXIT_REFUSED;
  }
}

const HEAD = ["conta", "arquivos", "conhecidos", "relidos", "anexados", "não são e-mail"];

function describeReread(
  contas: readonly RereadConta[],
  { isDryRun: simular }: { isDryRun: boolean },
): string {
  const rows = contas.map((each) => [
    each.identificador ?? `${each.contaId} (não está no banco)`,
    ...[each.arquivos, each.conhecidos, each.relidos, each.anexados, each.outros].map((n) =>
      formatInteger(n),
    ),
  ]);
  const widths = HEAD.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  ");
  const total = contas.reduce((sum, { relidos }) => sum + relidos, 0);
  const emails = `${formatInteger(total)} ${total === 1 ? "e-mail" : "e-mails"}`;
  const end = simular
    ? `${emails} seriam lidos de novo. Nada mudou.`
    : `${emails} na fila de leitura: o worker os lê a seguir.`;
  return `${[HEAD, ...rows].map(line).join("\n")}\n${end}\n`;
}
