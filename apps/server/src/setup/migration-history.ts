import type pg from "pg";
import { pgType, textStatement } from "../db/index.ts";
import { StartRefusal } from "../errors.ts";

/** A migration's folder and the SHA-256 of its SQL. */
export type MigrationId = { name: string; checksum: string };

/**
 * An applied migration that is not of this version. earlier: it precedes the baseline; later: a newer version
 * has it; edited: ours has the same name and another text.
 */
export type ForeignMigration = { kind: "earlier" | "later" | "edited"; name: string };

/**
 * Finds the newest migration of `applied` that is not one of `ours`. Migrations are only added after the
 * baseline (ADR 0090), so an unknown one before all of ours is of a version before it.
 */
export function findForeignMigration(
  applied: readonly MigrationId[],
  ours: readonly MigrationId[],
): ForeignMigration | null {
  const checksums = new Map(ours.map(({ name, checksum }) => [name, checksum]));
  const newestFirst = applied.toSorted((a, b) => (a.name < b.name ? 1 : -1));
  const unknown = newestFirst.find(({ name }) => !checksums.has(name));
  const [first] = [...checksums.keys()].sort();
  if (unknown !== undefined) {
    const isEarlier = first !== undefined && unknown.name < first;
    return { kind: isEarlier ? "earlier" : "later", name: unknown.name };
  }
  const edited = newestFirst.find(({ name, checksum }) => checksums.get(name) !== checksum);
  return edited === undefined ? null : { kind: "edited", name: edited.name };
}

const FIND_TABLE = textStatement({ existe: pgType.boolean }, "SELECT to_regclass($1) IS NOT NULL AS existe");

/** Whether the database has a table of this name. */
export async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  return (await FIND_TABLE.first(client, [name]))?.existe ?? false;
}

const APPLIED = textStatement(
  { name: pgType.text, checksum: pgType.text, finished: pgType.boolean },
  `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
   FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`,
);

/**
 * Reads which of `ours` the database has; none when it is empty. Changes nothing.
 * @throws {StartRefusal} when it is of another version, a migration was edited, or one is incomplete
 */
export async function readHistory(client: pg.Client, ours: readonly MigrationId[]): Promise<Set<string>> {
  if (!(await hasTable(client, "_prisma_migrations"))) return new Set();
  const rows = await APPLIED.rows(client);
  const foreign = findForeignMigration(rows, ours);
  if (foreign !== null && foreign.kind !== "edited")
    throw new StartRefusal(REFUSALS[foreign.kind](foreign.name));
  const incomplete = rows.find(({ finished }) => !finished);
  if (incomplete !== undefined) {
    throw new StartRefusal(
      `A migração ${incomplete.name} parou no meio numa tentativa anterior. Corrija o banco e marque-a como resolvida (prisma migrate resolve).`,
    );
  }
  if (foreign !== null) throw new StartRefusal(REFUSALS[foreign.kind](foreign.name));
  return new Set(rows.map(({ name }) => name));
}

const REFUSALS: Readonly<Record<ForeignMigration["kind"], (name: string) => string>> = {
  earlier: (name) =>
    `O banco é de uma versão anterior do Malote (a última migração dele é ${name}), e esta versão não o converte. Nada foi alterado. ` +
    "Se for só de demonstração, apague a pasta de dados (DATA_DIR, ou .data), ou o banco de DATABASE_URL, e inicie de novo. " +
    "Se tiver documentos, volte à versão que tem essa migração, baixe-os em Repositório e importe o ZIP num banco novo desta versão, em Importação (docs/operar/banco-anterior.md).",
  later: (name) =>
    `O banco já tem a migração ${name}, que esta versão do Malote não conhece: use uma versão mais nova.`,
  edited: (name) =>
    `A migração ${name} foi editada depois de aplicada. Desfaça a edição e escreva uma migração nova` +
    " (ou apague o banco, se for só de desenvolvimento).",
};
