import type { Reason } from "@malote/contract";
import { sql } from "kysely";
import { anyOf, type Db, insertObjects, newId, notExists, unnestObjects } from "../../db/index.ts";
import type { CaixaGeneration } from "../caixa-email/caixa-poll.rows.ts";

/**
 * A raw message, already in the blob store. tamanhoDito: size given by its server, null = none;
 * prova: proof that its uid still identifies it, null = none.
 */
export type NewEmail = {
  /** Its id, where the caller has chosen one. */
  id?: string;
  uid: string;
  sha256: string;
  tamanho: number;
  tamanhoDito: number | null;
  prova: string | null;
};

/** Messages from one poll of a caixa. */
type PolledEmails = CaixaGeneration & { emails: readonly NewEmail[]; now: Date };

/**
 * Inserts the messages of a poll. Equal bytes under another uid or in another mailbox are the same
 * e-mail; other bytes are another e-mail, even with an equal Message-ID. A formerly too large message
 * is completed.
 * @returns ids of the e-mails to read
 */
export async function insertEmails(db: Db, contaId: string, polled: PolledEmails): Promise<string[]> {
  const filled = await fillOversized(db, contaId, polled);
  const inserted = await insertNew(db, contaId, polled);
  await closeOversized(db, contaId, polled);
  const { caixaId, geracao, emails, now } = polled;
  // A uid that now names another message starts again, also for its retention on the server.
  const polledUids = unnestObjects("m", emails, {
    uid: "text",
    sha256: "text",
    tamanhoDito: "int8",
    prova: "text",
  });
  await db
    .insertInto("caixaMensagem")
    .columns(["contaId", "caixaId", "geracao", "uid", "emailId", "tamanho", "prova", "vistaEm"])
    .expression((eb) =>
      eb
        .selectFrom(polledUids)
        .innerJoin("email as e", (join) =>
          join.on("e.contaId", "=", contaId).onRef("e.sha256", "=", "m.sha256"),
        )
        .select([
          sql.val(contaId).as("contaId"),
          sql.val(caixaId).as("caixaId"),
          sql.val(geracao).as("geracao"),
        ])
        .select(["m.uid", "e.id", "m.tamanhoDito", "m.prova", sql.val(now).as("vistaEm")]),
    )
    .onConflict((conflict) =>
      conflict.columns(["contaId", "caixaId", "geracao", "uid"]).doUpdateSet(({ ref, eb, and }) => ({
        emailId: ref("excluded.emailId"),
        recusa: null,
        apagadaEm: null,
        tamanho: ref("excluded.tamanho"),
        prova: ref("excluded.prova"),
        vistaEm: eb
          .case()
          .when(
            and([
              eb("caixaMensagem.emailId", "=", ref("excluded.emailId")),
              eb("caixaMensagem.recusa", "is", null),
            ]),
          )
          .then(ref("caixaMensagem.vistaEm"))
          .else(ref("excluded.vistaEm"))
          .end(),
      })),
    )
    .execute();
  return [...filled, ...inserted];
}

function distinctOf(emails: readonly NewEmail[]): NewEmail[] {
  return [...new Map(emails.map((each) => [each.sha256, each])).values()];
}

// The e-mail of a message that was left on the server gets its bytes, unless they arrived otherwise in
// the meantime.
async function fillOversized(
  db: Db,
  contaId: string,
  { caixaId, geracao, emails, now }: PolledEmails,
): Promise<string[]> {
  const filled = await db
    .updateTable("email as e")
    .from(unnestObjects("n", distinctOf(emails), { uid: "text", sha256: "text", tamanho: "int4" }))
    .innerJoin("caixaMensagem as m", (join) =>
      join
        .on("m.contaId", "=", contaId)
        .on("m.caixaId", "=", caixaId)
        .on("m.geracao", "=", geracao)
        .onRef("m.uid", "=", "n.uid"),
    )
    .set(({ ref }) => ({ sha256: ref("n.sha256"), tamanho: ref("n.tamanho") }))
    .set({ recebidaEm: now, estado: "em-leitura", motivo: null })
    .where("e.contaId", "=", contaId)
    .whereRef("e.id", "=", "m.emailId")
    .where("e.sha256", "is", null)
    .where(({ selectFrom }) =>
      notExists(
        selectFrom("email as o").where("o.contaId", "=", contaId).whereRef("o.sha256", "=", "n.sha256"),
      ),
    )
    .returning("e.id")
    .execute();
  return filled.map((row) => row.id);
}

async function insertNew(db: Db, contaId: string, { caixaId, emails, now }: PolledEmails): Promise<string[]> {
  // In key order, so that two mailboxes with the same messages wait for each other instead of
  // deadlocking.
  const inserted = await insertObjects(db, "email", {
    objects: distinctOf(emails).map(({ id = newId(), sha256, tamanho }) => ({ id, sha256, tamanho })),
    fields: { id: "uuid", sha256: "text", tamanho: "int4" },
    all: { contaId, caixaId, data: now, recebidaEm: now, estado: "em-leitura" },
    orderBy: ["sha256"],
  })
    .onConflict((conflict) => conflict.columns(["contaId", "sha256"]).doNothing())
    .returning("id")
    .execute();
  return inserted.map((row) => row.id);
}

async function closeOversized(
  db: Db,
  contaId: string,
  { caixaId, geracao, emails }: PolledEmails,
): Promise<void> {
  const motivo: Reason = "mesma-mensagem";
  const uids = emails.map((each) => each.uid);
  await db
    .updateTable("email as e")
    .from("caixaMensagem as m")
    .set({ estado: "lido", motivo })
    .where("m.contaId", "=", contaId)
    .where("m.caixaId", "=", caixaId)
    .where("m.geracao", "=", geracao)
    .where("m.uid", "=", anyOf(uids))
    .where("e.contaId", "=", contaId)
    .whereRef("e.id", "=", "m.emailId")
    .where("e.sha256", "is", null)
    .execute();
}

/**
 * A message above the size limit. tamanho: its minimum size in bytes; tamanhoDito: given by its server,
 * null = none.
 */
export type OversizedEmail = CaixaGeneration & {
  uid: string;
  tamanho: number;
  tamanhoDito: number | null;
  now: Date;
};

/** Largest size that the column holds; a server may claim any size. */
const SIZE_MAX = 2 ** 31 - 1;

/**
 * Records a message that stays on its server: its e-mail is in quarentena, without bytes.
 * For a known uid only the size changes.
 */
export async function insertOversizedEmail(
  db: Db,
  contaId: string,
  oversized: OversizedEmail,
): Promise<void> {
  const { caixaId, geracao, uid, tamanhoDito, now } = oversized;
  const tamanho = Math.min(oversized.tamanho, SIZE_MAX);
  const id = (await findOversized(db, contaId, oversized)) ?? newId();
  const motivo: Reason = "mensagem-grande-demais";
  await db
    .insertInto("email")
    .values({ contaId, id, caixaId, data: now, recebidaEm: now, tamanho, estado: "quarentena", motivo })
    .onConflict((conflict) =>
      conflict.columns(["contaId", "id"]).doUpdateSet(({ ref }) => ({ tamanho: ref("excluded.tamanho") })),
    )
    .execute();
  const refused = { emailId: id, recusa: "grande-demais", tamanho: tamanhoDito, vistaEm: now } as const;
  await db
    .insertInto("caixaMensagem")
    .values({ contaId, caixaId, geracao, uid, ...refused })
    .onConflict((conflict) =>
      conflict
        .columns(["contaId", "caixaId", "geracao", "uid"])
        .doUpdateSet({ ...refused, prova: null, apagadaEm: null }),
    )
    .execute();
}

/** The existing e-mail of the message under this uid; null when there is none, or it has its bytes. */
async function findOversized(
  db: Db,
  contaId: string,
  { caixaId, geracao, uid }: OversizedEmail,
): Promise<string | null> {
  const row = await db
    .selectFrom("caixaMensagem as m")
    .innerJoin("email as e", (join) => join.on("e.contaId", "=", contaId).onRef("e.id", "=", "m.emailId"))
    .where("m.contaId", "=", contaId)
    .where("m.caixaId", "=", caixaId)
    .where("m.geracao", "=", geracao)
    .where("m.uid", "=", uid)
    .where("e.sha256", "is", null)
    .select("e.id")
    .executeTakeFirst();
  return row?.id ?? null;
}
