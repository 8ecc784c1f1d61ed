import { CommunicationFailure, SessionEnded } from "../call/failures.ts";
import { endSession, getToken, withSession } from "../session/session.ts";

/**
 * The bytes of a file, from the URL that also downloads it.
 * @throws CommunicationFailure when it cannot be fetched
 * @throws SessionEnded when the session is over
 */
export async function fetchFile(href: string, signal: AbortSignal): Promise<Uint8Array> {
  return await withSession(() => fetchOnce(href, signal));
}

async function fetchOnce(href: string, signal: AbortSignal): Promise<Uint8Array> {
  const token = getToken();
  let response: Response;
  try {
    const headers: HeadersInit = token === null ? {} : { authorization: `Bearer ${token}` };
    response = await fetch(href, { credentials: "same-origin", headers, signal });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new CommunicationFailure(cause);
  }
  // Without a session a file URL redirects to the sign-in page.
  if (response.status === 401 || response.redirected) {
    endSession(token);
    throw new SessionEnded();
  }
  if (!response.ok) throw new CommunicationFailure();
  return new Uint8Array(await response.arrayBuffer());
}
