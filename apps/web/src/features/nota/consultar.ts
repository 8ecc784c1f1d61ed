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

/** How long the screen waits for SEFAZ before it lets go; the question stays in the queue. */
const ESPERA_MAX_MS = 120_000;

/** What a question needs to know of its document. */
export type Consultavel = Pick<NotaLinha, "id" | "tipoNota" | "chaveAcesso">;

/** Asks, waits for the answer, and tells it; what fails is told too. */
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

/** SEFAZ that does not answer is no refusal of ours: what was asked will be asked again. */
function explainConsulta(error: unknown): Explicacao | null {
  if (error instanceof Recusa && error.message === MENSAGENS_DAS_TELAS.erroConsultandoSefaz) {
    return { titulo: error.message, texto: textos.consultaErroTexto };
  }
  return explainAto(error, MENSAGENS_DAS_TELAS.erroConsultandoSefaz);
}

/** Asks every 3 s until there is an answer newer than the question (spec §4). @returns false when it took too long */
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
