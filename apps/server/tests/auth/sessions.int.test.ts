import { MESSAGES } from "@malote/contract";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { createToken, hashToken } from "../../src/secrets/token.ts";
import { expiryOf } from "../../src/services/auth/auth.rules.ts";
import { endSessions, insertSession } from "../../src/services/auth/session.rows.ts";
import { TEST_SENHA } from "../setup/factories.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";
import { createWire, post, rpc, signInAs, signInNewUser } from "../setup/wire.ts";

const SENHA = TEST_SENHA;

let wire: Wire;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());

type SessionRow = {
  id: string;
  origem: string | null;
  criadaEm: string;
  usadaEm: string;
  expiraEm: string;
  atual: boolean;
};

async function isIn({ token }: Pick<SignedInUser, "token">): Promise<boolean> {
  const answer = await rpc(wire, { id: 1, method: "Usuario.getUsuarioAtual", params: {}, authToken: token });
  return answer.result !== null;
}

async function enterAgain(user: SignedInUser): Promise<SignedInUser> {
  return await signInAs(wire, { ...user, senha: SENHA });
}

/** One more session of a user, as sign-in creates it after the password comparison. */
async function openOther({ contaId, usuarioId }: SignedInUser): Promise<Pick<SignedInUser, "token">> {
  const [token, now] = [createToken(), wire.clock.now()];
  const hashes = { tokenHash: hashToken(token), arquivoHash: hashToken(createToken()) };
  const newSession = { id: newId(), usuarioId, ...hashes, origem: null, now, expiraEm: expiryOf(now, now) };
  await wire.ctx.database.withConta(contaId, (db) => insertSession(db, contaId, newSession));
  return { token };
}

async function listSessoes(user: SignedInUser): Promise<SessionRow[]> {
  const answer = await user.call("Auth.getListSessao", {});
  expect(answer.totalCount).toBe(answer.results?.length);
  return answer.results as SessionRow[];
}

async function listActs(contaId: string): Promise<string[]> {
  const rows = await wire.asOwner<{ acao: string }>(
    "SELECT acao FROM registro WHERE conta_id = $1 ORDER BY ordem",
    [contaId],
  );
  return rows.map(({ acao }) => acao);
}

test("the list shows the user's own sessions, latest use first, and marks the current one", async () => {
  const ana = await signInNewUser(wire);
  wire.clock.advance(HOUR_MS);
  const phone = await enterAgain(ana);
  await signInNewUser(wire, { conta: ana, nomeUsuario: "bia" });
  const sessions = await listSessoes(phone);
  expect(sessions.map(({ atual }) => atual)).toEqual([true, false]);
  expect(Date.parse(sessions[0]?.expiraEm ?? "") - Date.parse(sessions[0]?.usadaEm ?? "")).toBe(8 * HOUR_MS);
  expect(sessions[0]?.origem).toBe("node");
  wire.clock.advance(7.5 * HOUR_MS);
  expect((await listSessoes(phone)).map(({ atual }) => atual)).toEqual([true]);
});

test("a jump of the sandbox's day ends no session, and every answer says the new time", async () => {
  const ana = await signInNewUser(wire);
  const machine = wire.clock.now();
  Object.assign(wire.ctx.clock, { machine: () => machine });
  try {
    wire.clock.advance(75 * DAY_MS);
    expect((await listSessoes(ana)).map(({ atual }) => atual)).toEqual([true]);
    const { headers } = await fetch(`${wire.server.url}/Services/`);
    const said = Date.parse(headers.get("malote-agora") ?? "");
    expect(Math.abs(said - wire.clock.now().getTime())).toBeLessThan(MINUTE_MS);
  } finally {
    Object.assign(wire.ctx.clock, { machine: undefined });
    wire.clock.advance(-75 * DAY_MS);
  }
});

test("a user ends one of their own sessions; those of others and ended ones are refused", async () => {
  const ana = await signInNewUser(wire);
  const phone = await openOther(ana);
  const bia = await signInNewUser(wire, { conta: ana, nomeUsuario: "bia" });
  const other = await signInNewUser(wire);
  const mine = (await listSessoes(ana)).find(({ atual }) => !atual)?.id ?? "";
  for (const stranger of [bia, other]) {
    const [theirs] = await listSessoes(stranger);
    expect((await ana.call("Auth.endSessao", { id: theirs?.id ?? "" })).mensagem).toBe(
      MESSAGES.sessaoNaoEncontrada,
    );
    expect(await isIn(stranger)).toBe(true);
  }
  expect((await ana.call("Auth.endSessao", { id: mine })).sucesso).toBe(true);
  expect([await isIn(ana), await isIn(phone)]).toEqual([true, false]);
  expect((await ana.call("Auth.endSessao", { id: mine })).mensagem).toBe(MESSAGES.sessaoNaoEncontrada);
});

test("ending the current session clears the cookie, as signing out does", async () => {
  const ana = await signInNewUser(wire);
  const [mine] = await listSessoes(ana);
  const body = { id: 1, method: "Auth.endSessao", params: { id: mine?.id }, authToken: ana.token };
  const response = await post(wire, body);
  expect(response.headers.get("set-cookie")).toMatch(/^malote-arquivo=; .*Max-Age=0/);
  expect(await isIn(ana)).toBe(false);
});

test("a user ends all other sessions at once", async () => {
  const ana = await signInNewUser(wire);
  const [phone, tablet] = [await openOther(ana), await openOther(ana)];
  const bia = await signInNewUser(wire, { conta: ana, nomeUsuario: "bia" });
  expect((await ana.call("Auth.endOutrasSessoes", {})).object).toEqual({ encerradas: 2 });
  expect([await isIn(ana), await isIn(phone), await isIn(tablet), await isIn(bia)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect((await ana.call("Auth.endOutrasSessoes", {})).object).toEqual({ encerradas: 0 });
});

test("signing in, signing out and ending a session are recorded in the registro", async () => {
  const ana = await signInNewUser(wire);
  const phone = await enterAgain(ana);
  await enterAgain(ana);
  await ana.call("Auth.endSessao", { id: (await listSessoes(phone)).find(({ atual }) => atual)?.id ?? "" });
  await ana.call("Auth.endOutrasSessoes", {});
  await ana.call("Auth.sair", {});
  expect(await listActs(ana.contaId)).toEqual([
    "entrar",
    "entrar",
    "entrar",
    "encerrar-sessao",
    "encerrar-sessao",
    "sair",
  ]);
});

test("anonymizing a user can end all sessions, or all except one", async () => {
  const ana = await signInNewUser(wire);
  const phone = await openOther(ana);
  const { contaId, usuarioId } = ana;
  const exceptId = (await listSessoes(ana)).find(({ atual }) => atual)?.id ?? "";
  const end = (o: { except?: string }) =>
    wire.ctx.database.withConta(contaId, (db) => endSessions(db, contaId, { usuarioId, ...o }));
  expect(await end({ except: exceptId })).toBe(1);
  expect([await isIn(ana), await isIn(phone)]).toEqual([true, false]);
  expect(await end({})).toBe(1);
  expect(await isIn(ana)).toBe(false);
});
