import { tiposWith } from "@malote/syntax";
import { type RawBuilder, sql } from "kysely";
import { literals, refsOf, sqlText } from "../../db/index.ts";
import { rootOf } from "../evento/fact.rows.ts";
import { CANCELLED_STATUSES, CIENCIA, DENIED_STATUSES, UNKNOWN_TO_SEFAZ } from "./manifestacao.rules.ts";

const WITHOUT_MANIFESTACAO = [...CANCELLED_STATUSES, ...DENIED_STATUSES, UNKNOWN_TO_SEFAZ];

/** Authorization time of a nota, by its alias. SEFAZ's distribuição comes first, since no signature covers
 * the protocolo of a mailed document. Without either: the emission. */
export function authorizedAt(nota: string): RawBuilder<Date> {
  const [n, a] = [refsOf("nota", nota), refsOf("auditor", "a")];
  return sql`coalesce((SELECT ${a("dataEvento")} FROM auditor a WHERE ${a("contaId")} = ${n("contaId")} AND ${a("chave")} = ${n("chave")}
    AND ${a("tpEvento")} = '' AND ${a("nSeq")} = 0 AND ${a("autor")} = '' AND ${a("origem")} = 'distribuicao'), ${n("nfeProtocoloData")}, ${n("dataEmissao")})`;
}

/** The empresa of a nota is not the recipient but another party, such as the carrier. */
export function isOfOtherParty(nota: string): RawBuilder<boolean> {
  const [n, r] = [refsOf("nota", nota), refsOf("empresa", "r")];
  return sql`EXISTS (SELECT FROM empresa r WHERE ${r("contaId")} = ${n("contaId")} AND ${r("id")} = ${n("empresaId")}
    AND ${rootOf(r("cnpj"))} IS DISTINCT FROM ${rootOf(n("cnpjDestinatario"))})`;
}

/** SEFAZ's last answer about a nota, or else what its own protocolo says; '' without either. */
export function lastStatus(nota: string): RawBuilder<string> {
  const n = refsOf("nota", nota);
  return sql`coalesce(${n("sefazStatus")}, ${n("nfeStatus")}, '')`;
}

/** A nota lacks the recipient's conclusive manifestação, and may still get one. */
export function lacksConclusive(nota: string): RawBuilder<boolean> {
  const n = refsOf("nota", nota);
  return sql`(${n("papel")} = 'E' AND ${n("tipoNota")} IN ${literals(tiposWith("manifestacao", true))}
    AND NOT ${n("terceiros")} AND NOT ${n("quarentena")} AND NOT ${isOfOtherParty(nota)}
    AND ${n("manifestacao")} IN (0, ${sql.lit(CIENCIA)}) AND ${n("hashSha1Canc")} IS NULL
    AND ${lastStatus(nota)} NOT IN ${literals(WITHOUT_MANIFESTACAO)})`;
}

/** Authorization time of a nota that lacks a conclusive manifestação; null for any other. */
export function toManifestSince(nota: string): RawBuilder<Date | null> {
  return sql`CASE WHEN ${lacksConclusive(nota)} THEN ${authorizedAt(nota)} END`;
}

/** {@link toManifestSince} of a nota n, for statements as text. */
export const TO_MANIFEST_SINCE = sqlText(toManifestSince("n"));
