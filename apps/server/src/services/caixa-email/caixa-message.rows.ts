import type { CaixaFailure } from "@malote/contract";
import { sql } from "kysely";
import { anyOf, column, type Db, unnestRows } from "../../db/index.ts";
import type { CaixaGeneration } from "./caixa-poll.rows.ts";

/** A message in a server's listing; tamanho 0 = not given. */
export type ListedMessage = { uid: string; tamanho: number };

/** Uids of a listing per statement. */
const LISTING_UIDS = 25_000;
/**
 * Up to this size each uid is looked up by itself; a longer listing is joined with all known messages
 * at once.
 */
const SHORT_LISTING = 500;

/** A message that is no longer on its server. It may reappear. */
const MISSING = "sumida";
/** A stored message whose copy on the server or in the blob store may differ: it is fetched again. */
const UNCERTAIN = "incerta";

/** The messages to fetch, as indexes into a listing. */
export type PendingMessages = {
  /**
   * New, or another message under a known uid (by its size), or formerly too large; in the listing's
   * order.
   */
  fresh: number[];
  /** Messages that the server did not return, longest ago first. */
  deferred: number[];
};

type Listing = CaixaGeneration & { lista: readonly ListedMessage[]; limite: number; maxBytes: number };

/**
 * Compares a listing with the known messages of the mailbox. Call it in a separate transaction, because
 * it sets a planner option.
 * @param o.limite stop after this many new messages
 * @param o.maxBytes a formerly larger message that fits now is new again
 */
export async function findPending(db: Db, contaId: string, o: Listing): Promise<PendingMessages> {
  const fresh: number[] = [];
  const deferred: { n: number; vistaEm: Date }[] = [];
  // A mailbox filled a minute ago has no statistics yet; the planner would choose a nested loop.
  if (o.lista.length > SHORT_LISTING) await sql`SET LOCAL enable_nestloop = off`.execute(db);
  // A full, unread mailbox reaches the limit in its first piece; a read one is compared to its end.
  for (let from = 0; from < o.lista.length && fresh.length < o.limite; from += LISTING_UIDS) {
    const piece = o.lista.slice(from, from + LISTING_UIDS);
    const rows = await selectPending(db, contaId, { ...o, piece });
    for (const { n, vistaEm } of rows) {
      if (vistaEm !== null) deferred.push({ n: from + n, vistaEm });
      else if (fresh.length < o.limite) fresh.push(from + n);
    }
  }
  deferred.sort((a, b) => a.vistaEm.getTime() - b.vistaEm.getTime() || a.n - b.n);
  return { fresh, deferred: deferred.slice(0, o.limite).map(({ n }) => n) };
}

function selectPending(
  db: Db,
  contaId: string,
  { piece, maxBytes, limite, ...listing }: Listing & { piece: readonly ListedMessage[] },
): Promise<{ n: number; vistaEm: Date | null }[]> {
  return joinKnown(db, contaId, { ...listing, piece })
    .where((eb) =>
      eb.or([
        eb("m.uid", "is", null),
        eb("m.emailId", "is", null),
        eb.and([eb("m.tamanho", "<>", eb.ref("r.tamanho")), eb("r.tamanho", ">", 0)]),
        eb.and([
          eb("m.recusa", "is not", null),
          eb(
            eb
              .selectFrom("email as e")
              .where("e.contaId", "=", contaId)
              .whereRef("e.id", "=", "m.emailId")
              .select("e.tamanho"),
            "<=",
            maxBytes,
          ),
        ]),
      ]),
    )
    .select((eb) => [
      "r.n",
      eb.case().when("m.emailId", "is", null).then(eb.ref("m.vistaEm")).end().as("vistaEm"),
    ])
    .orderBy("vistaEm", (order) => order.asc().nullsFirst())
    .orderBy("r.n")
    .limit(limite)
    .execute();
}

/** A piece of a listing, each message with the known one of its uid. */
function joinKnown(
  db: Db,
  contaId: string,
  {
    caixaId,
    geracao,
    lista,
    piece,
  }: Omit<Listing, "limite" | "maxBytes"> & { piece: readonly ListedMessage[] },
) {
  const columns = {
    uid: column(
      "text",
      piece.map(({ uid }) => uid),
    ),
    tamanho: column(
      "int8",
      piece.map(({ tamanho }) => tamanho),
    ),
    n: column("int4", [...piece.keys()]),
  };
  const listed = db.selectFrom(unnestRows("r", columns));
  const known = db
    .selectFrom("caixaMensagem as c")
    .where("c.contaId", "=", contaId)
    .where("c.caixaId", "=", caixaId)
    .where("c.geracao", "=", geracao)
    .select(["c.uid", "c.emailId", "c.tamanho", "c.recusa", "c.vistaEm"]);
  if (lista.length > SHORT_LISTING) return listed.leftJoin(known.as("m"), "m.uid", "r.uid");
  const ofUid = known.where("c.uid", "=", sql.ref<string>("r.uid")).limit(1);
  return listed.leftJoinLateral(ofUid.as("m"), (on) => on.onTrue());
}

/**
 * Uids to request again by name, longest ago first: a source that lists only new messages does not list
 * them.
 */
export async function findDeferred(
  db: Db,
  contaId: string,
  { maxBytes, limite, ...of }: CaixaGeneration & { maxBytes: number; limite: number },
): Promise<string[]> {
  const rows = await selectMessages(db, contaId, of)
    .leftJoin("email as e", (on) => on.on("e.contaId", "=", contaId).onRef("e.id", "=", "m.emailId"))
    .where("m.recusa", "<>", MISSING)
    .where((eb) => eb.or([eb("m.emailId", "is", null), eb("e.tamanho", "<=", maxBytes)]))
    .orderBy("m.vistaEm")
    .orderBy("m.uid")
    .limit(limite)
    .select("m.uid")
    .execute();
  return rows.map(({ uid }) => uid);
}

function selectMessages(db: Db, contaId: string, { caixaId, geracao }: CaixaGeneration) {
  return db
    .selectFrom("caixaMensagem as m")
    .where("m.contaId", "=", contaId)
    .where("m.caixaId", "=", caixaId)
    .where("m.geracao", "=", geracao);
}

/** Records a message that its server did not return; it is requested again after the new ones. */
export async function deferMessage(
  db: Db,
  contaId: string,
  { caixaId, geracao, uid, causa, now }: CaixaGeneration & { uid: string; causa: CaixaFailure; now: Date },
): Promise<void> {
  const refusal = { recusa: causa, vistaEm: now };
  await db
    .insertInto("caixaMensagem")
    .values({ contaId, caixaId, geracao, uid, ...refusal })
    .onConflict((known) =>
      known
        .columns(["contaId", "caixaId", "geracao", "uid"])
        .doUpdateSet(refusal)
        .where("caixaMensagem.emailId", "is", null),
    )
    .execute();
}

type Uids = CaixaGeneration & { uids: readonly string[] };

/** Marks uids that are no longer on their server: they are neither requested again nor deleted. */
export async function markMissing(db: Db, contaId: string, uids: Uids): Promise<void> {
  await markRefusal(db, contaId, { ...uids, recusa: MISSING });
}

/**
 * Marks uids whose message differs from the stored one, or whose bytes are damaged: the next poll
 * fetches them again.
 */
export async function markUncertain(db: Db, contaId: string, uids: Uids): Promise<void> {
  await markRefusal(db, contaId, { ...uids, recusa: UNCERTAIN });
}

async function markRefusal(
  db: Db,
  contaId: string,
  { recusa, ...uids }: Uids & { recusa: string },
): Promise<void> {
  if (uids.uids.length === 0) return;
  await updateMessages(db, contaId, uids).set({ recusa }).execute();
}

function updateMessages(db: Db, contaId: string, { caixaId, geracao, uids }: Uids) {
  return db
    .updateTable("caixaMensagem")
    .where("contaId", "=", contaId)
    .where("caixaId", "=", caixaId)
    .where("geracao", "=", geracao)
    .where("uid", "=", anyOf(uids));
}

/** The proofs of identity stored with some messages; null for a message without one. */
export async function findProofs(
  db: Db,
  contaId: string,
  { uids, ...of }: Uids,
): Promise<Map<string, string | null>> {
  const rows = await selectMessages(db, contaId, of)
    .where("m.uid", "=", anyOf(uids))
    .where("m.emailId", "is not", null)
    .select(["m.uid", "m.prova"])
    .execute();
  return new Map(rows.map(({ uid, prova }) => [uid, prova]));
}

/** A message that may be deleted from its server, after its copies are verified. */
export type ExpiredMessage = { uid: string; sha256: string; tamanho: number | null; prova: string | null };

/**
 * Messages stored at `ate` or before whose e-mail is stored with its bytes and was read, oldest first.
 * Excludes messages that were deferred, are too large or left the server.
 * @param o.comProva only messages with a stored proof: required where uids are unreliable
 */
export async function findExpired(
  db: Db,
  contaId: string,
  { ate, comProva, limite, ...of }: CaixaGeneration & { ate: Date; comProva: boolean; limite: number },
): Promise<ExpiredMessage[]> {
  return await selectMessages(db, contaId, of)
    .innerJoin("email as e", (on) => on.on("e.contaId", "=", contaId).onRef("e.id", "=", "m.emailId"))
    .where("m.apagadaEm", "is", null)
    .where("m.recusa", "is", null)
    .where("m.vistaEm", "<=", ate)
    .where("e.sha256", "is not", null)
    .where("e.estado", "<>", "em-leitura")
    .$if(comProva, (message) => message.where("m.prova", "is not", null))
    .orderBy("m.vistaEm")
    .orderBy("m.uid")
    .limit(limite)
    .select(["m.uid", "e.sha256", "m.tamanho", "m.prova"])
    .$narrowType<{ sha256: string }>()
    .execute();
}

/** Records the messages that the server has confirmed as deleted. */
export async function markDeleted(
  db: Db,
  contaId: string,
  { now, ...uids }: Uids & { now: Date },
): Promise<void> {
  await updateMessages(db, contaId, uids).set({ apagadaEm: now }).execute();
}
