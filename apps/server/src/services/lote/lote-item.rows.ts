import type { LoteSituacao } from "@malote/contract";
import { sql } from "kysely";
import { column, countChanged, type Db, type Row, unnestObjects, unnestRows } from "../../db/index.ts";
import type { Page } from "../list/list.rules.ts";
import type { Earlier } from "./lote.rules.ts";

type LoteRef = { loteId: string };

function itemsOf(db: Db, contaId: string, loteId: string) {
  return db.selectFrom("loteItem as i").where("i.contaId", "=", contaId).where("i.loteId", "=", loteId);
}

/** Documents of a lote with one of some outcomes, in their order. */
export async function findItemIds(
  db: Db,
  contaId: string,
  { loteId, situacoes, limit }: LoteRef & { situacoes: readonly LoteSituacao[]; limit: number },
): Promise<string[]> {
  const rows = await itemsOf(db, contaId, loteId)
    .where("i.situacao", "in", situacoes)
    .select("i.notaId")
    .orderBy("i.ordem")
    .limit(limit)
    .execute();
  return rows.map(({ notaId }) => notaId);
}

/** The stored outcome of one document. */
export type ItemOutcome = Pick<
  Row<"loteItem">,
  "notaId" | "situacao" | "mensagem" | "antesEm" | "antesPor" | "manifestacaoId"
>;

/** Stores outcomes, and counts the outcomes of the lote again. The lote is locked. */
export async function saveOutcomes(
  db: Db,
  contaId: string,
  { loteId, outcomes, now }: LoteRef & { outcomes: readonly ItemOutcome[]; now: Date },
): Promise<void> {
  await db
    .updateTable("loteItem as i")
    .from(
      unnestObjects("o", outcomes, {
        notaId: "uuid",
        situacao: "text",
        mensagem: "text",
        antesEm: "timestamptz",
        antesPor: "text",
        manifestacaoId: "uuid",
      }),
    )
    .where("i.contaId", "=", contaId)
    .where("i.loteId", "=", loteId)
    .whereRef("i.notaId", "=", "o.notaId")
    .set(({ ref }) => ({
      situacao: ref("o.situacao"),
      mensagem: ref("o.mensagem"),
      antesEm: ref("o.antesEm"),
      antesPor: ref("o.antesPor"),
      manifestacaoId: ref("o.manifestacaoId"),
      feitoEm: now,
    }))
    .execute();
  await recount(db, contaId, { loteId, now });
}

/** Gives all documents of some outcomes another one. @returns how many */
export async function replaceOutcomes(
  db: Db,
  contaId: string,
  change: LoteRef & { from: readonly LoteSituacao[]; to: LoteSituacao; mensagem: string | null; now: Date },
): Promise<number> {
  const { loteId, from, to, mensagem, now } = change;
  const changed = await countChanged(
    db
      .updateTable("loteItem")
      .where("contaId", "=", contaId)
      .where("loteId", "=", loteId)
      .where("situacao", "in", from)
      .set({ situacao: to, mensagem, feitoEm: now }),
  );
  await recount(db, contaId, { loteId, now });
  return changed;
}

async function recount(db: Db, contaId: string, { loteId, now }: LoteRef & { now: Date }): Promise<void> {
  const of = (situacao: LoteSituacao) => sql<number>`count(*) FILTER (WHERE situacao = ${situacao})`;
  const counted = db
    .selectFrom("loteItem")
    .where("contaId", "=", contaId)
    .where("loteId", "=", loteId)
    .select([
      of("enviando").as("enviando"),
      of("feito").as("feitos"),
      of("sem-mudanca").as("semMudanca"),
      of("recusado").as("recusados"),
      of("parado").as("parados"),
    ]);
  await db
    .updateTable("lote")
    .from(counted.as("c"))
    .where("lote.contaId", "=", contaId)
    .where("lote.id", "=", loteId)
    .set(({ ref }) => ({
      enviando: ref("c.enviando"),
      feitos: ref("c.feitos"),
      semMudanca: ref("c.semMudanca"),
      recusados: ref("c.recusados"),
      parados: ref("c.parados"),
      alteradoEm: now,
    }))
    .execute();
}

/** A document of a lote with the nota as the reader sees it; null where it is not visible. */
export type ItemRow = Pick<Row<"loteItem">, "notaId" | "situacao" | "mensagem" | "feitoEm"> & {
  papel: Row<"nota">["papel"] | null;
  tipoNota: Row<"nota">["tipoNota"] | null;
  numeroNota: Row<"nota">["numeroNota"] | null;
  serieNota: Row<"nota">["serieNota"] | null;
  nomeEmitente: string | null;
  valorTotal: string | null;
};

/** One page of the documents of a lote: refused ones first, then by outcome, each in its order. */
export async function findItems(
  db: Db,
  contaId: string,
  { loteId, situacao, page }: LoteRef & { situacao: LoteSituacao | null; page: Page },
): Promise<ItemRow[]> {
  return await itemsOf(db, contaId, loteId)
    .leftJoin("nota as n", (join) => join.onRef("n.contaId", "=", "i.contaId").onRef("n.id", "=", "i.notaId"))
    .$if(situacao !== null, (query) => query.where("i.situacao", "=", situacao ?? "feito"))
    .select(["i.notaId", "i.situacao", "i.mensagem", "i.feitoEm"])
    .select(["n.papel", "n.tipoNota", "n.numeroNota", "n.serieNota", "n.nomeEmitente", "n.valorTotal"])
    .orderBy(
      sql`array_position(ARRAY['recusado','enviando','feito','sem-mudanca','parado','na-fila'], i.situacao)`,
    )
    .orderBy("i.ordem")
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countItems(
  db: Db,
  contaId: string,
  { loteId, situacao }: LoteRef & { situacao: LoteSituacao | null },
): Promise<number> {
  const { n } = await itemsOf(db, contaId, loteId)
    .$if(situacao !== null, (query) => query.where("i.situacao", "=", situacao ?? "feito"))
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return n;
}

/** How an earlier lote left some of its documents. */
export async function findEarlier(
  db: Db,
  contaId: string,
  { loteId, ids, flagName }: LoteRef & { ids: readonly string[]; flagName: string },
): Promise<Map<string, Earlier>> {
  const rows = await itemsOf(db, contaId, loteId)
    .innerJoin(unnestRows("x", { id: column("uuid", ids) }), "x.id", "i.notaId")
    .select(["i.notaId", "i.antesEm", "i.antesPor"])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("registro as r")
          .whereRef("r.contaId", "=", "i.contaId")
          .where("r.alvo", "=", sql<string>`i.nota_id::text`)
          .whereRef("r.quando", ">", "i.feitoEm")
          .where("r.acao", "=", "marcar")
          .where("r.detalhe", "like", `${flagName}: %`)
          .select("r.id"),
      ).as("mudou"),
    )
    .execute();
  return new Map(rows.map(({ notaId, mudou, ...author }) => [notaId, { ...author, mudou: mudou === true }]));
}

/** A manifestação of the lote that SEFAZ answered, or that failed. */
export type AnsweredItem = Pick<Row<"manifestacao">, "estado" | "status" | "cstat" | "xMotivo" | "falha"> & {
  notaId: string;
  manifestacaoId: string;
};

/** Documents whose manifestação has ended since. */
export async function findAnswered(db: Db, contaId: string, loteId: string): Promise<AnsweredItem[]> {
  return await itemsOf(db, contaId, loteId)
    .innerJoin("manifestacao as m", (join) =>
      join.onRef("m.contaId", "=", "i.contaId").onRef("m.id", "=", "i.manifestacaoId"),
    )
    .where("i.situacao", "=", "enviando")
    .where("m.estado", "<>", "pendente")
    .select(["i.notaId", "m.id as manifestacaoId", "m.estado", "m.status", "m.cstat", "m.xMotivo", "m.falha"])
    .execute();
}
