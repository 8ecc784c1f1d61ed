import { MENSAGENS } from "@malote/contract";
import { diaInZona, zonaOfUf } from "@malote/syntax";
import { expect } from "vitest";
import { solveCaptcha } from "./captcha.ts";
import type { Casos } from "./contrato-palco.ts";

/** The conta, its registro, and the product's list of contas. */
export const CASOS_CONTA: Casos<"Conta" | "Registro" | "Produto"> = {
  "Conta.getConta": {
    por: "api",
    envia: () => ({}),
    mostra: ({ object }, { contaId }) =>
      expect(object).toMatchObject({
        id: contaId,
        identificador: "demo",
        plano: expect.any(Number),
        uso: { mes: expect.stringMatching(/^\d{4}-\d{2}$/), limite: expect.any(Number) },
      }),
    recusa: null,
  },
  "Conta.saveConta": {
    por: "proprietario",
    envia: () => ({ conta: { tipoPessoa: "Física", identificador: "demo", uf: "SP" } }),
    mostra: async (_answer, { elenco }) => {
      const { object } = await elenco.usuario.call("Conta.getConta", {});
      expect(object).toMatchObject({ tipoPessoa: "Física", uf: "SP" });
    },
    recusa: {
      envia: () => ({ conta: { tipoPessoa: "Jurídica", identificador: "demo", uf: "" } }),
      diz: "ufSemValor",
      campo: "conta.uf",
    },
  },
  "Conta.setSegundoFatorManifestacao": {
    por: "administrador",
    envia: () => ({ exigido: true }),
    mostra: async (_answer, { elenco }) => {
      const { object } = await elenco.proprietario.call("Conta.getConta", {});
      expect(object).toMatchObject({ segundoFatorManifestacao: true });
      await elenco.proprietario.call("Conta.setSegundoFatorManifestacao", { exigido: false });
    },
    recusa: null,
  },
  "Conta.newConta": {
    por: "visitante",
    envia: async ({ wire }) => ({
      captcha: await solveCaptcha(wire, "criar-conta"),
      conta: { tipoPessoa: "Jurídica", identificador: "padaria-nova", uf: "PR" },
      emailUsuario: "nova@exemplo.test",
      nomeUsuario: "nova",
      nomeCompleto: "Nova de Teste",
    }),
    mostra: async ({ mensagem }, { road }) => {
      expect(mensagem).toBe(MENSAGENS.contaCriada);
      const rows = await road.asOwner(
        `SELECT u.ativado, u.proprietario_conta AS dona FROM usuario u JOIN conta c ON c.id = u.conta_id
         WHERE c.identificador = 'padaria-nova' AND c.uf = 'PR'`,
      );
      expect(rows).toEqual([{ ativado: false, dona: true }]);
    },
    recusa: {
      envia: () => ({
        captcha: "",
        conta: { tipoPessoa: "Jurídica", identificador: "padaria-outra", uf: "PR" },
        emailUsuario: "nova@exemplo.test",
        nomeUsuario: "nova",
        nomeCompleto: "Nova de Teste",
      }),
      diz: "captchaObrigatorio",
      campo: "captcha",
    },
  },
  "Conta.sendContato": {
    por: "visitante",
    envia: async ({ wire }) => ({
      captcha: await solveCaptcha(wire, "contato"),
      homePageContato: { nome: "Léo", email: "leo@exemplo.test", mensagem: "Quero conhecer o Malote." },
    }),
    mostra: ({ mensagem }) => expect(mensagem).toBe(MENSAGENS.contatoEnviado),
    recusa: {
      envia: () => ({
        captcha: "inventado",
        homePageContato: { nome: "Léo", email: "leo@exemplo.test", mensagem: "Quero conhecer o Malote." },
      }),
      diz: "captchaInvalido",
      campo: "captcha",
    },
  },
  "Conta.getListUso": {
    por: "usuario",
    envia: () => ({}),
    mostra: ({ results }, { road }) => {
      expect(results).toHaveLength(12);
      const hoje = diaInZona(road.clock.now(), zonaOfUf(road.sandbox.info.empresas[0]?.uf ?? ""));
      expect(results?.[0]).toMatchObject({ mes: hoje.slice(0, 7) });
    },
    recusa: null,
  },
  "Produto.getListConta": {
    por: "proprietario",
    envia: async ({ road, elenco }) => {
      const { usuarioId } = elenco.proprietario;
      await road.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [usuarioId]);
      return {};
    },
    mostra: ({ results, totalCount }) => {
      expect(totalCount).toBeGreaterThan(0);
      expect(results?.[0]).toMatchObject({ identificador: expect.any(String), espera: expect.any(Number) });
    },
    recusa: { envia: () => ({}), diz: "produtoRestrito" },
  },
  "Registro.getListRegistro": {
    por: "administrador",
    envia: () => ({}),
    mostra: ({ results, totalCount }) => {
      expect(totalCount).toBeGreaterThan(0);
      expect(results?.[0]).toMatchObject({
        acao: expect.stringMatching(/^[a-z-]+$/),
        texto: expect.stringMatching(/\w/),
        ordem: expect.any(Number),
      });
    },
    recusa: {
      envia: () => ({ searchFilter: { quandoDe: "2026-11-30", quandoAte: "2026-11-01" } }),
      diz: "periodoInvertido",
      campo: "searchFilter.quandoAte",
    },
  },
  "Registro.verifyRegistro": {
    por: "administrador",
    envia: () => ({}),
    mostra: ({ object }) =>
      expect(object).toEqual({ integro: true, conferidos: expect.any(Number), quebradoEm: null }),
    recusa: null,
  },
};
