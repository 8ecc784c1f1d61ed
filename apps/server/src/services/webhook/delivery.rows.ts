import { type NotNull, type RawBuilder, sql } from "kysely";
import {
  anyOf,
  countChanged,
  type Db,
  insertIfFound,
  insertObjects,
  type Row,
  refsOf,
} from "../../db/index.ts";
import type { Page } from "../list/list.rules.ts";
import type { Attempt } from "./webhook.rules.ts";

type Delivery = Row<"webhookEntrega">;

/** A new delivery. venceEm: when its first attempt is due. */
export type NewDelivery = Pick<
  Delivery,
  "id" | "webhookId" | "tipo" | "sequencia" | "notaId" | "caixaId" | "corpo"
> & { venceEm: Date };

/** Inserts deliveries, one per webhook, kind and feed row. */
export async function insertDeliveries(
  db: Db,
  contaId: string,
  newDeliveries: readonly NewDelivery[],
): Promise<number> {
  if (newDeliveries.length === 0) return 0;
  const inserted = insertObjects(db, "webhookEntrega", {
    objects: newDeliveries.map(({ venceEm, ...each }) => ({
      ...each,
      proximaEm: venceEm,
      criadoEm: venceEm,
    })),
    fields: {
      id: "uuid",
      webhookId: "uuid",
      tipo: "text",
      sequencia: "int8",
      notaId: "uuid",
      caixaId: "uuid",
      corpo: "text",
      proximaEm: "timestamptz",
      criadoEm: "timestamptz",
    },
    all: { contaId },
  });
  const key = ["contaId", "webhookId", "sequencia", "tipo"] as const;
  return await countChanged(inserted.onConflict((conflict) => conflict.columns(key).doNothing()));
}

const COLUMNS = [
  ...(["id", "webhookId", "tipo", "sequencia", "notaId", "estado", "tentativas", "criadoEm"] as const),
  ...(["ultimaEm", "proximaEm", "status", "ms", "erro"] as const),
];

/** A delivery in the log. */
export type DeliveryRow = Pick<Delivery, (typeof COLUMNS)[number]>;
export type DeliveryDetail = DeliveryRow & Pick<Delivery, "corpo" | "resposta">;

/** Filter of the delivery log. */
export type DeliveryFilter = {
  webhookId: string;
  estado?: Delivery["estado"] | null | undefined;
  tipo?: Delivery["tipo"] | null | undefined;
};

function selectDeliveries(db: Db, contaId: string, { webhookId, estado, tipo }: DeliveryFilter) {
  return db
    .selectFrom("webhookEntrega")
    .where("contaId", "=", contaId)
    .where("webhookId", "=", webhookId)
    .where(({ eb, and }) =>
      and([...(estado ? [eb("estado", "=", estado)] : []), ...(tipo ? [eb("tipo", "=", tipo)] : [])]),
    );
}

/** One page of the log, newest first. */
export async function findDeliveries(
  db: Db,
  contaId: string,
  { filtro, pagina }: { filtro: DeliveryFilter; pagina: Page },
): Promise<DeliveryRow[]> {
  return await selectDeliveries(db, contaId, filtro)
    .select(COLUMNS)
    .orderBy("criadoEm", "desc")
    .orderBy("id", "desc")
    .limit(pagina.limit)
    .offset(pagina.offset)
    .execute();
}

export async function countDeliveries(db: Db, contaId: string, filtro: DeliveryFilter): Promise<number> {
  const { n } = await selectDeliveries(db, contaId, filtro)
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return n;
}

export async function findDelivery(db: Db, contaId: string, id: string): Promise<DeliveryDetail | null> {
  const found = await db
    .selectFrom("webhookEntrega")
    .where("contaId", "=", contaId)
    .where("id", "=", id)
    .select([...COLUMNS, "corpo", "resposta"])
    .executeTakeFirst();
  return found ?? null;
}

const REQUEUED = { estado: "pendente", ciclo: 0, primeiraEm: null } as const;

/** Makes a finished delivery pending again. */
export async function requeueDelivery(
  db: Db,
  contaId: string,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await db
    .updateTable("webhookEntrega")
    .set({ ...REQUEUED, proximaEm: now })
    .where("contaId", "=", contaId)
    .where("id", "=", id)
    .where("tipo", "<>", "teste")
    .execute();
}

/** Makes deliveries pending again that failed since `desde`, oldest first.   @returns how many */
export async function requeueFailed(
  db: Db,
  contaId: string,
  { webhookId, desde, now, limite }: { webhookId: string; desde: Date; now: Date; limite: number },
): Promise<number> {
  const failed = db
    .selectFrom("webhookEntrega")
    .where(({ and }) => and({ contaId, webhookId, estado: "falhou" }))
    .where("tipo", "<>", "teste")
    .where("criadoEm", ">=", desde)
    .select("id")
    .orderBy("criadoEm")
    .orderBy("id")
    .limit(limite);
  return await countChanged(
    db
      .updateTable("webhookEntrega")
      .set({ ...REQUEUED, proximaEm: now })
      .where("contaId", "=", contaId)
      .where("id", "in", failed),
  );
}

/** Inserts a test delivery, which has already been sent. */
export async function insertTestDelivery(
  db: Db,
  contaId: string,
  delivery: { id: string; webhookId: string; corpo: string; tentativa: Attempt; now: Date },
): Promise<void> {
  const { id, webhookId, corpo, tentativa, now } = delivery;
  const { ok, status, ms, erro, resposta } = tentativa;
  const row = {
    ...{ contaId, id, webhookId, corpo, status, ms, erro, resposta },
    tipo: "teste",
    estado: ok ? "entregue" : "falhou",
    tentativas: 1,
    ultimaEm: now,
    criadoEm: now,
  } as const;
  const webhook = db.selectFrom("webhook").where("contaId", "=", contaId).where("id", "=", webhookId);
  await insertIfFound(db, "webhookEntrega", row, webhook).execute();
}

/** The last divergence state sent for each nota. */
export async function findLastDivergencias(
  db: Db,
  contaId: string,
  { webhookId, notas }: { webhookId: string; notas: readonly string[] },
): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom("webhookEntrega as e")
    .where("e.contaId", "=", contaId)
    .where(({ and }) => and({ "e.webhookId": webhookId, "e.notaId": anyOf(notas), "e.tipo": "divergencia" }))
    .distinctOn("e.notaId")
    .select(({ fn, lit }) => ["e.notaId", fn.coalesce(isDivergente("e"), lit(false)).as("divergente")])
    // The condition above.
    .$narrowType<{ notaId: NotNull }>()
    .orderBy("e.notaId")
    .orderBy("e.sequencia", "desc")
    .execute();
  return new Map(rows.map(({ notaId, divergente }) => [notaId, divergente]));
}

/** What a delivery of the type `divergencia` says; null if its body does not. */
export function isDivergente(delivery: string): RawBuilder<boolean | null> {
  return sql`(${refsOf("webhookEntrega", delivery)("corpo")}::jsonb #>> '{dados,divergente}')::boolean`;
}
