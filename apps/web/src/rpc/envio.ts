import type { Envelope } from "@malote/contract";
import { FalhaComunicacao, Recusa, SessaoEncerrada } from "./falhas.ts";
import { endSession, getToken } from "./session.ts";

/** How much of a file has gone, from 0 to 1; 1 while the server works on it. */
export type Progresso = (parte: number) => void;

type Formulario = { caminho: string; campos: Readonly<Record<string, string | File>> };

/**
 * Sends a form with a file to an upload of spec §7. `fetch` cannot tell how far it is, so it goes by XMLHttpRequest.
 * @returns what the server gave
 * @throws Recusa when the server refuses it, with its sentence
 * @throws FalhaComunicacao when the file did not arrive, or no answer came
 * @throws SessaoEncerrada when the session is over
 */
export function sendForm(
  { caminho, campos }: Formulario,
  onProgresso: Progresso,
  signal?: AbortSignal,
): Promise<Partial<Envelope>> {
  const body = new FormData();
  for (const [nome, valor] of Object.entries(campos)) body.set(nome, valor);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", caminho);
    const token = getToken();
    if (token !== null) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgresso(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onProgresso(1);
    request.onload = () => {
      // An answer, whoever gave it: nothing is on its way any more.
      onProgresso(1);
      const answer = readAnswer(request.status, request.responseText);
      if (answer instanceof Error) reject(answer);
      else resolve(answer);
    };
    request.onerror = () => reject(new FalhaComunicacao());
    request.ontimeout = () => reject(new FalhaComunicacao());
    request.onabort = () => reject(new DOMException("aborted", "AbortError"));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}

/** @returns what the server gave, or what went wrong */
export function readAnswer(status: number, text: string): Partial<Envelope> | Error {
  if (status === 401) {
    endSession();
    return new SessaoEncerrada();
  }
  const envelope = readEnvelope(text);
  if (!envelope) return new FalhaComunicacao();
  return envelope.sucesso ? envelope : refusalOf(envelope);
}

function refusalOf({ mensagem, erros }: Partial<Envelope>): Error {
  const sentence = mensagem ?? erros?.[0]?.mensagem;
  return sentence ? new Recusa(sentence, erros) : new FalhaComunicacao();
}

/** A gateway's page or a cut body is no answer. */
function readEnvelope(text: string): Partial<Envelope> | null {
  try {
    const answer: unknown = JSON.parse(text);
    return isEnvelope(answer) ? answer : null;
  } catch {
    return null;
  }
}

function isEnvelope(answer: unknown): answer is Partial<Envelope> {
  return typeof answer === "object" && answer !== null && "sucesso" in answer;
}
