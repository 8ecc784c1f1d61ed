import { sql } from "kysely";
import { anyOf, type Db, insertObjects, lockText, newId, type Row } from "../../db/index.ts";
import { visibleEmpresas } from "./usuario.rows.ts";
import type { Profile } from "./usuario.rules.ts";

/** A user whose row is locked until the transaction ends. */
export type LockedUsuario = Profile &
  Pick<Row<"usuario">, "id" | "ativado" | "proprietarioConta" | "senhaHash">;

/**
 * Reads a user and locks the row until the transaction ends; null when it does not exist or is deleted.
 */
export async function lockUsuario(db: Db, contaId: string, id: string): Promise<LockedUsuario | null> {
  const row = await db
    .selectFrom("usuario")
    .where("contaId", "=", contaId)
    .where("id", "=", id)
    .where("excluidoEm", "is", null)
    .select(["id", "nome", "nomeUsuario", "nomeCompleto", "email", "color", "ativo", "ativado"])
    .select(["administrador", "permissaoManifestacao", "proprietarioConta", "senhaHash"])
    .select(visibleEmpresas().as("empresas"))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Serializes the transactions that add users or API tokens to a conta, so that counts and limits hold.
 */
export async function lockUsuarios(db: Db, contaId: string): Promise<void> {
  await lockText(db, `pessoas ${contaId}`);
}

/** Counts the users of a conta. */
export async function countUsuarios(db: Db, contaId: string): Promise<number> {
  const { n } = await db
    .selectFrom("usuario")
    .where("contaId", "=", contaId)
    .where("excluidoEm", "is", null)
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return n;
}

/** A new user, without a password yet. proprietarioConta: only for the first user of a conta. */
export type NewUsuario = Profile & { proprietarioConta?: boolean; now: Date };

/**
 * Inserts a user.
 * @throws the violation of usuario_conta_id_nome_usuario_key when the name is in use
 */
export async function insertUsuario(db: Db, contaId: string, newUsuario: NewUsuario): Promise<string> {
  const { empresas, now, proprietarioConta = false } = newUsuario;
  const id = newId();
  await db
    .insertInto("usuario")
    .values({ contaId, id, ...storedFields(newUsuario), ativado: false, proprietarioConta, criadoEm: now })
    .execute();
  await saveVisibleEmpresas(db, contaId, { id, empresas });
  return id;
}

/**
 * Updates a user. withEmpresas: also the empresas that the user may see.
 * @throws the violation of usuario_conta_id_nome_usuario_key when the name is in use
 */
export async function updateUsuario(
  db: Db,
  contaId: string,
  { id, profile, withEmpresas }: { id: string; profile: Profile; withEmpresas: boolean },
): Promise<void> {
  await updateOne(db, contaId, id).set(storedFields(profile)).execute();
  if (withEmpresas) await saveVisibleEmpresas(db, contaId, { id, empresas: profile.empresas });
}

// A caller may pass a row with more fields.
function storedFields(profile: Profile): Omit<Profile, "empresas"> {
  const { nome, nomeUsuario, nomeCompleto, email, color } = profile;
  const { ativo, administrador, permissaoManifestacao } = profile;
  return { nome, nomeUsuario, nomeCompleto, email, color, ativo, administrador, permissaoManifestacao };
}

function updateOne(db: Db, contaId: string, id: string) {
  return db.updateTable("usuario").where("contaId", "=", contaId).where("id", "=", id);
}

async function saveVisibleEmpresas(
  db: Db,
  contaId: string,
  { id, empresas }: { id: string; empresas: readonly string[] | null },
): Promise<void> {
  const restrito = empresas !== null;
  await updateOne(db, contaId, id).set({ restrito }).where("restrito", "<>", restrito).execute();
  const ids = empresas ?? [];
  await db
    .deleteFrom("usuarioEmpresa")
    .where("contaId", "=", contaId)
    .where("usuarioId", "=", id)
    .where(({ not, eb }) => not(eb("empresaId", "=", anyOf(ids))))
    .execute();
  const inserted = insertObjects(db, "usuarioEmpresa", {
    objects: ids.map((empresaId) => ({ empresaId })),
    fields: { empresaId: "uuid" },
    all: { contaId, usuarioId: id },
  });
  await inserted.onConflict((conflict) => conflict.doNothing()).execute();
}

/**
 * Counts which of these ids are empresas of the conta, and locks their rows until the transaction ends.
 */
export async function countEmpresas(db: Db, contaId: string, ids: readonly string[]): Promise<number> {
  const rows = await db
    .selectFrom("empresa")
    .where("contaId", "=", contaId)
    .where("id", "=", anyOf(ids))
    .select("id")
    .forKeyShare()
    .execute();
  return rows.length;
}

/** A new password. porLink: set through a link sent to the user's address, which proves the address. */
export type StoredPassword = { id: string; senhaHash: string; porLink: boolean };

/** Stores a new password; a trigger ends the user's sessions. */
export async function setPassword(
  db: Db,
  contaId: string,
  { id, senhaHash, porLink }: StoredPassword,
): Promise<void> {
  await updateOne(db, contaId, id)
    .set({ senhaHash, ativado: true })
    .$if(porLink, (update) => update.set({ emailProvado: true }))
    .execute();
}

/** Exempts a session from the trigger that ends sessions in this transaction. */
export async function exemptSession(db: Db, sessaoId: string): Promise<void> {
  await sql`SELECT set_config('app.sessao', ${sessaoId}, true)`.execute(db);
}

/** Whether a user's session is unexpired; locks it, so it lasts at least until the transaction ends. */
export async function hasSession(
  db: Db,
  contaId: string,
  { id, usuarioId, now }: { id: string; usuarioId: string; now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom("sessao")
    .where(({ and }) => and({ contaId, id, usuarioId }))
    .where("expiraEm", ">", now)
    .select("id")
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Sets whether a user may sign in; deactivation ends the sessions by a trigger. */
export async function setActive(
  db: Db,
  contaId: string,
  { id, ativo }: { id: string; ativo: boolean },
): Promise<void> {
  await updateOne(db, contaId, id).set({ ativo }).execute();
}

/** Sets the names that an invited user corrected. */
export async function setNames(
  db: Db,
  contaId: string,
  { id, nome, nomeCompleto }: { id: string; nome: string; nomeCompleto: string },
): Promise<void> {
  await updateOne(db, contaId, id).set({ nome, nomeCompleto }).execute();
}

export async function setColor(
  db: Db,
  contaId: string,
  { id, color }: { id: string; color: string | null },
): Promise<void> {
  await updateOne(db, contaId, id).set({ color }).execute();
}

/**
 * Erases a user's personal data and all means of access; the row remains for records that refer to it.
 * The user name becomes free; no user can choose its placeholder.
 */
export async function eraseUsuario(
  db: Db,
  contaId: string,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await updateOne(db, contaId, id)
    .set({ nome: "", nomeCompleto: "", email: "", color: null, senhaHash: null, ultimoAcesso: null })
    .set({ ativo: false, ativado: false, administrador: false, permissaoManifestacao: false })
    .set({ restrito: false, totpSelado: null, totpDesde: null, totpPasso: 0, totpReservas: [] })
    .set(({ ref }) => ({ nomeUsuario: sql<string>`'~' || ${ref("id")}`, excluidoEm: now }))
    .execute();
  for (const table of ["sessao", "usuarioToken", "usuarioEmpresa", "passkey", "visaoPadrao"] as const) {
    await db.deleteFrom(table).where("contaId", "=", contaId).where("usuarioId", "=", id).execute();
  }
  // The team keeps the views that were shared with it.
  const views = db.deleteFrom("visao").where("contaId", "=", contaId).where("usuarioId", "=", id);
  await views.where("compartilhada", "=", false).execute();
}
