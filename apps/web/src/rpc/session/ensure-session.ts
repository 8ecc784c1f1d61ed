import { call } from "../call/call.ts";
import { Refusal } from "../call/failures.ts";
import { getToken, setToken } from "./session.ts";

let running: Promise<boolean> | null = null;

/**
 * Ensures that this tab has a session: its own token, or a new one from the cookie of another tab's
 * sign-in.
 * @returns false when there is none and the user must sign in
 * @throws CommunicationFailure when the server cannot be reached
 */
export function ensureSession(): Promise<boolean> {
  if (getToken() !== null) return Promise.resolve(true);
  running ??= resume().finally(() => {
    running = null;
  });
  return running;
}

async function resume(): Promise<boolean> {
  try {
    const { authToken } = await call("Auth.retomar", {});
    setToken(authToken);
    return true;
  } catch (error) {
    if (error instanceof Refusal || (error instanceof Error && error.name === "SessaoEncerrada"))
      return false;
    throw error;
  }
}
