import {
  type Envelope,
  type MethodName,
  type ParamsOf,
  type ResultOf,
  RPC_ERROR,
  reviveDates,
} from "@malote/contract";
import { tryConnection } from "../../network/connection.ts";
import { noteResponse } from "../../network/note-response.ts";
import { screenMessages } from "../../texts/names/screen-messages.ts";
import { withReauthentication } from "../session/reauthenticate.ts";
import { endSession, getToken, withSession } from "../session/session.ts";
import { CommunicationFailure, InternalFailure, Refusal, SessionEnded } from "./failures.ts";

type RpcError = { code: number; message: string; data?: unknown };
type Answer = { id: number | null; result: unknown; error: RpcError | null };

/** The result of a method, with the server's sentence about it. */
export type Answered<N extends MethodName> = Omit<ResultOf<N>, "mensagem"> & { mensagem: string | null };

let lastId = 0;

/**
 * Calls a method of the contract and returns its result.
 * @throws Recusa when the server refuses, with its sentence
 * @throws CommunicationFailure when it cannot be reached
 * @throws SessionEnded when the session is over
 * @throws InternalFailure for an internal error of the server
 */
export function call<N extends MethodName>(
  method: N,
  params: ParamsOf<N>,
  signal?: AbortSignal,
): Promise<Answered<N>> {
  const byUser = !READING.test(method);
  return withReauthentication(() =>
    withSession(() => callAs(getToken(), method, params, signal), { byUser }),
  );
}

/** Methods that a page may call by itself. */
const READING = /\.(get|list)/;

/**
 * Calls a method with this token, or as a visitor with null, and waits for no sign-in.
 * @throws as `call`
 */
export async function callAs<N extends MethodName>(
  authToken: string | null,
  method: N,
  params: ParamsOf<N>,
  signal?: AbortSignal,
): Promise<Answered<N>> {
  lastId += 1;
  const body = JSON.stringify({ id: lastId, method, params, authToken });
  const answer = await post(body, signal);
  if (answer.error) throw readError(answer.error, authToken);
  const envelope = answer.result as (Envelope & { authToken?: string }) | null;
  if (!envelope) throw new CommunicationFailure();
  if (!envelope.sucesso)
    throw new Refusal(envelope.mensagem ?? screenMessages.falhaComunicacao, envelope.erros);
  return envelope as unknown as Answered<N>;
}

async function post(body: string, signal: AbortSignal | undefined): Promise<Answer> {
  let text: string;
  try {
    const response = await fetch("/Services/", {
      method: "POST",
      headers: { "content-type": "application/json; charset=utf-8" },
      credentials: "same-origin",
      body,
      ...(signal ? { signal } : {}),
    });
    noteResponse(response);
    // The server or its proxy is unavailable: the body is not an answer to this call.
    if (response.status >= 502 && response.status <= 504) throw new Error(`HTTP ${response.status}`);
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    void tryConnection();
    throw new CommunicationFailure(cause);
  }
  return readAnswer(text);
}

/** Parses an answer; a gateway's page or a truncated body counts as no answer. */
function readAnswer(text: string): Answer {
  try {
    const answer: unknown = JSON.parse(text, reviveDates);
    if (typeof answer === "object" && answer !== null && ("result" in answer || "error" in answer)) {
      return { id: null, result: null, error: null, ...(answer as Partial<Answer>) };
    }
  } catch (cause) {
    throw new CommunicationFailure(cause);
  }
  throw new CommunicationFailure();
}

function readError(error: RpcError, authToken: string | null): Error {
  if (error.code === RPC_ERROR.unauthorized) {
    endSession(authToken);
    return new SessionEnded(error.message);
  }
  return new InternalFailure(error.message, readRequestId(error.data));
}

function readRequestId(data: unknown): string | null {
  if (typeof data !== "object" || data === null || !("requestId" in data)) return null;
  return typeof data.requestId === "string" ? data.requestId : null;
}
