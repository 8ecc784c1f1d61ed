import { MESSAGES } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countHashes } from "../../src/secrets/password.ts";
import type { Answer, SignedInUser, Wire } from "../setup/wire.ts";
import { createWire, post, rpc, signInNewUser } from "../setup/wire.ts";

let wire: Wire;
let ana: SignedInUser;
let bia: SignedInUser;

beforeAll(async () => {
  wire = await createWire();
  const conta = await wire.createConta();
  ana = await signInNewUser(wire, { conta });
  bia = await signInNewUser(wire, { conta, nomeUsuario: "bia", administrador: false });
});
afterAll(() => wire.dispose());

const CURRENT_USER = "Usuario.getUsuarioAtual";
const legacyCall = (id: unknown = 7): object => ({
  id,
  method: CURRENT_USER,
  params: {},
  authToken: ana.token,
});
const strictCall = (id: unknown = 7): object => ({ jsonrpc: "2.0", ...legacyCall(id) });

async function strictPost(body: unknown): Promise<{ status: number; body: unknown }> {
  const response = await post(wire, body);
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

test("an answer in the specification's dialect has id, result and error", async () => {
  const answer = await rpc(wire, legacyCall("abc"));
  expect(Object.keys(answer)).toEqual(["id", "result", "error"]);
  expect(answer).toMatchObject({
    id: "abc",
    error: null,
    result: { sucesso: true, mensagem: null, erros: [] },
  });
  expect(answer.result?.object).toMatchObject({ usuario: { nomeUsuario: "admin" }, conta: { uf: "SP" } });
});

test("no answer contains the password or its hash", async () => {
  expect(JSON.stringify(await rpc(wire, legacyCall()))).not.toMatch(/senha|argon2/i);
});

test("JSON-RPC 2.0 has its own answer format, with the token next to the params or in the header", async () => {
  const beside = await strictPost(strictCall());
  expect(beside.body).toMatchObject({ jsonrpc: "2.0", id: 7, result: { sucesso: true } });
  expect(beside.body).not.toHaveProperty("error");
  const { authToken: _none, ...bare } = legacyCall() as Record<string, unknown>;
  const header = await post(
    wire,
    { jsonrpc: "2.0", ...bare },
    { headers: { authorization: `Bearer ${ana.token}` } },
  );
  expect(await header.json()).toMatchObject({ id: 7, result: { sucesso: true } });
});

test("a notification of JSON-RPC 2.0 gets no answer, even when it fails", async () => {
  for (const method of [CURRENT_USER, "Nota.nada"]) {
    expect(await strictPost({ jsonrpc: "2.0", method, params: {} })).toEqual({ status: 204, body: null });
  }
});

test("a batch answers each call that has an id, in order, also a single one as a list", async () => {
  const notification = { jsonrpc: "2.0", method: CURRENT_USER };
  const wrong = { jsonrpc: "2.0", id: 3, method: "Nota.nada" };
  const { body } = await strictPost([
    strictCall(1),
    notification,
    wrong,
    null,
    { jsonrpc: "2.0", id: 5, method: 5 },
  ]);
  expect(body).toMatchObject([
    { id: 1, result: { sucesso: true } },
    { id: 3, error: { code: -32601 } },
    { id: null, error: { code: -32600 } },
    { id: 5, error: { code: -32600 } },
  ]);
  expect((await strictPost([strictCall(1)])).body).toHaveLength(1);
  expect((await strictPost([notification])).status).toBe(204);
});

test("a batch verifies one password and refuses its other sign-ins without verifying theirs", async () => {
  const params = { identificador: "ninguem", nomeUsuario: "ana", senha: "Malote123" };
  const login = (id: number, method = "Auth.logar") => ({ jsonrpc: "2.0", id, method, params });
  const before = countHashes();
  const { body } = await strictPost([
    login(1),
    strictCall(2),
    login(3),
    login(4, "Usuario.saveSetupPassword"),
  ]);
  const refused = { code: -32600, data: { mensagem: expect.stringMatching(/só uma chamada com senha/) } };
  expect(body).toMatchObject([
    { id: 1, result: { sucesso: false } },
    { id: 2, result: { sucesso: true } },
    { id: 3, error: refused },
    { id: 4, error: refused },
  ]);
  // The first refusal also creates the hash for comparisons.
  expect(countHashes() - before).toBeLessThanOrEqual(2);
});
test("an empty batch and one of 21 calls are refused as a whole, one of 20 is accepted", async () => {
  expect((await strictPost([])).body).toMatchObject({ id: null, error: { code: -32600 } });
  const big = await strictPost(Array.from({ length: 21 }, (_, n) => strictCall(n)));
  expect(big.body).toMatchObject({
    error: { code: -32600, data: { mensagem: "Um lote pode ter até 20 chamadas." } },
  });
  expect((await strictPost(Array.from({ length: 20 }, (_, n) => strictCall(n)))).body).toHaveLength(20);
});

test("a method can be posted to its service without the prefix", async () => {
  const short = { id: 1, method: "getUsuarioAtual", params: {}, authToken: ana.token };
  const to = async (path: string, body: unknown): Promise<Answer> =>
    (await (await post(wire, body, { path })).json()) as Answer;
  expect((await to("/Services/Usuario", short)).result?.sucesso).toBe(true);
  expect((await to("/Services/Usuario", legacyCall())).result?.sucesso).toBe(true);
  expect((await to("/Services/Nota", short)).error?.code).toBe(-32601);
  expect((await to("/Services/Usuario", { jsonrpc: "2.0", ...short })).result?.sucesso).toBe(true);
});

test.each(["Nota.nada", "getNota", "__proto__", "constructor", "toString", "hasOwnProperty", ""])(
  "the method %j does not exist in either dialect",
  async (method) => {
    const legacy = await rpc(wire, { id: 1, method, params: {}, authToken: ana.token });
    expect(legacy).toMatchObject({ id: 1, result: null, error: { code: -32601 } });
    expect((await strictPost({ jsonrpc: "2.0", id: 1, method })).body).toMatchObject({
      error: { code: -32601 },
    });
  },
);

test.each([
  ["not JSON", "{", -32700, 200],
  ["nothing at all", "", -32700, 200],
  ["a text", '"Nota.getNota"', -32600, 200],
  ["null", "null", -32600, 200],
  ["no method", "{}", -32600, 200],
  ["another version", '{"jsonrpc":"1.0","method":"Auth.sair"}', -32600, 200],
  ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"Auth.sair"}', -32600, 200],
  ["more than 64 KB", JSON.stringify({ method: "x".repeat(65_536) }), -32600, 413],
])("a body that is %s is answered with its code", async (_name, body, code, status) => {
  const response = await post(wire, body);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ id: null, error: { code } });
});

test("a body of up to 1 MB is accepted with the token in the header, a larger one is not", async () => {
  const to = async (chars: number): Promise<unknown> => {
    const params = { id: "x".repeat(chars) };
    const answer = await rpc(
      wire,
      { id: 1, method: "Nota.getNota", params },
      { authorization: `Bearer ${ana.token}` },
    );
    return [answer.error?.code, answer.error?.data];
  };
  expect(await to(1_040_000)).toEqual([-32602, [{ campo: "params", mensagem: expect.any(String) }]]);
  expect(await to(1_048_576)).toEqual([-32600, { mensagem: "O pedido passa de 1 MB." }]);
});

test.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/json; charset=utf-7",
  "",
])("a body of type '%s', which the page of another site could send, is refused", async (type) => {
  const response = await post(wire, legacyCall(), { headers: { "content-type": type } });
  expect(response.status).toBe(415);
  expect(await response.json()).toMatchObject({ error: { code: -32600 } });
});

test.each([
  ["positional params", [1], "params"],
  ["params that are a text", "x", "params"],
  ["an id that is no UUID", { id: "1" }, "id"],
  ["no id", {}, "id"],
  ["an unknown field", { id: "01a1f883-9227-7237-a8c2-d4d895a8d711", outro: 1 }, "outro"],
])("invalid params (%s) are answered with -32602 and the field", async (_name, params, field) => {
  const { error } = await rpc(wire, { id: 1, method: "Nota.getNota", params, authToken: ana.token });
  expect(error).toMatchObject({ code: -32602, data: [{ campo: field }] });
});

test.each([
  ["a misspelt filter", { emissaoDesde: "2026-01-01" }, "searchFilter.emissaoDesde"],
  ["a day that does not exist", { emissaoDe: "2026-02-30" }, "searchFilter.emissaoDe"],
  ["year 0", { emissaoDe: "0000-01-01" }, "searchFilter.emissaoDe"],
  [
    "an instant beyond all calendars",
    { alteradaDesde: "/Date(-999999999999999)/" },
    "searchFilter.alteradaDesde",
  ],
  ["money with letters", { valorDe: "1e5" }, "searchFilter.valorDe"],
  ["a NUL", { texto: "a\0b" }, "searchFilter.texto"],
  ["an own __proto__", JSON.parse('{"__proto__": {"texto": "a"}}') as object, "searchFilter.__proto__"],
])("a filter with %s is answered with -32602 and the field", async (_name, searchFilter, field) => {
  const { error } = await rpc(wire, {
    id: 1,
    method: "Nota.getListNota",
    params: { searchFilter },
    authToken: ana.token,
  });
  expect(error).toMatchObject({ code: -32602, data: [{ campo: field }] });
});

test("a violated rule of the specification answers with a message and its field, not with a server error", async () => {
  const blank = await rpc(wire, {
    id: 1,
    method: "CaixaEmail.pingServidor",
    params: { caixa: { tipo: "pop3", servidor: "  ", usuario: "a" } },
    authToken: ana.token,
  });
  expect(blank.result).toMatchObject({
    sucesso: false,
    mensagem: MESSAGES.textoEmBranco,
    erros: [{ campo: "caixa.servidor", mensagem: MESSAGES.textoEmBranco }],
  });
  const backwards = await ana.call("Nota.getListNota", {
    searchFilter: { emissaoDe: "2026-02-01", emissaoAte: "2026-01-01" },
  });
  expect(backwards).toMatchObject({
    sucesso: false,
    erros: [{ campo: "searchFilter.emissaoAte", mensagem: MESSAGES.periodoInvertido }],
  });
});

test("without a session every method except the public ones answers Unauthorized before it validates params", async () => {
  for (const authToken of [undefined, "", "x", ana.token.slice(1), `${ana.token}A`, 5, null]) {
    const { error } = await rpc(wire, { id: 1, method: "Nota.getNota", params: { a: 1 }, authToken });
    expect(error).toEqual({ code: -32001, message: "Unauthorized" });
  }
});

test("a method for managers is refused to others with its own error message", async () => {
  const caixa = { tipo: "pop3", servidor: "x.test", usuario: "a", senha: "b" } as const;
  expect(await bia.call("CaixaEmail.pingServidor", { caixa })).toMatchObject({
    sucesso: false,
    mensagem: MESSAGES.acessoRestrito,
  });
});

async function get(query: string, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(`${wire.server.url}/Services/?${query}`, { headers });
}

test("GET serves read-only methods, with the token in the header only", async () => {
  const bearer = { authorization: `Bearer ${ana.token}` };
  const params = encodeURIComponent(JSON.stringify({ currentPage: 1 }));
  const ok = await get(`id=9&method=Nota.getListNota&params=${params}`, bearer);
  expect(await ok.json()).toMatchObject({ id: "9", result: { sucesso: true, results: [] } });
  for (const name of ["authToken", "token", "access_token"]) {
    const ignored = await get(`method=${CURRENT_USER}&${name}=${ana.token}`);
    expect(await ignored.json()).toMatchObject({ error: { code: -32001 } });
  }
  const cookie = await get(`method=${CURRENT_USER}`, { cookie: ana.cookie, "sec-fetch-site": "same-origin" });
  expect(await cookie.json()).toMatchObject({ error: { code: -32001 } });
});

test("GET refuses methods with effects, invalid params and names without a service", async () => {
  const bearer = { authorization: `Bearer ${ana.token}` };
  const write = await get("method=Auth.sair", bearer);
  expect([write.status, write.headers.get("allow")]).toEqual([405, "POST"]);
  expect(await write.json()).toMatchObject({ error: { code: -32600 } });
  expect((await rpc(wire, legacyCall())).result?.sucesso).toBe(true);
  expect(await (await get(`method=${CURRENT_USER}&params=%7B`, bearer)).json()).toMatchObject({
    error: { code: -32700 },
  });
  expect(await (await get("method=getUsuarioAtual", bearer)).json()).toMatchObject({
    error: { code: -32601 },
  });
  expect(await (await get("", bearer)).json()).toMatchObject({ error: { code: -32600 } });
  expect(await (await get(`method=${CURRENT_USER}&method=x`, bearer)).json()).toMatchObject({
    error: { code: -32600 },
  });
});

test("an unsupported verb gets 405 and an unknown address 404, never the page of the SPA", async () => {
  const to = (path: string, method: string): Promise<Response> => fetch(wire.server.url + path, { method });
  for (const [path, method] of [
    ["/Services/", "PUT"],
    ["/Services/", "DELETE"],
    ["/Services/", "OPTIONS"],
    ["/Services/Nota", "GET"],
    ["/Services/downloadDFe", "POST"],
    ["/saude", "POST"],
  ] as const) {
    const response = await to(path, method);
    expect([path, method, response.status, response.headers.has("allow")]).toEqual([path, method, 405, true]);
  }
  for (const path of [
    "/Services/nada",
    "/Services/nota",
    "/Services/Nota/x",
    "/Services/../Services/x",
    "/healthz",
  ]) {
    const response = await to(path, "GET");
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.json()).toMatchObject({ error: { code: -32601 } });
  }
});

test("answers are not cached, have security headers and a request id, and reveal no technology", async () => {
  const { headers } = await post(wire, legacyCall());
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toMatch(/object-src 'none'.*frame-ancestors 'none'/);
  expect(headers.get("content-security-policy")).not.toMatch(
    /unsafe-eval|script-src[^;]*unsafe|upgrade-insecure/,
  );
  expect(headers.get("strict-transport-security")).toBeNull();
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect([headers.get("x-powered-by"), headers.get("etag"), headers.get("server")]).toEqual([
    null,
    null,
    null,
  ]);
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

test("the health endpoint reports only ok", async () => {
  const response = await fetch(`${wire.server.url}/saude`);
  expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
});
