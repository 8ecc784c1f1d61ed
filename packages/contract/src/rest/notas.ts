import { TIPOS_NOTA } from "@malote/syntax";
import * as z from "zod/mini";
import { FILTER_TEXT_MAX } from "../limits.ts";
import { NOTA_ORDERS, side, tipoNota } from "../services/nota/filter.ts";
import {
  byType,
  eventoWire,
  notaRow,
  notaWire,
  openByType,
  searchResultWire,
} from "../services/nota/nota.ts";
import { diaHoraParam, diaParam } from "../wire-dates.ts";
import { fileResponse, json, listOf, restRoute } from "./route.ts";
import { byCursor, byId, byPage, CHAVES_MAX, CNPJS_MAX, pageWire } from "./shared.ts";

const documento = z.string().check(z.minLength(11), z.maxLength(18));
const chave = z.string().check(z.minLength(44), z.maxLength(54));

/** A document with its position in the feed. */
export const notaDoFeed = z.extend(notaRow, {
  /** Its number in the conta's feed. */
  sequencia: z.int(),
  /** The XML, with `incluir=xml`, if it is UTF-8: its bytes are those of this text. */
  xml: z.optional(z.nullable(z.string())),
  /** The XML in base64, with `incluir=xml`, if it has another encoding. */
  xmlBase64: z.optional(z.string()),
});

const divergencias = {
  entradaSaida: z.optional(side),
  de: z.optional(diaParam),
  ate: z.optional(diaParam),
  cnpjEmpresa: z.optional(z.string().check(z.maxLength(FILTER_TEXT_MAX))),
};

export const notasRest = {
  "GET /notas": restRoute({
    secao: "Documentos",
    resumo: "Documentos na ordem em que foram publicados",
    descricao: `A fonte do ERP: cada documento aparece uma vez, na ordem em que o Malote o publicou, que nunca muda. Documentos em quarentena só
entram depois de liberados, e os de terceiros nunca entram. Guarde \`page.next\` e volte com ele em \`cursor\`: ele vale para sempre, também
quando \`hasMore\` é falso. Com filtros, uma página pode vir curta ou vazia enquanto \`hasMore\` for verdadeiro: siga lendo.
Mudanças posteriores (cancelamento, evento, marca) vêm por \`GET /eventos\`.`,
    escopo: "notas:ler",
    gemeo: null,
    acesso: "signedIn",
    query: z.strictObject({
      ...byCursor,
      entradaSaida: z.optional(side),
      tipo: z.optional(z.array(tipoNota).check(z.minLength(1), z.maxLength(TIPOS_NOTA.length))),
      /** CNPJ or CPF of the issuer or recipient. */
      cnpj: z.optional(z.array(documento).check(z.minLength(1), z.maxLength(CNPJS_MAX))),
      chave: z.optional(z.array(chave).check(z.minLength(1), z.maxLength(CHAVES_MAX))),
      empresaId: z.optional(z.uuid()),
      criadoDe: z.optional(diaHoraParam),
      criadoAte: z.optional(diaHoraParam),
      emissaoDe: z.optional(diaParam),
      emissaoAte: z.optional(diaParam),
      processado: z.optional(z.boolean()),
      incluir: z.optional(z.enum(["xml"])),
    }),
    responde: json(z.object({ itens: z.array(notaDoFeed), page: pageWire })),
    recusas: [422],
  }),
  "GET /notas/abertas": restRoute({
    secao: "Documentos",
    resumo: "Quantos documentos recebidos o ERP ainda não processou",
    escopo: "notas:ler",
    gemeo: "Nota.getNotasEntradaEmAberto",
    responde: json(z.object({ total: z.int(), ...openByType.shape })),
  }),
  "GET /notas/divergentes": restRoute({
    secao: "Documentos",
    resumo: "Documentos em que o XML e a SEFAZ divergem, pelo dia em que a divergência foi encontrada",
    escopo: "notas:ler",
    gemeo: "Nota.getNotasDivergentes",
    query: z.strictObject({ ...divergencias, ordem: z.optional(z.enum(NOTA_ORDERS)), ...byPage }),
    responde: json(listOf(notaRow)),
    recusas: [422],
  }),
  "GET /notas/divergentes/total": restRoute({
    secao: "Documentos",
    resumo: "Quantos documentos divergem, por tipo, pelo dia em que a divergência foi encontrada",
    escopo: "notas:ler",
    gemeo: "Nota.getNumeroDivergencias",
    query: z.strictObject(divergencias),
    responde: json(z.extend(byType, { total: z.int() })),
    recusas: [422],
  }),
  "GET /notas/chave/{chave}": restRoute({
    secao: "Documentos",
    resumo: "Um documento pela chave de acesso",
    descricao:
      "Se a conta o emitiu e também o recebeu, vem a visão de quem recebe; `entradaSaida=S` pede a outra.",
    escopo: "notas:ler",
    gemeo: "Nota.getNota",
    caminho: z.strictObject({ chave }),
    query: z.strictObject({ entradaSaida: z.optional(side) }),
    responde: json(notaWire),
  }),
  "GET /notas/{id}": restRoute({
    secao: "Documentos",
    resumo: "Um documento inteiro: itens, impostos, partes, eventos, veredito",
    escopo: "notas:ler",
    gemeo: "Nota.getNota",
    caminho: byId,
    responde: json(notaWire),
  }),
  "GET /notas/{id}/xml": restRoute({
    secao: "Documentos",
    resumo: "O XML, byte a byte como foi autorizado",
    escopo: "notas:ler",
    gemeo: null,
    acesso: "signedIn",
    caminho: byId,
    responde: fileResponse("application/xml"),
  }),
  "GET /notas/{id}/json": restRoute({
    secao: "Documentos",
    resumo: "O XML em JSON, tag por tag",
    descricao: "Todo valor é texto; o que se repete é lista; o nome de um atributo começa com `@`.",
    escopo: "notas:ler",
    gemeo: "Nota.getNotaJson",
    caminho: byId,
    responde: json(z.record(z.string(), z.unknown())),
  }),
  "GET /notas/{id}/danfe": restRoute({
    secao: "Documentos",
    resumo: "O documento impresso (DANFE, DACTE, DAMDFE…), em PDF",
    escopo: "notas:ler",
    gemeo: null,
    acesso: "signedIn",
    caminho: byId,
    responde: fileResponse("application/pdf"),
  }),
  "GET /notas/{id}/dacte": restRoute({
    secao: "Documentos",
    resumo: "O mesmo que `/danfe`: o impresso que o documento tem",
    escopo: "notas:ler",
    gemeo: null,
    acesso: "signedIn",
    caminho: byId,
    responde: fileResponse("application/pdf"),
  }),
  "GET /notas/{id}/eventos": restRoute({
    secao: "Documentos",
    resumo: "O que aconteceu com um documento: cancelamento, carta de correção, manifestação",
    escopo: "notas:ler",
    gemeo: "Nota.getNota",
    caminho: byId,
    responde: json(z.object({ itens: z.array(eventoWire) })),
  }),
  "GET /notas/{id}/eventos/{eventoId}/xml": restRoute({
    secao: "Documentos",
    resumo: "O XML de um evento",
    escopo: "notas:ler",
    gemeo: null,
    acesso: "signedIn",
    caminho: z.strictObject({ id: z.uuid(), eventoId: z.uuid() }),
    responde: fileResponse("application/xml"),
  }),
  "GET /notas/{id}/eventos/{eventoId}/pdf": restRoute({
    secao: "Documentos",
    resumo: "Um evento impresso, em PDF",
    escopo: "notas:ler",
    gemeo: null,
    acesso: "signedIn",
    caminho: z.strictObject({ id: z.uuid(), eventoId: z.uuid() }),
    responde: fileResponse("application/pdf"),
  }),
  "GET /busca": restRoute({
    secao: "Documentos",
    resumo: "Procura por chave, número, CNPJ, CPF ou nome",
    escopo: "notas:ler",
    gemeo: "Nota.globalSearchNota",
    query: z.strictObject({ q: z.string().check(z.minLength(3), z.maxLength(FILTER_TEXT_MAX)) }),
    responde: json(z.object({ itens: z.array(searchResultWire) })),
  }),
} as const;
