import { MESSAGES } from "@malote/contract";
import { HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyPassword } from "../../src/secrets/password.ts";
import { TEST_SENHA } from "../setup/factories.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";
import { createWire, post, rpc, SAME_ORIGIN, signIn, signInAs, signInNewUser } from "../setup/wire.ts";

const SENHA = TEST_SENHA;

let wire: Wire;

beforeAll(async () => {
  wire = await createWire();
  await verifyPassword(null, "aquece");
});
afterAll(() => wire.dispose());

type Login = { sucesso: boolean; authToken: string | null; mensagem: string | null; erros?: unknown };

async function trySignIn(identificador: string, nomeUsuario: string, senha: string): Promise<Login> {
  const answer = (await (await signIn(wire, { identificador, nomeUsuario, senha })).json()) as {
    result: Login;
  };
  return answer.result;
}

async function isSignedIn({ token }: Pick<SignedInUser, "token">): Promise<boolean> {
  const answer = await rpc(wire, { id: 1, method: "Usuario.getUsuarioAtual", params: {}, authToken: token });
  if (answer.result === null && answer.error?.code !== -32001) throw new Error(JSON.stringify(answer.error));
  return answer.result !== null;
}

test("a sign-in returns exactly sucesso, authToken and mensagem, and records its time", async () => {
  const { contaId, identificador } = await wire.createConta();
  await wire.createUsuario(contaId, { nomeUsuario: "ana" });
  const result = await trySignIn(`  ${identificador.toUpperCase()} `, " ANA", SENHA);
  expect(result).toEqual({ sucesso: true, authToken: expect.stringMatching(/^[\w-]{43}$/), mensagem: null });
  const [usuario] = await wire.asOwner("SELECT ultimo_acesso FROM usuario WHERE conta_id = $1", [contaId]);
  expect(Math.abs(Date.now() - Number(usuario?.ultimo_acesso))).toBeLessThan(MINUTE_MS);
});

test("the database stores only hashes of session tokens", async () => {
  const user = await signInNewUser(wire);
  const dump = JSON.stringify([
    await wire.asOwner("SELECT *, encode(arquivo_hash, 'escape') AS texto FROM sessao"),
    await wire.asOwner("SELECT *, encode(token_hash, 'escape') AS texto FROM sessao_token"),
  ]);
  expect(dump).not.toContain(user.token);
  expect(dump).not.toContain(user.cookie.split("=")[1]);
});

test("an unknown conta, an unknown user, a wrong password and an unset password get the same answer", async () => {
  const { contaId, identificador } = await wire.createConta();
  await wire.createUsuario(contaId, { nomeUsuario: "ana" });
  const { usuarioId } = await wire.createUsuario(contaId, { nomeUsuario: "convidada" });
  await wire.asOwner("UPDATE usuario SET ativado = false WHERE id = $1", [usuarioId]);
  const refused = { sucesso: false, authToken: null, mensagem: MESSAGES.credenciaisInvalidas };
  expect(await trySignIn("ninguem", "ana", SENHA)).toEqual(refused);
  expect(await trySignIn(identificador, "ninguem", SENHA)).toEqual(refused);
  expect(await trySignIn(identificador, "ana", "errada123")).toEqual(refused);
  expect(await trySignIn(identificador, "ana", SENHA.toLowerCase())).toEqual(refused);
  expect(await trySignIn(identificador, "convidada", SENHA)).toEqual(refused);
});

test("a blank sign-in field is refused with its name and does not count as an attempt", async () => {
  const result = await trySignIn("x", "  ", "y");
  expect(result).toMatchObject({
    sucesso: false,
    authToken: null,
    erros: [{ campo: "nomeUsuario", mensagem: MESSAGES.textoEmBranco }],
  });
});

test("an inactive user is informed of it only after entering the right password", async () => {
  const { contaId, identificador } = await wire.createConta();
  await wire.createUsuario(contaId, { nomeUsuario: "ana", ativo: false });
  expect((await trySignIn(identificador, "ana", "errada123")).mensagem).toBe(MESSAGES.credenciaisInvalidas);
  expect((await trySignIn(identificador, "ana", SENHA)).mensagem).toBe(MESSAGES.usuarioInativo);
});

test("a demo conta cannot sign in while the sandbox is off, and its open sessions end", async () => {
  const { contaId, identificador } = await wire.createConta();
  await wire.createUsuario(contaId, { nomeUsuario: "ana" });
  const usuario = { usuarioId: "", nomeUsuario: "ana", senha: SENHA };
  const user = await signInAs(wire, { contaId, identificador, ...usuario });
  await wire.asOwner("UPDATE conta SET sandbox = true WHERE id = $1", [contaId]);
  expect(await isSignedIn(user)).toBe(false);
  expect((await trySignIn(identificador, "ana", SENHA)).mensagem).toBe(MESSAGES.sandboxDesligado);
});

test("X-Forwarded-For is ignored unless the operator configures a proxy", async () => {
  const { contaId, identificador } = await wire.createConta();
  await wire.createUsuario(contaId, { nomeUsuario: "ana" });
  wire.clock.set(new Date("2030-03-01T10:01:00Z"));
  const params = { identificador, nomeUsuario: "ana", senha: "errada123" };
  let last = "";
  for (let n = 0; n < 6; n += 1) {
    const headers = { "x-forwarded-for": `203.0.113.${n}` };
    const answer = await rpc(wire, { id: 1, method: "Auth.logar", params }, headers);
    last = answer.result?.mensagem ?? "";
  }
  expect(last).toMatch(/^Muitas tentativas/);
});

test("signing out ends the session with all its tabs and deletes the cookie", async () => {
  const user = await signInNewUser(wire);
  const tab = await resumeByCookie(user.cookie);
  expect(await isSignedIn({ token: tab ?? "" })).toBe(true);
  const response = await post(wire, { id: 1, method: "Auth.sair", params: {}, authToken: tab });
  expect(await response.json()).toMatchObject({ result: { sucesso: true, object: null, results: null } });
  expect(response.headers.get("set-cookie")).toMatch(/^malote-arquivo=; Path=\/Services\/; .*Max-Age=0/);
  expect([
    await isSignedIn(user),
    await isSignedIn({ token: tab ?? "" }),
    await resumeByCookie(user.cookie),
  ]).toEqual([false, false, null]);
});

test.each([
  ["is made inactive", "UPDATE usuario SET ativo = false WHERE id = $1"],
  ["has the password changed", "UPDATE usuario SET senha_hash = 'outra' WHERE id = $1"],
  ["is deleted", "DELETE FROM usuario WHERE id = $1"],
])("every session of a user who %s ends at once", async (_name, change) => {
  const user = await signInNewUser(wire);
  const other = await signInNewUser(wire);
  expect(await isSignedIn(user)).toBe(true);
  await wire.asOwner(change, [user.usuarioId]);
  expect([await isSignedIn(user), await resumeByCookie(user.cookie)]).toEqual([false, null]);
  expect(await isSignedIn(other)).toBe(true);
});

test("a user who was deactivated and reactivated does not regain the old session", async () => {
  const user = await signInNewUser(wire);
  await wire.asOwner("UPDATE usuario SET ativo = false WHERE id = $1", [user.usuarioId]);
  await wire.asOwner("UPDATE usuario SET ativo = true WHERE id = $1", [user.usuarioId]);
  expect(await isSignedIn(user)).toBe(false);
});

test("a changed role of a user applies from the next call on", async () => {
  const user = await signInNewUser(wire);
  const caixa = { tipo: "pop3", servidor: "nada.invalid", usuario: "a" } as const;
  expect(await user.call("CaixaEmail.pingServidor", { caixa })).toMatchObject({
    mensagem: MESSAGES.caixaSenhaObrigatoria,
  });
  await wire.asOwner("UPDATE usuario SET administrador = false, proprietario_conta = false WHERE id = $1", [
    user.usuarioId,
  ]);
  expect(await user.call("CaixaEmail.pingServidor", { caixa })).toMatchObject({
    mensagem: MESSAGES.acessoRestrito,
  });
});

test("a session ends 8 h after its last use and 7 days after its start", async () => {
  wire.clock.set(new Date("2031-01-01T00:00:00Z"));
  const idle = await signInNewUser(wire);
  const busy = await signInNewUser(wire);
  wire.clock.advance(7.9 * HOUR_MS);
  expect(await isSignedIn(busy)).toBe(true);
  wire.clock.advance(0.2 * HOUR_MS);
  expect([await isSignedIn(idle), await isSignedIn(busy)]).toEqual([false, true]);
  for (let hours = 8.1; hours + 7 < 7 * 24; hours += 7) {
    wire.clock.advance(7 * HOUR_MS);
    expect(await isSignedIn(busy)).toBe(true);
  }
  wire.clock.advance(7 * HOUR_MS);
  expect(await isSignedIn(busy)).toBe(false);
});

async function resumeByCookie(
  cookie: string,
  headers: Record<string, string> = SAME_ORIGIN,
): Promise<string | null> {
  const answer = await rpc(wire, { id: 1, method: "Auth.retomar", params: {} }, { cookie, ...headers });
  // The request from another site is refused before authentication.
  if (answer.error?.code === -32600) return null;
  if (answer.result === null) {
    expect(answer.error).toEqual({ code: -32001, message: "Unauthorized" });
    return null;
  }
  return (answer.result as unknown as Login).authToken;
}

test("the file cookie is HttpOnly, SameSite=Strict and limited to /Services/", async () => {
  const { contaId, identificador } = await wire.createConta();
  await wire.createUsuario(contaId, { nomeUsuario: "ana" });
  const response = await signIn(wire, { identificador, nomeUsuario: "ana", senha: SENHA });
  const cookie = response.headers.get("set-cookie");
  expect(cookie).toMatch(/^malote-arquivo=[\w-]{43}; Path=\/Services\/; HttpOnly; SameSite=Strict$/);
  expect(cookie).not.toContain(((await response.json()) as { result: Login }).result.authToken);
});

test("a new tab gets its own token by the cookie, and only for requests of our own pages", async () => {
  const user = await signInNewUser(wire);
  const tab = await resumeByCookie(user.cookie);
  expect(tab).not.toBe(user.token);
  expect([await isSignedIn({ token: tab ?? "" }), await isSignedIn(user)]).toEqual([true, true]);
  const host = new URL(wire.server.url).host;
  for (const headers of [
    {},
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { origin: "https://malicioso.test" },
    { origin: "null" },
    { origin: `http://${host}`, "sec-fetch-site": "cross-site" },
  ]) {
    expect(await resumeByCookie(user.cookie, headers as Record<string, string>)).toBeNull();
  }
  // A browser on plain HTTP sends only its origin.
  expect(await resumeByCookie(user.cookie, { origin: `http://${host}` })).not.toBeNull();
  expect(await resumeByCookie("malote-arquivo=")).toBeNull();
  expect(await resumeByCookie(`malote-arquivo=${user.token}`)).toBeNull();
});

test("the file cookie is not accepted as a session token", async () => {
  const user = await signInNewUser(wire);
  expect(await isSignedIn({ token: user.cookie.split("=")[1] ?? "" })).toBe(false);
});

test("a session keeps the tokens of its last fifty tabs", async () => {
  const user = await signInNewUser(wire);
  const first = await resumeByCookie(user.cookie);
  await wire.asOwner(
    `INSERT INTO sessao_token (conta_id, token_hash, sessao_id, criado_em)
     SELECT conta_id, decode(md5(n::text), 'hex'), sessao_id, criado_em + interval '1 s' FROM sessao_token, generate_series(1, 60) n
     WHERE conta_id = $1 AND token_hash = (SELECT token_hash FROM sessao_token WHERE conta_id = $1 ORDER BY criado_em DESC LIMIT 1)`,
    [user.contaId],
  );
  wire.clock.advance(MINUTE_MS);
  const last = await resumeByCookie(user.cookie);
  const [row] = await wire.asOwner("SELECT count(*)::int AS n FROM sessao_token WHERE conta_id = $1", [
    user.contaId,
  ]);
  expect(row?.n).toBe(50);
  expect([await isSignedIn({ token: first ?? "" }), await isSignedIn({ token: last ?? "" })]).toEqual([
    false,
    true,
  ]);
});

test("over HTTPS the cookie is Secure and HSTS is sent", async () => {
  const https = await createWire({ publicUrl: "https://malote.exemplo.test" });
  try {
    const { contaId, identificador } = await https.createConta();
    await https.createUsuario(contaId, { nomeUsuario: "ana" });
    const response = await signIn(https, { identificador, nomeUsuario: "ana", senha: SENHA });
    expect(response.headers.get("set-cookie")).toMatch(/^__Secure-malote-arquivo=.*SameSite=Strict; Secure$/);
    expect(response.headers.get("strict-transport-security")).toMatch(/^max-age=31536000/);
    const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
    const origin = { origin: "https://malote.exemplo.test" };
    const answer = await rpc(https, { id: 1, method: "Auth.retomar", params: {} }, { cookie, ...origin });
    expect(answer.result?.sucesso).toBe(true);
  } finally {
    await https.dispose();
  }
});
