import { MENSAGENS_DAS_TELAS, SEFAZ_STATUS_POLL_MS } from "@malote/contract";
import { call } from "../../rpc/call.ts";
import { queryClient } from "../../rpc/client.ts";
import { notaQuery } from "../../rpc/detalhe.ts";
import { explainAto, Recusa } from "../../rpc/falhas.ts";
import type { NotaLinha } from "../../rpc/queries.ts";
import type { Explicacao } from "../../textos/geral.ts";
import { nota as textos } from "../../textos/nota.ts";
import { avisar, avisarFalha } from "../../ui/toast.tsx";
import { respostaOf } from "./parecer.ts";

/**
 * How long the screen waits for SEFAZ, in ms. After that the consulta stays in the server's queue.
 */
const ESPERA_MAX_MS = 120_000;

/** The fields of a document that a consulta needs. */
export type Consultavel = Pick<NotaLinha, "id" | "tipoNota" | "chaveAcesso">;

/** Requests a consulta, waits for the answer, and shows the answer or the failure in a toast. */
export async function consultar(nota: Consultavel, signal: AbortSignal): Promise<void> {
  const pedido = { tipo: nota.tipoNota, chave: nota.chaveAcesso };
  try {
    await call("Nota.consultarSefaz", pedido, signal);
    const answered = await waitForStatus(pedido, signal);
    await refresh(nota.id);
    if (answered) await tell(nota.id);
    else avisar(textos.consultaDemora);
  } catch (error) {
    if (signal.aborted) return;
    avisarFalha(explainConsulta(error));
    await refresh(nota.id);
  }
}

/** A consulta without an answer of SEFAZ is not a refusal: explain that the server repeats it. */
function explainConsulta(error: unknown): Explicacao | null {
  if (error instanceof Recusa && error.message === MENSAGENS_DAS_TELAS.erroConsultandoSefaz) {
    return { titulo: error.message, texto: textos.consultaErroTexto };
  }
  return explainAto(error, MENSAGENS_DAS_TELAS.erroConsultandoSefaz);
}

/**
 * Polls every 3 s until an answer is newer than the consulta (spec §4). @returns false on timeout
 */
async function waitForStatus(
  pedido: { tipo: NotaLinha["tipoNota"]; chave: string },
  signal: AbortSignal,
): Promise<boolean> {
  const until = Date.now() + ESPERA_MAX_MS;
  while (Date.now() < until) {
    await sleep(SEFAZ_STATUS_POLL_MS, signal);
    const { object } = await call("Nota.hasSefazStatus", pedido, signal);
    if (object) return true;
  }
  return false;
}

async function refresh(id: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["nota", id] }),
    queryClient.invalidateQueries({ queryKey: ["notas"] }),
  ]);
}

async function tell(id: string): Promise<void> {
  const nota = await queryClient.fetchQuery(notaQuery(id));
  avisar(respostaOf(nota));
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
