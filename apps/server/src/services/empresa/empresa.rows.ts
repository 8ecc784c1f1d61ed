import { sql } from "kysely";
import { jsonBuildObject } from "kysely/helpers/postgres";
import type { Db, Row } from "../../db/index.ts";
import type { CertificadoRow } from "../certificado/certificado.rules.ts";
import type { Empresa } from "./empresa.rules.ts";

export type EmpresaRow = Empresa & {
  id: string;
  certificado: CertificadoRow | null;
  prova: EmpresaProof | null;
  temLogo: boolean;
  /** Notas in the totals; a document that exists only in quarantine counts too. */
  documentos: number;
};

/** How the empresa was proved to belong to the conta. */
type ProofKind = NonNullable<Row<"empresa">["provadaPor"]>;
export type EmpresaProof = { por: ProofKind; provadaEm: Date; detalhe: string | null };

const COLUMNS = [
  ...(["e.nome", "e.cnpj", "e.uf", "e.ativarAuditor", "e.ativarManifestacao"] as const),
  ...(["e.cienciaAutomatica", "e.feedSefaz", "e.downloadPublico"] as const),
];

/** The conta's empresas, or one of them, each with its certificate. */
export async function findEmpresas(db: Db, contaId: string, id?: string): Promise<EmpresaRow[]> {
  const rows = await selectEmpresas(db, contaId, id).execute();
  return rows.map(({ provadaPor, provadaEm, provadaDetalhe, certificado, ...row }) => ({
    ...row,
    certificado: certificado && {
      ...certificado,
      validoDe: new Date(certificado.validoDe),
      validoAte: new Date(certificado.validoAte),
      enviadoEm: new Date(certificado.enviadoEm),
    },
    prova: provadaPor && provadaEm && { por: provadaPor, provadaEm, detalhe: provadaDetalhe },
  }));
}

function selectEmpresas(db: Db, contaId: string, id: string | undefined) {
  const certificados = db
    .selectFrom("certificado")
    .where("contaId", "=", contaId)
    .select(({ ref }) => [
      "empresaId",
      jsonBuildObject({
        ...{ titular: ref("titular"), cnpj: ref("cnpj"), emissor: ref("emissor"), cadeia: ref("cadeia") },
        ...{ impressao: ref("impressao"), validoDe: ref("validoDe"), validoAte: ref("validoAte") },
        ...{ enviadoEm: ref("criadoEm"), enviadoPor: ref("enviadoPor") },
      }).as("certificado"),
    ]);
  // Counts by the daily totals (one row a day): there may be millions of notas.
  const totals = db
    .selectFrom("rollupDia")
    .where("contaId", "=", contaId)
    .where(({ eb, and }) => and(id === undefined ? [] : [eb("empresaId", "=", id)]))
    .select(({ ref }) => ["empresaId", sql<number>`sum(${ref("quantidade")})::int`.as("documentos")])
    .groupBy("empresaId");
  return db
    .selectFrom("empresa as e")
    .leftJoin(certificados.as("c"), "c.empresaId", "e.id")
    .leftJoin(totals.as("d"), "d.empresaId", "e.id")
    .where("e.contaId", "=", contaId)
    .where(({ eb, and }) => and(id === undefined ? [] : [eb("e.id", "=", id)]))
    .select(["e.id", ...COLUMNS, "e.provadaPor", "e.provadaEm", "e.provadaDetalhe", "c.certificado"])
    .select(({ fn, lit, ref }) => [
      sql<boolean>`${ref("e.logo")} IS NOT NULL`.as("temLogo"),
      fn.coalesce("d.documentos", lit(0)).as("documentos"),
    ]);
}

/** Reads an empresa and locks the row until the transaction ends. */
export async function lockEmpresa(db: Db, contaId: string, id: string): Promise<Empresa | null> {
  // Not FOR UPDATE: an insert of a nota locks its empresa by the foreign key and may wait for a lock
  // taken after this.
  const empresa = db.selectFrom("empresa as e").where("e.contaId", "=", contaId).where("e.id", "=", id);
  return (await empresa.select(COLUMNS).forNoKeyUpdate().executeTakeFirst()) ?? null;
}

/**
 * The CNPJ of an empresa; null when it does not exist.
 * @param lock locks the row until the transaction ends
 */
export async function findEmpresaCnpj(
  db: Db,
  contaId: string,
  { id, lock }: { id: string; lock: boolean },
): Promise<string | null> {
  const empresa = db.selectFrom("empresa").where("contaId", "=", contaId).where("id", "=", id).select("cnpj");
  return (await (lock ? empresa.forNoKeyUpdate() : empresa).executeTakeFirst())?.cnpj ?? null;
}

/** Whether the empresa has records that must be kept: notas, manifestações or auditor records. */
export async function hasDocumentos(db: Db, contaId: string, id: string): Promise<boolean> {
  // The totals first, because they are fast; nota_empresa_idx finds documents that are only in
  // quarantine.
  const totals = db.selectFrom("rollupDia").where("contaId", "=", contaId).where("empresaId", "=", id);
  const kept = [
    totals.where("quantidade", ">", 0),
    db.selectFrom("manifestacao").where("contaId", "=", contaId).where("empresaId", "=", id),
    db.selectFrom("auditor").where("contaId", "=", contaId).where("empresaId", "=", id),
    db.selectFrom("nota").where("contaId", "=", contaId).where("empresaId", "=", id),
  ];
  const { tem } = await db
    .selectNoFrom(({ or, exists }) => or(kept.map((query) => exists(query))).as("tem"))
    .executeTakeFirstOrThrow();
  return Boolean(tem);
}

/** Inserts or updates an empresa; a changed CNPJ clears its proof. */
export async function upsertEmpresa(
  db: Db,
  contaId: string,
  { id, now, ...empresa }: Empresa & { id: string; now: Date },
): Promise<void> {
  const values = { ...empresa, alteradoEm: now };
  await db
    .insertInto("empresa")
    .values({ contaId, id, criadoEm: now, ...values })
    .onConflict((c) =>
      c.columns(["contaId", "id"]).doUpdateSet(({ eb, ref }) => {
        const sameCnpj = eb.case().when("empresa.cnpj", "=", ref("excluded.cnpj"));
        return {
          ...values,
          provadaPor: sameCnpj.then(ref("empresa.provadaPor")).end(),
          provadaEm: sameCnpj.then(ref("empresa.provadaEm")).end(),
          provadaDetalhe: sameCnpj.then(ref("empresa.provadaDetalhe")).end(),
        };
      }),
    )
    .execute();
}

/** Deletes an empresa; delete its certificate and its distribuições first. */
export async function deleteEmpresa(db: Db, contaId: string, id: string): Promise<void> {
  await db.deleteFrom("empresa").where("contaId", "=", contaId).where("id", "=", id).execute();
}
