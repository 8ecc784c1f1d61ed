import { tiposWith } from "@malote/syntax";
import { isOneOf } from "../list/tipo-nota.rows.ts";
import { CANCELLED_STATUSES, CIENCIA, DENIED_STATUSES, UNKNOWN_TO_SEFAZ } from "./manifestacao.rules.ts";

/** SQL: authorization time of a `nota` n. SEFAZ's distribuição comes first, since no signature covers the
 * protocolo of a mailed document. Without either: the emission. */
export const AUTHORIZED_AT = `coalesce((SELECT a.data_evento FROM auditor a WHERE a.conta_id = n.conta_id AND a.chave = n.chave
    AND a.tp_evento = '' AND a.n_seq = 0 AND a.autor = '' AND a.origem = 'distribuicao'), n.nfe_protocolo_data, n.data_emissao)`;

const WITHOUT_MANIFESTACAO = [...CANCELLED_STATUSES, ...DENIED_STATUSES, UNKNOWN_TO_SEFAZ]
  .map((cStat) => `'${cStat}'`)
  .join(", ");

/** SQL condition on a `nota` n: its empresa is not the recipient but another party, such as the carrier. */
export const IS_OF_OTHER_PARTY = `EXISTS (SELECT FROM empresa r WHERE r.conta_id = n.conta_id AND r.id = n.empresa_id
    AND left(r.cnpj, 8) IS DISTINCT FROM left(n.cnpj_destinatario, 8))`;

/** SQL condition on a `nota` n: it lacks the recipient's conclusive manifestação, and may still get one. */
export const LACKS_CONCLUSIVE = `(n.papel = 'E' AND ${isOneOf("n.tipo_nota", tiposWith("manifestacao", true))} AND NOT n.terceiros AND NOT n.quarentena AND NOT ${IS_OF_OTHER_PARTY}
    AND n.manifestacao IN (0, ${CIENCIA}) AND n.hash_sha1_canc IS NULL
    AND coalesce(n.sefaz_status, n.nfe_status, '') NOT IN (${WITHOUT_MANIFESTACAO}))`;

/** SQL: authorization time of a `nota` n that lacks a conclusive manifestação; null for any other. */
export const TO_MANIFEST_SINCE = `CASE WHEN ${LACKS_CONCLUSIVE} THEN ${AUTHORIZED_AT} END`;
