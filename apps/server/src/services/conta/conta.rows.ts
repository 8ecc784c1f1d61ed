import { sql } from "kysely";
import { countChanged, type Db, fixedStatement, pgType, type Row, textStatement } from "../../db/index.ts";
import type { ContaProfile, EditableConta } from "./conta.rules.ts";

export type ContaRow = ContaProfile & { id: string; sandbox: boolean };

const PROFILE = ["id", "identificador", "tipoPessoa", "uf", "sandbox"] as const;

const FIND = fixedStatement<{ contaId: string }>()((db, { contaId }) =>
  db.selectFrom("conta").where("id", "=", contaId).select(PROFILE),
);

export async function findConta(db: Db, contaId: string): Promise<ContaRow | null> {
  return await FIND.first(db, { contaId });
}

/** Documents per month; the column's CHECK allows only these. */
export type Plano = Row<"conta">["plano"];

/** A conta with its plan and its switches: second factor for manifestações, and public download. */
export type ContaWithPlano = ContaRow &
  Pick<Row<"conta">, "plano" | "segundoFatorManifestacao" | "downloadPublico">;

export async function findContaWithPlano(db: Db, contaId: string): Promise<ContaWithPlano | null> {
  return (await selectWithPlano(db, contaId).executeTakeFirst()) ?? null;
}

/** Like {@link findContaWithPlano}, and locks the row until the transaction ends. */
export async function lockConta(db: Db, contaId: string): Promise<ContaWithPlano | null> {
  return (await selectWithPlano(db, contaId).forNoKeyUpdate().executeTakeFirst()) ?? null;
}

function selectWithPlano(db: Db, contaId: string) {
  return db
    .selectFrom("conta")
    .where("id", "=", contaId)
    .select([...PROFILE, "plano", "segundoFatorManifestacao", "downloadPublico"]);
}

/** @throws the violation of {@link IDENTIFICADOR_KEY} when the name is in use */
export async function updateConta(db: Db, contaId: string, conta: EditableConta): Promise<void> {
  const { identificador, tipoPessoa, uf, downloadPublico } = conta;
  await updateRow(db, contaId).set({ identificador, tipoPessoa, uf, downloadPublico }).execute();
}

function updateRow(db: Db, contaId: string) {
  return db.updateTable("conta").where("id", "=", contaId);
}

/** Sets whether a manifestação requires a user with a second factor.   @returns whether that changed */
export async function setSecondFactorRequired(
  db: Db,
  contaId: string,
  isRequired: boolean,
): Promise<boolean> {
  const other = updateRow(db, contaId).where("segundoFatorManifestacao", "<>", isRequired);
  return (await countChanged(other.set({ segundoFatorManifestacao: isRequired }))) > 0;
}

/** The unique constraint on `conta.identificador`. */
export const IDENTIFICADOR_KEY = "conta_identificador_key";

// Gatekeeper functions, which no builder calls as a statement.
const NEW_CONTA = textStatement({}, "SELECT FROM portaria_conta_nova($1, $2, $3, $4, $5)");
const SET_PLANO = textStatement(
  { antes: pgType.oneOf<Plano>() },
  "SELECT portaria_conta_plano($1, $2) AS antes",
);
const SET_DOMAINS = textStatement({}, "SELECT FROM portaria_conta_dominios($1, $2)");

/**
 * Creates the conta of this transaction.
 * @throws the violation of {@link IDENTIFICADOR_KEY} when the name is in use
 */
export async function insertConta(
  db: Db,
  contaId: string,
  { conta, now }: { conta: ContaProfile; now: Date },
): Promise<void> {
  const { identificador, tipoPessoa, uf } = conta;
  await NEW_CONTA.rows(db, [contaId, identificador, tipoPessoa, uf, now]);
}

/** Whether an error is the violation of {@link IDENTIFICADOR_KEY}. */
export function isIdentificadorInUse(error: unknown): boolean {
  return error instanceof Error && "constraint" in error && error.constraint === IDENTIFICADOR_KEY;
}

/**
 * Releases the name of a conta whose owner never signed in; it gets a placeholder that no user can
 * type.
 * @returns its users; null when one of them has been activated
 */
export async function releaseIdentificador(db: Db, contaId: string): Promise<string[] | null> {
  const usuarios = db.selectFrom("usuario").where("contaId", "=", contaId).select(["id", "ativado"]);
  const users = await usuarios.orderBy("id").forUpdate().execute();
  if (users.some(({ ativado }) => ativado)) return null;
  const placeholder = sql<string>`'~' || ${sql.ref("conta.id")}`;
  await updateRow(db, contaId).set({ identificador: placeholder }).execute();
  return users.map(({ id }) => id);
}

/** Sets the plan of this transaction's conta.   @returns the previous plan */
export async function setPlano(db: Db, contaId: string, plano: Plano): Promise<Plano> {
  const row = await SET_PLANO.first(db, [contaId, plano]);
  if (!row) throw new Error(`the plan of conta ${contaId} was not written`);
  return row.antes;
}

/**
 * Sets whether a user is an operator of the product.
 * @returns the user's id; null when the conta has no user of that name
 */
export async function setOperator(
  db: Db,
  contaId: string,
  { nomeUsuario, produto }: { nomeUsuario: string; produto: boolean },
): Promise<string | null> {
  const usuario = db.updateTable("usuario").where(({ and }) => and({ contaId, nomeUsuario }));
  const changed = await usuario.set({ produto }).returning("id").executeTakeFirst();
  return changed?.id ?? null;
}

/**
 * The conta's e-mail domains that the operator has verified; locks the row until the transaction ends.
 */
export async function lockDomains(db: Db, contaId: string): Promise<string[]> {
  const conta = db.selectFrom("conta").where("id", "=", contaId).select("dominios");
  return (await conta.forNoKeyUpdate().executeTakeFirst())?.dominios ?? [];
}

/** Stores the verified domains of this transaction's conta. */
export async function setDomains(db: Db, contaId: string, dominios: readonly string[]): Promise<void> {
  await SET_DOMAINS.rows(db, [contaId, dominios]);
}
