import { TIPOS_DISTRIBUIDOS, TIPOS_NOTA } from "@malote/syntax";
import * as z from "zod/mini";
import { FILTER_TEXT_MAX } from "../limits.ts";
import { list, method, one } from "../method.ts";
import { page } from "../page.ts";
import { instant } from "../wire.ts";
import { diaParam } from "../wire-dates.ts";

/** The kinds of record: a document of each distributed type, and the eventos (spec §4). */
export const AUDITOR_TIPOS = [...TIPOS_DISTRIBUIDOS, "Cancelamento", "Evento"] as const;
export const AUDITOR_ORDERS = ["eventoDesc", "eventoAsc"] as const;

const filterText = z.string().check(z.maxLength(FILTER_TEXT_MAX));
/** 1 authorized, 2 denied, 3 cancelled. */
export const cSitNFe = z.union([z.literal(1), z.literal(2), z.literal(3)]);

/** The filter of the auditor's list; an absent field restricts nothing. Days are in the zone of the
 * conta's UF, by date of the event. */
export const auditorFilter = z.partial(
  z.strictObject({
    /** Key, number, CNPJ/CPF or part of the issuer's name. */
    texto: filterText,
    cnpjEmitente: filterText,
    nomeEmitente: filterText,
    chaveAcesso: filterText,
    empresaId: z.uuid(),
    tipos: z.array(z.enum(AUDITOR_TIPOS)).check(z.minLength(1), z.maxLength(AUDITOR_TIPOS.length)),
    status: z.array(cSitNFe).check(z.minLength(1), z.maxLength(3)),
    eventoDe: diaParam,
    eventoAte: diaParam,
    /** True: authorized at SEFAZ, but its XML never arrived. False: the others. */
    faltandoXml: z.boolean(),
  }),
);

/** A record: a document or event reported by SEFAZ itself. */
export const auditorRow = z.object({
  id: z.uuid(),
  /** The nota that the mailbox (or SEFAZ) delivered; null while there is none. */
  notaId: z.nullable(z.uuid()),
  entradaSaida: z.nullable(z.enum(["E", "S"])),
  tipo: z.enum(AUDITOR_TIPOS),
  tipoNota: z.enum(TIPOS_NOTA),
  chaveAcesso: z.string(),
  cSitNFe,
  /** One line for the user: type, party and amount. */
  text: z.string(),
  descEvento: z.string(),
  dataEvento: instant,
  dataEmissao: instant,
  numeroNota: z.nullable(z.string()),
  serieNota: z.nullable(z.string()),
  nomeEmitente: z.nullable(z.string()),
  cnpjEmitente: z.nullable(z.string()),
  valorTotal: z.nullable(z.string()),
  faltandoXml: z.boolean(),
  /** `distribuicao`: from SEFAZ's list; `conferencia`: found when the nota was checked again. */
  origem: z.enum(["distribuicao", "conferencia"]),
  empresaId: z.nullable(z.uuid()),
  empresaNome: z.nullable(z.string()),
  criadoEm: instant,
});

/** A complete record. */
export const auditorWire = z.extend(auditorRow, {
  protocolo: z.nullable(z.string()),
  digVal: z.nullable(z.string()),
  nsu: z.nullable(z.string()),
  esquema: z.nullable(z.string()),
  tpEvento: z.nullable(z.string()),
  nSeqEvento: z.nullable(z.int()),
  autor: z.nullable(z.string()),
  /** Other records of the same key, oldest first. */
  relacionados: z.array(
    z.object({ id: z.uuid(), tipo: z.enum(AUDITOR_TIPOS), descEvento: z.string(), dataEvento: instant }),
  ),
  /** An e-mail that requests the XML from the supplier; null unless the XML is missing. `para` is an
   * address known from earlier mail of the same company. */
  carta: z.nullable(z.object({ para: z.nullable(z.string()), assunto: z.string(), texto: z.string() })),
});

export const auditorMethods = {
  "Auditor.getListAuditor": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({
      searchFilter: z.optional(z.nullable(auditorFilter)),
      listSearchOrder: z.optional(z.nullable(z.enum(AUDITOR_ORDERS))),
      ...page,
    }),
    result: list(auditorRow),
  }),
  "Auditor.getAuditor": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({ id: z.uuid() }),
    result: one(auditorWire),
  }),
} as const;
