import type { Envelope } from "@malote/contract";
import { endSession, getToken, withSession } from "../session/session.ts";
import { CommunicationFailure, Refusal, SessionEnded } from "./failures.ts";

/** The part of a file that was sent, from 0 to 1; 1 while the server processes it. */
export type ReportProgress = (parte: number) => void;

type UploadForm = { path: string; fields: Readonly<Record<string, string | File>> };

/**
 * Sends a form with a file to an upload URL of spec §7. Uses XMLHttpRequest because `fetch` reports no
 * progress.
 * @returns the server's answer
 * @throws Recusa when the server refuses it, with its sentence
 * @throws CommunicationFailure when the file did not arrive, or no answer came
 * @throws SessionEnded when the session is over
 */
export function sendForm(
  form: UploadForm,
  onProgress: ReportProgress,
  signal?: AbortSignal,
): Promise<Partial<Envelope>> {
  return withSession(() => sendOnce(form, onProgress, signal), { byUser: true });
}

function sendOnce(
  { path, fields }: UploadForm,
  onProgress: ReportProgress,
  signal: AbortSignal | undefined,
): Promise<Partial<Envelope>> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    const token = getToken();
    if (token !== null) request.setRequestHeader("authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onProgress(1);
    request.onload = () => {
      // Any answer, also a proxy's, means that the upload is over.
      onProgress(1);
      if (request.status === 401) endSession(token);
      const answer = readAnswer(request.status, request.responseText);
      if (answer instanceof Error) reject(answer);
      else resolve(answer);
    };
    request.onerror = () => reject(new CommunicationFailure());
    request.ontimeout = () => reject(new CommunicationFailure());
    request.onabort = () => reject(new DOMException("aborted", "AbortError"));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(body);
  });
}

/** @returns the server's answer, or the error it stands for */
export function readAnswer(status: number, text: string): Partial<Envelope> | Error {
  if (status === 401) return new SessionEnded();
  const envelope = readEnvelope(text);
  if (!envelope) return new CommunicationFailure();
  return envelope.sucesso ? envelope : refusalOf(envelope);
}

function refusalOf({ mensagem, erros: errors }: Partial<Envelope>): Error {
  const sentence = mensagem ?? errors?.[0]?.mensagem;
  return sentence ? new Refusal(sentence, errors) : new CommunicationFailure();
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
