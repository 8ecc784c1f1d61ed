import { countChanged, type Db, newId, type Row } from "../../db/index.ts";

type Consulta = Row<"consulta">;

/** What caused a query to SEFAZ. */
export type ConsultaOrigem = Consulta["origem"];

/**
 * One attempt to query SEFAZ. `cStat`: null without an answer; `falha` is then the cause. quem:
 * full name of the user.
 */
export type NovaConsulta = Omit<Consulta, "contaId" | "id" | "cstat" | "vezes"> & { cStat: string | null };

/**
 * Stores an attempt. A repeated failure of an automatic query updates the previous row instead of
 * adding one.
 */
export async function insertConsulta(db: Db, contaId: string, consulta: NovaConsulta): Promise<void> {
  if (consulta.falha !== null && consulta.quem === null && (await repeatFailure(db, contaId, consulta)))
    return;
  const { chave, servico, origem, quem, autorizador, pedidaEm, duracaoMs, cStat: cstat } = consulta;
  const { xMotivo, falha } = consulta;
  const values = { chave, servico, origem, quem, autorizador, pedidaEm, duracaoMs, cstat, xMotivo, falha };
  await db
    .insertInto("consulta")
    .values({ contaId, id: newId(), ...values })
    .execute();
}

async function repeatFailure(db: Db, contaId: string, consulta: NovaConsulta): Promise<boolean> {
  const { chave, servico, autorizador, falha, pedidaEm, duracaoMs } = consulta;
  const changed = await countChanged(
    db
      .updateTable("consulta as c")
      .from((eb) =>
        eb
          .selectFrom("consulta")
          .where("contaId", "=", contaId)
          .where("chave", "=", chave)
          .select("id")
          .orderBy("pedidaEm", "desc")
          .orderBy("id", "desc")
          .limit(1)
          .as("u"),
      )
      .set((eb) => ({ pedidaEm, duracaoMs, vezes: eb("c.vezes", "+", 1) }))
      .where("c.contaId", "=", contaId)
      .whereRef("c.id", "=", "u.id")
      .where("c.quem", "is", null)
      .where("c.cstat", "is", null)
      .where("c.servico", "=", servico)
      .where("c.autorizador", "is not distinct from", autorizador)
      .where("c.falha", "=", falha),
  );
  return changed > 0;
}

/**
 * Times of the answered consultations since an instant, oldest first: SEFAZ counts only those it received.
 */
export async function findConsultasSince(
  db: Db,
  contaId: string,
  { chave, desde }: { chave: string; desde: Date },
): Promise<Date[]> {
  const rows = await db
    .selectFrom("consulta")
    .where("contaId", "=", contaId)
    .where("chave", "=", chave)
    .where("pedidaEm", ">", desde)
    .where("cstat", "is not", null)
    .where("servico", "=", "consulta")
    .select("pedidaEm")
    .orderBy("pedidaEm")
    .execute();
  return rows.map((row) => row.pedidaEm);
}

/** One row of a document's history with SEFAZ. */
export type ConsultaRow = Omit<NovaConsulta, "chave" | "pedidaEm"> & { quando: Date };

/** The requests about a chave, newest first. */
export async function findConsultas(
  db: Db,
  contaId: string,
  { chave, limite }: { chave: string; limite: number },
): Promise<ConsultaRow[]> {
  return await db
    .selectFrom("consulta")
    .where("contaId", "=", contaId)
    .where("chave", "=", chave)
    .select(["pedidaEm as quando", "servico", "origem", "quem", "autorizador", "cstat as cStat"])
    .select(["xMotivo", "falha", "duracaoMs"])
    .orderBy("pedidaEm", "desc")
    .orderBy("id", "desc")
    .limit(limite)
    .execute();
}
