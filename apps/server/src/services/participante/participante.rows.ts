import { foldNome, ordemNome } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";

/** Somebody as a document names them. */
export type Nomeado = { documento: string; nome: string };

/** Names in documents. Of those that are not `confiavel` (a quarantined copy's) a search finds them, and nobody is called so. */
export type Nomeados = { partes: readonly Nomeado[]; confiavel: boolean; agora: Date };

/** Characters of folded names kept for searching, over all that one CNPJ went by; the oldest go first. */
const BUSCA_MAX = 1_000;

/**
 * Remembers who appears in documents, by CNPJ or CPF, under the trusted name used last; a search
 * finds every name it went by. A party without a number cannot be identified and is left out. A
 * place without a name (autXML) takes no name from anyone.
 */
export async function saveParticipantes(
  sql: Sql,
  contaId: string,
  { partes, confiavel, agora }: Nomeados,
): Promise<void> {
  for (const rodada of toRodadas(partes))
    await saveRodada(sql, contaId, { partes: rodada, confiavel, agora });
}

// One statement changes a row once: the second name of a CNPJ goes with the second statement.
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

// In the order of their keys, so that two e-mails with the same parties wait for each other instead of deadlocking.
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
