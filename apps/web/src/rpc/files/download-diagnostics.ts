import { operationTexts as texts } from "../../texts/operator/operation.ts";
import { CommunicationFailure, Refusal, SessionEnded } from "../call/failures.ts";
import { endSession, getToken, withSession } from "../session/session.ts";
import { saveFile } from "./file-urls.ts";

const HREF = "/Services/downloadDiagnostico";
const REFUSED = 403;

/**
 * Downloads the diagnostics file of the installation. @returns the sentence to show
 * @throws Recusa when the user may not have it
 * @throws CommunicationFailure when it cannot be fetched
 */
export async function downloadDiagnostics(): Promise<string> {
  return await withSession(downloadOnce, { byUser: true });
}

async function downloadOnce(): Promise<string> {
  const token = getToken();
  const headers: HeadersInit = token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(HREF, { credentials: "same-origin", headers }).catch((cause: unknown) => {
    throw new CommunicationFailure(cause);
  });
  // Without a session a file URL redirects to the sign-in page.
  if (response.status === 401 || response.redirected) {
    endSession(token);
    throw new SessionEnded();
  }
  if (response.status === REFUSED) throw new Refusal(texts.restrito);
  if (!response.ok) throw new CommunicationFailure();
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  saveFile(await response.blob(), name ?? "malote-diagnostico");
  return texts.diagnosticoBaixado;
}
