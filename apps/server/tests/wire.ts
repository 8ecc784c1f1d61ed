import http from "node:http";
import type { Envelope, MethodName, ParamsOf } from "@malote/contract";
import type { Config } from "../src/config.ts";
import { createHouse } from "../src/doors/house.ts";
import type { Listening } from "../src/doors/listen.ts";
import { listen } from "../src/doors/listen.ts";
import type { TestContext } from "./context.ts";
import { createTestContext } from "./context.ts";

export type RpcError = { code: number; message: string; data?: unknown };
export type Answer = { id: unknown; result: Envelope | null; error: RpcError | null };

/** A server with its doors open on a free port. */
export type Wire = TestContext & { server: Listening; dispose(): Promise<void> };

/** One person (or ERP) who has signed in. */
export type Pessoa = {
  contaId: string;
  usuarioId: string;
  identificador: string;
  nomeUsuario: string;
  token: string;
  /** name=value, as the browser sends it back. */
  cookie: string;
  /** The envelope of a call that must not end in a JSON-RPC error. */
  call<N extends MethodName>(method: N, params: ParamsOf<N>): Promise<Envelope>;
};

export async function createWire(overrides: Partial<Config> = {}, dist?: string): Promise<Wire> {
  return await openWire(await createTestContext(overrides), dist);
}

/** Opens the doors of a context that exists. */
export async function openWire(context: TestContext, dist?: string): Promise<Wire> {
  const house = createHouse(context.ctx, dist === undefined ? {} : { dist });
  const server = await listen(house, { host: "127.0.0.1", port: 0 });
  return {
    ...context,
    server,
    dispose: async () => {
      await server.stop();
      await context.dispose();
    },
  };
}

/** POST of any text to an address under the server. */
export async function post(
  wire: Wire,
  body: unknown,
  o: { path?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  return await fetch(`${wire.server.url}${o.path ?? "/Services/"}`, {
    method: "POST",
    headers: { "content-type": "application/json; charset=utf-8", ...o.headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** One call in the specification's own dialect. */
export async function rpc(wire: Wire, body: unknown, headers?: Record<string, string>): Promise<Answer> {
  const response = await post(wire, body, headers === undefined ? {} : { headers });
  return (await response.json()) as Answer;
}

/** GET of a path under the server, as it comes: `fetch` would follow, unpack, and add its own Sec-Fetch-Mode. */
export async function get(wire: Wire, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return await new Promise((resolve, reject) => {
    const request = http.get(wire.server.url + path, { headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const told = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
        const init = { status: answer.statusCode ?? 0, headers: Object.fromEntries(told) };
        resolve(new Response(Buffer.concat(chunks), init));
      });
    });
    request.on("error", reject);
  });
}

export const SAME_ORIGIN = { "sec-fetch-site": "same-origin" };

export type Entrada = { identificador: string; nomeUsuario: string; senha: string };

export async function signIn(wire: Wire, entrada: Entrada): Promise<Response> {
  return await post(wire, { id: 1, method: "Auth.logar", params: entrada });
}

/** Makes a user in a conta (a new one unless given) and signs in. */
export async function enter(
  wire: Wire,
  o: {
    conta?: { contaId: string; identificador: string };
    nomeUsuario?: string;
    administrador?: boolean;
    uf?: string;
  } = {},
): Promise<Pessoa> {
  const conta = o.conta ?? (await wire.createConta(o.uf === undefined ? {} : { uf: o.uf }));
  const { nomeUsuario = "admin", administrador = true } = o;
  const usuario = await wire.createUsuario(conta.contaId, { nomeUsuario, administrador });
  return await enterAs(wire, { ...conta, usuarioId: usuario.usuarioId, nomeUsuario, senha: usuario.senha });
}

/** Signs in somebody who exists. */
export async function enterAs(
  wire: Wire,
  who: { contaId: string; identificador: string; usuarioId: string; nomeUsuario: string; senha: string },
): Promise<Pessoa> {
  const { identificador, nomeUsuario, senha } = who;
  const response = await signIn(wire, { identificador, nomeUsuario, senha });
  const { result } = (await response.json()) as {
    result: { authToken: string | null; mensagem: string | null };
  };
  if (result.authToken === null) throw new Error(`no session: ${result.mensagem}`);
  const token = result.authToken;
  return {
    contaId: who.contaId,
    usuarioId: who.usuarioId,
    identificador,
    nomeUsuario,
    token,
    cookie: response.headers.get("set-cookie")?.split(";")[0] ?? "",
    call: async (method, params) => {
      const answer = await rpc(wire, { id: 1, method, params, authToken: token });
      if (answer.result === null) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
      return answer.result;
    },
  };
}
