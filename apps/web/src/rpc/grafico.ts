import type { Envelope, GraficoTipo } from "@malote/contract";
import { FalhaComunicacao, Recusa, SessaoEncerrada } from "./falhas.ts";
import { endSession, getToken } from "./session.ts";

/** The form of spec §7: width in pixels, and the scale at which it is drawn. */
export type GraficoForm = { filename: string; type: GraficoTipo; width: number; scale: number; svg: string };

/**
 * Renders a chart as an image, on the server.
 * @throws Recusa when the server refuses it, with its sentence
 * @throws FalhaComunicacao when it cannot be reached
 * @throws SessaoEncerrada when the session is over
 */
export async function exportGrafico(form: GraficoForm): Promise<Blob> {
  const body = new FormData();
  for (const [nome, valor] of Object.entries(form)) body.set(nome, String(valor));
  const token = getToken();
  let response: Response;
  try {
    response = await fetch("/Services/exportChart", {
      method: "POST",
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
      credentials: "same-origin",
      body,
    });
    if (response.ok) return await response.blob();
  } catch (cause) {
    throw new FalhaComunicacao(cause);
  }
  if (response.status === 401) {
    endSession();
    throw new SessaoEncerrada();
  }
  const envelope = (await response.json().catch(() => null)) as Partial<Envelope> | null;
  throw envelope?.mensagem ? new Recusa(envelope.mensagem, envelope.erros) : new FalhaComunicacao();
}
