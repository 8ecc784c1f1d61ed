import { formatMessage, MESSAGES, type ResultOf } from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashToken } from "../../src/secrets/token.ts";
import { TEST_SENHA } from "../setup/factories.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import {
  createWire,
  get,
  rpc,
  type SignedInUser,
  signInAs,
  signInNewUser,
  type Wire,
} from "../setup/wire.ts";
import { refusalOf, removeOwnership, userForm } from "../usuario/usuario-setup.ts";

type ApiToken = ResultOf<"Usuario.setNewAPIToken">["object"];

let wire: Wire;
/** Ana is the owner, Bia an administrator. */
let ana: SignedInUser;
let bia: SignedInUser;

beforeAll(async () => {
  wire = await createWire();
  const conta = await wire.createConta();
  ana = await signInNewUser(wire, { conta, nomeUsuario: "ana" });
  bia = await signInNewUser(wire, { conta, nomeUsuario: "bia" });
  await removeOwnership(wire, bia);
});
afterAll(() => wire.dispose());

const createToken = async (user = bia): Promise<ApiToken> =>
  (await user.call("Usuario.setNewAPIToken", {})).object as ApiToken;
const call = (token: string, method: string, params: object = {}) =>
  rpc(wire, { id: 1, method, params, authToken: token });
const LIST_PARAMS = { entradaSaida: "E", searchFilter: {}, currentPage: 1, pageSize: 20 };
const works = async (token: string) => (await call(token, "Nota.getListNota", LIST_PARAMS)).error === null;

describe("the conta's API token", () => {
  test("the API token is shown in full only when created; only its hash is stored", async () => {
    expect((await ana.call("Usuario.getAPIToken", {})).object).toBeNull();
    const answer = await bia.call("Usuario.setNewAPIToken", {});
    expect(answer).toMatchObject({ sucesso: true, mensagem: MESSAGES.apiTokenGerado });
    const { token, mascara } = answer.object as ApiToken;
    expect(token).toMatch(/^mal_live_[A-Za-z0-9_-]{43}[0-9a-z]{7}$/);
    expect(mascara).toBe(`${token.slice(0, 13)}…${token.slice(-4)}`);
    const shown = (await ana.call("Usuario.getAPIToken", {})).object;
    expect(shown).toEqual({
      mascara,
      criadoEm: expect.any(String),
      criadoPor: "Ana de Teste",
      ultimoUso: null,
    });
    const rows = await wire.asOwner<{ token_hash: Buffer; linha: string }>(
      "SELECT token_hash, t::text || s::text AS linha FROM api_token t JOIN api_token_segredo s ON s.token_id = t.id WHERE t.conta_id = $1",
      [ana.contaId],
    );
    expect(rows.map(({ token_hash }) => token_hash)).toEqual([hashToken(token)]);
    expect(rows[0]?.linha).not.toContain(token.slice(13, -4));
    const text =
      "SELECT acao, detalhe, usuario FROM registro WHERE conta_id = $1 AND acao = 'gerar-api-token'";
    const acts = await wire.asOwner(text, [ana.contaId]);
    expect(acts).toEqual([{ acao: "gerar-api-token", detalhe: `ERP: ${mascara}`, usuario: "Ana de Teste" }]);
  });

  test("a new API token is notified by e-mail to its creator and to the conta's owner", async () => {
    const listEmails = () =>
      wire.asOwner<{ para: string; oQue: string }>(
        `SELECT para, dados->>'oQue' AS "oQue" FROM envio WHERE modelo = 'acesso-alterado' AND conta_id = $1`,
        [ana.contaId],
      );
    const before = (await listEmails()).length;
    await createToken();
    const oQue = "api-token";
    expect((await listEmails()).slice(before)).toEqual(
      expect.arrayContaining([
        { para: "ana@exemplo.test", oQue },
        { para: "bia@exemplo.test", oQue },
      ]),
    );
    expect((await listEmails()).length - before).toBe(2);
  });

  test("the API token reads and flags notas under its own name, without the rights of a person", async () => {
    const { token } = await createToken();
    const nota = inventNota();
    await insertNotas(wire, ana.contaId, [nota]);
    const notaId = nota.id;
    expect(await works(token)).toBe(true);
    await call(token, "Nota.setRecebido", { id: notaId, recebido: true });
    const { object } = await ana.call("Nota.getNota", { id: notaId });
    expect(object).toMatchObject({ recebido: true, recebidoPor: "API (ERP)" });
    for (const [method, params] of [
      ["Usuario.getAPIToken", {}],
      ["Usuario.setNewAPIToken", {}],
      ["Usuario.getListUsuario", {}],
      ["Usuario.saveColor", { color: null }],
      ["Usuario.deleteUsuario", { id: ana.usuarioId }],
      ["Auth.sair", {}],
    ] as const) {
      expect((await call(token, method, params)).result).toMatchObject(refusalOf("acessoRestrito"));
    }
    const manifestacao = { tipo: "NFe", novoStatus: 1, id: notaId };
    for (const [method, params, escopo] of [
      ["Nota.manifestacao", manifestacao, "manifestar"],
      ["Usuario.getUsuario", { id: bia.usuarioId }, "admin"],
      ["Empresa.deleteEmpresa", { id: notaId }, "admin"],
    ] as const) {
      const mensagem = formatMessage("escopoAusente", { escopo });
      expect((await call(token, method, params)).result).toMatchObject({ sucesso: false, mensagem });
    }
  });

  test("the API token is accepted as Bearer for calls and files; an altered token is refused", async () => {
    const { token } = await createToken();
    const authorization = (text: string) => ({ authorization: `Bearer ${text}` });
    const path = `/Services/downloadDFe?id=${bia.usuarioId}`;
    expect((await get(wire, path, authorization(token))).status).toBe(404);
    for (const wrong of [token.slice(0, -1), `${token.slice(0, -1)}!`, token.toUpperCase(), token.slice(9)]) {
      expect((await get(wire, path, authorization(wrong))).status).toBe(401);
      expect((await call(wrong, "Nota.getListNota", LIST_PARAMS)).error).toMatchObject({ code: -32001 });
    }
  });

  test("the API token is replaced by a newer one; of two created at once only one works", async () => {
    const first = await createToken();
    const both = await Promise.all([createToken(bia), createToken(ana)]);
    expect(await works(first.token)).toBe(false);
    expect((await Promise.all(both.map(({ token }) => works(token)))).sort()).toEqual([false, true]);
  });

  test("the API token shows its last use with a precision of one minute", async () => {
    const { token } = await createToken();
    const used = async () => ((await ana.call("Usuario.getAPIToken", {})).object as ApiToken).ultimoUso;
    await works(token);
    const first = await used();
    expect(first).not.toBeNull();
    try {
      wire.clock.advance(59_000);
      await works(token);
      expect(await used()).toBe(first);
      wire.clock.advance(2_000);
      await works(token);
      expect(await used()).not.toBe(first);
    } finally {
      wire.clock.set(new Date());
    }
  });

  test("the API token is revoked when its creator is deactivated, and stays revoked afterwards", async () => {
    const { contaId, identificador } = ana;
    const eva = await signInNewUser(wire, { conta: { contaId, identificador }, nomeUsuario: "eva" });
    await removeOwnership(wire, eva);
    const { token, mascara } = await createToken(eva);
    await ana.call("Usuario.setAtivo", { id: eva.usuarioId, ativo: false });
    expect(await works(token)).toBe(false);
    expect((await ana.call("Usuario.getAPIToken", {})).object).toBeNull();
    await ana.call("Usuario.setAtivo", { id: eva.usuarioId, ativo: true });
    expect(await works(token)).toBe(false);
    const secondToken = await createToken(await signInAs(wire, { ...eva, senha: TEST_SENHA }));
    expect(await works(secondToken.token)).toBe(true);
    const usuario = { ...userForm("eva"), id: eva.usuarioId };
    for (const ativo of [false, true]) {
      await ana.call("Usuario.saveUsuario", { usuario: { ...usuario, ativo } });
    }
    expect(await works(secondToken.token)).toBe(false);
    const acts = await wire.asOwner(
      "SELECT detalhe FROM registro WHERE acao = 'revogar-api-token' AND conta_id = $1 ORDER BY ordem",
      [contaId],
    );
    expect(acts).toEqual([
      { detalhe: `eva: ERP ${mascara}` },
      { detalhe: `eva: ERP ${secondToken.mascara}` },
    ]);
    expect(await works((await createToken(ana)).token)).toBe(true);
  });

  test("the API token is revoked when its creator loses administrator rights, and stays revoked", async () => {
    const { contaId, identificador } = ana;
    const rui = await signInNewUser(wire, { conta: { contaId, identificador }, nomeUsuario: "rui" });
    await removeOwnership(wire, rui);
    const { token, mascara } = await createToken(rui);
    expect(await works(token)).toBe(true);
    const usuario = { ...userForm("rui"), id: rui.usuarioId };
    for (const administrador of [false, true]) {
      await ana.call("Usuario.saveUsuario", { usuario: { ...usuario, administrador } });
      expect(await works(token)).toBe(false);
    }
    const acts = await wire.asOwner(
      "SELECT detalhe FROM registro WHERE acao = 'revogar-api-token' AND conta_id = $1 ORDER BY ordem DESC LIMIT 1",
      [contaId],
    );
    expect(acts).toEqual([{ detalhe: `rui: ERP ${mascara}` }]);
  });

  test("the API token stops working at once when its creator is no longer administrator", async () => {
    const { token } = await createToken();
    const demote = "UPDATE usuario SET administrador = $2 WHERE id = $1";
    await wire.asOwner(demote, [bia.usuarioId, false]);
    expect(await works(token)).toBe(false);
    await wire.asOwner(demote, [bia.usuarioId, true]);
    expect(await works(token)).toBe(true);
  });

  test("the API token sees nothing of another conta", async () => {
    await insertNotas(wire, ana.contaId, [inventNota()]);
    const total = async (token: string) =>
      (await call(token, "Nota.getListNota", LIST_PARAMS)).result?.totalCount;
    expect(await total((await createToken()).token)).toBeGreaterThan(0);
    const otherOwner = await signInNewUser(wire, { nomeUsuario: "dona" });
    expect(await total((await createToken(otherOwner)).token)).toBe(0);
  });

  test("the API token of a demo conta does not work while the sandbox is off", async () => {
    const { token } = await createToken();
    await wire.asOwner("UPDATE conta SET sandbox = true WHERE id = $1", [ana.contaId]);
    expect(await works(token)).toBe(false);
  });
});
