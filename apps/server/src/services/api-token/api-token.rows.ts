import type { Scope } from "@malote/contract";
import { sql } from "kysely";
import { anyOf, type Db, insertObjects, newId, type Row, refsOf } from "../../db/index.ts";
import { dayStart } from "../list/list.rows.ts";

/**
 * One secret of a token, without its text. terminaEm: set once a newer one exists; null: the newest.
 */
export type SecretRow = Pick<
  Row<"apiTokenSegredo">,
  "mascara" | "criadoEm" | "ultimoUso" | "ultimoIp" | "terminaEm"
> & { criadoPor: string };

/** A token, its row locked until the transaction ends. empresas: the only ones that it sees; null: all. */
export type LockedApiToken = Pick<Row<"apiToken">, "id" | "nome" | "escopos" | "expiraEm"> & {
  empresas: string[] | null;
};

/** A token that is not revoked. */
export type ApiTokenRow = LockedApiToken &
  Pick<Row<"apiToken">, "principal" | "criadoEm"> & {
    criadoPor: string;
    chamadasHoje: number;
    chamadas30Dias: number;
    /** Valid secrets, newest first. */
    segredos: SecretRow[];
  };

type AsOf = { now: Date; today: string };

/** Tokens of a conta, the main one first. id: only this one. hoje: the day in the conta's zone. */
export async function findApiTokens(
  db: Db,
  contaId: string,
  { now, today, id = null }: AsOf & { id?: string | null },
): Promise<ApiTokenRow[]> {
  const tokens = await selectTokens(db, contaId)
    .innerJoin("usuario as u", (join) =>
      join.onRef("u.contaId", "=", "t.contaId").onRef("u.id", "=", "t.usuarioId"),
    )
    .crossJoinLateral(sumCalls(db, today).as("o"))
    .where(({ eb, and }) => and(id === null ? [] : [eb("t.id", "=", id)]))
    .select(["t.principal", "t.criadoEm", "u.nomeCompleto as criadoPor"])
    .select(["o.chamadasHoje", "o.chamadas30Dias"])
    .orderBy("t.principal", "desc")
    .orderBy("t.criadoEm")
    .orderBy("t.id")
    .execute();
  const ids = tokens.map((token) => token.id);
  const secrets = await selectValidSecrets(db, contaId, now).where("s.tokenId", "=", anyOf(ids)).execute();
  return tokens.map((token) => ({
    ...token,
    segredos: secrets.flatMap(({ tokenId, ...secret }) => (tokenId === token.id ? [secret] : [])),
  }));
}

/** Tokens, as t, that are not revoked. */
function selectValid(db: Db, contaId: string) {
  return db.selectFrom("apiToken as t").where("t.contaId", "=", contaId).where("t.revogadoEm", "is", null);
}

function selectTokens(db: Db, contaId: string) {
  const t = refsOf("apiToken", "t");
  const empresas = db
    .selectFrom("apiTokenEmpresa as e")
    .where("e.contaId", "=", t("contaId"))
    .where("e.tokenId", "=", t("id"))
    .select("e.empresaId")
    .orderBy("e.empresaId");
  return selectValid(db, contaId)
    .select(["t.id", "t.nome", "t.escopos", "t.expiraEm"])
    .select(sql<string[] | null>`CASE WHEN ${t("restrito")} THEN ARRAY${empresas} END`.as("empresas"));
}

/** Calls of the token t of the statement, on a day and in the 30 days that end with it. */
function sumCalls(db: Db, today: string) {
  const [t, o] = [refsOf("apiToken", "t"), refsOf("apiTokenUso", "o")];
  const calls = sql`sum(${o("chamadas")})`;
  const callsOfDay = sql`${calls} FILTER (WHERE ${o("dia")} = ${today}::date)`;
  return db
    .selectFrom("apiTokenUso as o")
    .where("o.contaId", "=", t("contaId"))
    .where("o.tokenId", "=", t("id"))
    .where("o.dia", ">", sql<string>`${today}::date - 30`)
    .select([
      sql<number>`coalesce(${callsOfDay}, 0)::int`.as("chamadasHoje"),
      sql<number>`coalesce(${calls}, 0)::int`.as("chamadas30Dias"),
    ]);
}

// As portaria_api_token: a secret is valid while the user who received it is an active manager.
function selectValidSecrets(db: Db, contaId: string, now: Date) {
  return db
    .selectFrom("apiTokenSegredo as s")
    .innerJoin("usuario as u", (join) =>
      join.onRef("u.contaId", "=", "s.contaId").onRef("u.id", "=", "s.usuarioId"),
    )
    .where("s.contaId", "=", contaId)
    .where(({ eb, or }) => or([eb("s.terminaEm", "is", null), eb("s.terminaEm", ">", now)]))
    .where("u.ativo", "=", true)
    .where(({ or, ref }) => or([ref("u.administrador"), ref("u.proprietarioConta")]))
    .select(["s.tokenId", "s.mascara", "s.criadoEm", "u.nomeCompleto as criadoPor", "s.ultimoUso"])
    .select(["s.ultimoIp", "s.terminaEm"])
    .orderBy("s.terminaEm", (order) => order.desc().nullsFirst())
    .orderBy("s.id", "desc");
}

/** Locks the token of an id, or the main one; null when none exists or it is revoked. */
export async function lockApiToken(
  db: Db,
  contaId: string,
  which: { id: string } | "principal",
): Promise<LockedApiToken | null> {
  const locked = await selectTokens(db, contaId)
    .where(({ eb, ref }) => (which === "principal" ? ref("t.principal") : eb("t.id", "=", which.id)))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return locked ?? null;
}

/** Names of the other valid tokens, in lower case. exceptId: the token left out. */
export async function findOtherNames(db: Db, contaId: string, exceptId: string | null): Promise<string[]> {
  const others = selectValid(db, contaId).where("t.id", "is distinct from", exceptId);
  const rows = await others.select(({ fn }) => fn<string>("lower", ["t.nome"]).as("nome")).execute();
  return rows.map(({ nome }) => nome);
}

/** Editable fields of a token. validade: its last day, in the zone; null: it does not expire. */
export type ApiTokenFields = {
  nome: string;
  escopos: readonly Scope[];
  empresas: readonly string[] | null;
  validade: string | null;
  zona: string;
};

function writeFields({ nome, escopos, empresas, validade, zona }: ApiTokenFields) {
  const expiraEm = validade === null ? null : dayStart(validade, 1, zona);
  return { nome, escopos: [...escopos], restrito: empresas !== null, expiraEm };
}

/** Inserts a token, which has no secret yet. */
export async function insertApiToken(
  db: Db,
  contaId: string,
  newToken: ApiTokenFields & { usuarioId: string; principal: boolean; now: Date },
): Promise<string> {
  const id = newId();
  const { usuarioId, principal, now, empresas } = newToken;
  const row = { contaId, id, usuarioId, principal, criadoEm: now, ...writeFields(newToken) };
  await db.insertInto("apiToken").values(row).execute();
  await saveEmpresas(db, contaId, { id, empresas });
  return id;
}

/** Updates a token; its secrets stay. */
export async function updateApiToken(
  db: Db,
  contaId: string,
  token: ApiTokenFields & { id: string },
): Promise<void> {
  const stored = db.updateTable("apiToken").where("contaId", "=", contaId).where("id", "=", token.id);
  await stored.set(writeFields(token)).execute();
  await saveEmpresas(db, contaId, token);
}

type TokenEmpresas = { id: string; empresas: readonly string[] | null };

async function saveEmpresas(db: Db, contaId: string, { id, empresas }: TokenEmpresas): Promise<void> {
  const ids = empresas ?? [];
  const before = db.deleteFrom("apiTokenEmpresa").where("contaId", "=", contaId).where("tokenId", "=", id);
  await before.where(({ eb, not }) => not(eb("empresaId", "=", anyOf(ids)))).execute();
  const objects = ids.map((empresaId) => ({ empresaId }));
  const rows = { objects, fields: { empresaId: "uuid" }, all: { contaId, tokenId: id } } as const;
  const insertion = insertObjects(db, "apiTokenEmpresa", rows);
  await insertion.onConflict((c) => c.doNothing()).execute();
}

/** Revokes tokens and deletes their secrets. */
export async function revokeApiTokens(
  db: Db,
  contaId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<void> {
  const tokens = db.updateTable("apiToken").where("contaId", "=", contaId).where("id", "=", anyOf(ids));
  await tokens.set({ revogadoEm: now }).execute();
  const secrets = db.deleteFrom("apiTokenSegredo").where("contaId", "=", contaId);
  await secrets.where("tokenId", "=", anyOf(ids)).execute();
}
