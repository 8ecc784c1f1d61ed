import { messageOf } from "../manifestacao/manifestacao.wire.ts";
import { judgeRequests, saveRequests } from "../manifestacao/request-manifestacao.ts";
import { type Outcome, SENDING_MAX, situacaoOf } from "./lote.rules.ts";
import { findAnswered, findItemIds, saveOutcomes } from "./lote-item.rows.ts";
import { refuseRest, type Step, type StepEnd, writeOutcomes } from "./lote-step.ts";

/**
 * Reads the answers to the manifestações of a lote, and requests the next ones. At most
 * {@link SENDING_MAX} wait for SEFAZ at once.
 */
export async function sendStep(step: Step): Promise<StepEnd> {
  const { db, contaId, lote, actor } = step;
  await readAnswers(step);
  const find = (situacao: "enviando" | "na-fila", limit: number): Promise<string[]> =>
    findItemIds(db, contaId, { loteId: lote.id, situacoes: [situacao], limit });
  const sending = (await find("enviando", SENDING_MAX)).length;
  const next = await find("na-fila", SENDING_MAX);
  if (next.length === 0) return sending > 0 ? "espera" : "fim";
  if (actor === null) {
    await refuseRest(step, "loteSemDireito");
    return "feito";
  }
  const free = next.slice(0, SENDING_MAX - sending);
  if (free.length === 0) return "espera";
  await request({ ...step, actor }, free);
  return "feito";
}

async function readAnswers({ db, contaId, lote, now }: Step): Promise<void> {
  const answered = await findAnswered(db, contaId, lote.id);
  if (answered.length === 0) return;
  const outcomes = answered.map(({ notaId, manifestacaoId, cstat, ...row }) => ({
    ...{ notaId, manifestacaoId, antesEm: null, antesPor: null },
    situacao: row.estado === "registrada" ? ("feito" as const) : ("recusado" as const),
    mensagem: messageOf({ ...row, cStat: cstat }),
  }));
  await saveOutcomes(db, contaId, { loteId: lote.id, outcomes, now });
}

async function request(
  step: Step & { actor: NonNullable<Step["actor"]> },
  ids: readonly string[],
): Promise<void> {
  const { db, lote, actor, now } = step;
  if (lote.status === null) throw new Error("a lote of manifestações without its status");
  const wanted = { status: lote.status, justificativa: lote.justificativa };
  const judged = await judgeRequests(db, actor, { ids, request: wanted, now });
  const kept = await saveRequests(db, actor, { ...judged, lote: lote.numero });
  const idOf = new Map(kept.map(({ id, chave }) => [chave, id]));
  const chaves = new Map(judged.accepted.map(({ id, chave }) => [id, chave]));
  const outcomes = judged.results.map(({ id: notaId, impediment }): Outcome => {
    if (impediment !== null)
      return {
        notaId,
        situacao: situacaoOf(impediment.key),
        mensagem: impediment.key,
        values: impediment.values,
      };
    const manifestacaoId = idOf.get(chaves.get(notaId) ?? "");
    if (manifestacaoId === undefined) return { notaId, situacao: "sem-mudanca", mensagem: "loteJaPedida" };
    return { notaId, situacao: "enviando", mensagem: null, manifestacaoId };
  });
  await writeOutcomes(step, outcomes);
}
