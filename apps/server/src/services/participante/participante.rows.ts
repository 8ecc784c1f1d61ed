import { foldNome, ordemNome } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";

/** A party as a document names it. */
export type Nomeado = { documento: string; nome: string };

/** Parties of documents. confiavel: false for a quarantined copy: its names are searchable, but not shown. */
export type Nomeados = { partes: readonly Nomeado[]; confiavel: boolean; agora: Date };

/** Characters of folded names kept for search, over all names of one CNPJ; the oldest are cut. */
const BUSCA_MAX = 1_000;

/**
 * Stores parties by CNPJ or CPF under the last trusted name; a search finds all their names. A party without
 * a number is skipped, and an empty name (autXML) replaces none.
 */
export async function saveParticipantes(
  sql: Sql,
  contaId: string,
  { partes, confiavel, agora }: Nomeados,
): Promise<void> {
  for (const rodada of toRodadas(partes))
    await saveRodada(sql, contaId, { partes: rodada, confiavel, agora });
}

// One statement may change a row only once: the second name of a CNPJ needs a second statement.
function toRodadas(partes: readonly Nomeado[]): Nomeado[][] {
  const named = partes.filter((parte) => parte.documento !== "");
  const distinct = new Map(named.map((parte) => [`${parte.documento} ${parte.nome}`, parte]));
  const rodadas: Nomeado[][] = [];
  const turns = new Map<string, number>();
  for (const parte of distinct.values()) {
    const turn = turns.get(parte.documento) ?? 0;
    turns.set(parte.documento, turn + 1);
    rodadas[turn] = [...(rodadas[turn] ?? []), parte];
  }
  return rodadas;
}

// Ordered by key, so that two e-mails with the same parties wait for each other instead of deadlocking.
async function saveRodada(sql: Sql, contaId: string, { partes, confiavel, agora }: Nomeados): Promise<void> {
  await sql.query(
    `INSERT INTO participante AS p (conta_id, documento, nome, nome_ordem, nome_busca, visto_em)
     SELECT $1, r.documento, r.nome, r.ordem, r.busca, $2
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS r (documento, nome, ordem, busca)
     ORDER BY r.documento
     ON CONFLICT (conta_id, documento) DO UPDATE SET
       nome = CASE WHEN excluded.nome <> '' AND ($7 OR p.nome = '') THEN excluded.nome ELSE p.nome END,
       nome_ordem = CASE WHEN excluded.nome <> '' AND ($7 OR p.nome = '') THEN excluded.nome_ordem ELSE p.nome_ordem END,
       nome_busca = CASE WHEN position(excluded.nome_busca IN p.nome_busca) > 0 THEN p.nome_busca
         ELSE left(excluded.nome_busca || E'\\n' || p.nome_busca, ${BUSCA_MAX}) END,
       visto_em = excluded.visto_em
     WHERE ($7 AND excluded.nome <> '' AND p.nome <> excluded.nome) OR position(excluded.nome_busca IN p.nome_busca) = 0`,
    [
      contaId,
      agora,
      partes.map(({ documento }) => documento),
      partes.map(({ nome }) => nome),
      partes.map(({ nome }) => ordemNome(nome)),
      partes.map(({ nome }) => foldNome(nome).slice(0, BUSCA_MAX)),
      confiavel,
    ],
  );
}
