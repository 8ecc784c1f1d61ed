import * as z from "zod/mini";
import { FILTER_TEXT_MAX } from "../limits.ts";
import { acknowledged, list, method, one } from "../method.ts";
import { page } from "../page.ts";
import { OUTCOMES } from "../texts/outcomes.ts";
import { VEREDITOS } from "../texts/vereditos.ts";
import { instant } from "../wire.ts";
import { diaParam } from "../wire-dates.ts";
import { tipoNota } from "./nota/filter.ts";

const filterText = z.string().check(z.maxLength(FILTER_TEXT_MAX));

/** Attachment types in the filter of e-mails (spec §3). */
export const ANEXO_TYPES = ["xml", "zip", "pdf", "imagem", "outro"] as const;
export type AnexoType = (typeof ANEXO_TYPES)[number];

/** `dfe`: with a document or evento; `sem-dfe`: without; `problema`: with a part in quarantine or unread. */
export const ANEXO_RESULTS = ["dfe", "sem-dfe", "problema"] as const;

/** The filter of the list of e-mails; an absent field restricts nothing, an unknown field is refused. */
export const emailFilter = z.partial(
  z.strictObject({
    /** Words in subject, sender or body. */
    texto: filterText,
    assunto: filterText,
    /** Words in the body only. */
    corpo: filterText,
    remetente: filterText,
    destinatario: filterText,
    dataDe: diaParam,
    dataAte: diaParam,
    /** With an attachment of this type, also inside an archive. The values of `resultadoAnexo` remain
     * accepted here, for older callers. */
    tipoAnexo: z.enum([...ANEXO_TYPES, ...ANEXO_RESULTS]),
    resultadoAnexo: z.enum(ANEXO_RESULTS),
    /** A company of the conta whose documents the e-mail brought, as counted by the dashboard. */
    empresaId: z.uuid(),
  }),
);

export const EMAIL_ORDERS = ["dataDesc", "remetente", "destinatario", "assunto"] as const;

/** A document or evento of an e-mail, for its chips. */
export const emailChip = z.object({
  tipo: z.enum(["nota", "evento"]),
  tipoNota: z.nullable(tipoNota),
  numeroNota: z.nullable(z.string()),
  descricao: z.nullable(z.string()),
  notaId: z.nullable(z.uuid()),
  entradaSaida: z.nullable(z.enum(["E", "S"])),
  sefazStatus: z.nullable(z.string()),
  divergente: z.nullable(z.boolean()),
  /** Of the copy in this e-mail; the nota may show a better copy. */
  veredito: z.enum(VEREDITOS),
  quarentena: z.boolean(),
});

export const emailRow = z.object({
  id: z.uuid(),
  assunto: z.string(),
  remetente: z.string(),
  remetenteNome: z.nullable(z.string()),
  destinatario: z.string(),
  /** The Date header, or the arrival if there is none. */
  data: instant,
  recebidaEm: instant,
  resumo: z.string(),
  estado: z.enum(["em-leitura", "lido", "quarentena"]),
  /** Parts of the message without its body, and how many became a document or evento. */
  partes: z.int(),
  extraidos: z.int(),
  problemas: z.int(),
  chips: z.array(emailChip),
});

/** A part with its outcome. `caminho` is its place: "2", or "2/1" inside the archive "2". */
export const anexoWire = z.object({
  id: z.uuid(),
  caminho: z.string(),
  nome: z.nullable(z.string()),
  tipo: z.string(),
  tamanho: z.int(),
  embutida: z.boolean(),
  destino: z.nullable(z.enum(OUTCOMES)),
  motivo: z.nullable(z.string()),
  detalhe: z.nullable(z.string()),
  veredito: z.nullable(z.enum(VEREDITOS)),
  notas: z.array(emailChip),
});

export const emailWire = z.extend(emailRow, {
  corpoHtml: z.nullable(z.string()),
  corpoMensagem: z.nullable(z.string()),
  caixaDescricao: z.nullable(z.string()),
  tamanho: z.int(),
  motivo: z.nullable(z.string()),
  /** Access keys found in the text of body or PDF of an e-mail without document, with the nota if it
   * arrived another way. */
  chavesSemXml: z.array(z.object({ chaveAcesso: z.string(), notaId: z.nullable(z.uuid()) })),
  reprocessadoEm: instant,
  attachments: z.array(anexoWire),
});

export const emailMethods = {
  "Email.getListEmail": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({
      searchFilter: z.optional(z.nullable(emailFilter)),
      searchOrder: z.optional(z.nullable(z.enum(EMAIL_ORDERS))),
      ...page,
    }),
    result: list(emailRow),
  }),
  "Email.getEmail": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ id: z.uuid() }),
    result: one(emailWire),
  }),
  /** Reads a stored message again with the current code. */
  "Email.reprocessarEmail": method({
    access: "manager",
    readOnly: false,
    params: z.strictObject({ id: z.uuid() }),
    result: acknowledged,
  }),
} as const;
