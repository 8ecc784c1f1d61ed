import * as z from "zod/mini";
import { FILTER_TEXT_MAX, IMPORTACAO_MAX_BYTES } from "../limits.ts";
import { downloadWire, REPOSITORIO_SIDES } from "../services/download.ts";
import { EXPORTACAO_FORMATS, exportacaoWire } from "../services/exportacao.ts";
import { importacaoErrorGroupWire, importacaoErrorWire, importacaoWire } from "../services/importacao.ts";
import { NOTA_ORDERS, notaFilter, side, tipoNota } from "../services/nota/filter.ts";
import { diaParam } from "../wire-dates.ts";
import { accepted, fileResponse, json, listOf, restRoute } from "./route.ts";
import { byId, byPage, operationWire } from "./shared.ts";

const pageNumber = z.strictObject(byPage);
const documento = z.string().check(z.maxLength(FILTER_TEXT_MAX));

export const filesRest = {
  "POST /importacoes": restRoute({
    secao: "Importação",
    resumo: "Envia um XML ou um ZIP de XMLs",
    descricao:
      "Formulário com um arquivo, de até 500 MB. Com `Idempotency-Key`, o mesmo arquivo enviado de novo não é importado outra vez.",
    escopo: "importar",
    gemeo: null,
    acesso: "signedIn",
    formulario: { arquivo: "arquivo", campos: [], maxBytes: IMPORTACAO_MAX_BYTES },
    responde: accepted(operationWire),
  }),
  "GET /importacoes": restRoute({
    secao: "Importação",
    resumo: "Arquivos enviados",
    escopo: "importar",
    gemeo: "Importacao.getListImportacao",
    query: pageNumber,
    responde: json(listOf(importacaoWire)),
  }),
  "GET /importacoes/{id}": restRoute({
    secao: "Importação",
    resumo: "Um arquivo enviado, e o que foi encontrado nele",
    escopo: "importar",
    gemeo: "Importacao.getImportacao",
    caminho: byId,
    responde: json(importacaoWire),
  }),
  "GET /importacoes/{id}/erros": restRoute({
    secao: "Importação",
    resumo: "O que não virou documento, e por quê",
    escopo: "importar",
    gemeo: "Importacao.getListImportacaoErros",
    caminho: byId,
    query: z.strictObject({ motivo: z.optional(z.string().check(z.maxLength(60))), ...byPage }),
    responde: json(z.extend(listOf(importacaoErrorWire), { grupos: z.array(importacaoErrorGroupWire) })),
  }),
  "GET /importacoes/{id}/arquivo": restRoute({
    secao: "Importação",
    resumo: "O arquivo como foi enviado",
    descricao: "Um token só baixa o que ele mesmo enviou.",
    escopo: "importar",
    gemeo: null,
    acesso: "signedIn",
    caminho: byId,
    responde: fileResponse("application/zip", "application/xml"),
  }),
  "POST /downloads": restRoute({
    secao: "Arquivos pedidos",
    resumo: "Pede um ZIP dos XMLs de um período",
    escopo: "notas:ler",
    gemeo: "Download.processaDownload",
    corpo: z.strictObject({
      entradaSaida: z.enum(REPOSITORIO_SIDES),
      tipoDFe: z.optional(z.nullable(tipoNota)),
      cnpjEmpresa: z.optional(z.nullable(documento)),
      dateRange: z.strictObject({ de: diaParam, ate: diaParam }),
      cnpj: z.optional(z.nullable(documento)),
      comPdf: z.optional(z.boolean()),
      comEventos: z.optional(z.boolean()),
    }),
    responde: accepted(operationWire),
  }),
  "GET /downloads": restRoute({
    secao: "Arquivos pedidos",
    resumo: "Os ZIPs pedidos",
    escopo: "notas:ler",
    gemeo: "Download.getListDownload",
    query: pageNumber,
    responde: json(listOf(downloadWire)),
  }),
  "GET /downloads/{id}/arquivo": restRoute({
    secao: "Arquivos pedidos",
    resumo: "O ZIP, quando pronto; também por trechos (`Range`)",
    escopo: "notas:ler",
    gemeo: null,
    acesso: "signedIn",
    caminho: byId,
    responde: fileResponse("application/zip"),
    recusas: [409],
  }),
  "POST /exportacoes": restRoute({
    secao: "Arquivos pedidos",
    resumo: "Pede uma lista em CSV, XLSX ou PDF",
    descricao: "CSV e XLSX podem ter até 5.000 documentos; PDF, até 1.000.",
    escopo: "notas:ler",
    gemeo: "Nota.getListNota",
    corpo: z.strictObject({
      formato: z.enum(EXPORTACAO_FORMATS),
      entradaSaida: z.optional(side),
      filtro: z.optional(z.nullable(notaFilter)),
      ordem: z.optional(z.enum(NOTA_ORDERS)),
    }),
    responde: accepted(operationWire),
  }),
  "GET /exportacoes": restRoute({
    secao: "Arquivos pedidos",
    resumo: "As listas pedidas",
    escopo: "notas:ler",
    gemeo: "Exportacao.getListExportacao",
    query: pageNumber,
    responde: json(listOf(exportacaoWire)),
  }),
  "GET /exportacoes/{id}": restRoute({
    secao: "Arquivos pedidos",
    resumo: "Uma lista pedida",
    escopo: "notas:ler",
    gemeo: "Exportacao.getExportacao",
    caminho: byId,
    responde: json(exportacaoWire),
  }),
  "GET /exportacoes/{id}/arquivo": restRoute({
    secao: "Arquivos pedidos",
    resumo: "O arquivo da lista, quando pronto; também por trechos (`Range`)",
    escopo: "notas:ler",
    gemeo: null,
    acesso: "signedIn",
    caminho: byId,
    responde: fileResponse(
      "text/csv",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/pdf",
    ),
    recusas: [409],
  }),
  "DELETE /exportacoes/expiradas": restRoute({
    secao: "Arquivos pedidos",
    resumo: "Apaga as listas expiradas e as que falharam",
    escopo: "notas:marcar",
    gemeo: "Exportacao.deleteExpired",
    responde: json(z.object({ removidas: z.int() })),
  }),
} as const;
