import * as z from "zod/mini";
import { FILTRO_TEXTO_MAX, IMPORTACAO_MAX_BYTES } from "../limits.ts";
import { downloadWire, REPOSITORIO_PAPEIS } from "../services/download.ts";
import { exportacaoWire, FORMATOS_EXPORTACAO } from "../services/exportacao.ts";
import { importacaoErroGrupoWire, importacaoErroWire, importacaoWire } from "../services/importacao.ts";
import { NOTA_ORDERS, notaFilter, papel, tipoNota } from "../services/nota-filtro.ts";
import { diaParam } from "../wire-dates.ts";
import { operacaoWire, porId, porPagina } from "./comum.ts";
import { aceito, arquivo, json, lista, rota } from "./rota.ts";

const pagina = z.strictObject(porPagina);
const documento = z.string().check(z.maxLength(FILTRO_TEXTO_MAX));

export const arquivosRest = {
  "POST /importacoes": rota({
    secao: "Importação",
    resumo: "Envia um XML ou um ZIP de XMLs",
    descricao:
      "Formulário com um arquivo, de até 500 MB. Com `Idempotency-Key`, o mesmo arquivo enviado de novo não é importado outra vez.",
    escopo: "importar",
    gemeo: null,
    acesso: "signedIn",
    formulario: { arquivo: "arquivo", campos: [], maxBytes: IMPORTACAO_MAX_BYTES },
    responde: aceito(operacaoWire),
  }),
  "GET /importacoes": rota({
    secao: "Importação",
    resumo: "Arquivos enviados",
    escopo: "importar",
    gemeo: "Importacao.getListImportacao",
    query: pagina,
    responde: json(lista(importacaoWire)),
  }),
  "GET /importacoes/{id}": rota({
    secao: "Importação",
    resumo: "Um arquivo enviado, e o que foi encontrado nele",
    escopo: "importar",
    gemeo: "Importacao.getImportacao",
    caminho: porId,
    responde: json(importacaoWire),
  }),
  "GET /importacoes/{id}/erros": rota({
    secao: "Importação",
    resumo: "O que não virou documento, e por quê",
    escopo: "importar",
    gemeo: "Importacao.getListImportacaoErros",
    caminho: porId,
    query: z.strictObject({ motivo: z.optional(z.string().check(z.maxLength(60))), ...porPagina }),
    responde: json(z.extend(lista(importacaoErroWire), { grupos: z.array(importacaoErroGrupoWire) })),
  }),
  "GET /importacoes/{id}/arquivo": rota({
    secao: "Importação",
    resumo: "O arquivo como foi enviado",
    descricao: "Um token só baixa o que ele mesmo enviou.",
    escopo: "importar",
    gemeo: null,
    acesso: "signedIn",
    caminho: porId,
    responde: arquivo("application/zip", "application/xml"),
  }),
  "POST /downloads": rota({
    secao: "Arquivos pedidos",
    resumo: "Pede um ZIP dos XMLs de um período",
    escopo: "notas:ler",
    gemeo: "Download.processaDownload",
    corpo: z.strictObject({
      entradaSaida: z.enum(REPOSITORIO_PAPEIS),
      tipoDFe: z.optional(z.nullable(tipoNota)),
      cnpjEmpresa: z.optional(z.nullable(documento)),
      dateRange: z.strictObject({ de: diaParam, ate: diaParam }),
      cnpj: z.optional(z.nullable(documento)),
      comPdf: z.optional(z.boolean()),
      comEventos: z.optional(z.boolean()),
    }),
    responde: aceito(operacaoWire),
  }),
  "GET /downloads": rota({
    secao: "Arquivos pedidos",
    resumo: "Os ZIPs pedidos",
    escopo: "notas:ler",
    gemeo: "Download.getListDownload",
    query: pagina,
    responde: json(lista(downloadWire)),
  }),
  "GET /downloads/{id}/arquivo": rota({
    secao: "Arquivos pedidos",
    resumo: "O ZIP, quando pronto; também por trechos (`Range`)",
    escopo: "notas:ler",
    gemeo: null,
    acesso: "signedIn",
    caminho: porId,
    responde: arquivo("application/zip"),
    recusas: [409],
  }),
  "POST /exportacoes": rota({
    secao: "Arquivos pedidos",
    resumo: "Pede uma lista em CSV, XLSX ou PDF",
    descricao: "CSV e XLSX podem ter até 5.000 documentos; PDF, até 1.000.",
    escopo: "notas:ler",
    gemeo: "Nota.getListNota",
    corpo: z.strictObject({
      formato: z.enum(FORMATOS_EXPORTACAO),
      entradaSaida: z.optional(papel),
      filtro: z.optional(z.nullable(notaFilter)),
      ordem: z.optional(z.enum(NOTA_ORDERS)),
    }),
    responde: aceito(operacaoWire),
  }),
  "GET /exportacoes": rota({
    secao: "Arquivos pedidos",
    resumo: "As listas pedidas",
    escopo: "notas:ler",
    gemeo: "Exportacao.getListExportacao",
    query: pagina,
    responde: json(lista(exportacaoWire)),
  }),
  "GET /exportacoes/{id}": rota({
    secao: "Arquivos pedidos",
    resumo: "Uma lista pedida",
    escopo: "notas:ler",
    gemeo: "Exportacao.getExportacao",
    caminho: porId,
    responde: json(exportacaoWire),
  }),
  "GET /exportacoes/{id}/arquivo": rota({
    secao: "Arquivos pedidos",
    resumo: "O arquivo da lista, quando pronto; também por trechos (`Range`)",
    escopo: "notas:ler",
    gemeo: null,
    acesso: "signedIn",
    caminho: porId,
    responde: arquivo(
      "text/csv",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/pdf",
    ),
    recusas: [409],
  }),
  "DELETE /exportacoes/expiradas": rota({
    secao: "Arquivos pedidos",
    resumo: "Apaga as listas expiradas e as que falharam",
    escopo: "notas:marcar",
    gemeo: "Exportacao.deleteExpired",
    responde: json(z.object({ removidas: z.int() })),
  }),
} as const;
