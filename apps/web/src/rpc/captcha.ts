import { CAPTCHA_MS } from "@malote/contract";
import { FalhaComunicacao } from "./falhas.ts";

/** What a captcha is solved for; one that was solved for another thing is refused. */
export type AcaoCaptcha = "criar-conta" | "contato" | "download";

/** A solution is thrown away this long before the server would refuse it, in ms. */
const FOLGA_MS = 60_000;
export const CAPTCHA_VALE_MS = CAPTCHA_MS - FOLGA_MS;

/**
 * Asks for a challenge and works it out beside the page: no picture, nobody is followed.
 * @returns what the methods take as `captcha`; good once
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
