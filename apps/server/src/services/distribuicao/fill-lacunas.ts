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

/** Input to fill gaps: the client, the trust settings for its documents, and the deadline. */
export type Preenchimento = { contaId: string; andante: Andante; confianca: Confianca; prazo: Date };

/** The NSUs to request in this run: those missing at its start. */
export async function listAbertas(
  ctx: AppContext,
  { contaId, andante }: Pick<Preenchimento, "contaId" | "andante">,
): Promise<string[]> {
  const busca = { ...andante.passeio, limite: LACUNAS_POR_VEZ };
  return await ctx.database.withContaSql(contaId, (sql) => findLacunas(sql, contaId, busca));
}

/**
 * Requests some of the missing NSUs one by one, within SEFAZ's hourly quota for single queries.
 * The next run is already planned and takes the rest if the quota is used up or SEFAZ is unavailable.
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

/** @returns false when no further one may be requested now */
async function fillLacuna(ctx: AppContext, preenchimento: Preenchimento, nsu: string): Promise<boolean> {
  const { contaId, andante } = preenchimento;
  const lacuna = { ...andante.passeio, nsu, agora: ctx.clock.now() };
  // Count the attempt first, in a separate transaction: whatever its result, the next query takes
  // another NSU.
  await ctx.database.withContaSql(contaId, (sql) => countTentativa(sql, contaId, lacuna));
  const resposta = await askFor(ctx, preenchimento, nsu);
  if (resposta === null) return false;
  const sentido = readSentido(resposta.cStat);
  if (sentido === "documentos") return await keepDocumentos(ctx, preenchimento, { nsu, resposta });
  if (sentido === "nada") {
    await ctx.database.withContaSql(contaId, (sql) => closeLacuna(sql, contaId, lacuna));
    return true;
  }
  // An answer about SEFAZ's state says nothing about this NSU, so it allows more attempts.
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

/** @returns null when SEFAZ could not be queried or did not answer */
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
