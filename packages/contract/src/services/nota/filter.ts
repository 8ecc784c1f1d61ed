import { TIPOS_NOTA } from "@malote/syntax";
import * as z from "zod/mini";
import { FILTER_TEXT_MAX } from "../../limits.ts";
import { VEREDITOS } from "../../texts/vereditos.ts";
import { diaHoraParam, diaParam, instantParam } from "../../wire-dates.ts";
import { AUDITOR_TIPOS, cSitNFe } from "../auditor.ts";
import { manifestacaoStatus } from "./sefaz.ts";

const filterText = z.string().check(z.maxLength(FILTER_TEXT_MAX));
const amount = z.string().check(z.regex(/^\d{1,13}(?:[.,]\d{1,2})?$/, "campoDecimal"));
const numero = z.int().check(z.nonnegative(), z.maximum(999_999_999));

/** In a status filter: documents whose status is unknown or has no label ("Não validado"). */
export const STATUS_ABSENT = "nenhum";

export const side = z.enum(["E", "S"]);
export const tipoNota = z.enum(TIPOS_NOTA);

/** The filter of a list of documents; an absent field restricts nothing. Days are in the zone of the
 * conta's UF, both ends included. Unknown fields are refused, so that a misspelt one never widens a
 * result. */
export const notaFilter = z.partial(
  z.strictObject({
    /** Key or a part of it, number, CNPJ/CPF, part of a party's name, or an amount: "159,00". Conditions:
     * `valor:>1000`, `valor:100..200`, `de:` and `para:` (name or CNPJ), `emissao:7d`, `situacao:divergente`,
     * `tipo:cte`, `uf:SP`. All of them and the other words must match. */
    texto: filterText,
    /** CNPJ or CPF, masked or not, whole or its first characters. */
    cnpjEmitente: filterText,
    cnpjDestinatario: filterText,
    nomeEmitente: filterText,
    nomeDestinatario: filterText,
    /** A company of the conta that is a party of the document, in any role. */
    empresaId: z.uuid(),
    /** State of the other party: of the issuer in received documents, of the recipient in issued ones. */
    uf: z.string().check(z.regex(/^[A-Z]{2}$/, "campoUf")),
    chaveAcesso: filterText,
    serie: numero,
    numeroDe: numero,
    numeroAte: numero,
    emissaoDe: diaParam,
    emissaoAte: diaParam,
    /** A day, or a day and a time to the minute ("2026-11-20T14:30"), in the zone of the conta's UF; the
     * last one is included entirely. */
    criadoDe: diaHoraParam,
    criadoAte: diaHoraParam,
    valorDe: amount,
    valorAte: amount,
    tiposNota: z.array(tipoNota).check(z.minLength(1), z.maxLength(TIPOS_NOTA.length)),
    /** One or several cStats separated by commas; {@link STATUS_ABSENT} means none known, or one outside
     * the table. */
    nfeStatus: filterText,
    sefazStatus: filterText,
    finalidade: filterText,
    processadoErp: z.boolean(),
    recebido: z.boolean(),
    conferido: z.boolean(),
    divergente: z.boolean(),
    /** Divergences found between two days: through SEFAZ's response, the document, or its release from
     * quarantine. */
    divergenteDe: diaParam,
    divergenteAte: diaParam,
    /** A due day of a nota that is not cancelled nor denied, by its instalments (`duplicatas`). */
    vencimentoDe: diaParam,
    vencimentoAte: diaParam,
    quarentena: z.boolean(),
    /** Manifestação do destinatário, by status: 0 none to 4 acknowledged. */
    manifestacao: z.array(manifestacaoStatus).check(z.minLength(1), z.maxLength(5)),
    veredito: z.array(z.enum(VEREDITOS)).check(z.minLength(1), z.maxLength(VEREDITOS.length)),
    /** Documents with an auditor record of this status (1 authorized, 2 denied, 3 cancelled) or of this
     * type; with both filters, one record must match both. */
    auditorStatus: z.array(cSitNFe).check(z.minLength(1), z.maxLength(3)),
    auditorTipos: z.array(z.enum(AUDITOR_TIPOS)).check(z.minLength(1), z.maxLength(AUDITOR_TIPOS.length)),
    /** Also documents whose CNPJs belong to no empresa of the conta. */
    incluirTerceiros: z.boolean(),
    /** Documents changed at or after this instant, for an ERP that catches up. */
    alteradaDesde: instantParam,
  }),
);

/** The four orders of spec §9, then those of the other heads; each with the document's id as second key. */
export const NOTA_ORDERS = [
  ...(["emissaoDesc", "emissaoAsc", "emitente", "destinatario", "emitenteDesc", "destinatarioDesc"] as const),
  ...(["chegadaDesc", "chegadaAsc", "numeroDesc", "numeroAsc", "valorDesc", "valorAsc"] as const),
] as const;
export const notaOrder = z.enum(NOTA_ORDERS);
