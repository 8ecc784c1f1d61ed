import type { Confianca } from "@malote/dfe";
import type { AppContext } from "../../app-context.ts";
import { Deferral } from "../../errors.ts";
import { BLOQUEIO_MS } from "../sefaz/manners.rules.ts";
import { type Andante, askDistribuicao } from "./ask-distribuicao.ts";
import { LACUNAS_POR_VEZ, readSentido, TENTATIVAS_MAX } from "./distribuicao.rules.ts";
import { keepPontual } from "./keep-pagina.ts";
import { closeLacuna, countTentativa, findLacunas } from "./lacuna.rows.ts";
import { readDistribuido } from "./read-distribuido.ts";

/** How a gap is filled: who asks, against what the documents are judged, and until when. */
export type Preenchimento = { contaId: string; andante: Andante; confianca: Confianca; prazo: Date };

/**
 * Asks for some of the NSU that never came, one by one, within SEFAZ's hour for such questions; what it has no room for waits for the
 * next one.
 * @throws {Deferral} when SEFAZ must be left alone altogether
 */
export async function fillLacunas(ctx: AppContext, preenchimento: Preenchimento): Promise<void> {
  const { contaId, andante, prazo } = preenchimento;
  const busca = { ...andante.passeio, limite: LACUNAS_POR_VEZ };
  const nsus = await ctx.database.withContaSql(contaId, (sql) => findLacunas(sql, contaId, busca));
  for (const nsu of nsus) {
    if (ctx.clock.now() > prazo) return;
    if (!(await fillLacuna(ctx, preenchimento, nsu))) return;
  }
}

/** @returns false when no other may be asked for now */
async function fillLacuna(
  ctx: AppContext,
  { contaId, andante, confianca }: Preenchimento,
  nsu: string,
): Promise<boolean> {
  const resposta = await askWithinCota(ctx, andante, nsu);
  if (resposta === null) return false;
  const { passeio, cnpj } = andante;
  const agora = ctx.clock.now();
  const sentido = readSentido(resposta.cStat);
  if (sentido === "nada") {
    await ctx.database.withContaSql(contaId, (sql) => closeLacuna(sql, contaId, { ...passeio, nsu, agora }));
    return true;
  }
  if (sentido !== "documentos") {
    const tentativa = { ...passeio, nsu, max: TENTATIVAS_MAX, agora };
    if (sentido !== "parada") {
      await ctx.database.withContaSql(contaId, (sql) => countTentativa(sql, contaId, tentativa));
    }
    return false;
  }
  const leitor = { examine: ctx.examine, confianca, recebidoEm: agora };
  const lidos = [];
  for (const documento of resposta.documentos) lidos.push(await readDistribuido(documento, leitor));
  const pontual = { passeio, cnpj, lidos, agora, nsu, max: TENTATIVAS_MAX };
  await ctx.database.withContaSql(contaId, (sql) => keepPontual(sql, contaId, pontual));
  return true;
}

async function askWithinCota(
  ctx: AppContext,
  andante: Andante,
  nsu: string,
): Promise<Awaited<ReturnType<typeof askDistribuicao>> | null> {
  try {
    const resposta = await askDistribuicao(ctx, andante, { kind: "nsu", nsu });
    if (readSentido(resposta.cStat) === "consumo") throw new Deferral("bloqueio", BLOQUEIO_MS);
    return resposta;
  } catch (error) {
    // The hour's questions are used up: the walk itself goes on.
    if (error instanceof Deferral && error.motivo === "cota") return null;
    throw error;
  }
}
