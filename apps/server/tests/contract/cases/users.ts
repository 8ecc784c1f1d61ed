import { MESSAGES } from "@malote/contract";
import { generateSync } from "otplib";
import { expect } from "vitest";
import { settlePasswordResets } from "../../../src/services/membership/reset-password.ts";
import { TEST_SENHA } from "../../setup/factories.ts";
import { rpc, SAME_ORIGIN, signIn } from "../../setup/wire.ts";
import { type ContractFixture, type MethodCases, UNKNOWN_ID } from "../contract-fixture.ts";

const SENHA = TEST_SENHA;
const NEW_SENHA = "Padaria2026";
const UNKNOWN_TOKEN = "x".repeat(43);

type Row = Record<string, unknown>;

/** The recovery codes of the administrator's second factor, each valid once. */
const recoveryCodes: string[] = [];

/** One user as the conta's list shows them. */
async function findUsuario({ team }: ContractFixture, nomeUsuario: string): Promise<Row | undefined> {
  const { results } = await team.proprietario.call("Usuario.getListUsuario", {});
  return (results as Row[]).find((row) => row.nomeUsuario === nomeUsuario);
}

const idOf = async (p: ContractFixture, nomeUsuario: string): Promise<string> =>
  String((await findUsuario(p, nomeUsuario))?.id);

async function tokenOf({ wire }: ContractFixture, nomeUsuario: string, senha: string): Promise<unknown> {
  const answer = await signIn(wire, { identificador: "demo", nomeUsuario, senha });
  return ((await answer.json()) as { result: { authToken: unknown } }).result.authToken;
}

const userFields = (nomeUsuario: string) => ({
  nome: "Rui",
  nomeUsuario,
  nomeCompleto: "Rui Prado",
  email: `${nomeUsuario}@exemplo.test`,
});

/** Sign-in, sessions and users. */
export const USER_CASES: MethodCases<"Auth" | "Usuario"> = {
  "Auth.logar": {
    caller: "visitante",
    params: () => ({ identificador: "demo", nomeUsuario: "bia", senha: SENHA }),
    verify: (answer) =>
      expect(answer).toEqual({
        sucesso: true,
        authToken: expect.stringMatching(/^[\w-]{43}$/),
        mensagem: null,
      }),
    refusal: {
      params: () => ({ identificador: "demo", nomeUsuario: "bia", senha: "errada123" }),
      sentence: "credenciaisInvalidas",
    },
  },
  "Auth.retomar": {
    caller: "visitante",
    params: () => ({}),
    headers: ({ team }) => ({ ...SAME_ORIGIN, cookie: team.usuario.cookie }),
    verify: (answer) => expect(answer).toMatchObject({ authToken: expect.stringMatching(/^[\w-]{43}$/) }),
    refusal: { params: () => ({}), sentence: "Unauthorized" },
  },
  "Auth.sair": {
    caller: "usuario",
    params: () => ({}),
    headers: ({ rita }) => ({ authorization: `Bearer ${rita.token}` }),
    verify: async (_answer, { wire, rita }) => {
      const { token } = rita;
      const after = await rpc(wire, { id: 1, method: "Usuario.getUsuarioAtual", authToken: token });
      expect(after.error).toEqual({ code: -32001, message: "Unauthorized" });
    },
    refusal: null,
  },
  "Auth.getListSessao": {
    caller: "usuario",
    params: () => ({}),
    verify: ({ results }) => {
      expect((results as Row[]).filter(({ atual }) => atual)).toHaveLength(1);
      expect(JSON.stringify(results)).not.toMatch(/token/i);
    },
    refusal: null,
  },
  "Auth.endSessao": {
    caller: "usuario",
    params: async (p) => {
      await tokenOf(p, "bia", SENHA);
      const { results } = await p.team.usuario.call("Auth.getListSessao", {});
      return { id: String((results as Row[]).find(({ atual }) => !atual)?.id) };
    },
    verify: async (_answer, { team }) => {
      const { object } = await team.usuario.call("Usuario.getUsuarioAtual", {});
      expect(object).toMatchObject({ usuario: { nomeUsuario: "bia" } });
    },
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "sessaoNaoEncontrada" },
  },
  "Auth.endOutrasSessoes": {
    caller: "usuario",
    params: async (p) => {
      await tokenOf(p, "bia", SENHA);
      return {};
    },
    verify: async ({ object }, { team }) => {
      expect((object as { encerradas: number }).encerradas).toBeGreaterThan(0);
      const { results } = await team.usuario.call("Auth.getListSessao", {});
      expect(results).toMatchObject([{ atual: true }]);
    },
    refusal: null,
  },
  "Auth.startSegundoFator": {
    caller: "administrador",
    params: () => ({ senha: SENHA }),
    verify: ({ object }) =>
      expect(object).toMatchObject({
        segredo: expect.stringMatching(/^[A-Z2-7]{16,}$/),
        uri: expect.stringMatching(/^otpauth:\/\/totp\//),
        qrSvg: expect.stringMatching(/^<svg /),
      }),
    refusal: { params: () => ({ senha: "errada123" }), sentence: "senhaAtualErrada", campo: "senha" },
  },
  "Auth.confirmSegundoFator": {
    caller: "administrador",
    params: async ({ team, road: pipeline }) => {
      const { object } = await team.administrador.call("Auth.startSegundoFator", { senha: SENHA });
      const epoch = Math.floor(pipeline.clock.now().getTime() / 1_000);
      return { codigo: generateSync({ secret: (object as { segredo: string }).segredo, epoch }) };
    },
    verify: async ({ object }, p) => {
      recoveryCodes.push(...(object as { codigosReserva: string[] }).codigosReserva);
      expect(recoveryCodes.length).toBeGreaterThan(4);
      expect(await findUsuario(p, "gerente")).toMatchObject({ segundoFator: true });
    },
    refusal: { params: () => ({ codigo: "000000" }), sentence: "segundoFatorNaoIniciado" },
  },
  "Auth.removeSegundoFator": {
    caller: "administrador",
    params: () => ({ senha: SENHA, codigo: recoveryCodes.shift() ?? "" }),
    verify: async (_answer, p) =>
      expect(await findUsuario(p, "gerente")).toMatchObject({ segundoFator: false }),
    refusal: { params: () => ({ senha: "errada123" }), sentence: "senhaAtualErrada", campo: "senha" },
  },
  "Auth.reautenticar": {
    caller: "usuario",
    params: () => ({ senha: SENHA }),
    verify: async (_answer, { road: pipeline, team }) => {
      const acts = await pipeline.asOwner(
        "SELECT FROM registro WHERE acao = 'reautenticar' AND usuario_id = $1",
        [team.usuario.usuarioId],
      );
      expect(acts).toHaveLength(1);
    },
    refusal: { params: () => ({ senha: "errada123" }), sentence: "senhaAtualErrada", campo: "senha" },
  },
  "Usuario.getUsuarioAtual": {
    caller: "usuario",
    params: () => ({}),
    verify: ({ object }, { team }) =>
      expect(object).toMatchObject({
        usuario: { id: team.usuario.usuarioId, nomeUsuario: "bia", administrador: false },
        conta: { identificador: "demo", sandbox: true },
      }),
    refusal: null,
  },
  "Usuario.getAPIToken": {
    caller: "proprietario",
    params: () => ({}),
    verify: ({ object }, { team }) => {
      expect(object).toMatchObject({ mascara: expect.stringMatching(/\w/), criadoPor: "Ana de Teste" });
      expect(JSON.stringify(object)).not.toContain(team.api.token);
    },
    refusal: null,
  },
  "Usuario.setNewAPIToken": {
    caller: "proprietario",
    params: () => ({}),
    verify: async ({ object, mensagem }, { wire, team }) => {
      expect(mensagem).toBe(MESSAGES.apiTokenGerado);
      const { token } = object as { token: string };
      const call = (authToken: string) => rpc(wire, { id: 1, method: "Conta.getConta", authToken });
      expect((await call(team.api.token)).error?.code).toBe(-32001);
      expect((await call(token)).result?.sucesso).toBe(true);
      team.api.token = token;
    },
    refusal: null,
  },
  "Usuario.getListUsuario": {
    caller: "usuario",
    params: () => ({ listSearchOrder: "usuario" }),
    verify: ({ results, totalCount }) => {
      const names = (results as { nomeUsuario: string }[]).map(({ nomeUsuario }) => nomeUsuario);
      expect(names).toEqual(names.toSorted());
      expect(names).toEqual(expect.arrayContaining(["bia", "dona", "gerente", "marina"]));
      expect(totalCount).toBe(names.length);
      expect(JSON.stringify(results)).not.toMatch(/senha|argon2/i);
    },
    refusal: null,
  },
  "Usuario.getUsuario": {
    caller: "administrador",
    params: ({ team }) => ({ id: team.usuario.usuarioId }),
    verify: ({ object }) =>
      expect(object).toMatchObject({ nomeUsuario: "bia", proprietarioConta: false, ativo: true }),
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "usuarioNaoEncontrado" },
  },
  "Usuario.saveUsuario": {
    caller: "administrador",
    params: ({ team }) => ({
      usuario: {
        ...userFields("bia"),
        id: team.usuario.usuarioId,
        nomeCompleto: "Bia de Teste",
        ativo: true,
      },
    }),
    verify: async ({ object }, p) => {
      expect(object).toEqual({ id: p.team.usuario.usuarioId });
      expect(await findUsuario(p, "bia")).toMatchObject({
        nomeCompleto: "Bia de Teste",
        administrador: false,
      });
    },
    refusal: {
      params: ({ team }) => ({ usuario: { ...userFields("marina"), id: team.usuario.usuarioId } }),
      sentence: "nomeUsuarioEmUso",
      campo: "usuario.nomeUsuario",
    },
  },
  "Usuario.inviteUsuario": {
    caller: "administrador",
    params: () => ({ usuario: userFields("rui") }),
    verify: async ({ mensagem }, p) => {
      expect(mensagem).toBe(MESSAGES.conviteEnviado);
      expect(await findUsuario(p, "rui")).toMatchObject({ ativado: false, conviteExpiraEm: /T/ });
    },
    refusal: {
      params: () => ({ usuario: { ...userFields("rui2"), email: "rui" } }),
      sentence: "emailInvalido",
      campo: "usuario.email",
    },
  },
  "Usuario.loadInviteUsuario": {
    caller: "visitante",
    params: async (p) => ({ inviteToken: await p.link(await idOf(p, "rui"), "convite") }),
    verify: ({ object }) => expect(object).toEqual({ identificador: "demo", ...userFields("rui") }),
    refusal: { params: () => ({ inviteToken: UNKNOWN_TOKEN }), sentence: "tokenConviteInvalido" },
  },
  "Usuario.saveInviteUsuario": {
    caller: "visitante",
    params: async (p) => ({
      usuario: { nomeCompleto: "Rui do Prado" },
      inviteToken: await p.link(await idOf(p, "rui"), "convite"),
      password: NEW_SENHA,
    }),
    verify: async ({ mensagem }, p) => {
      expect(mensagem).toBe(MESSAGES.conviteAceito);
      expect(await findUsuario(p, "rui")).toMatchObject({ ativado: true, nomeCompleto: "Rui do Prado" });
      expect(await tokenOf(p, "rui", NEW_SENHA)).toMatch(/^[\w-]{43}$/);
    },
    refusal: {
      params: () => ({ inviteToken: UNKNOWN_TOKEN, password: "12345678" }),
      sentence: "senhaFraca",
      campo: "password",
    },
  },
  "Usuario.setAtivo": {
    caller: "administrador",
    params: async (p) => ({ id: await idOf(p, "rui"), ativo: false }),
    verify: async ({ mensagem }, p) => {
      expect(mensagem).toBe(MESSAGES.usuarioInativado);
      expect(await findUsuario(p, "rui")).toMatchObject({ ativo: false });
      expect(await tokenOf(p, "rui", NEW_SENHA)).toBeNull();
    },
    refusal: {
      params: ({ team }) => ({ id: team.proprietario.usuarioId, ativo: false }),
      sentence: "usuarioProprietario",
    },
  },
  "Usuario.deleteUsuario": {
    caller: "proprietario",
    params: async (p) => ({ id: await idOf(p, "rui") }),
    verify: async (_answer, p) => {
      expect(await findUsuario(p, "rui")).toBeUndefined();
      expect(await p.road.asOwner("SELECT FROM usuario WHERE email LIKE 'rui@%'")).toHaveLength(0);
    },
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "usuarioNaoEncontrado" },
  },
  "Usuario.getMeusDados": {
    caller: "administrador",
    params: () => ({ antesDe: null }),
    verify: ({ object }, { team }) => {
      const { usuario, sessoes, atos } = object as { usuario: Row; sessoes: Row[]; atos: Row[] };
      expect(usuario).toMatchObject({ id: team.administrador.usuarioId });
      expect(sessoes.filter(({ atual }) => atual)).toHaveLength(1);
      expect(atos.length).toBeGreaterThan(0);
    },
    refusal: null,
  },
  "Usuario.deleteMeusDados": {
    caller: "usuario",
    params: () => ({ nomeUsuario: "nina" }),
    headers: ({ nina }) => ({ authorization: `Bearer ${nina.token}` }),
    verify: async ({ mensagem }, p) => {
      expect(mensagem).toBe(MESSAGES.meusDadosApagados);
      expect(await p.road.asOwner("SELECT FROM usuario WHERE email LIKE 'nina@%'")).toHaveLength(0);
      const after = await rpc(p.wire, { id: 1, method: "Usuario.getUsuarioAtual", authToken: p.nina.token });
      expect(after.error).toEqual({ code: -32001, message: "Unauthorized" });
    },
    refusal: {
      params: () => ({ nomeUsuario: "nina" }),
      sentence: "usuarioNaoConfere",
      campo: "nomeUsuario",
    },
  },
  "Usuario.saveColor": {
    caller: "usuario",
    params: () => ({ color: "#1b7f5c" }),
    verify: async (_answer, p) => expect(await findUsuario(p, "bia")).toMatchObject({ color: "#1b7f5c" }),
    refusal: null,
  },
  "Usuario.resetPassword": {
    caller: "visitante",
    params: () => ({ email: "rita@exemplo.test" }),
    verify: async ({ mensagem }, { road: pipeline }) => {
      expect(mensagem).toBe(MESSAGES.redefinicaoEnviada);
      await settlePasswordResets();
      expect(
        await pipeline.asOwner("SELECT FROM envio WHERE para::text LIKE '%rita@exemplo.test%'"),
      ).toHaveLength(1);
    },
    refusal: { params: () => ({ email: "rita" }), sentence: "emailInvalido", campo: "email" },
  },
  "Usuario.loadSetupPassword": {
    caller: "visitante",
    params: async (p) => ({ resetToken: await p.link(p.rita.usuarioId, "senha") }),
    verify: ({ object }) =>
      expect(object).toMatchObject({
        identificador: "demo",
        nomeUsuario: "rita",
        email: "rita@exemplo.test",
      }),
    refusal: { params: () => ({ resetToken: UNKNOWN_TOKEN }), sentence: "tokenSenhaInvalido" },
  },
  "Usuario.saveSetupPassword": {
    caller: "visitante",
    params: async (p) => ({
      resetToken: await p.link(p.rita.usuarioId, "senha"),
      newPassword: NEW_SENHA,
    }),
    verify: async ({ mensagem }, p) => {
      expect(mensagem).toBe(MESSAGES.senhaRedefinida);
      expect(await tokenOf(p, "rita", NEW_SENHA)).toMatch(/^[\w-]{43}$/);
      expect(await tokenOf(p, "rita", SENHA)).toBeNull();
    },
    refusal: {
      params: () => ({ resetToken: UNKNOWN_TOKEN, newPassword: NEW_SENHA }),
      sentence: "tokenSenhaInvalido",
    },
  },
};
