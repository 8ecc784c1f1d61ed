import type { Confianca } from "@malote/dfe";
import type { DistribuicaoResponse } from "@malote/sefaz";
import type { AppContext } from "../../app-context.ts";
import { msLeft } from "../../clock.ts";
import { Deferral, isAway } from "../../errors.ts";
import { type Andante, askDistribuicao } from "./ask-distribuicao.ts";
import { LACUNAS_POR_VEZ, readSentido, TENTATIVAS_MAX, TENTATIVAS_MUDAS_MAX } from "./distribuicao.rules.ts";
import { keepPontual } from "./keep-pagina.ts";
import { keepWhole } from "./keep-whole.ts";
import { closeLacuna, countTentativa, findLacunas, leaveLacuna, uncountTentativa } from "./lacuna.rows.ts";
import { readDistribuido } from "./read-distribuido.ts";

/** How a gap is filled: who asks, against what the documents are judged, and until when. */
export type Preenchimento = { contaId: string; andante: Andante; confianca: Confianca; prazo: Date };

/** What is to be asked for in this turn: of what was missing when it began. */
export async function listAbertas(
  ctx: AppContext,
  { contaId, andante }: Pick<Preenchimento, "contaId" | "andante">,
): Promise<string[]> {
  const busca = { ...andante.passeio, limite: LACUNAS_POR_VEZ };
  return await ctx.database.withContaSql(contaId, (sql) => findLacunas(sql, contaId, busca));
}

/**
 * Asks for some of the NSU that never came, one by one, within SEFAZ's hour for such questions. The walk has its next turn already: where
 * SEFAZ has no room for another one, or is away, the rest waits for it.
 */
export async function fillLacunas(
  ctx: AppContext,
  preenchimento: Preenchimento,
  nsus: readonly string[],
): Promise<void> {
  const { prazo } = preenchimento;
  for (const nsu of nsus) {
    if (msLeft(ctx.clock, prazo) < 0) return;
    if (!(await fillLacuna(ctx, preenchimento, nsu))) return;
  }
}

/** @returns false when no other may be asked for now */
async function fillLacuna(ctx: AppContext, preenchimento: Preenchimento, nsu: string): Promise<boolean> {
  const { contaId, andante } = preenchimento;
  const lacuna = { ...andante.passeio, nsu, agora: ctx.clock.now() };
  // Counted before it is asked, in a transaction of its own: whatever becomes of the question, the next one is about another NSU.
  await ctx.database.withContaSql(contaId, (sql) => countTentativa(sql, contaId, lacuna));
  const resposta = await askFor(ctx, preenchimento, nsu);
  if (resposta === null) return false;
  const sentido = readSentido(resposta.cStat);
  if (sentido === "documentos") return await keepDocumentos(ctx, preenchimento, { nsu, resposta });
  if (sentido === "nada") {
    await ctx.database.withContaSql(contaId, (sql) => closeLacuna(sql, contaId, lacuna));
    return true;
  }
  // What says something of the hour, and nothing of this NSU, wears it out less soon.
  const max = sentido === "parada" || sentido === "consumo" ? TENTATIVAS_MUDAS_MAX : TENTATIVAS_MAX;
  await ctx.database.withContaSql(contaId, (sql) => leaveLacuna(sql, contaId, { ...lacuna, max }));
  return false;
}

async function keepDocumentos(
  ctx: AppContext,
  { contaId, andante, confianca }: Preenchimento,
  { nsu, resposta }: { nsu: string; resposta: DistribuicaoResponse },
): Promise<boolean> {
  const { passeio, cnpj } = andante;
  const agora = ctx.clock.now();
  const leitor = { examine: ctx.examine, confianca, recebidoEm: agora };
  const lidos = [];
  for (const documento of resposta.documentos) lidos.push(await readDistribuido(documento, leitor));
  const lote = { passeio, cnpj, lidos, agora, nsu, max: TENTATIVAS_MAX };
  return await keepWhole(ctx, { contaId, lote, keep: keepPontual });
}

/** @returns null when SEFAZ could not be asked, or did not answer */
async function askFor(
  ctx: AppContext,
  { contaId, andante }: Preenchimento,
  nsu: string,
): Promise<DistribuicaoResponse | null> {
  const lacuna = { ...andante.passeio, nsu, agora: ctx.clock.now() };
  try {
    return await askDistribuicao(ctx, andante, { kind: "nsu", nsu });
  } catch (error) {
    if (!isAway(error)) throw error;
    await ctx.database.withContaSql(contaId, (sql) =>
      error instanceof Deferral
        ? uncountTentativa(sql, contaId, lacuna)
        : leaveLacuna(sql, contaId, { ...lacuna, max: TENTATIVAS_MUDAS_MAX }),
    );
    return null;
  }
}
