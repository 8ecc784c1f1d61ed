import { TIPOS_NOTA } from "@malote/syntax";
import * as z from "zod/mini";
import { LEMBRETE_XML_DIAS_MAX, LOTE_MAX } from "../limits.ts";
import { acknowledged, list, listWith, method, one } from "../method.ts";
import { page } from "../page.ts";
import { instant } from "../wire.ts";
import { auditorFilter } from "./auditor.ts";
import { email } from "./rules.ts";

/** `faltando`: no user asked for it. `pedido`: asked, not arrived. `baixando`: a ciência was sent, and SEFAZ
 * delivers the XML after it. */
export const XML_STATES = ["faltando", "pedido", "baixando"] as const;

/** Documents shown of one supplier. */
export const DOCUMENTOS_DO_FORNECEDOR_MAX = 100;

/** A document whose XML is missing. `id` is that of its record of the auditor. */
export const missingXmlWire = z.object({
  id: z.uuid(),
  tipoNota: z.enum(TIPOS_NOTA),
  chaveAcesso: z.string(),
  numeroNota: z.nullable(z.string()),
  serieNota: z.nullable(z.string()),
  dataEmissao: instant,
  valorTotal: z.nullable(z.string()),
  empresaId: z.nullable(z.uuid()),
  empresaNome: z.nullable(z.string()),
  estado: z.enum(XML_STATES),
  /** The last request; null if there is none. */
  pedidoEm: instant,
  pedidoPor: z.nullable(z.string()),
  /** The address of the request; null also if it was made outside Malote. */
  pedidoPara: z.nullable(z.string()),
  porFora: z.boolean(),
  lembretes: z.int(),
  /** When the ciência was requested; null if there is none. */
  cienciaEm: instant,
  /** End of the term of the ciência; null for a document that has none. */
  cienciaAte: instant,
  /** Why this user cannot send the ciência now, as a sentence; null if allowed. */
  cienciaImpedida: z.nullable(z.string()),
});

/** A supplier with missing XMLs. */
export const supplierWire = z.object({
  cnpjEmitente: z.string(),
  nomeEmitente: z.nullable(z.string()),
  quantidade: z.int(),
  /** Sum of the known values. */
  soma: z.string(),
  maisAntiga: instant,
  /** Of `quantidade`: still to ask, and those that accept a ciência of this user. */
  aPedir: z.int(),
  noPrazo: z.int(),
  /** The proposed address; null if none is known. */
  para: z.nullable(z.string()),
  /** The supplier is an empresa of the conta: there is no supplier to ask. */
  propria: z.boolean(),
  /** The newest, at most {@link DOCUMENTOS_DO_FORNECEDOR_MAX}. */
  documentos: z.array(missingXmlWire),
});

const ids = z.array(z.uuid()).check(z.minLength(1), z.maxLength(LOTE_MAX));
const outcome = z.object({ id: z.uuid(), mensagem: z.nullable(z.string()) });

export const pedidoXmlMethods = {
  /** Missing XMLs by supplier; those with documents still to ask first. */
  "PedidoXml.getListFornecedor": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ searchFilter: z.optional(z.nullable(auditorFilter)), ...page }),
    result: listWith(
      supplierWire,
      z.object({
        documentos: z.int(),
        soma: z.string(),
        pedidos: z.int(),
        /** Records still to ask, of suppliers with a known address: at most {@link LOTE_MAX}. */
        aPedir: z.array(z.uuid()),
        /** Records that accept a ciência of this user: at most {@link LOTE_MAX}. */
        noPrazo: z.array(z.uuid()),
        lembreteDias: z.int(),
      }),
    ),
  }),
  /** The e-mails that `pedirXml` would send: one for each supplier and empresa. */
  "PedidoXml.getCarta": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ ids }),
    result: list(
      z.object({
        cnpjEmitente: z.string(),
        nomeEmitente: z.nullable(z.string()),
        empresaNome: z.string(),
        /** Known addresses of the supplier, the proposed one first. */
        enderecos: z.array(z.string()),
        /** The mailbox to which the supplier answers. */
        responderA: z.string(),
        assunto: z.string(),
        texto: z.string(),
        ids: z.array(z.uuid()),
      }),
    ),
  }),
  /** Sends the request by e-mail. Without `para`, to the known address of each supplier; only a manager may
   * give an address that is not known. A document is not requested twice from one address in a day. */
  "PedidoXml.pedirXml": method({
    access: "signedIn",
    readOnly: false,
    params: z.strictObject({ ids, para: z.optional(z.nullable(email)) }),
    /** `mensagem` is null if it is requested. */
    result: list(outcome),
  }),
  /** Marks documents as asked without Malote, or removes that mark. */
  "PedidoXml.setPedidoPorFora": method({
    access: "signedIn",
    readOnly: false,
    params: z.strictObject({ ids, pedido: z.boolean() }),
    result: acknowledged,
  }),
  /** Sends the ciência of NF-e whose XML is missing; SEFAZ then delivers it. */
  "PedidoXml.darCiencia": method({
    access: "manifestante",
    readOnly: false,
    params: z.strictObject({ ids }),
    /** `mensagem` is null if it was accepted for sending. */
    result: list(outcome),
  }),
  /** Days after which a supplier is reminded, at most twice; 0: never. */
  "PedidoXml.setLembrete": method({
    access: "manager",
    readOnly: false,
    params: z.strictObject({ dias: z.int().check(z.minimum(0), z.maximum(LEMBRETE_XML_DIAS_MAX)) }),
    result: one(z.object({ dias: z.int() })),
  }),
} as const;
