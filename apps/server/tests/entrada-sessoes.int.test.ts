import { MENSAGENS } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../src/db/index.ts";
import { createToken, hashToken } from "../src/secrets/token.ts";
import { expiryOf } from "../src/services/auth/auth.rules.ts";
import { endSessoes, insertSessao } from "../src/services/auth/sessao.rows.ts";
import { SENHA_DE_TESTE } from "./factories.ts";
import type { Pessoa, Wire } from "./wire.ts";
import { createWire, enter, enterAs, post, rpc } from "./wire.ts";

const SENHA = SENHA_DE_TESTE;
const HOUR_MS = 3_600_000;

let wire: Wire;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());

type Sessao = {
  id: string;
  origem: string | null;
  criadaEm: string;
  usadaEm: string;
  expiraEm: string;
  atual: boolean;
};

async function isIn({ token }: Pick<Pessoa, "token">): Promise<boolean> {
  const answer = await rpc(wire, { id: 1, method: "Usuario.getUsuarioAtual", params: {}, authToken: token });
  return answer.result !== null;
}

async function again(pessoa: Pessoa): Promise<Pessoa> {
  return await enterAs(wire, { ...pessoa, senha: SENHA });
}

/** One more session of a user, as sign-in creates it after the password comparison. */
async function openOther({ contaId, usuarioId }: Pessoa): Promise<Pick<Pessoa, "token">> {
  const [token, agora] = [createToken(), wire.clock.now()];
  const hashes = { tokenHash: hashToken(token), arquivoHash: hashToken(createToken()) };
  const nova = { id: newId(), usuarioId, ...hashes, origem: null, agora, expiraEm: expiryOf(agora, agora) };
  await wire.ctx.database.withContaSql(contaId, (sql) => insertSessao(sql, contaId, nova));
  return { token };
}

async function listSessoes(pessoa: Pessoa): Promise<Sessao[]> {
  const answer = await pessoa.call("Auth.getListSessao", {});
  expect(answer.totalCount).toBe(answer.results?.length);
  return answer.results as Sessao[];
}

async function listActs(contaId: string): Promise<string[]> {
  const rows = await wire.asOwner<{ acao: string }>(
    "SELECT acao FROM registro WHERE conta_id = $1 ORDER BY ordem",
    [contaId],
  );
  return rows.map(({ acao }) => acao);
}

test("lists the user's own sessions, latest use first, and marks the current one", async () => {
  const ana = await enter(wire);
  wire.clock.advance(HOUR_MS);
  const phone = await again(ana);
  await enter(wire, { conta: ana, nomeUsuario: "bia" });
  const sessoes = await listSessoes(phone);
  expect(sessoes.map(({ atual }) => atual)).toEqual([true, false]);
  expect(Date.parse(sessoes[0]?.expiraEm ?? "") - Date.parse(sessoes[0]?.usadaEm ?? "")).toBe(8 * HOUR_MS);
  expect(sessoes[0]?.origem).toBe("node");
  wire.clock.advance(7.5 * HOUR_MS);
  expect((await listSessoes(phone)).map(({ atual }) => atual)).toEqual([true]);
});

test("ends one of the user's own sessions; refuses those of others and ended ones", async () => {
  const ana = await enter(wire);
  const phone = await openOther(ana);
  const bia = await enter(wire, { conta: ana, nomeUsuario: "bia" });
  const other = await enter(wire);
  const mine = (await listSessoes(ana)).find(({ atual }) => !atual)?.id ?? "";
  for (const stranger of [bia, other]) {
    const [theirs] = await listSessoes(stranger);
    expect((await ana.call("Auth.endSessao", { id: theirs?.id ?? "" })).mensagem).toBe(
      MENSAGENS.sessaoNaoEncontrada,
    );
    expect(await isIn(stranger)).toBe(true);
  }
  expect((await ana.call("Auth.endSessao", { id: mine })).sucesso).toBe(true);
  expect([await isIn(ana), await isIn(phone)]).toEqual([true, false]);
  expect((await ana.call("Auth.endSessao", { id: mine })).mensagem).toBe(MENSAGENS.sessaoNaoEncontrada);
});

test("ending the current session clears the cookie, as signing out does", async () => {
  const ana = await enter(wire);
  const [mine] = await listSessoes(ana);
  const body = { id: 1, method: "Auth.endSessao", params: { id: mine?.id }, authToken: ana.token };
  const response = await post(wire, body);
  expect(response.headers.get("set-cookie")).toMatch(/^malote-arquivo=; .*Max-Age=0/);
  expect(await isIn(ana)).toBe(false);
});

test("ends all other sessions at once", async () => {
  const ana = await enter(wire);
  const [phone, tablet] = [await openOther(ana), await openOther(ana)];
  const bia = await enter(wire, { conta: ana, nomeUsuario: "bia" });
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
  const ana = await enter(wire);
  const phone = await again(ana);
  await again(ana);
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
  const ana = await enter(wire);
  const phone = await openOther(ana);
  const { contaId, usuarioId } = ana;
  const exceto = (await listSessoes(ana)).find(({ atual }) => atual)?.id ?? "";
  const end = (o: { exceto?: string }) =>
    wire.ctx.database.withContaSql(contaId, (sql) => endSessoes(sql, contaId, { usuarioId, ...o }));
  expect(await end({ exceto })).toBe(1);
  expect([await isIn(ana), await isIn(phone)]).toEqual([true, false]);
  expect(await end({})).toBe(1);
  expect(await isIn(ana)).toBe(false);
});
