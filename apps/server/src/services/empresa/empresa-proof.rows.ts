import { type Expression, sql } from "kysely";
import type { Db, Row } from "../../db/index.ts";
import type { EmpresaProof } from "./empresa.rows.ts";

/**
 * The CNPJ root that a company's branches share, like cnpjRoot.
 * A CPF is kept whole, so that an e-CPF proves no company.
 */
function rootOf(cnpj: Expression<string | null>) {
  return sql<string>`CASE length(${cnpj}) WHEN 14 THEN left(${cnpj}, 8) ELSE ${cnpj} END`;
}

/** An empresa whose proof was stored or removed. */
export type ProvedEmpresa = Pick<Row<"empresa">, "id" | "nome" | "cnpj"> & { detalhe: string | null };

const PROVED = ["id", "nome", "cnpj", "provadaDetalhe as detalhe"] as const;

/**
 * Proves every unproved empresa whose CNPJ root is on a stored certificate, valid now and with a
 * verified chain.
 */
export async function proveFromCertificados(db: Db, contaId: string, now: Date): Promise<ProvedEmpresa[]> {
  return await db
    .with("livres", (eb) =>
      // Skips an empresa locked by another transaction: two certificates of one root would deadlock.
      eb
        .selectFrom("empresa")
        .where("contaId", "=", contaId)
        .where("provadaPor", "is", null)
        .select("id")
        .orderBy("id")
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .updateTable("empresa as e")
    .from((eb) =>
      eb
        .selectFrom("certificado")
        .where("contaId", "=", contaId)
        .where("cadeia", "=", "verificada")
        .where("cnpj", "is not", null)
        .where("validoDe", "<=", now)
        .where("validoAte", ">", now)
        .distinctOn(({ ref }) => rootOf(ref("cnpj")))
        .select(({ ref }) => [rootOf(ref("cnpj")).as("raiz"), "titular"])
        .orderBy(({ ref }) => rootOf(ref("cnpj")))
        .orderBy("validoAte", "desc")
        .as("k"),
    )
    .set(({ ref }) => ({ provadaPor: "certificado", provadaEm: now, provadaDetalhe: ref("k.titular") }))
    .where("e.contaId", "=", contaId)
    .where("e.id", "in", ({ selectFrom }) => selectFrom("livres").select("livres.id"))
    .where(({ eb, ref }) => eb(rootOf(ref("e.cnpj")), "=", ref("k.raiz")))
    .returning(["e.id", "e.nome", "e.cnpj", "e.provadaDetalhe as detalhe"])
    .execute();
}

/** A proof of an empresa. */
export type NewProof = { cnpj: string; por: EmpresaProof["por"]; detalhe: string | null; now: Date };

/** Proves an unproved empresa.   @returns null when the CNPJ is unknown or already proved */
export async function saveProof(
  db: Db,
  contaId: string,
  { cnpj, por, detalhe, now }: NewProof,
): Promise<ProvedEmpresa | null> {
  const row = await db
    .updateTable("empresa")
    .set({ provadaPor: por, provadaEm: now, provadaDetalhe: detalhe })
    .where("contaId", "=", contaId)
    .where("cnpj", "=", cnpj)
    .where("provadaPor", "is", null)
    .returning(PROVED)
    .executeTakeFirst();
  return row ?? null;
}

/** Removes the proof of an empresa.   @returns null when the CNPJ is unknown or not proved */
export async function dropProof(db: Db, contaId: string, cnpj: string): Promise<ProvedEmpresa | null> {
  const row = await db
    .updateTable("empresa")
    .set({ provadaPor: null, provadaEm: null, provadaDetalhe: null })
    .where("contaId", "=", contaId)
    .where("cnpj", "=", cnpj)
    .where("provadaPor", "is not", null)
    .returning(PROVED)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether the conta has an empresa with that CNPJ. */
export async function hasEmpresaOfCnpj(db: Db, contaId: string, cnpj: string): Promise<boolean> {
  const row = await db
    .selectFrom("empresa")
    .where("contaId", "=", contaId)
    .where("cnpj", "=", cnpj)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The mailbox of an e-mail, in a conta with proved domains and unproved empresas. */
export type EmailCaixa = { usuario: string; dominios: string[]; cnpjs: string[]; porProvar: string[] };

/**
 * Finds the mailbox of an e-mail that may prove an empresa; null for an import, or if no proof is
 * pending.
 */
export async function findCaixaOfEmail(db: Db, contaId: string, emailId: string): Promise<EmailCaixa | null> {
  const caixa = await db
    .selectFrom("conta as c")
    .innerJoin("email as m", (join) => join.onRef("m.contaId", "=", "c.id").on("m.id", "=", emailId))
    .innerJoin("caixaEmail as x", (join) =>
      join.onRef("x.contaId", "=", "c.id").onRef("x.id", "=", "m.caixaId"),
    )
    .where("c.id", "=", contaId)
    .where(({ not }) => not("m.importado"))
    .where(({ fn, eb, lit }) => eb(fn<number>("cardinality", ["c.dominios"]), ">", lit(0)))
    .select(["x.usuario", "c.dominios"])
    .executeTakeFirst();
  if (!caixa) return null;
  const empresas = await db
    .selectFrom("empresa")
    .where("contaId", "=", contaId)
    .select(["cnpj", "provadaPor"])
    .execute();
  const unproved = empresas.filter(({ provadaPor }) => provadaPor === null);
  if (unproved.length === 0) return null;
  return { ...caixa, cnpjs: empresas.map(({ cnpj }) => cnpj), porProvar: unproved.map(({ cnpj }) => cnpj) };
}
