import type { DistribuicaoProblem } from "@malote/contract";
import { sql } from "kysely";
import {
  anyOf,
  column,
  countChanged,
  type Db,
  notExists,
  type Row,
  refsOf,
  unnestRows,
} from "../../db/index.ts";
import type { SyncKey } from "./distribuicao.rules.ts";

/** The input of a sync. `uf`: of the empresa, or else of the conta. */
export type SyncStart = {
  cnpj: string;
  uf: string;
  ativa: boolean;
  sandbox: boolean;
  /** The empresa has its own, currently valid certificate. */
  certificada: boolean;
  ultNSU: string;
  /** When SEFAZ last answered it. */
  ultimaEm: Date | null;
  /** SEFAZ has accepted this empresa's certificate for the CNPJ. */
  aceita: boolean;
};

/** Reads the position of a sync and whether it may continue; null when the empresa does not exist. */
export async function findSyncStart(
  db: Db,
  contaId: string,
  { empresaId, modelo, now }: SyncKey & { now: Date },
): Promise<SyncStart | null> {
  const found = await db
    .selectFrom("empresa as e")
    .innerJoin("conta as c", "c.id", "e.contaId")
    .leftJoin("distribuicao as d", (join) =>
      join.on("d.contaId", "=", contaId).onRef("d.empresaId", "=", "e.id").on("d.modelo", "=", modelo),
    )
    .where("e.contaId", "=", contaId)
    .where("e.id", "=", empresaId)
    .select(["e.cnpj", "e.ativarAuditor as ativa", "c.sandbox", "d.ultimaEm"])
    .select(({ eb, fn, exists }) => [
      fn.coalesce("e.uf", "c.uf").as("uf"),
      exists(selectValidCertificados(db, contaId, now))
        .$castTo<boolean>()
        .as("certificada"),
      fn.coalesce("d.ultNsu", sql.lit(BEFORE_FIRST)).as("ultNSU"),
      eb("d.aceitaEm", "is not", null).$castTo<boolean>().as("aceita"),
    ])
    .executeTakeFirst();
  return found ?? null;
}

/** The NSU of a sync that has read nothing yet. */
const BEFORE_FIRST = "000000000000000";

/** Certificates of the empresa e of the statement around this one. */
function selectValidCertificados(db: Db, contaId: string, now: Date) {
  return db
    .selectFrom("certificado as k")
    .where("k.contaId", "=", contaId)
    .where("k.empresaId", "=", refsOf("empresa", "e")("id"))
    .where("k.validoDe", "<=", now)
    .where("k.validoAte", ">", now);
}

/** Locks the row of a sync for this transaction, creating it if absent, and returns its position. */
export async function lockDistribuicao(
  db: Db,
  contaId: string,
  { empresaId, modelo }: SyncKey,
): Promise<SyncPosition> {
  await db
    .insertInto("distribuicao")
    .values({ contaId, empresaId, modelo })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const found = await db
    .selectFrom("distribuicao")
    .where(({ and }) => and({ contaId, empresaId, modelo }))
    .select(["ultNsu as ultNSU", "primeiroNsu as primeiroNSU", "consumos", "puladas"])
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw new Error(`the distribuicao ${empresaId} ${modelo} has no row`);
  return { empresaId, modelo, ...found };
}

/**
 * The position of a sync; `primeiroNSU`: no NSU before it is missing. `consumos`: consecutive blocks by
 * SEFAZ. `puladas`: skipped NSUs that are never requested.
 */
export type SyncPosition = SyncKey & {
  ultNSU: string;
  primeiroNSU: string | null;
  consumos: number;
  puladas: number;
};

function updateSync(db: Db, contaId: string, { empresaId, modelo }: SyncKey) {
  return db.updateTable("distribuicao").where(({ and }) => and({ contaId, empresaId, modelo }));
}

/** Stores the position of a sync that this transaction has locked. */
export async function saveSyncPosition(db: Db, contaId: string, position: SyncPosition): Promise<void> {
  const { ultNSU: ultNsu, primeiroNSU: primeiroNsu, puladas } = position;
  await updateSync(db, contaId, position)
    .set(({ fn, val }) => ({
      ultNsu,
      maxNsu: fn<string>("greatest", ["maxNsu", val(ultNsu)]),
      primeiroNsu,
      puladas,
    }))
    .execute();
}

/** An answer of SEFAZ to a sync. */
export type SyncAnswer = SyncKey & {
  cStat: string;
  xMotivo: string;
  maxNSU: string | null;
  falha: DistribuicaoProblem | null;
  /** Consecutive blocks of the CNPJ, including this one. */
  consumos: number;
  now: Date;
};

/** Stores SEFAZ's answer to a sync that this transaction has locked. */
export async function saveAnswer(db: Db, contaId: string, answer: SyncAnswer): Promise<void> {
  const { cStat: cstat, xMotivo, maxNSU, falha, consumos, now } = answer;
  await updateSync(db, contaId, answer)
    .set(({ fn, val }) => ({
      maxNsu: fn<string>("greatest", ["ultNsu", val(maxNSU)]),
      ultimaEm: now,
      cstat,
      xMotivo,
      falha,
      consumos,
    }))
    .execute();
}

/**
 * Records that SEFAZ accepts this empresa's certificate: the sync may now use the CNPJ's position from
 * other contas.
 */
export async function saveAccepted(
  db: Db,
  contaId: string,
  { now, ...key }: SyncKey & { now: Date },
): Promise<void> {
  await updateSync(db, contaId, key)
    .set(({ fn, val }) => ({ aceitaEm: fn.coalesce("aceitaEm", val(now)) }))
    .execute();
}

/** Stores why a sync could not query; its position stays. */
export async function saveFailure(
  db: Db,
  contaId: string,
  { empresaId, modelo, falha }: SyncKey & { falha: DistribuicaoProblem },
): Promise<void> {
  await db
    .insertInto("distribuicao")
    .values({ contaId, empresaId, modelo, falha })
    .onConflict((conflict) =>
      conflict
        .columns(["contaId", "empresaId", "modelo"])
        .doUpdateSet(({ ref }) => ({ falha: ref("excluded.falha") })),
    )
    .execute();
}

/** The sync of an empresa as a screen shows it. */
export type DistribuicaoRow = Pick<
  Row<"distribuicao">,
  "empresaId" | "modelo" | "ultimaEm" | "xMotivo" | "falha" | "consumos" | "puladas"
> & { ultNSU: string; maxNSU: string; cStat: string | null; proximaEm: Date | null; lacunas: number };

export async function findDistribuicaoRows(
  db: Db,
  contaId: string,
  empresaIds: readonly string[],
): Promise<DistribuicaoRow[]> {
  if (empresaIds.length === 0) return [];
  const d = refsOf("distribuicao", "d");
  return await db
    .selectFrom("distribuicao as d")
    .leftJoin("tarefa as t", (join) =>
      join
        .on("t.contaId", "=", contaId)
        .on("t.tipo", "=", "distribuicao")
        .on("t.alvo", "=", sql<string>`${d("empresaId")} || ' ' || ${d("modelo")}`)
        .on("t.estado", "in", OPEN),
    )
    .where("d.contaId", "=", contaId)
    .where("d.empresaId", "=", anyOf(empresaIds))
    .select(["d.empresaId", "d.modelo", "d.ultNsu as ultNSU", "d.maxNsu as maxNSU", "d.ultimaEm"])
    .select(["t.venceEm as proximaEm", "d.cstat as cStat", "d.xMotivo", "d.falha", "d.consumos", "d.puladas"])
    .select(({ selectFrom }) =>
      selectFrom("distribuicaoLacuna as l")
        .where("l.contaId", "=", contaId)
        .whereRef("l.empresaId", "=", "d.empresaId")
        .whereRef("l.modelo", "=", "d.modelo")
        .where("l.estado", "=", "aberta")
        .select(({ fn }) => fn.countAll<number>().as("n"))
        .$asScalar()
        .$notNull()
        .as("lacunas"),
    )
    .orderBy("d.empresaId")
    .orderBy("d.modelo", "desc")
    .execute();
}

/** States of a task that is planned or running. */
const OPEN = ["pendente", "entregue"] as const;

/** Deletes the sync positions of an empresa before the empresa itself is deleted. */
export async function dropDistribuicoes(db: Db, contaId: string, empresaId: string): Promise<void> {
  for (const table of ["distribuicaoLacuna", "distribuicao"] as const) {
    await db.deleteFrom(table).where("contaId", "=", contaId).where("empresaId", "=", empresaId).execute();
  }
}

/** An empresa to sync: its auditor is on and it has a certificate. */
export type SyncedEmpresa = { empresaId: string; cnpj: string };

/** Empresas whose auditor is on and whose certificate is currently valid; one of them, or all. */
export async function findSynced(
  db: Db,
  contaId: string,
  { empresaId, now }: { empresaId?: string; now: Date },
): Promise<SyncedEmpresa[]> {
  return await db
    .selectFrom("empresa as e")
    .where("e.contaId", "=", contaId)
    .where(({ eb, and }) => and(empresaId === undefined ? [] : [eb("e.id", "=", empresaId)]))
    .where("e.ativarAuditor", "=", true)
    .where(({ exists }) => exists(selectValidCertificados(db, contaId, now)))
    .select(["e.id as empresaId", "e.cnpj"])
    .orderBy("e.id")
    .execute();
}

/** The alvos without a planned or running sync. */
export async function findUnplanned(db: Db, contaId: string, alvos: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom(unnestRows("u", { alvo: column("text", alvos) }))
    .where(({ selectFrom }) =>
      notExists(
        selectFrom("tarefa as t")
          .where("t.contaId", "=", contaId)
          .where("t.tipo", "=", "distribuicao")
          .whereRef("t.alvo", "=", "u.alvo")
          .where("t.estado", "in", OPEN),
      ),
    )
    .select("u.alvo")
    .execute();
  return rows.map(({ alvo }) => alvo);
}

/**
 * Ends planned syncs of empresas whose auditor is off; a running one ends by itself.
 * Without alvos: of all such empresas.
 */
export async function endDistribuicoes(
  db: Db,
  contaId: string,
  { alvos, now }: { alvos: readonly string[] | null; now: Date },
): Promise<number> {
  await updateUnwanted(db, contaId, alvos)
    .where("t.estado", "=", "entregue")
    .set({ proximaEm: null })
    .execute();
  return await countChanged(
    updateUnwanted(db, contaId, alvos)
      .where("t.estado", "=", "pendente")
      .set({ estado: "feita", terminadaEm: now, resultado: "auditor desligado" }),
  );
}

function updateUnwanted(db: Db, contaId: string, alvos: readonly string[] | null) {
  return db
    .updateTable("tarefa as t")
    .where("t.contaId", "=", contaId)
    .where("t.tipo", "=", "distribuicao")
    .where(({ eb, and }) => and(alvos === null ? [] : [eb("t.alvo", "=", anyOf(alvos))]))
    .where(({ selectFrom, ref }) =>
      notExists(
        selectFrom("empresa as e")
          .where("e.contaId", "=", contaId)
          .where((eb) => eb(eb.cast("e.id", "text"), "=", sql<string>`left(${ref("t.alvo")}, 36)`))
          .where("e.ativarAuditor", "=", true),
      ),
    );
}
