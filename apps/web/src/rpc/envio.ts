import type { Envelope } from "@malote/contract";
import { FalhaComunicacao, Recusa, SessaoEncerrada } from "./falhas.ts";
import { endSession, getToken } from "./session.ts";

/** The part of a file that was sent, from 0 to 1; 1 while the server processes it. */
export type Progresso = (parte: number) => void;

type Formulario = { caminho: string; campos: Readonly<Record<string, string | File>> };

/**
 * Sends a form with a file to an upload URL of spec §7. Uses XMLHttpRequest because `fetch` reports no
 * progress.
 * @returns the server's answer
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
      // Any answer, also a proxy's, means that the upload is over.
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

/** @returns the server's answer, or the error it stands for */
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

/** Null for a gateway's page or a truncated body. */
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
