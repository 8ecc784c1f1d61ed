import { callAs } from "../call/call.ts";
import { Refusal, SessionEnded } from "../call/failures.ts";
import { getToken, setToken, waitForSignIn } from "./session.ts";

let running: Promise<boolean> | null = null;

/**
 * Ensures that this tab has a session: its own token, or a new one from the cookie of another tab's
 * sign-in.
 * @returns false when there is none and the user must sign in
 * @throws CommunicationFailure when the server cannot be reached
 */
export function ensureSession(): Promise<boolean> {
  if (getToken() !== null) return Promise.resolve(true);
  const signingIn = waitForSignIn();
  if (signingIn !== null) return signingIn;
  running ??= resume().finally(() => {
    running = null;
  });
  return running;
}

async function resume(): Promise<boolean> {
  const authToken = await resumedToken();
  if (authToken !== null) setToken(authToken);
  return authToken !== null;
}

/**
 * Continues the session of another tab in this one, if it is of the same user: the page shows what this user
 * may see.
 * @returns whether it did
 * @throws CommunicationFailure when the server cannot be reached
 */
export async function resumeAs(usuarioId: string): Promise<boolean> {
  const authToken = await resumedToken();
  if (authToken === null) return false;
  const { object } = await callAs(authToken, "Usuario.getUsuarioAtual", {});
  if (object.usuario.id !== usuarioId) return false;
  setToken(authToken);
  return true;
}

/** The token that the server gives for this browser's cookie; null without one. */
async function resumedToken(): Promise<string | null> {
  try {
    return (await callAs(null, "Auth.retomar", {})).authToken;
  } catch (error) {
    if (error instanceof Refusal || error instanceof SessionEnded) return null;
    throw error;
  }
}
