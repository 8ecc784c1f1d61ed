import type { Db } from "../../db/index.ts";
import { writeRegistered } from "../evento/fact.rows.ts";
import { CANCELLED_STATUSES, DENIED_STATUSES, EVENTO_TYPES } from "./manifestacao.rules.ts";

/** Whether an empresa enabled the automatic ciência, and has a valid certificate for it. */
export async function hasActiveCiencia(
  db: Db,
  contaId: string,
  { empresaId, now }: { empresaId: string; now: Date },
): Promise<boolean> {
  const rows = await db.query<{ id: string }>(
    `SELECT e.id FROM empresa e JOIN certificado c ON c.conta_id = e.conta_id AND c.empresa_id = e.id
     WHERE e.conta_id = $1 AND e.id = $2 AND e.ciencia_automatica AND e.ativar_manifestacao AND c.valido_de <= $3 AND c.valido_ate > $3`,
    [contaId, empresaId, now],
  );
  return rows.length > 0;
}

/**
 * The chaves without any manifestação or request of an empresa, whose nota, if known, is not cancelled. Any
 * evento of the company counts, even if unregistered: from then on, its users decide.
 */
export async function findWithoutManifestacao(
  db: Db,
  contaId: string,
  { empresaId, chaves }: { empresaId: string; chaves: readonly string[] },
): Promise<string[]> {
  const rows = await db.query<{ chave: string }>(
    `SELECT c.chave FROM unnest($3::text[]) AS c (chave) JOIN empresa p ON p.conta_id = $1 AND p.id = $2
     WHERE NOT EXISTS (SELECT FROM manifestacao m WHERE m.conta_id = $1 AND m.chave = c.chave AND m.status IS NOT NULL
         AND NOT (m.estado = 'falhou' AND m.usuario IS NULL AND m.falha IN ('desativada', 'ciencia-desligada')))
       AND NOT EXISTS (SELECT FROM evento e WHERE e.conta_id = $1 AND e.chave = c.chave AND e.tp_evento = ANY ($4)
         AND left(e.autor, 8) = left(p.cnpj, 8) AND ${writeRegistered("e")})
       AND NOT EXISTS (SELECT FROM nota n WHERE n.conta_id = $1 AND n.chave = c.chave AND (n.hash_sha1_canc IS NOT NULL
         OR coalesce(n.sefaz_status, n.nfe_status, '') = ANY ($5) OR (n.papel = 'E' AND (n.empresa_id IS DISTINCT FROM $2
           OR left(n.cnpj_destinatario, 8) IS DISTINCT FROM left(p.cnpj, 8)))))`,
    [contaId, empresaId, chaves, Object.values(EVENTO_TYPES), [...CANCELLED_STATUSES, ...DENIED_STATUSES]],
  );
  return rows.map(({ chave }) => chave);
}
