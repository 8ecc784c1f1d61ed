import type { Sql } from "../../db/index.ts";
import { writeAutorCerto, writeFato } from "../evento/fato.rows.ts";
import { CIENCIA, TIPOS_EVENTO } from "./manifestacao.rules.ts";

const STATUS = Object.entries(TIPOS_EVENTO);
const TIPOS = STATUS.map(([, tpEvento]) => `'${tpEvento}'`).join(", ");

/** SQL: the manifestação status that an evento gives a document (spec §4). */
export function writeStatus(evento: string): string {
  return `CASE ${evento}.tp_evento ${STATUS.map(([status, tp]) => `WHEN '${tp}' THEN ${status}`).join(" ")} END`;
}

/** SQL condition: the evento is a registered manifestação about the view's document, by its recipient. */
export function writeManifestacaoBoa({ evento, nota }: { evento: string; nota: string }): string {
  const par = { evento, nota };
  return `(${evento}.tp_evento IN (${TIPOS}) AND ${writeFato(par)} AND ${writeAutorCerto(par)})`;
}

/**
 * Sets the last registered manifestação of the recipient on the received views of some chaves; a conclusive
 * one ranks above a ciência. Call it whenever eventos or views of chaves are saved.
 */
export async function markManifestacoes(
  sql: Sql,
  contaId: string,
  { chaves, agora }: { chaves: readonly string[]; agora: Date },
): Promise<void> {
  if (chaves.length === 0) return;
  await sql.query(
    `UPDATE nota SET manifestacao = v.status, manifestacao_em = v.em, alterado_em = $3
     FROM (SELECT DISTINCT ON (n.id) n.id, ${writeStatus("e")} AS status, e.protocolo_data AS em
       FROM nota n JOIN evento e ON e.conta_id = n.conta_id AND e.chave = n.chave
       WHERE n.conta_id = $1 AND n.chave = ANY ($2) AND n.papel = 'E' AND ${writeManifestacaoBoa({ evento: "e", nota: "n" })}
       ORDER BY n.id, e.tp_evento = '${TIPOS_EVENTO[CIENCIA]}', e.protocolo_data DESC NULLS LAST, e.n_seq DESC, e.criado_em DESC) v
     WHERE nota.conta_id = $1 AND nota.id = v.id AND (nota.manifestacao, nota.manifestacao_em) IS DISTINCT FROM (v.status, v.em)`,
    [contaId, chaves, agora],
  );
}
