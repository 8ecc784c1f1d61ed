import { foldName, nameSortKey } from "@malote/syntax";
import { type RawBuilder, sql } from "kysely";
import { column, type Db, fixedStatement, pgType, textStatement, unnestRows } from "../../db/index.ts";

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
    await SAVE_ROUND.change(db, { contaId, parties: round, isTrusted, now });
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

type Saved = { contaId: string; parties: readonly NamedParty[]; isTrusted: boolean; now: Date };

// Ordered by key, so that two e-mails with the same parties wait for each other instead of deadlocking.
const SAVE_ROUND = fixedStatement<Saved>()((db, { contaId, parties, isTrusted, now }) => {
  const texts = (read: (party: NamedParty) => string) =>
    column(
      "text",
      parties.map((list) => list.map(read)),
    );
  const rows = unnestRows("r", {
    documento: texts(({ documento }) => documento),
    nome: texts(({ nome }) => nome),
    nomeOrdem: texts(({ nome }) => nameSortKey(nome)),
    nomeBusca: texts(({ nome }) => foldName(nome).slice(0, SEARCH_MAX)),
  });
  const trusted = sql<boolean>`${isTrusted}::bool`;
  return db
    .insertInto("participante")
    .columns(["contaId", "documento", "nome", "nomeOrdem", "nomeBusca", "vistoEm"])
    .expression(
      db
        .selectFrom(rows)
        .select([contaId.as("contaId"), "r.documento", "r.nome", "r.nomeOrdem"])
        .select(["r.nomeBusca", now.as("vistoEm")])
        .orderBy("r.documento"),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["contaId", "documento"])
        .doUpdateSet((eb) => {
          const renames = eb.and([
            eb("excluded.nome", "<>", ""),
            eb.or([trusted, eb("participante.nome", "=", "")]),
          ]);
          const busca = eb.ref("excluded.nomeBusca");
          const known = eb.ref("participante.nomeBusca");
          const joined = sql<string>`left(${busca} || E'\\n' || ${known}, ${sql.lit(SEARCH_MAX)})`;
          const choose = (column: "nome" | "nomeOrdem") =>
            eb
              .case()
              .when(renames)
              .then(eb.ref(`excluded.${column}`))
              .else(eb.ref(`participante.${column}`))
              .end();
          return {
            nome: choose("nome"),
            nomeOrdem: choose("nomeOrdem"),
            nomeBusca: eb
              .case()
              .when(eb.fn("strpos", [known, busca]), ">", 0)
              .then(known)
              .else(joined)
              .end(),
            vistoEm: eb.ref("excluded.vistoEm"),
          };
        })
        .where((eb) =>
          eb.or([
            eb.and([
              trusted,
              eb("excluded.nome", "<>", ""),
              eb("participante.nome", "<>", eb.ref("excluded.nome")),
            ]),
            eb(eb.fn<number>("strpos", ["participante.nomeBusca", "excluded.nomeBusca"]), "=", eb.lit(0)),
          ]),
        ),
    );
});

// Text: a function whose rows come from a select list ends at its LIMIT; in FROM it would return all first.
const DOCUMENTOS = textStatement(
  { documento: pgType.text },
  "SELECT portaria_participantes($1) AS documento LIMIT $2",
);

/**
 * CNPJs and CPFs of parties whose names match a LIKE pattern, at most `limit`. A gatekeeper function searches
 * the names: row security would keep LIKE from its trigram index (0.2 → 3 ms).
 */
export async function findDocumentosOf(db: Db, pattern: string, limit: number): Promise<string[]> {
  const rows = await DOCUMENTOS.rows(db, [pattern, limit]);
  return rows.map(({ documento }) => documento);
}

/** The same as a part of a statement; what it finds must be read under row security. */
export function selectDocumentosOf(pattern: string): RawBuilder<{ documento: string }> {
  return sql`(SELECT portaria_participantes(${pattern}) AS documento)`;
}
