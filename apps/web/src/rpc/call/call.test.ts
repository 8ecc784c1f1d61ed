// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { getToken, onSessionEnd, setToken } from "../session/session.ts";
import { call } from "./call.ts";
import { CommunicationFailure, explainFailure, InternalFailure, Refusal, SessionEnded } from "./failures.ts";

/** Answers one call in place of the server. */
function answer(body: unknown, status = 200): { sent: () => Record<string, unknown> } {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const wire = vi.fn<typeof fetch>(async () => new Response(text, { status }));
  vi.stubGlobal("fetch", wire);
  return { sent: () => JSON.parse(String(wire.mock.calls[0]?.[1]?.body)) };
}

const ok = { sucesso: true, mensagem: null, erros: [], object: null, results: null, totalCount: null };

beforeEach(() => setToken("meu-token"));
afterEach(() => vi.unstubAllGlobals());

describe("calling a method of the server", () => {
  test("a call sends method, params and the token in the body", async () => {
    const wire = answer({ id: 1, result: ok, error: null });
    await call("Nota.setRecebido", { id: "0190", recebido: true });
    expect(wire.sent()).toMatchObject({
      method: "Nota.setRecebido",
      params: { id: "0190", recebido: true },
      authToken: "meu-token",
    });
  });

  test("a call parses instants as dates, and 1 January 1901 as null", async () => {
    answer({
      id: 1,
      error: null,
      result: {
        ...ok,
        object: { dataEmissao: "2026-11-20T12:42:00.000Z", recebidoEm: "1901-01-01T00:00:00.000Z" },
      },
    });
    const { object } = await call("Nota.getNota", { id: "0190" });
    expect(object.dataEmissao).toEqual(new Date("2026-11-20T12:42:00.000Z"));
    expect(object.recebidoEm).toBeNull();
  });

  test("a call leaves a subject that looks like a date as text", async () => {
    answer({ id: 1, error: null, result: { ...ok, object: { assunto: "2026-11-20T12:42:00.000Z" } } });
    const { object } = await call("Email.getEmail", { id: "0190" });
    expect(object.assunto).toBe("2026-11-20T12:42:00.000Z");
  });

  test("a call throws the server's sentence when the server refuses", async () => {
    answer({ id: 1, error: null, result: { ...ok, sucesso: false, mensagem: "Documento não encontrado." } });
    const refused = call("Nota.getNota", { id: "0190" });
    await expect(refused).rejects.toBeInstanceOf(Refusal);
    await expect(refused).rejects.toThrow("Documento não encontrado.");
  });
});

test("an HTTP 503 answer is a communication failure, whatever its body contains", async () => {
  answer({ id: 1, result: null, error: { code: -32603, message: "Internal error" } }, 503);
  const unavailable = call("Nota.getNota", { id: "0190" });
  await expect(unavailable).rejects.toBeInstanceOf(CommunicationFailure);
  await expect(unavailable).rejects.toThrow("Falha de comunicação com o servidor");
});

describe("calls after the session has ended", () => {
  test("however many calls fail, the token is cleared and the end listener runs once", async () => {
    const ended = vi.fn();
    const stop = onSessionEnd(ended);
    const refusal = { id: 1, result: null, error: { code: -32001, message: "Unauthorized" } };
    answer(refusal);
    await expect(call("Nota.getNota", { id: "a" })).rejects.toBeInstanceOf(SessionEnded);
    answer(refusal);
    await expect(call("Nota.getNota", { id: "b" })).rejects.toBeInstanceOf(SessionEnded);
    stop();
    expect(getToken()).toBeNull();
    expect(ended).toHaveBeenCalledTimes(1);
    expect(sessionStorage.length).toBe(0);
  });
});

describe("an invalid answer of the server", () => {
  test.each([
    ["a gateway's page", "<html>502</html>"],
    ["nothing", ""],
    ["another shape", '{"ok":true}'],
    ["no result and no error", '{"id":1,"result":null,"error":null}'],
  ])("an answer with %s is a communication failure", async (_name, body) => {
    answer(body);
    await expect(call("Nota.getNota", { id: "0190" })).rejects.toBeInstanceOf(CommunicationFailure);
  });

  test("a network error shows the sentence of the specification", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
    const failed = await call("Nota.getNota", { id: "0190" }).catch((error: unknown) => error);
    expect(explainFailure(failed)?.titulo).toBe("Falha de comunicação com o servidor");
  });

  test("an internal error shows its request id for support", async () => {
    answer({
      id: 1,
      result: null,
      error: { code: -32603, message: "Internal error", data: { requestId: "r-42" } },
    });
    const failed = await call("Nota.getNota", { id: "0190" }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(InternalFailure);
    expect(explainFailure(failed)?.texto).toContain("r-42");
  });
});
