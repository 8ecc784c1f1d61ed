import { sql } from "kysely";
import { type Db, notExists } from "../../db/index.ts";
import { OPEN_STATES } from "./task.rows.ts";
import type { TaskType } from "./task.rules.ts";

/** A row that waits without a planned task. voltas: tasks ended for it since `desde`. */
type StalledRow = { id: string; voltas: number };

type StalledSearch = { desde: Date; limite: number };
const OPEN = ["pendente", "em-andamento"] as const;

/** Rows that wait for their task, by its type. */
const WAITING = {
  ingest: { table: "email", estados: ["em-leitura"] },
  importacao: { table: "importacao", estados: OPEN },
  exportacao: { table: "arquivoPedido", estados: OPEN },
  repositorio: { table: "arquivoPedido", estados: OPEN },
  envio: { table: "envio", estados: ["pendente"] },
  lote: { table: "lote", estados: OPEN },
  manifesto: { table: "manifestacao", estados: ["pendente"] },
} as const;

function selectWaiting(db: Db, contaId: string, tipo: keyof typeof WAITING) {
  const { table, estados } = WAITING[tipo];
  // Constants, as in the indexes email_em_leitura_idx and envio_pendente_idx.
  const states = estados.map((estado) => sql.lit(estado));
  const waiting = db
    .selectFrom(table)
    .where("contaId", "=", contaId)
    .where("estado", "in", states)
    .select("id");
  if (tipo === "ingest") return waiting.where("importado", "=", false);
  return tipo === "exportacao" || tipo === "repositorio" ? waiting.where("tipo", "=", tipo) : waiting;
}

/** Tasks of the rows p of a statement. */
function selectTasks(db: Db, contaId: string, tipo: TaskType) {
  return db
    .selectFrom("tarefa as t")
    .where(({ and }) => and({ "t.contaId": contaId, "t.tipo": tipo }))
    .where("t.alvo", "=", sql<string>`${sql.ref("p.id")}::text`);
}

/** A type of task whose subject shows that it waits for one. */
export type StalledType = keyof typeof WAITING;

/** Rows that wait for a task of this type, and have none. */
export async function findStalled(
  db: Db,
  contaId: string,
  { tipo, desde, limite }: StalledSearch & { tipo: StalledType },
): Promise<StalledRow[]> {
  const tasks = selectTasks(db, contaId, tipo);
  const ended = tasks.where("t.terminadaEm", ">=", desde).select(({ fn }) => fn.countAll<number>().as("n"));
  return await db
    .selectFrom(selectWaiting(db, contaId, tipo).as("p"))
    .where(notExists(tasks.where("t.estado", "in", OPEN_STATES)))
    .select(["p.id", sql<number>`${ended}`.as("voltas")])
    .orderBy("p.id")
    .limit(limite)
    .execute();
}

/** Mailboxes without a task. */
export async function findStalledCaixas(
  db: Db,
  contaId: string,
): Promise<{ id: string; servidor: string }[]> {
  return await db
    .selectFrom("caixaEmail as p")
    .where("p.contaId", "=", contaId)
    .where("p.apagadaEm", "is", null)
    .where(notExists(selectTasks(db, contaId, "poll").where("t.estado", "in", OPEN_STATES)))
    .select(["p.id", "p.servidor"])
    .execute();
}
