import { sql } from "kysely";
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
export type EmpresaProof = {
  por: NonNullable<Row<"empresa">["provadaPor"]>;
  provadaEm: Date;
  detalhe: string | null;
};

const COLUMNS = [
  "e.nome",
  "e.cnpj",
  "e.uf",
  "e.ativarAuditor",
  "e.ativarManifestacao",
  "e.cienciaAutomatica",
  "e.feedSefaz",
  "e.downloadPublico",
] as const;

/** The conta's empresas, or one of them, each with its certificate. */
export async function findEmpresas(db: Db, contaId: string, id?: string): Promise<EmpresaRow[]> {
  // Counts by the daily totals (one row a day): there may be millions of notas.
  const sums = db
    .selectFrom("rollupDia")
    .where("contaId", "=", contaId)
    .$if(id !== undefined, (query) => query.where("empresaId", "=", id ?? ""))
    .groupBy("empresaId")
    .select("empresaId")
    .select(({ fn }) => fn.sum<number>("quantidade").as("quantidade"));
  const rows = await db
    .selectFrom("empresa as e")
    .leftJoin("certificado as c", (join) =>
      join.onRef("c.contaId", "=", "e.contaId").onRef("c.empresaId", "=", "e.id"),
    )
    .leftJoin(sums.as("d"), "d.empresaId", "e.id")
    .where("e.contaId", "=", contaId)
    .$if(id !== undefined, (query) => query.where("e.id", "=", id ?? ""))
    .select(["e.id", ...COLUMNS, "e.provadaPor", "e.provadaEm", "e.provadaDetalhe", "d.quantidade"])
    .select(sql<boolean>`${sql.ref("e.logo")} IS NOT NULL`.as("temLogo"))
    .select([
      "c.titular",
      "c.cnpj as certificadoCnpj",
      "c.emissor",
      "c.impressao",
      "c.validoDe",
      "c.validoAte",
    ])
    .select(["c.cadeia", "c.enviadoPor", "c.criadoEm as enviadoEm"])
    .execute();
  return rows.map(toEmpresa);
}

type Found = Omit<EmpresaRow, "certificado" | "prova" | "documentos"> &
  Pick<Row<"empresa">, "provadaPor" | "provadaEm" | "provadaDetalhe"> & {
    [K in keyof Omit<CertificadoRow, "cnpj">]: CertificadoRow[K] | null;
  } & { certificadoCnpj: string | null; quantidade: number | null };

function toEmpresa(found: Found): EmpresaRow {
  const { provadaPor, provadaEm, provadaDetalhe, quantidade, certificadoCnpj, ...rest } = found;
  const { titular, emissor, impressao, validoDe, validoAte, cadeia, enviadoPor, enviadoEm, ...row } = rest;
  const hasCertificado = titular !== null && validoDe && validoAte && cadeia && enviadoEm;
  return {
    ...row,
    documentos: quantidade ?? 0,
    certificado: hasCertificado
      ? {
          titular,
          cnpj: certificadoCnpj,
          emissor,
          impressao,
          enviadoPor,
          validoDe,
          validoAte,
          cadeia,
          enviadoEm,
        }
      : null,
    prova: provadaPor && provadaEm && { por: provadaPor, provadaEm, detalhe: provadaDetalhe },
  };
}

/** Reads an empresa and locks the row until the transaction ends. */
export async function lockEmpresa(db: Db, contaId: string, id: string): Promise<Empresa | null> {
  // Not FOR UPDATE: an insert of a nota locks its empresa by the foreign key and may wait for a lock
  // taken after this.
  const row = await db
    .selectFrom("empresa as e")
    .where("e.contaId", "=", contaId)
    .where("e.id", "=", id)
    .select(COLUMNS)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
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
  const row = await db
    .selectFrom("empresa")
    .where("contaId", "=", contaId)
    .where("id", "=", id)
    .select("cnpj")
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row?.cnpj ?? null;
}

/** Whether another empresa of the conta has the CNPJ. */
export async function hasOtherEmpresa(
  db: Db,
  contaId: string,
  { id, cnpj }: { id: string; cnpj: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("empresa")
    .where("contaId", "=", contaId)
    .where("cnpj", "=", cnpj)
    .where("id", "<>", id)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the empresa has records that must be kept: notas, manifestações or auditor records. */
export async function hasDocumentos(db: Db, contaId: string, id: string): Promise<boolean> {
  // The totals first, because they are fast; nota_empresa_idx finds documents that are only in
  // quarantine.
  const { tem } = await db
    .selectNoFrom(({ or, exists, selectFrom, lit }) => {
      const rowsOf = (table: "rollupDia" | "manifestacao" | "auditor" | "nota") =>
        selectFrom(table).where("contaId", "=", contaId).where("empresaId", "=", id);
      return or([
        exists(
          selectFrom("rollupDia")
            .where("contaId", "=", contaId)
            .where("empresaId", "=", id)
            .where("quantidade", ">", lit(0)),
        ),
        exists(rowsOf("manifestacao")),
        exists(rowsOf("auditor")),
        exists(rowsOf("nota")),
      ])
        .$castTo<boolean>()
        .as("tem");
    })
    .executeTakeFirstOrThrow();
  return tem;
}

/** Inserts or updates an empresa; a changed CNPJ clears its proof. */
export async function upsertEmpresa(
  db: Db,
  contaId: string,
  empresa: Empresa & { id: string; now: Date },
): Promise<void> {
  const { id, now, nome, cnpj, uf, ativarAuditor, ativarManifestacao } = empresa;
  const { cienciaAutomatica, feedSefaz, downloadPublico } = empresa;
  const fields = { nome, cnpj, uf, ativarAuditor, ativarManifestacao, cienciaAutomatica, feedSefaz };
  const updated = { ...fields, downloadPublico, alteradoEm: now };
  await db
    .insertInto("empresa")
    .values({ contaId, id, ...updated, criadoEm: now })
    .onConflict((conflict) =>
      conflict.columns(["contaId", "id"]).doUpdateSet(({ eb, ref }) => {
        const keep = <K extends "provadaPor" | "provadaEm" | "provadaDetalhe">(column: K) =>
          eb
            .case()
            .when("empresa.cnpj", "=", ref("excluded.cnpj"))
            .then(ref(`empresa.${column}`))
            .end();
        const proof = {
          provadaPor: keep("provadaPor"),
          provadaEm: keep("provadaEm"),
          provadaDetalhe: keep("provadaDetalhe"),
        };
        return { ...updated, ...proof };
      }),
    )
    .execute();
}

/** Deletes an empresa; delete its certificate and its distribuições first. */
export async function deleteEmpresa(db: Db, contaId: string, id: string): Promise<void> {
  await db.deleteFrom("empresa").where("contaId", "=", contaId).where("id", "=", id).execute();
}
