import type { Db } from "../../db/index.ts";
import { writeFact, writeRightAutor } from "../evento/fact.rows.ts";
import { CIENCIA, EVENTO_TYPES } from "./manifestacao.rules.ts";

const STATUS_TYPES = Object.entries(EVENTO_TYPES);
const EVENTO_TYPE_LIST = STATUS_TYPES.map(([, tpEvento]) => `'${tpEvento}'`).join(", ");

/** SQL: the manifestação status that an evento gives a document (spec §4). */
export function writeStatus(evento: string): string {
  return `CASE ${evento}.tp_evento ${STATUS_TYPES.map(([status, tp]) => `WHEN '${tp}' THEN ${status}`).join(" ")} END`;
}

/** SQL condition: the evento is a registered manifestação about the view's document, by its recipient. */
export function writeValidManifestacao({ evento, nota }: { evento: string; nota: string }): string {
  const aliases = { evento, nota };
  return `(${evento}.tp_evento IN (${EVENTO_TYPE_LIST}) AND ${writeFact(aliases)} AND ${writeRightAutor(aliases)})`;
}

/**
 * Sets the last registered manifestação of the recipient on the received views of some chaves; a conclusive
 * one ranks above a ciência. Call it whenever eventos or views of chaves are saved.
 */
export async function markManifestacoes(
  db: Db,
  contaId: string,
  { chaves, now }: { chaves: readonly string[]; now: Date },
): Promise<void> {
  if (chaves.length === 0) return;
  await db.query(
    `UPDATE nota SET manifestacao = v.status, manifestacao_em = v.em, alterado_em = $3
     FROM (SELECT DISTINCT ON (n.id) n.id, ${writeStatus("e")} AS status, e.protocolo_data AS em
       FROM nota n JOIN evento e ON e.conta_id = n.conta_id AND e.chave = n.chave
       WHERE n.conta_id = $1 AND n.chave = ANY ($2) AND n.papel = 'E' AND ${writeValidManifestacao({ evento: "e", nota: "n" })}
       ORDER BY n.id, e.tp_evento = '${EVENTO_TYPES[CIENCIA]}', e.protocolo_data DESC NULLS LAST, e.n_seq DESC, e.criado_em DESC) v
     WHERE nota.conta_id = $1 AND nota.id = v.id AND (nota.manifestacao, nota.manifestacao_em) IS DISTINCT FROM (v.status, v.em)`,
    [contaId, chaves, now],
  );
}
