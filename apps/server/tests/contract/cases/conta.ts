import { MESSAGES } from "@malote/contract";
import { dayInZone, zoneOfUf } from "@malote/syntax";
import { expect } from "vitest";
import { solveCaptcha } from "../../setup/captcha.ts";
import type { MethodCases } from "../contract-fixture.ts";

/** The conta, its registro, and the product's list of contas. */
export const CONTA_CASES: MethodCases<"Conta" | "Registro" | "Produto"> = {
  "Conta.getConta": {
    caller: "api",
    params: () => ({}),
    verify: ({ object }, { contaId }) =>
      expect(object).toMatchObject({
        id: contaId,
        identificador: "demo",
        plano: expect.any(Number),
        uso: { mes: expect.stringMatching(/^\d{4}-\d{2}$/), limite: expect.any(Number) },
      }),
    refusal: null,
  },
  "Conta.saveConta": {
    caller: "proprietario",
    params: () => ({ conta: { tipoPessoa: "Física", identificador: "demo", uf: "SP" } }),
    verify: async (_answer, { team }) => {
      const { object } = await team.usuario.call("Conta.getConta", {});
      expect(object).toMatchObject({ tipoPessoa: "Física", uf: "SP" });
    },
    refusal: {
      params: () => ({ conta: { tipoPessoa: "Jurídica", identificador: "demo", uf: "" } }),
      sentence: "ufSemValor",
      campo: "conta.uf",
    },
  },
  "Conta.setSegundoFatorManifestacao": {
    caller: "administrador",
    params: () => ({ exigido: true }),
    verify: async (_answer, { team }) => {
      const { object } = await team.proprietario.call("Conta.getConta", {});
      expect(object).toMatchObject({ segundoFatorManifestacao: true });
      await team.proprietario.call("Conta.setSegundoFatorManifestacao", { exigido: false });
    },
    refusal: null,
  },
  "Conta.newConta": {
    caller: "visitante",
    params: async ({ wire }) => ({
      captcha: await solveCaptcha(wire, "criar-conta"),
      conta: { tipoPessoa: "Jurídica", identificador: "padaria-nova", uf: "PR" },
      emailUsuario: "nova@exemplo.test",
      nomeUsuario: "nova",
      nomeCompleto: "Nova de Teste",
    }),
    verify: async ({ mensagem }, { road: pipeline }) => {
      expect(mensagem).toBe(MESSAGES.contaCriada);
      const rows = await pipeline.asOwner(
        `SELECT u.ativado, u.proprietario_conta AS dona FROM usuario u JOIN conta c ON c.id = u.conta_id
         WHERE c.identificador = 'padaria-nova' AND c.uf = 'PR'`,
      );
      expect(rows).toEqual([{ ativado: false, dona: true }]);
    },
    refusal: {
      params: () => ({
        captcha: "",
        conta: { tipoPessoa: "Jurídica", identificador: "padaria-outra", uf: "PR" },
        emailUsuario: "nova@exemplo.test",
        nomeUsuario: "nova",
        nomeCompleto: "Nova de Teste",
      }),
      sentence: "captchaObrigatorio",
      campo: "captcha",
    },
  },
  "Conta.sendContato": {
    caller: "visitante",
    params: async ({ wire }) => ({
      captcha: await solveCaptcha(wire, "contato"),
      homePageContato: { nome: "Léo", email: "leo@exemplo.test", mensagem: "Quero conhecer o Malote." },
    }),
    verify: ({ mensagem }) => expect(mensagem).toBe(MESSAGES.contatoEnviado),
    refusal: {
      params: () => ({
        captcha: "inventado",
        homePageContato: { nome: "Léo", email: "leo@exemplo.test", mensagem: "Quero conhecer o Malote." },
      }),
      sentence: "captchaInvalido",
      campo: "captcha",
    },
  },
  "Conta.getListUso": {
    caller: "usuario",
    params: () => ({}),
    verify: ({ results }, { road: pipeline }) => {
      expect(results).toHaveLength(12);
      const today = dayInZone(pipeline.clock.now(), zoneOfUf(pipeline.sandbox.info.empresas[0]?.uf ?? ""));
      expect(results?.[0]).toMatchObject({ mes: today.slice(0, 7) });
    },
    refusal: null,
  },
  "Produto.getListConta": {
    caller: "proprietario",
    params: async ({ road: pipeline, team }) => {
      const { usuarioId } = team.proprietario;
      await pipeline.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [usuarioId]);
      return {};
    },
    verify: ({ results, totalCount }) => {
      expect(totalCount).toBeGreaterThan(0);
      expect(results?.[0]).toMatchObject({ identificador: expect.any(String), espera: expect.any(Number) });
    },
    refusal: { params: () => ({}), sentence: "produtoRestrito" },
  },
  "Registro.getListRegistro": {
    caller: "administrador",
    params: () => ({}),
    verify: ({ results, totalCount }) => {
      expect(totalCount).toBeGreaterThan(0);
      expect(results?.[0]).toMatchObject({
        acao: expect.stringMatching(/^[a-z-]+$/),
        texto: expect.stringMatching(/\w/),
        ordem: expect.any(Number),
      });
    },
    refusal: {
      params: () => ({ searchFilter: { quandoDe: "2026-11-30", quandoAte: "2026-11-01" } }),
      sentence: "periodoInvertido",
      campo: "searchFilter.quandoAte",
    },
  },
  "Registro.verifyRegistro": {
    caller: "administrador",
    params: () => ({}),
    verify: ({ object }) =>
      expect(object).toEqual({ integro: true, conferidos: expect.any(Number), quebradoEm: null }),
    refusal: null,
  },
};
