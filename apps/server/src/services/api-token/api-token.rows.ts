import { sql } from "kysely";
import { anyOf, column, type Db, expressionsOf, newId, type Row, unnestRows } from "../../db/index.ts";
import { dayStart } from "../list/list.rows.ts";

/**
 * One secret of a token, without its text. terminaEm: set once a newer one exists; null: the newest.
 */
export type SecretRow = Pick<
  Row<"apiTokenSegredo">,
  "mascara" | "criadoEm" | "ultimoUso" | "ultimoIp" | "terminaEm"
> & { criadoPor: string };

/** A token that is not revoked. empresas: the only ones that it sees; null: all. */
export type ApiTokenRow = LockedApiToken &
  Pick<Row<"apiToken">, "principal" | "criadoEm"> & {
    criadoPor: string;
    chamadasHoje: number;
    chamadas30Dias: number;
    /** Valid secrets, newest first. */
    segredos: SecretRow[];
  };

const t = expressionsOf("apiToken", "t");

/** The ids of the empresas that a token (`t`) sees, in order; null: all. */
function visibleEmpresas() {
  const ids = t
    .selectFrom("apiTokenEmpresa as e")
    .whereRef("e.contaId", "=", "t.contaId")
    .whereRef("e.tokenId", "=", "t.id")
    .select("e.empresaId")
    .orderBy("e.empresaId");
  return sql<string[] | null>`CASE WHEN ${t.ref("t.restrito")} THEN ARRAY${ids} END`;
}

type AsOf = { now: Date; today: string };

/** Tokens of a conta, the main one first. id: only this one. hoje: the day in the conta's zone. */
export async function findApiTokens(
  db: Db,
  contaId: string,
  { now, today, id = null }: AsOf & { id?: string | null },
): Promise<ApiTokenRow[]> {
  const tokens = await db
    .selectFrom("apiToken as t")
    .innerJoin("usuario as u", (join) =>
      join.onRef("u.contaId", "=", "t.contaId").onRef("u.id", "=", "t.usuarioId"),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("apiTokenUso as o")
          .whereRef("o.contaId", "=", "t.contaId")
          .whereRef("o.tokenId", "=", "t.id")
          .where("o.dia", ">", sql<string>`${today}::date - 30`)
          .select(({ fn }) => [
            fn.sum<number | null>("o.chamadas").filterWhere("o.dia", "=", today).as("hoje"),
            fn.sum<number | null>("o.chamadas").as("mes"),
          ])
          .as("o"),
      (join) => join.onTrue(),
    )
    .where("t.contaId", "=", contaId)
    .where("t.revogadoEm", "is", null)
    .$if(id !== null, (query) => query.where("t.id", "=", id))
    .select(["t.id", "t.nome", "t.escopos", "t.principal", "t.criadoEm", "u.nomeCompleto as criadoPor"])
    .select(["t.expiraEm", visibleEmpresas().as("empresas")])
    .select(({ fn, lit }) => [
      fn.coalesce("o.hoje", lit(0)).as("chamadasHoje"),
      fn.coalesce("o.mes", lit(0)).as("chamadas30Dias"),
    ])
    .orderBy("t.principal", "desc")
    .orderBy("t.criadoEm")
    .orderBy("t.id")
    .execute();
  const secrets = await findSecrets(db, contaId, { ids: tokens.map((token) => token.id), now });
  return tokens.map((token) => ({
    ...token,
    segredos: secrets.flatMap(({ tokenId, ...secret }) => (tokenId === token.id ? [secret] : [])),
  }));
}

/** The valid secrets of tokens, as portaria_api_token: while the user who received one is an active manager. */
async function findSecrets(
  db: Db,
  contaId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<(SecretRow & { tokenId: string })[]> {
  return await db
    .selectFrom("apiTokenSegredo as s")
    .innerJoin("usuario as u", (join) =>
      join.onRef("u.contaId", "=", "s.contaId").onRef("u.id", "=", "s.usuarioId"),
    )
    .where("s.contaId", "=", contaId)
    .where("s.tokenId", "=", anyOf(ids))
    .where(({ or, eb }) => or([eb("s.terminaEm", "is", null), eb("s.terminaEm", ">", now)]))
    .where(({ and, or, ref }) =>
      and([ref("u.ativo"), or([ref("u.administrador"), ref("u.proprietarioConta")])]),
    )
    .select(["s.tokenId", "s.mascara", "s.criadoEm", "u.nomeCompleto as criadoPor", "s.ultimoUso"])
    .select(["s.ultimoIp", "s.terminaEm"])
    .orderBy("s.terminaEm", (by) => by.desc().nullsFirst())
    .orderBy("s.id", "desc")
    .execute();
}

/** A token whose row is locked until the transaction ends. */
export type LockedApiToken = Pick<Row<"apiToken">, "id" | "nome" | "escopos" | "expiraEm"> & {
  empresas: string[] | null;
};

/** Locks the token of an id, or the main one; null when none exists or it is revoked. */
export async function lockApiToken(
  db: Db,
  contaId: string,
  which: { id: string } | "principal",
): Promise<LockedApiToken | null> {
  const row = await db
    .selectFrom("apiToken as t")
    .where("t.contaId", "=", contaId)
    .where("t.revogadoEm", "is", null)
    .where((eb) => (which === "principal" ? eb.ref("t.principal") : eb("t.id", "=", which.id)))
    .select(["t.id", "t.nome", "t.escopos", "t.expiraEm", visibleEmpresas().as("empresas")])
    .forNoKeyUpdate("t")
    .executeTakeFirst();
  return row ?? null;
}

/** Names of the other valid tokens, in lower case. exceptId: the token left out. */
export async function findOtherNames(db: Db, contaId: string, exceptId: string | null): Promise<string[]> {
  const rows = await db
    .selectFrom("apiToken")
    .where("contaId", "=", contaId)
    .where("revogadoEm", "is", null)
    .where("id", "is distinct from", exceptId)
    .select(({ fn }) => fn<string>("lower", ["nome"]).as("nome"))
    .execute();
  return rows.map(({ nome }) => nome);
}

/** Editable fields of a token. validade: its last day, in the zone; null: it does not expire. */
export type ApiTokenFields = {
  nome: string;
  escopos: readonly Row<"apiToken">["escopos"][number][];
  empresas: readonly string[] | null;
  validade: string | null;
  zona: string;
};

/** The columns that both writes of a token set. */
function columnsOf({ nome, escopos, empresas, validade, zona }: ApiTokenFields) {
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
  const { usuarioId, empresas, principal, now } = newToken;
  await db
    .insertInto("apiToken")
    .values({ contaId, id, usuarioId, ...columnsOf(newToken), principal, criadoEm: now })
    .execute();
  await saveEmpresas(db, contaId, { id, empresas });
  return id;
}

/** Updates a token; its secrets stay. */
export async function updateApiToken(
  db: Db,
  contaId: string,
  { id, ...fields }: ApiTokenFields & { id: string },
): Promise<void> {
  await db
    .updateTable("apiToken")
    .set(columnsOf(fields))
    .where("contaId", "=", contaId)
    .where("id", "=", id)
    .execute();
  await saveEmpresas(db, contaId, { id, empresas: fields.empresas });
}

type TokenEmpresas = { id: string; empresas: readonly string[] | null };

async function saveEmpresas(db: Db, contaId: string, { id, empresas }: TokenEmpresas): Promise<void> {
  const ids = empresas ?? [];
  await db
    .deleteFrom("apiTokenEmpresa")
    .where("contaId", "=", contaId)
    .where("tokenId", "=", id)
    .where(({ not, eb }) => not(eb("empresaId", "=", anyOf(ids))))
    .execute();
  await db
    .insertInto("apiTokenEmpresa")
    .columns(["contaId", "tokenId", "empresaId"])
    .expression((eb) =>
      eb
        .selectFrom(unnestRows("x", { empresaId: column("uuid", ids) }))
        .select([
          sql<string>`${contaId}::uuid`.as("contaId"),
          sql<string>`${id}::uuid`.as("tokenId"),
          "x.empresaId",
        ]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Revokes tokens and deletes their secrets. */
export async function revokeApiTokens(
  db: Db,
  contaId: string,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<void> {
  await db
    .updateTable("apiToken")
    .set({ revogadoEm: now })
    .where("contaId", "=", contaId)
    .where("id", "=", anyOf(ids))
    .execute();
  await db
    .deleteFrom("apiTokenSegredo")
    .where("contaId", "=", contaId)
    .where("tokenId", "=", anyOf(ids))
    .execute();
}
