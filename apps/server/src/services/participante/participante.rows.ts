import { foldName, nameSortKey } from "@malote/syntax";
import type { Db } from "../../db/index.ts";

/** A party as a document names it. */
export type NamedParty = { documento: string; nome: string };

/** Parties of documents. confiavel: false for a quarantined copy: its names are searchable, but not shown. */
export type NamedParties = { partes: readonly NamedParty[]; confiavel: boolean; agora: Date };

/** Characters of folded names kept for search, over all names of one CNPJ; the oldest are cut. */
const SEARCH_MAX = 1_000;

/**
 * Stores parties by CNPJ or CPF under the last trusted name; a search finds all their names. A party without
 * a number is skipped, and an empty name (autXML) replaces none.
 */
export async function saveParticipantes(
  db: Db,
  contaId: string,
  { partes: parties, confiavel: isTrusted, agora: now }: NamedParties,
): Promise<void> {
  for (const round of toRounds(parties))
    await saveRound(db, contaId, { partes: round, confiavel: isTrusted, agora: now });
}

// One statement may change a row only once: the second name of a CNPJ needs a second statement.
function toRounds(parties: readonly NamedParty[]): NamedParty[][] {
  const named = parties.filter((party) => party.documento !== "");
  const distinct = new Map(named.map((party) => [`${party.documento} ${party.nome}`, party]));
  const rounds: NamedParty[][] = [];
  const turns = new Map<string, number>();
  for (const party of distinct.values()) {
    const turn = turns.get(party.documento) ?? 0;
    turns.set(party.documento, turn + 1);
    rounds[turn] = [...(rounds[turn] ?? []), party];
  }
  return rounds;
}

// Ordered by key, so that two e-mails with the same parties wait for each other instead of deadlocking.
async function saveRound(
  db: Db,
  contaId: string,
  { partes: parties, confiavel: isTrusted, agora: now }: NamedParties,
): Promise<void> {
  await db.query(
    `INSERT INTO participante AS p (conta_id, documento, nome, nome_ordem, nome_busca, visto_em)
     SELECT $1, r.documento, r.nome, r.ordem, r.busca, $2
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS r (documento, nome, ordem, busca)
     ORDER BY r.documento
     ON CONFLICT (conta_id, documento) DO UPDATE SET
       nome = CASE WHEN excluded.nome <> '' AND ($7 OR p.nome = '') THEN excluded.nome ELSE p.nome END,
       nome_ordem = CASE WHEN excluded.nome <> '' AND ($7 OR p.nome = '') THEN excluded.nome_ordem ELSE p.nome_ordem END,
       nome_busca = CASE WHEN position(excluded.nome_busca IN p.nome_busca) > 0 THEN p.nome_busca
         ELSE left(excluded.nome_busca || E'\\n' || p.nome_busca, ${SEARCH_MAX}) END,
       visto_em = excluded.visto_em
     WHERE ($7 AND excluded.nome <> '' AND p.nome <> excluded.nome) OR position(excluded.nome_busca IN p.nome_busca) = 0`,
    [
      contaId,
      now,
      parties.map(({ documento }) => documento),
      parties.map(({ nome }) => nome),
      parties.map(({ nome }) => nameSortKey(nome)),
      parties.map(({ nome }) => foldName(nome).slice(0, SEARCH_MAX)),
      isTrusted,
    ],
  );
}
