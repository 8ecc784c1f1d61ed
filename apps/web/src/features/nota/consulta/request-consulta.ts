import { SEFAZ_STATUS_POLL_MS } from "@malote/contract";
import { call } from "../../../rpc/call/call.ts";
import { explainActionFailure, Refusal } from "../../../rpc/call/failures.ts";
import { queryClient } from "../../../rpc/call/query-client.ts";
import { notaQuery } from "../../../rpc/documents/detail-queries.ts";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import type { Explanation } from "../../../texts/app/general.ts";
import { screenMessages } from "../../../texts/names/screen-messages.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { showFailureToast, showToast } from "../../../ui/feedback/toast.tsx";
import { answerSentenceOf } from "../status/assess-nota.ts";

/**
 * How long the screen waits for SEFAZ, in ms. After that the consulta stays in the server's queue.
 */
const ANSWER_TIMEOUT_MS = 120_000;

/** The fields of a document that a consulta needs. */
export type ConsultableNota = Pick<NotaRow, "id" | "tipoNota" | "chaveAcesso">;

/** Requests a consulta, waits for the answer, and shows the answer or the failure in a toast. */
export async function requestConsulta(nota: ConsultableNota, signal: AbortSignal): Promise<void> {
  const request = { tipo: nota.tipoNota, chave: nota.chaveAcesso };
  try {
    await call("Nota.consultarSefaz", request, signal);
    const answered = await waitForStatus(request, signal);
    await refresh(nota.id);
    if (answered) await showAnswer(nota.id);
    else showToast(texts.consultaDemora);
  } catch (error) {
    if (signal.aborted) return;
    showFailureToast(explainConsulta(error));
    await refresh(nota.id);
  }
}

/** A consulta without an answer of SEFAZ is not a refusal: explain that the server repeats it. */
function explainConsulta(error: unknown): Explanation | null {
  if (error instanceof Refusal && error.message === screenMessages.erroConsultandoSefaz) {
    return { titulo: error.message, texto: texts.consultaErroTexto };
  }
  return explainActionFailure(error, screenMessages.erroConsultandoSefaz);
}

/**
 * Polls every 3 s until an answer is newer than the consulta (spec §4). @returns false on timeout
 */
async function waitForStatus(
  request: { tipo: NotaRow["tipoNota"]; chave: string },
  signal: AbortSignal,
): Promise<boolean> {
  const until = Date.now() + ANSWER_TIMEOUT_MS;
  while (Date.now() < until) {
    await sleep(SEFAZ_STATUS_POLL_MS, signal);
    const { object } = await call("Nota.hasSefazStatus", request, signal);
    if (object) return true;
  }
  return false;
}

async function refresh(id: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["nota", id] }),
    queryClient.invalidateQueries({ queryKey: ["notas"] }),
    queryClient.invalidateQueries({ queryKey: ["divergencias"] }),
  ]);
}

async function showAnswer(id: string): Promise<void> {
  const nota = await queryClient.fetchQuery(notaQuery(id));
  showToast(answerSentenceOf(nota));
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
