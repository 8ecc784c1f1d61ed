import { sql } from "kysely";
import { anyOf, type Db, type Row } from "../../db/index.ts";
import type { CertificadoRow } from "./certificado.rules.ts";

/** A stored certificate, encrypted: JSON `{pfx: base64, senha}` in the secret box. */
export type SealedCertificado = Pick<Row<"certificado">, "id" | "empresaId" | "selado">;

/** The currently valid certificate of the first of these empresas that has one. */
export async function findCertificado(
  db: Db,
  contaId: string,
  { empresaIds, now }: { empresaIds: readonly string[]; now: Date },
): Promise<SealedCertificado | null> {
  const found = await db
    .selectFrom("certificado")
    .where("contaId", "=", contaId)
    .where("empresaId", "=", anyOf(empresaIds))
    .where("validoDe", "<=", now)
    .where("validoAte", ">", now)
    .select(["id", "empresaId", "selado"])
    .orderBy(({ ref }) => sql`array_position(${empresaIds}::uuid[], ${ref("empresaId")})`)
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** A certificate to store; it replaces the empresa's previous one. */
export type NewCertificado = SealedCertificado & Omit<CertificadoRow, "enviadoEm">;

/** Stores the certificate of an empresa. */
export async function saveCertificado(
  db: Db,
  contaId: string,
  { newCertificado, now }: { newCertificado: NewCertificado; now: Date },
): Promise<void> {
  await deleteCertificado(db, contaId, newCertificado.empresaId);
  const row = { contaId, ...newCertificado, criadoEm: now };
  await db.insertInto("certificado").values(row).execute();
}

/** Deletes the certificate of an empresa, if it has one. */
export async function deleteCertificado(db: Db, contaId: string, empresaId: string): Promise<void> {
  const certificado = db.deleteFrom("certificado").where("contaId", "=", contaId);
  await certificado.where("empresaId", "=", empresaId).execute();
}

/**
 * A certificate that expires soon or has expired, with its empresa. avisadoDias: the last warning sent.
 */
export type ExpiringCertificado = Pick<Row<"empresa">, "nome" | "cnpj"> &
  Pick<Row<"certificado">, "id" | "empresaId" | "titular" | "validoAte" | "avisadoDias">;

function selectWithEmpresa(db: Db, contaId: string) {
  return db
    .selectFrom("certificado as c")
    .innerJoin("empresa as e", (join) =>
      join.onRef("e.contaId", "=", "c.contaId").onRef("e.id", "=", "c.empresaId"),
    )
    .where("c.contaId", "=", contaId)
    .select(["c.id", "c.empresaId", "e.nome", "e.cnpj", "c.titular", "c.validoAte", "c.avisadoDias"]);
}

/**
 * Certificates that expire before an instant; locks their rows, and skips rows that are already locked.
 */
export async function lockExpiring(db: Db, contaId: string, before: Date): Promise<ExpiringCertificado[]> {
  return await selectWithEmpresa(db, contaId)
    .where("c.validoAte", "<=", before)
    .where("c.avisadoDias", "is distinct from", 0)
    .orderBy("c.id")
    .forUpdate("c")
    .skipLocked()
    .execute();
}

/** Stores the last warning sent about a certificate. */
export async function saveWarning(
  db: Db,
  contaId: string,
  { id, days }: { id: string; days: number },
): Promise<void> {
  const stored = db.updateTable("certificado").where(({ and }) => and({ contaId, id }));
  await stored.set({ avisadoDias: days }).execute();
}

/**
 * Reads a certificate and locks its row until the transaction ends; null when the conta does not have
 * it.
 */
export async function lockCertificado(
  db: Db,
  contaId: string,
  id: string,
): Promise<ExpiringCertificado | null> {
  const stored = selectWithEmpresa(db, contaId).where("c.id", "=", id);
  return (await stored.forUpdate("c").executeTakeFirst()) ?? null;
}

/** When the last e-mail about the certificate was queued; null = never. */
export async function findLastWarning(db: Db, contaId: string, id: string): Promise<Date | null> {
  const modelo = "certificado-vencendo";
  const { em } = await db
    .selectFrom("envio")
    .where(({ and }) => and({ contaId, modelo }))
    .where(({ ref }) => sql<boolean>`starts_with(${ref("ocasiao")}, ${`${modelo} ${id} `})`)
    .select(({ fn }) => fn.max<Date | null>("criadoEm").as("em"))
    .executeTakeFirstOrThrow();
  return em;
}
