import { CAPTCHA_MS } from "@malote/contract";
import { CommunicationFailure } from "../call/failures.ts";

/** The action a captcha is solved for; the server refuses a captcha of another action. */
export type CaptchaAction = "criar-conta" | "contato" | "download";

/** A solution is discarded this long before the server would refuse it, in ms. */
const SLACK_MS = 60_000;
export const CAPTCHA_VALID_MS = CAPTCHA_MS - SLACK_MS;

/**
 * Requests a challenge and solves it in a worker: no picture, no tracking.
 * @returns the `captcha` parameter of the methods; valid once
 * @throws CommunicationFailure when the server cannot be reached or the browser cannot solve it
 */
export async function solveCaptcha(action: CaptchaAction): Promise<string> {
  const challenge = await fetchChallenge(action);
  const worker = new Worker(new URL("./captcha.worker.ts", import.meta.url), { type: "module" });
  try {
    const captcha = await new Promise<string | null>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage(challenge);
    });
    if (captcha === null) throw new CommunicationFailure();
    return captcha;
  } finally {
    worker.terminate();
  }
}

async function fetchChallenge(action: CaptchaAction): Promise<unknown> {
  try {
    const response = await fetch(`/Services/captcha?acao=${action}`, {
      credentials: "omit",
      cache: "no-store",
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return await response.json();
  } catch (cause) {
    throw new CommunicationFailure(cause);
  }
}
