import { type Expression, sql } from "kysely";
import { type Db, fixedStatement, type Row } from "../../db/index.ts";
import type { EmpresaProof } from "./empresa.rows.ts";

/**
 * SQL for the CNPJ root that a company's branches share, like cnpjRoot.
 * A CPF is kept whole, so that an e-CPF proves no company.
 */
function rootOf(column: Expression<string | null>) {
  return sql<string>`CASE length(${column}) WHEN 14 THEN left(${column}, 8) ELSE ${column} END`;
}

const PROVED = ["id", "nome", "cnpj", "provadaDetalhe as detalhe"] as const;

/** An empresa whose proof was stored or removed. */
export type ProvedEmpresa = Pick<Row<"empresa">, "id" | "nome" | "cnpj"> & { detalhe: string | null };

/**
 * Proves every unproved empresa whose CNPJ root is on a stored certificate, valid now and with a
 * verified chain.
 */
export async function proveFromCertificados(db: Db, contaId: string, now: Date): Promise<ProvedEmpresa[]> {
  const unproved = db
    .selectFrom("empresa")
    .where("contaId", "=", contaId)
    .where("provadaPor", "is", null)
    .select("id")
    .orderBy("id")
    // Skips an empresa locked by another transaction: two certificates of one root would deadlock.
    .forNoKeyUpdate()
    .skipLocked();
  return await db
    .with("livres", () => unproved)
    .updateTable("empresa as e")
    .from(selectRoots(db, contaId, now).as("k"))
    .where("e.contaId", "=", contaId)
    .where("e.id", "in", ({ selectFrom }) => selectFrom("livres").select("livres.id"))
    .where(({ eb, ref }) => eb(rootOf(ref("e.cnpj")), "=", ref("k.raiz")))
    .set(({ ref }) => ({ provadaPor: "certificado", provadaEm: now, provadaDetalhe: ref("k.titular") }))
    .returning(PROVED.map((name) => `e.${name}` as const))
    .execute();
}

/** CNPJ roots of certificates that prove, each with the holder of the certificate that expires last. */
function selectRoots(db: Db, contaId: string, now: Date) {
  return db
    .selectFrom("certificado")
    .where(({ and }) => and({ contaId, cadeia: "verificada" }))
    .where("cnpj", "is not", null)
    .where("validoDe", "<=", now)
    .where("validoAte", ">", now)
    .distinctOn(({ ref }) => rootOf(ref("cnpj")))
    .select(({ ref }) => ["titular", rootOf(ref("cnpj")).as("raiz")])
    .orderBy(({ ref }) => rootOf(ref("cnpj")))
    .orderBy("validoAte", "desc");
}

/** A proof of an empresa. */
export type NewProof = { cnpj: string; por: EmpresaProof["por"]; detalhe: string | null; now: Date };

/** Proves an unproved empresa.   @returns null when the CNPJ is unknown or already proved */
export async function saveProof(
  db: Db,
  contaId: string,
  { cnpj, por, detalhe, now }: NewProof,
): Promise<ProvedEmpresa | null> {
  const proved = await updateEmpresa(db, contaId, cnpj)
    .where("provadaPor", "is", null)
    .set({ provadaPor: por, provadaEm: now, provadaDetalhe: detalhe })
    .executeTakeFirst();
  return proved ?? null;
}

function updateEmpresa(db: Db, contaId: string, cnpj: string) {
  const update = db.updateTable("empresa").where(({ and }) => and({ contaId, cnpj }));
  return update.returning(PROVED);
}

/** Removes the proof of an empresa.   @returns null when the CNPJ is unknown or not proved */
export async function dropProof(db: Db, contaId: string, cnpj: string): Promise<ProvedEmpresa | null> {
  const dropped = await updateEmpresa(db, contaId, cnpj)
    .where("provadaPor", "is not", null)
    .set({ provadaPor: null, provadaEm: null, provadaDetalhe: null })
    .executeTakeFirst();
  return dropped ?? null;
}

/** The mailbox of an e-mail, in a conta with proved domains and unproved empresas. */
export type EmailCaixa = { usuario: string; dominios: string[]; cnpjs: string[]; porProvar: string[] };

const CAIXA_OF_EMAIL = fixedStatement<{ contaId: string; emailId: string }>()((db, { contaId, emailId }) =>
  db
    .selectFrom("conta as c")
    .innerJoin("email as m", (join) =>
      join.onRef("m.contaId", "=", "c.id").on("m.id", "=", emailId).on("m.importado", "=", false),
    )
    .innerJoin("caixaEmail as x", (join) =>
      join.onRef("x.contaId", "=", "c.id").onRef("x.id", "=", "m.caixaId"),
    )
    .crossJoinLateral(({ selectFrom }) =>
      selectFrom("empresa")
        .whereRef("empresa.contaId", "=", "c.id")
        .select(({ fn }) => {
          const cnpjs = fn.agg<string[]>("array_agg", ["empresa.cnpj"]);
          return [cnpjs.as("cnpjs"), cnpjs.filterWhere("provadaPor", "is", null).as("porProvar")];
        })
        .as("e"),
    )
    .where("c.id", "=", contaId)
    .where(({ ref }) => sql<boolean>`cardinality(${ref("c.dominios")}) > 0`)
    .where("e.porProvar", "is not", null)
    .select(["x.usuario", "c.dominios", "e.cnpjs", "e.porProvar"]),
);

/**
 * Finds the mailbox of an e-mail that may prove an empresa; null for an import, or if no proof is
 * pending.
 */
export async function findCaixaOfEmail(db: Db, contaId: string, emailId: string): Promise<EmailCaixa | null> {
  return await CAIXA_OF_EMAIL.first(db, { contaId, emailId });
}
