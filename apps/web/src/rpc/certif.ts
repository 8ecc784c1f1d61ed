import type { Envelope } from "@malote/contract";
import { FalhaComunicacao, Recusa, SessaoEncerrada } from "./falhas.ts";
import { endSession, getToken } from "./session.ts";

/** How much of the file has gone, from 0 to 1; 1 while the server opens it. */
export type Progresso = (parte: number) => void;

type Envio = { empresaId: string; senha: string; arquivo: File };

/**
 * Sends a certificate to the upload of spec §7. `fetch` cannot tell how far it is, so it goes by XMLHttpRequest.
 * @throws Recusa when the server refuses it, with its sentence
 * @throws FalhaComunicacao when the file did not arrive, or no answer came
 * @throws SessaoEncerrada when the session is over
 */
export function sendCertificado(envio: Envio, onProgresso: Progresso, signal?: AbortSignal): Promise<void> {
  const body = new FormData();
  body.set("empresaId", envio.empresaId);
  body.set("certSenha", envio.senha);
  body.set("arquivo", envio.arquivo);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/Services/certif");
    const token = getToken();
    if (token !== null) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgresso(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onProgresso(1);
    request.onload = () => {
      const failure = readAnswer(request.status, request.responseText);
      if (failure) reject(failure);
      else resolve();
    };
    request.onerror = () => reject(new FalhaComunicacao());
    request.ontimeout = () => reject(new FalhaComunicacao());
    request.onabort = () => reject(new DOMException("aborted", "AbortError"));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}

/** @returns what went wrong; null when the certificate was taken */
export function readAnswer(status: number, text: string): Error | null {
  if (status === 401) {
    endSession();
    return new SessaoEncerrada();
  }
  const envelope = readEnvelope(text);
  if (!envelope) return new FalhaComunicacao();
  return envelope.sucesso ? null : refusalOf(envelope);
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
