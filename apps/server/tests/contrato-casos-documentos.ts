import { formatMensagem, PAGE_DEPTH_MAX } from "@malote/contract";
import { expect } from "vitest";
import { solveCaptcha } from "./captcha.ts";
import { type Casos, NADA } from "./contrato-palco.ts";

const dayFrom = (dias: number): string => new Date(Date.now() + dias * 86_400_000).toISOString().slice(0, 10);
/** Contains the sandbox's documents of today in any time zone; starts with a month, as theirs do. */
const SEMANA = { de: `${dayFrom(-6).slice(0, 8)}01`, ate: dayFrom(1) };
const INVERTIDA = { de: "2026-11-30", ate: "2026-11-01" };
const JUSTIFICATIVA = "A mercadoria chegou avariada e voltou";
const FUNDA = { currentPage: PAGE_DEPTH_MAX, pageSize: 200 };

/** Notas, e-mails, auditor records, painel and autocompletes. */
export const CASOS_DOCUMENTOS: Casos<"Nota" | "Email" | "Auditor" | "Painel" | "Autocomplete"> = {
  "Nota.getListNota": {
    por: "usuario",
    envia: ({ nfe }) => ({ entradaSaida: "E", searchFilter: { chaveAcesso: nfe.chave } }),
    mostra: ({ results, totalCount }, { nfe }) => {
      expect(totalCount).toBe(1);
      expect(results).toMatchObject([
        { id: nfe.id, chaveAcesso: nfe.chave, tipoNota: "NFe", entradaSaida: "E" },
      ]);
    },
    recusa: {
      envia: () => ({ searchFilter: { emissaoDe: "2026-11-30", emissaoAte: "2026-11-01" } }),
      diz: "periodoInvertido",
      campo: "searchFilter.emissaoAte",
    },
  },
  "Nota.getNota": {
    por: "usuario",
    envia: ({ nfe }) => ({ id: nfe.id }),
    mostra: ({ object }, { nfe }) => {
      expect(object).toMatchObject({ id: nfe.id, nfeStatus: "100" });
      expect((object as { itens: unknown[] }).itens[0]).toMatchObject({
        numero: "1",
        valorTotal: expect.stringMatching(/^\d+\.\d\d$/),
      });
      expect(object).toMatchObject({ listEventos: [{ tpEvento: "110110", temXml: true }] });
    },
    recusa: { envia: () => ({ id: NADA }), diz: "notaNaoEncontrada" },
  },
  "Nota.getNotaJson": {
    por: "api",
    envia: ({ nfe }) => ({ id: nfe.id }),
    mostra: ({ object }, { nfe }) => expect(JSON.stringify(object)).toContain(`"@Id":"NFe${nfe.chave}"`),
    recusa: { envia: () => ({ id: NADA }), diz: "notaNaoEncontrada" },
  },
  "Nota.getNumeroDivergencias": {
    por: "usuario",
    envia: () => ({ entradaSaida: "E", searchDateRange: { de: "2026-10-01", ate: "2026-10-31" } }),
    mostra: ({ object, totalCount }) => {
      expect(totalCount).toBe(1);
      expect(object).toEqual({ NFe: 1, CTe: 0, CTeOS: 0, MDFe: 0, NFCe: 0 });
    },
    recusa: {
      envia: () => ({ searchDateRange: INVERTIDA }),
      diz: "periodoInvertido",
      campo: "searchDateRange.ate",
    },
  },
  "Nota.getNotasDivergentes": {
    por: "usuario",
    envia: () => ({ entradaSaida: "E", searchDateRange: { de: "2026-10-01", ate: "2026-10-31" } }),
    mostra: ({ results }, { divergente }) =>
      expect(results).toMatchObject([
        { id: divergente.id, nfeStatus: "100", sefazStatus: "101", divergente: true },
      ]),
    recusa: { envia: () => FUNDA, diz: "paginaFunda", valores: { limite: "10.000" } },
  },
  "Nota.globalSearchNota": {
    por: "usuario",
    envia: ({ nfe }) => ({ searchKey: nfe.chave }),
    mostra: ({ results }, { nfe }) =>
      expect(results?.[0]).toMatchObject({ alvo: "nota", id: nfe.id, type: "E", notaId: nfe.id }),
    recusa: {
      envia: () => ({ searchKey: "ab" }),
      diz: "buscaCurta",
      valores: { min: 3 },
      campo: "searchKey",
    },
  },
  "Nota.getNotaDownloadPublico": {
    por: "visitante",
    envia: async ({ wire, nfe }) => ({
      captcha: await solveCaptcha(wire, "download"),
      ChaveAcesso: nfe.chave,
    }),
    mostra: ({ object }) =>
      expect(object).toMatchObject({ ticket: expect.stringMatching(/.{20}/), tipoNota: "NFe" }),
    recusa: {
      envia: () => ({ captcha: "x", ChaveAcesso: " " }),
      diz: "chavePublicaObrigatoria",
      campo: "ChaveAcesso",
    },
  },
  "Nota.getNotasEntradaEmAberto": {
    por: "usuario",
    envia: () => ({}),
    mostra: async ({ object, totalCount }, { road }) => {
      const [row] = await road.asOwner<{ n: number }>(
        `SELECT count(*)::int AS n FROM nota WHERE papel = 'E' AND tipo_nota IN ('NFe', 'CTe')
           AND NOT processado_erp AND NOT quarentena AND NOT terceiros`,
      );
      const { NFe, CTe } = object as Record<string, number>;
      expect([totalCount, (NFe ?? 0) + (CTe ?? 0)]).toEqual([row?.n, row?.n]);
      expect(NFe).toBeGreaterThan(0);
    },
    recusa: null,
  },
  "Nota.setProcessadoErp": {
    por: "api",
    envia: ({ cte }) => ({ id: cte.id, processado: true }),
    mostra: async (_answer, { elenco, cte }) => {
      const { object } = await elenco.usuario.call("Nota.getNota", { id: cte.id });
      expect(object).toMatchObject({ processadoErp: true, processadoPor: expect.stringMatching(/\w/) });
    },
    recusa: { envia: ({ presa }) => ({ id: presa.id, processado: true }), diz: "notaEmQuarentena" },
  },
  "Nota.setRecebido": {
    por: "usuario",
    envia: ({ cte }) => ({ id: cte.id, recebido: true }),
    mostra: async (_answer, { elenco, cte }) => {
      const { object } = await elenco.usuario.call("Nota.getNota", { id: cte.id });
      expect(object).toMatchObject({ recebido: true, recebidoPor: "Bia de Teste" });
    },
    recusa: { envia: () => ({ id: NADA, recebido: true }), diz: "notaNaoEncontrada" },
  },
  "Nota.setConferido": {
    por: "usuario",
    envia: ({ cte }) => ({ id: cte.id, conferido: true }),
    mostra: async (_answer, { elenco, cte }) => {
      const { object } = await elenco.usuario.call("Nota.getNota", { id: cte.id });
      expect(object).toMatchObject({ conferido: true, conferidoPor: "Bia de Teste" });
    },
    recusa: { envia: () => ({ id: NADA, conferido: true }), diz: "notaNaoEncontrada" },
  },
  "Nota.liberarQuarentena": {
    por: "administrador",
    envia: ({ presa }) => ({ id: presa.id, motivo: "Conferida por telefone com o emitente" }),
    mostra: async (_answer, { elenco, presa }) => {
      const { object } = await elenco.usuario.call("Nota.getNota", { id: presa.id });
      expect(object).toMatchObject({
        quarentena: false,
        quarentenaMotivo: "Conferida por telefone com o emitente",
      });
    },
    recusa: {
      envia: ({ presa }) => ({ id: presa.id, motivo: "curto" }),
      diz: "liberacaoMotivoTamanho",
      valores: { min: 15, max: 255 },
      campo: "motivo",
    },
  },
  "Nota.manifestacao": {
    por: "manifestante",
    envia: ({ nfe }) => ({ tipo: "NFe", novoStatus: 4, id: nfe.id }),
    mostra: async (_answer, { elenco, nfe }) => {
      const { object } = await elenco.usuario.call("Nota.getNota", { id: nfe.id });
      expect(object).toMatchObject({
        manifestacoes: [{ status: 4, estado: "pendente", quem: "Ana de Teste" }],
      });
    },
    recusa: {
      envia: ({ nfe }) => ({ tipo: "NFe", novoStatus: 3, id: nfe.id, justificativa: "curta" }),
      diz: "justificativaTamanho",
      valores: { min: 15, max: 255 },
      campo: "justificativa",
    },
  },
  "Nota.manifestarLote": {
    por: "manifestante",
    envia: ({ cte }) => ({ ids: [cte.id, NADA], novoStatus: 3, justificativa: JUSTIFICATIVA }),
    mostra: ({ results, totalCount }, { cte }) => {
      expect(totalCount).toBe(2);
      expect(results).toEqual([
        { id: cte.id, mensagem: formatMensagem("manifestacaoSoNfe") },
        { id: NADA, mensagem: formatMensagem("notaNaoEncontrada") },
      ]);
    },
    recusa: {
      envia: ({ nfe }) => ({ ids: [nfe.id], novoStatus: 0 }),
      diz: "manifestacaoNaoVolta",
      campo: "novoStatus",
    },
  },
  "Nota.sendEvento": {
    por: "manifestante",
    envia: ({ nfe }) => ({
      id: nfe.id,
      tpEvento: "211150",
      itens: [{ nItem: 1, valorIBS: "1.00", valorCBS: "9.00" }],
    }),
    mostra: async ({ object }, { elenco, nfe }) => {
      const shown = await elenco.usuario.call("Nota.getNota", { id: nfe.id });
      const { id } = object as { id: string };
      expect(shown.object).toMatchObject({
        eventosPedidos: [{ id, tpEvento: "211150", estado: "pendente" }],
      });
    },
    recusa: {
      envia: ({ nfe }) => ({ id: nfe.id, tpEvento: "211150", itens: [] }),
      diz: "eventoSemItens",
      campo: "itens",
    },
  },
  "Nota.hasSefazStatus": {
    por: "usuario",
    envia: ({ nfe }) => ({ tipo: "NFe", chave: nfe.chave }),
    mostra: ({ object }) => expect(object).toBe(true),
    recusa: { envia: () => ({ tipo: "NFe", chave: "35" }), diz: "notaNaoEncontrada" },
  },
  "Nota.consultarSefaz": {
    por: "usuario",
    envia: ({ muda }) => ({ tipo: "NFe", chave: muda.chave }),
    mostra: async (_answer, { road, muda }) => {
      const rows = await road.asOwner("SELECT FROM nota WHERE id = $1 AND sefaz_pedida_em IS NOT NULL", [
        muda.id,
      ]);
      expect(rows).toHaveLength(1);
    },
    recusa: { envia: () => ({ tipo: "NFe", chave: "35" }), diz: "notaNaoEncontrada" },
  },
  "Email.getListEmail": {
    por: "usuario",
    envia: () => ({ searchOrder: "dataDesc", searchFilter: { tipoAnexo: "dfe" }, pageSize: 5 }),
    mostra: ({ results, totalCount }) => {
      expect(totalCount).toBeGreaterThan(0);
      expect(results?.[0]).toMatchObject({ assunto: expect.stringMatching(/\w/), estado: "lido" });
    },
    recusa: {
      envia: () => ({ searchFilter: { dataDe: "2026-11-30", dataAte: "2026-11-01" } }),
      diz: "periodoInvertido",
      campo: "searchFilter.dataAte",
    },
  },
  "Email.getEmail": {
    por: "usuario",
    envia: ({ emailId }) => ({ id: emailId }),
    mostra: ({ object }, { emailId, anexoId }) => {
      expect(object).toMatchObject({ id: emailId, caixaDescricao: expect.stringMatching(/\w/) });
      const { attachments } = object as { attachments: { id: string }[] };
      expect(attachments.map(({ id }) => id)).toContain(anexoId);
    },
    recusa: { envia: () => ({ id: NADA }), diz: "emailNaoEncontrado" },
  },
  "Email.reprocessarEmail": {
    por: "administrador",
    envia: ({ relidoId }) => ({ id: relidoId }),
    mostra: async (_answer, { road, relidoId }) => {
      const text = "SELECT FROM tarefa WHERE tipo = 'ingest' AND alvo = $1 AND estado = 'pendente'";
      expect(await road.asOwner(text, [relidoId])).toHaveLength(1);
    },
    recusa: { envia: () => ({ id: NADA }), diz: "emailNaoEncontrado" },
  },
  "Auditor.getListAuditor": {
    por: "usuario",
    envia: () => ({ searchFilter: { faltandoXml: true, status: [1] } }),
    mostra: ({ results }, { auditorId }) =>
      expect(results).toMatchObject([
        { id: auditorId, notaId: null, cSitNFe: 1, text: "NF-e 812", faltandoXml: true },
      ]),
    recusa: {
      envia: () => ({ searchFilter: { eventoDe: "2026-11-30", eventoAte: "2026-11-01" } }),
      diz: "periodoInvertido",
      campo: "searchFilter.eventoAte",
    },
  },
  "Auditor.getAuditor": {
    por: "usuario",
    envia: ({ auditorId }) => ({ id: auditorId }),
    mostra: ({ object }, { auditorId }) =>
      expect(object).toMatchObject({ id: auditorId, descEvento: "Autorização de uso", relacionados: [] }),
    recusa: { envia: () => ({ id: NADA }), diz: "auditorNaoEncontrado" },
  },
  "Painel.getEstatistica": {
    por: "usuario",
    envia: () => ({ searchTipoAnalise: "E", searchDateRange: SEMANA }),
    mostra: ({ object }) => {
      const { chatNotas, ...o } = object as { chatNotas: { quantidade: number }[] };
      const { totalDFe = 0, totalNFe = 0, totalCTe = 0, totalMDFe = 0 } = o as Record<string, number>;
      expect(o).toMatchObject({
        dateGroup: "dia",
        totalEmails: expect.any(Number),
        valorTotal: /^\d+\.\d\d$/,
      });
      expect([totalNFe > 0, totalCTe > 0, totalDFe >= totalNFe + totalCTe + totalMDFe]).toEqual([
        true,
        true,
        true,
      ]);
      const sum = chatNotas.reduce((total, { quantidade }) => total + quantidade, 0);
      expect(sum).toBe(totalDFe);
    },
    recusa: {
      envia: () => ({ searchTipoAnalise: "E", searchDateRange: INVERTIDA }),
      diz: "periodoInvertido",
      campo: "searchDateRange.ate",
    },
  },
  "Painel.getEstatisticaUF": {
    por: "usuario",
    envia: () => ({ searchTipoAnalise: "E", searchDateRange: SEMANA }),
    mostra: ({ results, totalCount }) => {
      expect(totalCount).toBe(results?.length);
      expect(results?.[0]).toEqual({
        uf: expect.stringMatching(/^[A-Z]{2}$/),
        quantidade: expect.any(Number),
        valor: expect.stringMatching(/^\d+\.\d\d$/),
      });
    },
    recusa: {
      envia: () => ({ searchTipoAnalise: "E", searchDateRange: { de: "1990-01-01", ate: "2026-11-30" } }),
      diz: "periodoLongo",
      valores: { dias: "3.660" },
      campo: "searchDateRange.ate",
    },
  },
  "Painel.getEstatisticaDetalhado": {
    por: "usuario",
    envia: () => ({ searchTipoAnalise: "E", searchDateRange: SEMANA, dateGroup: "mes" }),
    mostra: ({ results }) =>
      expect(results?.[0]).toMatchObject({
        periodo: expect.stringMatching(/^\d{4}-\d{2}-01$/),
        empresaNome: expect.stringMatching(/\w/),
        quantidade: expect.any(Number),
        canceladas: expect.any(Number),
        divergentes: expect.any(Number),
        naoIntegradas: expect.any(Number),
      }),
    recusa: {
      envia: () => ({ searchTipoAnalise: "S", searchDateRange: INVERTIDA }),
      diz: "periodoInvertido",
      campo: "searchDateRange.ate",
    },
  },
  "Autocomplete.getEmpresas": {
    por: "usuario",
    envia: () => ({ searchKey: "" }),
    mostra: async ({ results }, { road }) => {
      const empresas = await road.asOwner<{ cnpj: string }>("SELECT cnpj FROM empresa");
      const found = (results as { valor: string }[]).map(({ valor }) => valor);
      expect(new Set(found)).toEqual(new Set(empresas.map(({ cnpj }) => cnpj)));
    },
    recusa: null,
  },
  "Autocomplete.getParticipantes": {
    por: "usuario",
    envia: () => ({ searchKey: "moinho" }),
    mostra: ({ results }) =>
      expect(results).toContainEqual(expect.objectContaining({ rotulo: "Moinho Estrela-Guia S.A." })),
    recusa: null,
  },
  "Autocomplete.getRemetentes": {
    por: "usuario",
    envia: () => ({ searchKey: "@" }),
    mostra: ({ results }) => {
      expect(results?.length).toBeGreaterThan(0);
      expect(results?.[0]).toMatchObject({ valor: expect.stringMatching(/@/) });
    },
    recusa: null,
  },
  "Autocomplete.getUsuarios": {
    por: "usuario",
    envia: () => ({ searchKey: "marina" }),
    mostra: ({ results }, { elenco }) =>
      expect(results).toContainEqual({
        valor: elenco.manifestante.usuarioId,
        rotulo: "Ana de Teste",
        detalhe: "marina",
      }),
    recusa: null,
  },
};
