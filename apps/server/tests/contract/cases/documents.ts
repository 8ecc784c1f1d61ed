import { formatMessage, PAGE_DEPTH_MAX } from "@malote/contract";
import { expect } from "vitest";
import { solveCaptcha } from "../../setup/captcha.ts";
import { type MethodCases, UNKNOWN_ID } from "../contract-fixture.ts";

const REVERSED = { de: "2026-11-30", ate: "2026-11-01" };
const JUSTIFICATIVA = "A mercadoria chegou avariada e voltou";
const DEEP_PAGE = { currentPage: PAGE_DEPTH_MAX, pageSize: 200 };

/** Notas, e-mails, auditor records, painel and autocompletes. */
export const DOCUMENT_CASES: MethodCases<"Nota" | "Email" | "Auditor" | "Autocomplete"> = {
  "Nota.getListNota": {
    caller: "usuario",
    params: ({ nfe }) => ({ entradaSaida: "E", searchFilter: { chaveAcesso: nfe.chave } }),
    verify: ({ results, totalCount }, { nfe }) => {
      expect(totalCount).toBe(1);
      expect(results).toMatchObject([
        { id: nfe.id, chaveAcesso: nfe.chave, tipoNota: "NFe", entradaSaida: "E" },
      ]);
    },
    refusal: {
      params: () => ({ searchFilter: { emissaoDe: "2026-11-30", emissaoAte: "2026-11-01" } }),
      sentence: "periodoInvertido",
      campo: "searchFilter.emissaoAte",
    },
  },
  "Nota.getNota": {
    caller: "usuario",
    params: ({ nfe }) => ({ id: nfe.id }),
    verify: ({ object }, { nfe }) => {
      expect(object).toMatchObject({ id: nfe.id, nfeStatus: "100" });
      expect((object as { itens: unknown[] }).itens[0]).toMatchObject({
        numero: "1",
        valorTotal: expect.stringMatching(/^\d+\.\d\d$/),
      });
      expect(object).toMatchObject({ listEventos: [{ tpEvento: "110110", temXml: true }] });
    },
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "notaNaoEncontrada" },
  },
  "Nota.getNotaJson": {
    caller: "api",
    params: ({ nfe }) => ({ id: nfe.id }),
    verify: ({ object }, { nfe }) => expect(JSON.stringify(object)).toContain(`"@Id":"NFe${nfe.chave}"`),
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "notaNaoEncontrada" },
  },
  "Nota.getNumeroDivergencias": {
    caller: "usuario",
    params: () => ({ entradaSaida: "E", searchDateRange: { de: "2026-10-01", ate: "2026-10-31" } }),
    verify: ({ object, totalCount }) => {
      expect(totalCount).toBe(1);
      expect(object).toEqual({ NFe: 1, CTe: 0, CTeOS: 0, MDFe: 0, NFCe: 0 });
    },
    refusal: {
      params: () => ({ searchDateRange: REVERSED }),
      sentence: "periodoInvertido",
      campo: "searchDateRange.ate",
    },
  },
  "Nota.getNotasDivergentes": {
    caller: "usuario",
    params: () => ({ entradaSaida: "E", searchDateRange: { de: "2026-10-01", ate: "2026-10-31" } }),
    verify: ({ results }, { divergente }) =>
      expect(results).toMatchObject([
        { id: divergente.id, nfeStatus: "100", sefazStatus: "101", divergente: true },
      ]),
    refusal: { params: () => DEEP_PAGE, sentence: "paginaFunda", values: { limite: "10.000" } },
  },
  "Nota.globalSearchNota": {
    caller: "usuario",
    params: ({ nfe }) => ({ searchKey: nfe.chave }),
    verify: ({ results }, { nfe }) =>
      expect(results?.[0]).toMatchObject({ alvo: "nota", id: nfe.id, type: "E", notaId: nfe.id }),
    refusal: {
      params: () => ({ searchKey: "ab" }),
      sentence: "buscaCurta",
      values: { min: 3 },
      campo: "searchKey",
    },
  },
  "Nota.getNotaDownloadPublico": {
    caller: "visitante",
    params: async ({ wire, nfe }) => ({
      captcha: await solveCaptcha(wire, "download"),
      ChaveAcesso: nfe.chave,
    }),
    verify: ({ object }) =>
      expect(object).toMatchObject({ ticket: expect.stringMatching(/.{20}/), tipoNota: "NFe" }),
    refusal: {
      params: () => ({ captcha: "x", ChaveAcesso: " " }),
      sentence: "chavePublicaObrigatoria",
      campo: "ChaveAcesso",
    },
  },
  "Nota.getNotasEntradaEmAberto": {
    caller: "usuario",
    params: () => ({}),
    verify: async ({ object, totalCount }, { road: pipeline }) => {
      const [row] = await pipeline.asOwner<{ n: number }>(
        `SELECT count(*)::int AS n FROM nota WHERE papel = 'E' AND tipo_nota IN ('NFe', 'CTe')
           AND NOT processado_erp AND NOT quarentena AND NOT terceiros`,
      );
      const { NFe, CTe } = object as Record<string, number>;
      expect([totalCount, (NFe ?? 0) + (CTe ?? 0)]).toEqual([row?.n, row?.n]);
      expect(NFe).toBeGreaterThan(0);
    },
    refusal: null,
  },
  "Nota.setProcessadoErp": {
    caller: "api",
    params: ({ cte }) => ({ id: cte.id, processado: true }),
    verify: async (_answer, { team, cte }) => {
      const { object } = await team.usuario.call("Nota.getNota", { id: cte.id });
      expect(object).toMatchObject({ processadoErp: true, processadoPor: expect.stringMatching(/\w/) });
    },
    refusal: { params: ({ presa }) => ({ id: presa.id, processado: true }), sentence: "notaEmQuarentena" },
  },
  "Nota.setRecebido": {
    caller: "usuario",
    params: ({ cte }) => ({ id: cte.id, recebido: true }),
    verify: async (_answer, { team, cte }) => {
      const { object } = await team.usuario.call("Nota.getNota", { id: cte.id });
      expect(object).toMatchObject({ recebido: true, recebidoPor: "Bia de Teste" });
    },
    refusal: { params: () => ({ id: UNKNOWN_ID, recebido: true }), sentence: "notaNaoEncontrada" },
  },
  "Nota.setConferido": {
    caller: "usuario",
    params: ({ cte }) => ({ id: cte.id, conferido: true }),
    verify: async (_answer, { team, cte }) => {
      const { object } = await team.usuario.call("Nota.getNota", { id: cte.id });
      expect(object).toMatchObject({ conferido: true, conferidoPor: "Bia de Teste" });
    },
    refusal: { params: () => ({ id: UNKNOWN_ID, conferido: true }), sentence: "notaNaoEncontrada" },
  },
  "Nota.liberarQuarentena": {
    caller: "administrador",
    params: ({ presa }) => ({ id: presa.id, motivo: "Conferida por telefone com o emitente" }),
    verify: async (_answer, { team, presa }) => {
      const { object } = await team.usuario.call("Nota.getNota", { id: presa.id });
      expect(object).toMatchObject({
        quarentena: false,
        quarentenaMotivo: "Conferida por telefone com o emitente",
      });
    },
    refusal: {
      params: ({ presa }) => ({ id: presa.id, motivo: "curto" }),
      sentence: "liberacaoMotivoTamanho",
      values: { min: 15, max: 255 },
      campo: "motivo",
    },
  },
  "Nota.colocarQuarentena": {
    caller: "administrador",
    params: async ({ team, presa }) => {
      await team.administrador.call("Nota.liberarQuarentena", {
        id: presa.id,
        motivo: "Conferida no portal",
      });
      return { id: presa.id, motivo: "O emitente desmentiu por telefone" };
    },
    verify: async (_answer, { team, presa }) => {
      const { object } = await team.usuario.call("Nota.getNota", { id: presa.id });
      expect(object).toMatchObject({ quarentena: true, quarentenaMotivo: null });
      expect((object as { atosQuarentena: unknown[] }).atosQuarentena.at(-1)).toMatchObject({
        acao: "colocou",
        motivo: "O emitente desmentiu por telefone",
      });
    },
    refusal: {
      params: ({ nfe }) => ({ id: nfe.id, motivo: "Nada a desmente, mas assim mesmo" }),
      sentence: "notaSemMotivoDeQuarentena",
    },
  },
  "Nota.manifestacao": {
    caller: "manifestante",
    params: ({ nfe }) => ({ tipo: "NFe", novoStatus: 4, id: nfe.id }),
    verify: async (_answer, { team, nfe }) => {
      const { object } = await team.usuario.call("Nota.getNota", { id: nfe.id });
      expect(object).toMatchObject({
        manifestacoes: [{ status: 4, estado: "pendente", quem: "Ana de Teste" }],
      });
    },
    refusal: {
      params: ({ nfe }) => ({ tipo: "NFe", novoStatus: 3, id: nfe.id, justificativa: "curta" }),
      sentence: "justificativaTamanho",
      values: { min: 15, max: 255 },
      campo: "justificativa",
    },
  },
  "Nota.manifestarLote": {
    caller: "manifestante",
    params: ({ cte }) => ({ ids: [cte.id, UNKNOWN_ID], novoStatus: 3, justificativa: JUSTIFICATIVA }),
    verify: ({ results, totalCount }, { cte }) => {
      expect(totalCount).toBe(2);
      expect(results).toEqual([
        { id: cte.id, mensagem: formatMessage("manifestacaoSoNfe") },
        { id: UNKNOWN_ID, mensagem: formatMessage("notaNaoEncontrada") },
      ]);
    },
    refusal: {
      params: ({ nfe }) => ({ ids: [nfe.id], novoStatus: 0 }),
      sentence: "manifestacaoNaoVolta",
      campo: "novoStatus",
    },
  },
  "Nota.sendEvento": {
    caller: "manifestante",
    params: ({ nfe }) => ({
      id: nfe.id,
      tpEvento: "211150",
      itens: [{ nItem: 1, valorIBS: "1.00", valorCBS: "9.00" }],
    }),
    verify: async ({ object }, { team, nfe }) => {
      const shown = await team.usuario.call("Nota.getNota", { id: nfe.id });
      const { id } = object as { id: string };
      expect(shown.object).toMatchObject({
        eventosPedidos: [{ id, tpEvento: "211150", estado: "pendente" }],
      });
    },
    refusal: {
      params: ({ nfe }) => ({ id: nfe.id, tpEvento: "211150", itens: [] }),
      sentence: "eventoSemItens",
      campo: "itens",
    },
  },
  "Nota.hasSefazStatus": {
    caller: "usuario",
    params: ({ nfe }) => ({ tipo: "NFe", chave: nfe.chave }),
    verify: ({ object }) => expect(object).toBe(true),
    refusal: { params: () => ({ tipo: "NFe", chave: "35" }), sentence: "notaNaoEncontrada" },
  },
  "Nota.consultarSefaz": {
    caller: "usuario",
    params: ({ muda }) => ({ tipo: "NFe", chave: muda.chave }),
    verify: async (_answer, { road: pipeline, muda }) => {
      const rows = await pipeline.asOwner("SELECT FROM nota WHERE id = $1 AND sefaz_pedida_em IS NOT NULL", [
        muda.id,
      ]);
      expect(rows).toHaveLength(1);
    },
    refusal: { params: () => ({ tipo: "NFe", chave: "35" }), sentence: "notaNaoEncontrada" },
  },
  "Email.getListEmail": {
    caller: "usuario",
    params: () => ({ searchOrder: "dataDesc", searchFilter: { tipoAnexo: "dfe" }, pageSize: 5 }),
    verify: ({ results, totalCount }) => {
      expect(totalCount).toBeGreaterThan(0);
      expect(results?.[0]).toMatchObject({ assunto: expect.stringMatching(/\w/), estado: "lido" });
    },
    refusal: {
      params: () => ({ searchFilter: { dataDe: "2026-11-30", dataAte: "2026-11-01" } }),
      sentence: "periodoInvertido",
      campo: "searchFilter.dataAte",
    },
  },
  "Email.getEmail": {
    caller: "usuario",
    params: ({ emailId }) => ({ id: emailId }),
    verify: ({ object }, { emailId, anexoId }) => {
      expect(object).toMatchObject({ id: emailId, caixaDescricao: expect.stringMatching(/\w/) });
      const { attachments } = object as { attachments: { id: string }[] };
      expect(attachments.map(({ id }) => id)).toContain(anexoId);
    },
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "emailNaoEncontrado" },
  },
  "Email.reprocessarEmail": {
    caller: "administrador",
    params: ({ relidoId }) => ({ id: relidoId }),
    verify: async (_answer, { road: pipeline, relidoId }) => {
      const text = "SELECT FROM tarefa WHERE tipo = 'ingest' AND alvo = $1 AND estado = 'pendente'";
      expect(await pipeline.asOwner(text, [relidoId])).toHaveLength(1);
    },
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "emailNaoEncontrado" },
  },
  "Auditor.getListAuditor": {
    caller: "usuario",
    params: () => ({ searchFilter: { faltandoXml: true, status: [1] } }),
    verify: ({ results }, { auditorId }) =>
      expect(results).toMatchObject([
        { id: auditorId, notaId: null, cSitNFe: 1, text: "NF-e 812", faltandoXml: true },
      ]),
    refusal: {
      params: () => ({ searchFilter: { eventoDe: "2026-11-30", eventoAte: "2026-11-01" } }),
      sentence: "periodoInvertido",
      campo: "searchFilter.eventoAte",
    },
  },
  "Auditor.getAuditor": {
    caller: "usuario",
    params: ({ auditorId }) => ({ id: auditorId }),
    verify: ({ object }, { auditorId }) =>
      expect(object).toMatchObject({ id: auditorId, descEvento: "Autorização de uso", relacionados: [] }),
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "auditorNaoEncontrado" },
  },
  "Autocomplete.getEmpresas": {
    caller: "usuario",
    params: () => ({ searchKey: "" }),
    verify: async ({ results }, { road: pipeline }) => {
      const empresas = await pipeline.asOwner<{ cnpj: string }>("SELECT cnpj FROM empresa");
      const found = (results as { valor: string }[]).map(({ valor }) => valor);
      expect(new Set(found)).toEqual(new Set(empresas.map(({ cnpj }) => cnpj)));
    },
    refusal: null,
  },
  "Autocomplete.getParticipantes": {
    caller: "usuario",
    params: () => ({ searchKey: "moinho" }),
    verify: ({ results }) =>
      expect(results).toContainEqual(expect.objectContaining({ rotulo: "Moinho Estrela-Guia S.A." })),
    refusal: null,
  },
  "Autocomplete.getRemetentes": {
    caller: "usuario",
    params: () => ({ searchKey: "@" }),
    verify: ({ results }) => {
      expect(results?.length).toBeGreaterThan(0);
      expect(results?.[0]).toMatchObject({ valor: expect.stringMatching(/@/) });
    },
    refusal: null,
  },
  "Autocomplete.getUsuarios": {
    caller: "usuario",
    params: () => ({ searchKey: "marina" }),
    verify: ({ results }, { team }) =>
      expect(results).toContainEqual({
        valor: team.manifestante.usuarioId,
        rotulo: "Ana de Teste",
        detalhe: "marina",
      }),
    refusal: null,
  },
};
