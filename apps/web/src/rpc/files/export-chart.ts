import type { ChartType, Envelope } from "@malote/contract";
import { CommunicationFailure, Refusal, SessionEnded } from "../call/failures.ts";
import { endSession, getToken, withSession } from "../session/session.ts";

/** The form of spec §7: width in pixels, and the scale at which it is drawn. */
export type ChartForm = { filename: string; type: ChartType; width: number; scale: number; svg: string };

/**
 * Renders a chart as an image, on the server.
 * @throws Recusa when the server refuses it, with its sentence
 * @throws CommunicationFailure when it cannot be reached
 * @throws SessionEnded when the session is over
 */
export async function exportChartImage(form: ChartForm): Promise<Blob> {
  return await withSession(() => exportOnce(form), { byUser: true });
}

async function exportOnce(form: ChartForm): Promise<Blob> {
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) body.set(name, String(value));
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
    throw new CommunicationFailure(cause);
  }
  if (response.status === 401) {
    endSession(token);
    throw new SessionEnded();
  }
  const envelope = (await response.json().catch(() => null)) as Partial<Envelope> | null;
  throw envelope?.mensagem ? new Refusal(envelope.mensagem, envelope.erros) : new CommunicationFailure();
}
