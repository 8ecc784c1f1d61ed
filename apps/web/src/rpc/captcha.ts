import { CAPTCHA_MS } from "@malote/contract";
import { FalhaComunicacao } from "./falhas.ts";

/** The action a captcha is solved for; the server refuses a captcha of another action. */
export type AcaoCaptcha = "criar-conta" | "contato" | "download";

/** A solution is discarded this long before the server would refuse it, in ms. */
const FOLGA_MS = 60_000;
export const CAPTCHA_VALE_MS = CAPTCHA_MS - FOLGA_MS;

/**
 * Requests a challenge and solves it in a worker: no picture, no tracking.
 * @returns the `captcha` parameter of the methods; valid once
 * @throws FalhaComunicacao when the server cannot be reached or the browser cannot solve it
 */
export async function solveCaptcha(acao: AcaoCaptcha): Promise<string> {
  const challenge = await fetchChallenge(acao);
  const worker = new Worker(new URL("./captcha.worker.ts", import.meta.url), { type: "module" });
  try {
    const captcha = await new Promise<string | null>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.postMessage(challenge);
    });
    if (captcha === null) throw new FalhaComunicacao();
    return captcha;
  } finally {
    worker.terminate();
  }
}

async function fetchChallenge(acao: AcaoCaptcha): Promise<unknown> {
  try {
    const response = await fetch(`/Services/captcha?acao=${acao}`, {
      credentials: "omit",
      cache: "no-store",
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return await response.json();
  } catch (cause) {
    throw new FalhaComunicacao(cause);
  }
}
