import { MENSAGENS } from "@malote/contract";
import { generateSync } from "otplib";
import { expect } from "vitest";
import { settlePedidosDeSenha } from "../src/services/usuario/reset-senha.ts";
import { type Casos, NADA, type Palco } from "./contrato-palco.ts";
import { SENHA_DE_TESTE } from "./factories.ts";
import { rpc, SAME_ORIGIN, signIn } from "./wire.ts";

const SENHA = SENHA_DE_TESTE;
const NOVA = "Padaria2026";
const TOKEN_DE_NADA = "x".repeat(43);

type Linha = Record<string, unknown>;

/** The recovery codes of the administrator's second factor, each valid once. */
const codigos: string[] = [];

/** One user as the conta's list shows them. */
async function findUsuario({ elenco }: Palco, nomeUsuario: string): Promise<Linha | undefined> {
  const { results } = await elenco.proprietario.call("Usuario.getListUsuario", {});
  return (results as Linha[]).find((row) => row.nomeUsuario === nomeUsuario);
}

const idOf = async (p: Palco, nomeUsuario: string): Promise<string> =>
  String((await findUsuario(p, nomeUsuario))?.id);

async function tokenOf({ wire }: Palco, nomeUsuario: string, senha: string): Promise<unknown> {
  const answer = await signIn(wire, { identificador: "demo", nomeUsuario, senha });
  return ((await answer.json()) as { result: { authToken: unknown } }).result.authToken;
}

const pessoa = (nomeUsuario: string) => ({
  nome: "Rui",
  nomeUsuario,
  nomeCompleto: "Rui Prado",
  email: `${nomeUsuario}@exemplo.test`,
});

/** Sign-in, sessions and users. */
export const CASOS_PESSOAS: Casos<"Auth" | "Usuario"> = {
  "Auth.logar": {
    por: "visitante",
    envia: () => ({ identificador: "demo", nomeUsuario: "bia", senha: SENHA }),
    mostra: (answer) =>
      expect(answer).toEqual({
        sucesso: true,
        authToken: expect.stringMatching(/^[\w-]{43}$/),
        mensagem: null,
      }),
    recusa: {
      envia: () => ({ identificador: "demo", nomeUsuario: "bia", senha: "errada123" }),
      diz: "credenciaisInvalidas",
    },
  },
  "Auth.retomar": {
    por: "visitante",
    envia: () => ({}),
    headers: ({ elenco }) => ({ ...SAME_ORIGIN, cookie: elenco.usuario.cookie }),
    mostra: (answer) => expect(answer).toMatchObject({ authToken: expect.stringMatching(/^[\w-]{43}$/) }),
    recusa: { envia: () => ({}), diz: "Unauthorized" },
  },
  "Auth.sair": {
    por: "usuario",
    envia: () => ({}),
    headers: ({ rita }) => ({ authorization: `Bearer ${rita.token}` }),
    mostra: async (_answer, { wire, rita }) => {
      const { token } = rita;
      const after = await rpc(wire, { id: 1, method: "Usuario.getUsuarioAtual", authToken: token });
      expect(after.error).toEqual({ code: -32001, message: "Unauthorized" });
    },
    recusa: null,
  },
  "Auth.getListSessao": {
    por: "usuario",
    envia: () => ({}),
    mostra: ({ results }) => {
      expect((results as Linha[]).filter(({ atual }) => atual)).toHaveLength(1);
      expect(JSON.stringify(results)).not.toMatch(/token/i);
    },
    recusa: null,
  },
  "Auth.endSessao": {
    por: "usuario",
    envia: async (p) => {
      await tokenOf(p, "bia", SENHA);
      const { results } = await p.elenco.usuario.call("Auth.getListSessao", {});
      return { id: String((results as Linha[]).find(({ atual }) => !atual)?.id) };
    },
    mostra: async (_answer, { elenco }) => {
      const { object } = await elenco.usuario.call("Usuario.getUsuarioAtual", {});
      expect(object).toMatchObject({ usuario: { nomeUsuario: "bia" } });
    },
    recusa: { envia: () => ({ id: NADA }), diz: "sessaoNaoEncontrada" },
  },
  "Auth.endOutrasSessoes": {
    por: "usuario",
    envia: async (p) => {
      await tokenOf(p, "bia", SENHA);
      return {};
    },
    mostra: async ({ object }, { elenco }) => {
      expect((object as { encerradas: number }).encerradas).toBeGreaterThan(0);
      const { results } = await elenco.usuario.call("Auth.getListSessao", {});
      expect(results).toMatchObject([{ atual: true }]);
    },
    recusa: null,
  },
  "Auth.startSegundoFator": {
    por: "administrador",
    envia: () => ({ senha: SENHA }),
    mostra: ({ object }) =>
      expect(object).toMatchObject({
        segredo: expect.stringMatching(/^[A-Z2-7]{16,}$/),
        uri: expect.stringMatching(/^otpauth:\/\/totp\//),
        qrSvg: expect.stringMatching(/^<svg /),
      }),
    recusa: { envia: () => ({ senha: "errada123" }), diz: "senhaAtualErrada", campo: "senha" },
  },
  "Auth.confirmSegundoFator": {
    por: "administrador",
    envia: async ({ elenco, road }) => {
      const { object } = await elenco.administrador.call("Auth.startSegundoFator", { senha: SENHA });
      const epoch = Math.floor(road.clock.now().getTime() / 1_000);
      return { codigo: generateSync({ secret: (object as { segredo: string }).segredo, epoch }) };
    },
    mostra: async ({ object }, p) => {
      codigos.push(...(object as { codigosReserva: string[] }).codigosReserva);
      expect(codigos.length).toBeGreaterThan(4);
      expect(await findUsuario(p, "gerente")).toMatchObject({ segundoFator: true });
    },
    recusa: { envia: () => ({ codigo: "000000" }), diz: "segundoFatorNaoIniciado" },
  },
  "Auth.removeSegundoFator": {
    por: "administrador",
    envia: () => ({ senha: SENHA, codigo: codigos.shift() ?? "" }),
    mostra: async (_answer, p) =>
      expect(await findUsuario(p, "gerente")).toMatchObject({ segundoFator: false }),
    recusa: { envia: () => ({ senha: "errada123" }), diz: "senhaAtualErrada", campo: "senha" },
  },
  "Auth.reautenticar": {
    por: "usuario",
    envia: () => ({ senha: SENHA }),
    mostra: async (_answer, { road, elenco }) => {
      const acts = await road.asOwner(
        "SELECT FROM registro WHERE acao = 'reautenticar' AND usuario_id = $1",
        [elenco.usuario.usuarioId],
      );
      expect(acts).toHaveLength(1);
    },
    recusa: { envia: () => ({ senha: "errada123" }), diz: "senhaAtualErrada", campo: "senha" },
  },
  "Usuario.getUsuarioAtual": {
    por: "usuario",
    envia: () => ({}),
    mostra: ({ object }, { elenco }) =>
      expect(object).toMatchObject({
        usuario: { id: elenco.usuario.usuarioId, nomeUsuario: "bia", administrador: false },
        conta: { identificador: "demo", sandbox: true },
      }),
    recusa: null,
  },
  "Usuario.getAPIToken": {
    por: "proprietario",
    envia: () => ({}),
    mostra: ({ object }, { elenco }) => {
      expect(object).toMatchObject({ mascara: expect.stringMatching(/\w/), criadoPor: "Ana de Teste" });
      expect(JSON.stringify(object)).not.toContain(elenco.api.token);
    },
    recusa: null,
  },
  "Usuario.setNewAPIToken": {
    por: "proprietario",
    envia: () => ({}),
    mostra: async ({ object, mensagem }, { wire, elenco }) => {
      expect(mensagem).toBe(MENSAGENS.apiTokenGerado);
      const { token } = object as { token: string };
      const call = (authToken: string) => rpc(wire, { id: 1, method: "Conta.getConta", authToken });
      expect((await call(elenco.api.token)).error?.code).toBe(-32001);
      expect((await call(token)).result?.sucesso).toBe(true);
      elenco.api.token = token;
    },
    recusa: null,
  },
  "Usuario.getListUsuario": {
    por: "usuario",
    envia: () => ({ listSearchOrder: "usuario" }),
    mostra: ({ results, totalCount }) => {
      const names = (results as { nomeUsuario: string }[]).map(({ nomeUsuario }) => nomeUsuario);
      expect(names).toEqual(names.toSorted());
      expect(names).toEqual(expect.arrayContaining(["bia", "dona", "gerente", "marina"]));
      expect(totalCount).toBe(names.length);
      expect(JSON.stringify(results)).not.toMatch(/senha|argon2/i);
    },
    recusa: null,
  },
  "Usuario.getUsuario": {
    por: "administrador",
    envia: ({ elenco }) => ({ id: elenco.usuario.usuarioId }),
    mostra: ({ object }) =>
      expect(object).toMatchObject({ nomeUsuario: "bia", proprietarioConta: false, ativo: true }),
    recusa: { envia: () => ({ id: NADA }), diz: "usuarioNaoEncontrado" },
  },
  "Usuario.saveUsuario": {
    por: "administrador",
    envia: ({ elenco }) => ({
      usuario: { ...pessoa("bia"), id: elenco.usuario.usuarioId, nomeCompleto: "Bia de Teste", ativo: true },
    }),
    mostra: async ({ object }, p) => {
      expect(object).toEqual({ id: p.elenco.usuario.usuarioId });
      expect(await findUsuario(p, "bia")).toMatchObject({
        nomeCompleto: "Bia de Teste",
        administrador: false,
      });
    },
    recusa: {
      envia: ({ elenco }) => ({ usuario: { ...pessoa("marina"), id: elenco.usuario.usuarioId } }),
      diz: "nomeUsuarioEmUso",
      campo: "usuario.nomeUsuario",
    },
  },
  "Usuario.inviteUsuario": {
    por: "administrador",
    envia: () => ({ usuario: pessoa("rui") }),
    mostra: async ({ mensagem }, p) => {
      expect(mensagem).toBe(MENSAGENS.conviteEnviado);
      expect(await findUsuario(p, "rui")).toMatchObject({ ativado: false, conviteExpiraEm: /T/ });
    },
    recusa: {
      envia: () => ({ usuario: { ...pessoa("rui2"), email: "rui" } }),
      diz: "emailInvalido",
      campo: "usuario.email",
    },
  },
  "Usuario.loadInviteUsuario": {
    por: "visitante",
    envia: async (p) => ({ inviteToken: await p.link(await idOf(p, "rui"), "convite") }),
    mostra: ({ object }) => expect(object).toEqual({ identificador: "demo", ...pessoa("rui") }),
    recusa: { envia: () => ({ inviteToken: TOKEN_DE_NADA }), diz: "tokenConviteInvalido" },
  },
  "Usuario.saveInviteUsuario": {
    por: "visitante",
    envia: async (p) => ({
      usuario: { nomeCompleto: "Rui do Prado" },
      inviteToken: await p.link(await idOf(p, "rui"), "convite"),
      password: NOVA,
    }),
    mostra: async ({ mensagem }, p) => {
      expect(mensagem).toBe(MENSAGENS.conviteAceito);
      expect(await findUsuario(p, "rui")).toMatchObject({ ativado: true, nomeCompleto: "Rui do Prado" });
      expect(await tokenOf(p, "rui", NOVA)).toMatch(/^[\w-]{43}$/);
    },
    recusa: {
      envia: () => ({ inviteToken: TOKEN_DE_NADA, password: "12345678" }),
      diz: "senhaFraca",
      campo: "password",
    },
  },
  "Usuario.setAtivo": {
    por: "administrador",
    envia: async (p) => ({ id: await idOf(p, "rui"), ativo: false }),
    mostra: async ({ mensagem }, p) => {
      expect(mensagem).toBe(MENSAGENS.usuarioInativado);
      expect(await findUsuario(p, "rui")).toMatchObject({ ativo: false });
      expect(await tokenOf(p, "rui", NOVA)).toBeNull();
    },
    recusa: {
      envia: ({ elenco }) => ({ id: elenco.proprietario.usuarioId, ativo: false }),
      diz: "usuarioProprietario",
    },
  },
  "Usuario.deleteUsuario": {
    por: "proprietario",
    envia: async (p) => ({ id: await idOf(p, "rui") }),
    mostra: async (_answer, p) => {
      expect(await findUsuario(p, "rui")).toBeUndefined();
      expect(await p.road.asOwner("SELECT FROM usuario WHERE email LIKE 'rui@%'")).toHaveLength(0);
    },
    recusa: { envia: () => ({ id: NADA }), diz: "usuarioNaoEncontrado" },
  },
  "Usuario.saveColor": {
    por: "usuario",
    envia: () => ({ color: "#1b7f5c" }),
    mostra: async (_answer, p) => expect(await findUsuario(p, "bia")).toMatchObject({ color: "#1b7f5c" }),
    recusa: null,
  },
  "Usuario.resetPassword": {
    por: "visitante",
    envia: () => ({ email: "rita@exemplo.test" }),
    mostra: async ({ mensagem }, { road }) => {
      expect(mensagem).toBe(MENSAGENS.redefinicaoEnviada);
      await settlePedidosDeSenha();
      expect(
        await road.asOwner("SELECT FROM envio WHERE para::text LIKE '%rita@exemplo.test%'"),
      ).toHaveLength(1);
    },
    recusa: { envia: () => ({ email: "rita" }), diz: "emailInvalido", campo: "email" },
  },
  "Usuario.loadSetupPassword": {
    por: "visitante",
    envia: async (p) => ({ resetToken: await p.link(p.rita.usuarioId, "senha") }),
    mostra: ({ object }) =>
      expect(object).toMatchObject({
        identificador: "demo",
        nomeUsuario: "rita",
        email: "rita@exemplo.test",
      }),
    recusa: { envia: () => ({ resetToken: TOKEN_DE_NADA }), diz: "tokenSenhaInvalido" },
  },
  "Usuario.saveSetupPassword": {
    por: "visitante",
    envia: async (p) => ({
      resetToken: await p.link(p.rita.usuarioId, "senha"),
      newPassword: NOVA,
    }),
    mostra: async ({ mensagem }, p) => {
      expect(mensagem).toBe(MENSAGENS.senhaRedefinida);
      expect(await tokenOf(p, "rita", NOVA)).toMatch(/^[\w-]{43}$/);
      expect(await tokenOf(p, "rita", SENHA)).toBeNull();
    },
    recusa: {
      envia: () => ({ resetToken: TOKEN_DE_NADA, newPassword: NOVA }),
      diz: "tokenSenhaInvalido",
    },
  },
};
