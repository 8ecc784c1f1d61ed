import http from "node:http";
import type { Envelope, MethodName, ParamsOf } from "@malote/contract";
import type { Config } from "../../src/config.ts";
import { type Db, newId } from "../../src/db/index.ts";
import { createHttpApp } from "../../src/http/create-app.ts";
import type { Listening } from "../../src/http/listen.ts";
import { listen } from "../../src/http/listen.ts";
import { createToken, hashToken } from "../../src/secrets/token.ts";
import { expiryOf } from "../../src/services/auth/auth.rules.ts";
import { insertSession } from "../../src/services/auth/session.rows.ts";
import { findSignInUsuario, recordSignIn } from "../../src/services/auth/sign-in-usuario.rows.ts";
import { insertRegistros } from "../../src/services/registro/registro.rows.ts";
import type { TestContext } from "./context.ts";
import { createTestContext } from "./context.ts";

export type RpcError = { code: number; message: string; data?: unknown };
export type Answer = { id: unknown; result: Envelope | null; error: RpcError | null };

/** A test context with an HTTP server on a free port. */
export type Wire = TestContext & { server: Listening; dispose(): Promise<void> };

/** A signed-in user (or ERP). */
export type SignedInUser = {
  contaId: string;
  usuarioId: string;
  identificador: string;
  nomeUsuario: string;
  token: string;
  /** name=value, as the browser sends it back. */
  cookie: string;
  /** Calls a method and returns its envelope; a JSON-RPC error throws. */
  call<N extends MethodName>(method: N, params: ParamsOf<N>): Promise<Envelope>;
};

export async function createWire(overrides: Partial<Config> = {}, dist?: string): Promise<Wire> {
  return await openWire(await createTestContext(overrides), dist);
}

/** Starts the HTTP server of an existing context. */
export async function openWire(context: TestContext, dist?: string): Promise<Wire> {
  const app = createHttpApp(context.ctx, dist === undefined ? {} : { dist });
  const server = await listen(app, { host: "127.0.0.1", port: 0 });
  return {
    ...context,
    server,
    dispose: async () => {
      await server.stop();
      await context.dispose();
    },
  };
}

/** POSTs a text or JSON to a path of the server. */
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

/** Sends one call in the specification's own dialect. */
export async function rpc(wire: Wire, body: unknown, headers?: Record<string, string>): Promise<Answer> {
  const response = await post(wire, body, headers === undefined ? {} : { headers });
  return (await response.json()) as Answer;
}

/**
 * GET of a path, unmodified: `fetch` would follow redirects, decompress, and add its own
 * Sec-Fetch-Mode.
 */
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

export type Credentials = { identificador: string; nomeUsuario: string; senha: string; codigo?: string };

export async function signIn(wire: Wire, credentials: Credentials): Promise<Response> {
  return await post(wire, { id: 1, method: "Auth.logar", params: credentials });
}

/**
 * Creates a signed-in user in a conta (a new one by default). The session is inserted directly
 * instead of through the API: {@link signIn} and {@link signInAs} cover the API, and hashing a
 * password is slow on purpose.
 */
export async function signInNewUser(
  wire: Wire,
  o: {
    conta?: { contaId: string; identificador: string };
    nomeUsuario?: string;
    administrador?: boolean;
    uf?: string;
  } = {},
): Promise<SignedInUser> {
  const conta = o.conta ?? (await wire.createConta(o.uf === undefined ? {} : { uf: o.uf }));
  const { nomeUsuario = "admin", administrador = true } = o;
  const { usuarioId } = await wire.createUsuario(conta.contaId, { nomeUsuario, administrador });
  const [token, arquivoToken] = [createToken(), createToken()];
  await wire.ctx.database.withConta(conta.contaId, (db) =>
    writeSignIn(wire, db, { contaId: conta.contaId, nomeUsuario, token, arquivoToken }),
  );
  const secure = wire.config.publicUrl?.startsWith("https:") ? "__Secure-" : "";
  const cookie = `${secure}malote-arquivo=${arquivoToken}`;
  return createSignedInUser(wire, { ...conta, usuarioId, nomeUsuario, token, cookie });
}

type SignInRecord = { contaId: string; nomeUsuario: string; token: string; arquivoToken: string };

/** Writes everything that a successful sign-in writes. */
async function writeSignIn(
  { clock }: Wire,
  db: Db,
  { contaId, nomeUsuario, token, arquivoToken }: SignInRecord,
): Promise<void> {
  const now = clock.now();
  const usuario = await findSignInUsuario(db, contaId, nomeUsuario);
  if (!usuario?.senhaHash) throw new Error(`there is no user ${nomeUsuario}`);
  const { id: usuarioId, senhaHash, nome } = usuario;
  const signInUpdate = { usuarioId, senhaHash, novoHash: null, comSegundoFator: false, now };
  if (!(await recordSignIn(db, contaId, signInUpdate))) throw new Error(`${nomeUsuario} cannot sign in`);
  await insertSession(db, contaId, {
    id: newId(),
    usuarioId,
    arquivoHash: hashToken(arquivoToken),
    tokenHash: hashToken(token),
    origem: "node",
    now,
    expiraEm: expiryOf(now, now),
  });
  const act = { quando: now, acao: "entrar", detalhe: "127.0.0.1" } as const;
  await insertRegistros(db, contaId, [{ ...act, usuarioId, usuario: nome, alvo: usuarioId }]);
}

/** Signs in an existing user. */
export async function signInAs(
  wire: Wire,
  who: Credentials & { contaId: string; usuarioId: string },
): Promise<SignedInUser> {
  const { identificador, nomeUsuario, senha, codigo } = who;
  const response = await signIn(wire, {
    identificador,
    nomeUsuario,
    senha,
    ...(codigo === undefined ? {} : { codigo }),
  });
  const { result } = (await response.json()) as {
    result: { authToken: string | null; mensagem: string | null };
  };
  if (result.authToken === null) throw new Error(`no session: ${result.mensagem}`);
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  return createSignedInUser(wire, { ...who, token: result.authToken, cookie });
}

function createSignedInUser(wire: Wire, who: Omit<SignedInUser, "call">): SignedInUser {
  const { contaId, usuarioId, identificador, nomeUsuario, token, cookie } = who;
  return {
    contaId,
    usuarioId,
    identificador,
    nomeUsuario,
    token,
    cookie,
    call: async (method, params) => {
      const answer = await rpc(wire, { id: 1, method, params, authToken: token });
      if (answer.result === null) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
      return answer.result;
    },
  };
}
