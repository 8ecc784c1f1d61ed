import { FalhaComunicacao, SessaoEncerrada } from "./falhas.ts";
import { endSession, getToken } from "./session.ts";

/**
 * The bytes of a file, from the URL that also downloads it.
 * @throws FalhaComunicacao when it cannot be fetched
 * @throws SessaoEncerrada when the session is over
 */
export async function fetchArquivo(href: string, signal: AbortSignal): Promise<Uint8Array> {
  let response: Response;
  try {
    const token = getToken();
    const headers: HeadersInit = token === null ? {} : { authorization: `Bearer ${token}` };
    response = await fetch(href, { credentials: "same-origin", headers, signal });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new FalhaComunicacao(cause);
  }
  // Without a session a file URL redirects to the sign-in page.
  if (response.status === 401 || response.redirected) {
    endSession();
    throw new SessaoEncerrada();
  }
  if (!response.ok) throw new FalhaComunicacao();
  return new Uint8Array(await response.arrayBuffer());
}
