import type { Reason } from "@malote/contract";
import { type NotNull, sql } from "kysely";
import {
  anyOf,
  countChanged,
  type Db,
  fixedStatement,
  insertObjects,
  newId,
  notExists,
  type OrPlaceholder,
  type Row,
  type StatementBuilder,
  unnestObjects,
} from "../../db/index.ts";
import type { PartOutcome } from "../documento/veredito.rules.ts";
import { planTasks } from "../task/task.rows.ts";
import { countParts, PART_COUNTS } from "./email-counts.rows.ts";
import { toIngest } from "./to-ingest.ts";

/** An e-mail to read. gastoMs: CPU time of its conta's too costly e-mails since an instant. */
export type EmailToRead = Pick<Row<"email">, "estado" | "recebidaEm"> & {
  sha256: string;
  reprocessado: boolean;
  gastoMs: number;
};

const TO_READ = fixedStatement<{ contaId: string; emailId: string; desde: Date }>()(
  (db, { contaId, emailId, desde }) =>
    db
      .selectFrom("email")
      .where("contaId", "=", contaId)
      .where("id", "=", emailId)
      .select(["sha256", "estado", "recebidaEm"])
      .where("sha256", "is not", null)
      .$narrowType<{ sha256: NotNull }>()
      .select(({ eb, selectFrom }) => [
        eb("reprocessadoEm", "is not", null).$castTo<boolean>().as("reprocessado"),
        selectFrom("email as c")
          .where("c.contaId", "=", contaId)
          .where("c.caroEm", ">=", desde)
          .select(({ fn }) => fn.sum<number>("c.custoMs").as("ms"))
          .as("gastoMs"),
      ]),
);

/**
 * Reads the state of an e-mail and the digest of its bytes; null when it does not exist, or has no bytes.
 * @param since see {@link EmailToRead}
 */
export async function findEmailToRead(
  db: Db,
  contaId: string,
  { emailId, since: desde }: { emailId: string; since: Date },
): Promise<EmailToRead | null> {
  const row = await TO_READ.first(db, { contaId, emailId, desde });
  return row ? { ...row, gastoMs: row.gastoMs ?? 0 } : null;
}

/** Header and body of an e-mail, as read. The caller limits the text lengths. */
export type EmailHeader = Pick<
  Row<"email">,
  | "messageId"
  | "assunto"
  | "remetente"
  | "remetenteNome"
  | "destinatario"
  | "data"
  | "corpoMensagem"
  | "corpoHtml"
> & {
  emailId: string;
  /** Why the message could not be read to its end, or null. */
  motivo: Reason | null;
};

const SAVE_HEADER = fixedStatement<EmailHeader & { contaId: string }>()((db, header) =>
  updateEmail(db, header.contaId, header.emailId)
    .set({
      assunto: header.assunto,
      remetente: header.remetente,
      remetenteNome: header.remetenteNome,
      destinatario: header.destinatario,
      data: header.data,
      corpoMensagem: header.corpoMensagem,
      corpoHtml: header.corpoHtml,
      motivo: header.motivo,
    })
    .set(({ fn }) => ({ messageId: fn.coalesce(header.messageId, "messageId") })),
);

/** Stores header and body, so that the e-mail is listed while its parts are still being read. */
export async function saveHeader(db: Db, contaId: string, header: EmailHeader): Promise<void> {
  await SAVE_HEADER.change(db, { contaId, ...header });
}

const HEADER_FIELDS = {
  emailId: "uuid",
  messageId: "text",
  assunto: "text",
  remetente: "text",
  remetenteNome: "text",
  destinatario: "text",
  data: "timestamptz",
  corpoMensagem: "text",
  corpoHtml: "text",
  motivo: "text",
} as const;

/** The same for many new e-mails, in one statement. */
export async function saveHeaders(db: Db, contaId: string, headers: readonly EmailHeader[]): Promise<void> {
  const { emailId: _, ...fields } = HEADER_FIELDS;
  const update = db
    .updateTable("email")
    .from(unnestObjects("h", headers, HEADER_FIELDS))
    .where("email.contaId", "=", contaId)
    .whereRef("email.id", "=", "h.emailId");
  const columns = Object.keys(fields) as (keyof typeof fields)[];
  await columns
    .reduce((query, column) => query.set(column, ({ ref }) => ref(`h.${column}`)), update)
    .execute();
}

function updateEmail(db: StatementBuilder, contaId: OrPlaceholder<string>, emailId: OrPlaceholder<string>) {
  return db.updateTable("email").where("contaId", "=", contaId).where("id", "=", emailId);
}

/** A part with its outcome, to insert. */
export type NewAnexo = PartOutcome &
  Pick<
    Row<"anexo">,
    "caminho" | "nome" | "tipo" | "tamanho" | "sha256" | "embutida" | "contentId" | "documentoId"
  >;

type OfEmail = { contaId: string; emailId: string };

const LOCK_OPEN = fixedStatement<{ contaId: string; emailIds: readonly string[] }>()(
  (db, { contaId, emailIds }) =>
    db
      .selectFrom("email")
      .where("contaId", "=", contaId)
      .where("id", "=", anyOf(emailIds))
      .where("estado", "=", "em-leitura")
      .select("id")
      .orderBy("id")
      .forUpdate(),
);

type AnexoRow = NewAnexo & { id: string; emailId: string };

const INSERT_ANEXOS = fixedStatement<{ contaId: string; anexos: readonly AnexoRow[] }>()(
  (db, { contaId, anexos }) =>
    insertObjects(db, "anexo", {
      objects: anexos,
      fields: {
        id: "uuid",
        emailId: "uuid",
        caminho: "text",
        nome: "text",
        tipo: "text",
        tamanho: "int4",
        sha256: "text",
        embutida: "bool",
        contentId: "text",
        destino: "text",
        motivo: "text",
        detalhe: "text",
        documentoId: "uuid",
      },
      all: { contaId },
    }).onConflict((conflict) => conflict.columns(["contaId", "emailId", "caminho"]).doNothing()),
);

/** Parts of one e-mail, to insert. */
export type NewAnexos = { emailId: string; anexos: readonly NewAnexo[] };

/**
 * Inserts parts with their outcome; an existing part keeps its first outcome.
 * @throws when an e-mail was closed in the meantime: its counts would disagree with its parts
 */
export async function insertAnexos(db: Db, contaId: string, emails: readonly NewAnexos[]): Promise<void> {
  const emailIds = emails.flatMap(({ emailId, anexos }) => (anexos.length === 0 ? [] : [emailId]));
  if (emailIds.length === 0) return;
  const open = new Set((await LOCK_OPEN.rows(db, { contaId, emailIds })).map(({ id }) => id));
  const closed = emailIds.find((id) => !open.has(id));
  if (closed) throw new Error(`e-mail ${closed} is closed: a late attempt tried to insert its parts`);
  const anexos = emails.flatMap(({ emailId, anexos: parts }) =>
    parts.map((part) => ({ id: newId(), emailId, ...part })),
  );
  await INSERT_ANEXOS.change(db, { contaId, anexos });
}

/** Some parts of an e-mail, and the known documents in them. */
export type KnownParts = {
  emailId: string;
  parts: readonly { caminho: string; documentoId: string }[];
};

/**
 * The parts, by caminho, that first brought their documento: it was stored after the e-mail arrived,
 * and no other part is recorded for it. This is the case when a message is read again.
 */
export async function findOwnParts(
  db: Db,
  contaId: string,
  { emailId, parts }: KnownParts,
): Promise<Set<string>> {
  if (parts.length === 0) return new Set();
  const rows = await db
    .selectFrom(unnestObjects("p", parts, { caminho: "text", documentoId: "uuid" }))
    .innerJoin("email as e", (join) => join.on("e.contaId", "=", contaId).on("e.id", "=", emailId))
    .innerJoin("documento as d", (join) =>
      join
        .on("d.contaId", "=", contaId)
        .onRef("d.id", "=", "p.documentoId")
        .onRef("d.criadoEm", ">=", "e.recebidaEm"),
    )
    .where(({ selectFrom }) =>
      notExists(
        selectFrom("anexo as a")
          .where("a.contaId", "=", contaId)
          .whereRef("a.documentoId", "=", "p.documentoId")
          .where(({ not, and, eb, ref }) =>
            not(and([eb("a.emailId", "=", emailId), eb("a.caminho", "=", ref("p.caminho"))])),
          )
          .where("a.motivo", "is distinct from", "mesmo-arquivo"),
      ),
    )
    .select("p.caminho")
    .execute();
  return new Set(rows.map(({ caminho }) => caminho));
}

/**
 * Plans a new reading of a stored message and deletes its recorded parts. Documents, notas, eventos
 * and users' changes to them remain. The caller has verified that the message's bytes exist.
 * @returns false when it is already being read, or has no bytes of its own
 */
export async function reopenEmail(
  db: Db,
  contaId: string,
  { emailId, now }: { emailId: string; now: Date },
): Promise<boolean> {
  const reopened = await countChanged(
    updateEmail(db, contaId, emailId)
      .set({ estado: "em-leitura", motivo: null, custoMs: null, caroEm: null, reprocessadoEm: now })
      .set({ partes: 0, extraidos: 0, problemas: 0, chavesSemXml: [] })
      .where("estado", "<>", "em-leitura")
      .where("sha256", "is not", null),
  );
  if (reopened === 0) return false;
  await db.deleteFrom("anexo").where("contaId", "=", contaId).where("emailId", "=", emailId).execute();
  await planTasks(db, contaId, [toIngest(contaId, emailId, now)]);
  return true;
}

const CLOSE = fixedStatement<OfEmail & { motivo: Reason | null }>()((db, { contaId, emailId, motivo }) => {
  const counts = db
    .selectFrom("anexo as a")
    .where("a.contaId", "=", contaId)
    .where("a.emailId", "=", emailId)
    .select(PART_COUNTS);
  const reason = sql<string | null>`coalesce(${motivo}, ${sql.ref("email.motivo")})`;
  return updateEmail(db, contaId, emailId)
    .from(counts.as("l"))
    .set(({ ref }) => ({
      motivo: reason,
      estado: sql`CASE WHEN ${reason} IS NULL THEN 'lido' ELSE 'quarentena' END`,
      partes: ref("l.partes"),
      extraidos: ref("l.extraidos"),
      problemas: ref("l.problemas"),
    }))
    .where("estado", "=", "em-leitura");
});

/**
 * Ends the reading of an e-mail; with a reason it goes to quarentena. Its counts come from its recorded
 * parts, so both agree; the body (caminho 0) is not a part. An e-mail that was closed before stays
 * unchanged.
 * @returns whether it was open
 */
export async function closeEmail(
  db: Db,
  contaId: string,
  { emailId, motivo }: { emailId: string; motivo?: Reason },
): Promise<boolean> {
  return (await CLOSE.change(db, { contaId, emailId, motivo: motivo ?? null })) > 0;
}

/** The same for many e-mails, without a reason of their own, in one statement. */
export async function closeEmails(db: Db, contaId: string, emailIds: readonly string[]): Promise<void> {
  if (emailIds.length === 0) return;
  await db
    .updateTable("email")
    .from(countParts(db, contaId, emailIds).as("l"))
    .set(({ ref }) => ({
      estado: sql`CASE WHEN ${ref("email.motivo")} IS NULL THEN 'lido' ELSE 'quarentena' END`,
      partes: ref("l.partes"),
      extraidos: ref("l.extraidos"),
      problemas: ref("l.problemas"),
    }))
    .where("email.contaId", "=", contaId)
    .whereRef("email.id", "=", "l.id")
    .where("email.estado", "=", "em-leitura")
    .execute();
}

/** Stores the CPU time spent on an e-mail whose reading was aborted for its cost. */
export async function saveCost(
  db: Db,
  contaId: string,
  { emailId, custoMs, now }: { emailId: string; custoMs: number; now: Date },
): Promise<void> {
  await updateEmail(db, contaId, emailId).set({ custoMs, caroEm: now }).execute();
}
