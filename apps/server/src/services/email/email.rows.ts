import type { AnexoType, Veredito } from "@malote/contract";
import { type Expression, type RawBuilder, sql } from "kysely";
import { anyOf, column, type Db, expressionsOf, literals, type Row, unnestRows } from "../../db/index.ts";
import { isXmlOf } from "../documento/documento.rows.ts";
import { type Condition, type Conditions, conditionsOf, countToMax, dayStart } from "../list/list.rows.ts";
import { type Page, patternOfFragment } from "../list/list.rules.ts";
import { anexoType } from "./anexo-type.rows.ts";
import { type AnexoResult, type EmailFilter, type EmailOrder, isResult, queryOfText } from "./email.rules.ts";
import { isFullyVisible } from "./email-visibility.rows.ts";

const e = expressionsOf("email", "e");
type Email = Row<"email">;

export type EmailListRow = Pick<
  Email,
  | "id"
  | "assunto"
  | "remetente"
  | "remetenteNome"
  | "destinatario"
  | "data"
  | "recebidaEm"
  | "estado"
  | "partes"
  | "extraidos"
  | "problemas"
  | "motivo"
> & { inicio: string | null };

/** Characters of the body that are enough for a summary after whitespace is collapsed. */
const EXCERPT_CHARS = 1_000;

/** The newest first. */
const BY_DATE = sql`${e.ref("e.data")} DESC, ${e.ref("e.id")} DESC`;

/**
 * Text columns are compared by their bytes in lower case, so the order is the same on every machine.
 */
const SORT_ORDERS: Record<EmailOrder, RawBuilder<unknown>> = {
  dataDesc: BY_DATE,
  remetente: sql`${e.ref("e.remetenteOrdem")}, ${BY_DATE}`,
  destinatario: sql`lower(${e.ref("e.destinatario")}) COLLATE "C", ${BY_DATE}`,
  assunto: sql`lower(${e.ref("e.assunto")}) COLLATE "C", ${BY_DATE}`,
};

/** isRestrito: the user sees only some empresas and must not learn about other parts. */
export type EmailList = { filtro: EmailFilter; ordem: EmailOrder; zona: string; isRestrito: boolean };

/** A sorted page of e-mails. OFFSET skips only ids. */
export async function findEmails(
  db: Db,
  contaId: string,
  { lista, pagina }: { lista: EmailList; pagina: Page },
): Promise<EmailListRow[]> {
  const order = SORT_ORDERS[lista.ordem];
  const page = db
    .selectFrom("email as e")
    .where(matchesEmail(contaId, lista))
    .select("e.id")
    .orderBy(order)
    .limit(pagina.limit)
    .offset(pagina.offset);
  return await selectEmails(db, contaId).innerJoin(page.as("p"), "p.id", "e.id").orderBy(order).execute();
}

export async function countEmails(db: Db, contaId: string, lista: EmailList): Promise<number> {
  return await countToMax(db, db.selectFrom("email as e").where(matchesEmail(contaId, lista)));
}

type Scope = Pick<EmailList, "zona" | "isRestrito">;

const CONDITIONS: Conditions<EmailFilter, Scope, Condition> = {
  texto: (text, scope) => holdsText(text, scope),
  assunto: (text) => contains(e.ref("e.assunto"), text),
  corpo: (text, { isRestrito }) => {
    const holds = holdsWords(text, queryOfText(text, "D"));
    return holds !== null && isRestrito ? e.and([holds, isFullyVisible()]) : holds;
  },
  remetente: (text) =>
    contains(sql`(${e.ref("e.remetente")} || ' ' || coalesce(${e.ref("e.remetenteNome")}, ''))`, text),
  destinatario: (text) => contains(e.ref("e.destinatario"), text),
  dataDe: (day, { zona }) => e("e.data", ">=", dayStart(day, 0, zona)),
  dataAte: (day, { zona }) => e("e.data", "<", dayStart(day, 1, zona)),
  tipoAnexo: (tipo, { isRestrito }) => (isResult(tipo) ? matchResult(tipo, isRestrito) : holdsAnexo(tipo)),
  resultadoAnexo: (resultado, { isRestrito }) => matchResult(resultado, isRestrito),
  empresaId: (id) =>
    e.exists(
      e
        .selectFrom("emailEmpresa as x")
        .whereRef("x.contaId", "=", "e.contaId")
        .whereRef("x.emailId", "=", "e.id")
        .where("x.empresaId", "=", id),
    ),
};

function matchResult(resultado: AnexoResult, isRestrito: boolean): Condition {
  if (resultado === "dfe") return e("e.extraidos", ">", e.lit(0));
  if (resultado === "sem-dfe") return e("e.extraidos", "=", e.lit(0));
  const hasProblem = isRestrito ? hasVisibleProblem() : e("e.problemas", ">", e.lit(0));
  return e.or([hasProblem, e("e.estado", "=", "quarentena")]);
}

/** The parts of `e`; row security limits them to the visible ones. */
function selectParts() {
  return e
    .selectFrom("anexo as a")
    .whereRef("a.contaId", "=", "e.contaId")
    .whereRef("a.emailId", "=", "e.id");
}

// A picture shown in the body is not an attachment, and neither is the body.
function holdsAnexo(tipo: AnexoType): Condition {
  return e.exists(
    selectParts()
      .where("a.caminho", "<>", "0")
      .where(({ not }) => not("a.embutida"))
      .where(anexoType(), "=", tipo),
  );
}

// Literals: the predicate of a partial index.
function hasVisibleProblem(): Condition {
  return e.exists(selectParts().where("a.destino", "in", literals(["quarentena", "erro"])));
}

/** Matches words anywhere; if the body is hidden, only in subject and sender. */
function holdsText(text: string, { isRestrito }: Scope): Condition | null {
  const anywhere = holdsWords(text, queryOfText(text));
  if (anywhere === null || !isRestrito) return anywhere;
  const inHeader = holdsWords(text, queryOfText(text, "A"));
  return e.and([anywhere, inHeader === null ? isFullyVisible() : e.or([inHeader, isFullyVisible()])]);
}

function holdsWords(text: string, query: string): Condition | null {
  return text.trim() === "" ? null : e("e.id", "in", sql<string>`(SELECT portaria_emails(${query}))`);
}

function contains(text: Expression<string>, fragment: string): Condition | null {
  const pattern = patternOfFragment(fragment);
  return pattern === null ? null : sql`${text} ILIKE ${pattern}`;
}

function matchesEmail(contaId: string, { filtro, zona, isRestrito }: EmailList): Condition {
  const conditions = conditionsOf(CONDITIONS, filtro, { zona, isRestrito });
  return e.and([e("e.contaId", "=", contaId), isNotImported(), ...conditions]);
}

/** An imported file is not an e-mail; another screen shows it. */
function isNotImported(): Condition {
  return e.not(e.ref("e.importado"));
}

/** The e-mails `e` of the conta, with the columns of a list. */
function selectEmails(db: Db, contaId: string) {
  return db
    .selectFrom("email as e")
    .where("e.contaId", "=", contaId)
    .select([
      "e.id",
      "e.assunto",
      "e.remetente",
      "e.remetenteNome",
      "e.destinatario",
      "e.data",
      "e.recebidaEm",
    ])
    .select(["e.estado", "e.partes", "e.extraidos", "e.problemas", "e.motivo"])
    .select(({ fn, ref, lit }) =>
      fn<string | null>("left", [ref("e.corpoMensagem"), lit(EXCERPT_CHARS)]).as("inicio"),
    );
}

export type EmailRow = EmailListRow &
  Pick<Email, "corpoHtml" | "corpoMensagem" | "tamanho" | "chavesSemXml" | "reprocessadoEm"> & {
    caixaDescricao: string | null;
  };

export async function findEmail(db: Db, contaId: string, id: string): Promise<EmailRow | null> {
  const row = await selectEmails(db, contaId)
    .leftJoin("caixaEmail as c", (join) =>
      join.onRef("c.contaId", "=", "e.contaId").onRef("c.id", "=", "e.caixaId"),
    )
    .where("e.id", "=", id)
    .where(isNotImported())
    .select([
      "e.corpoHtml",
      "e.corpoMensagem",
      "c.descricao as caixaDescricao",
      "e.tamanho",
      "e.chavesSemXml",
    ])
    .select("e.reprocessadoEm")
    .executeTakeFirst();
  return row ?? null;
}

export type AnexoRow = Pick<
  Row<"anexo">,
  "id" | "caminho" | "nome" | "tipo" | "tamanho" | "embutida" | "destino" | "motivo" | "detalhe"
> & {
  veredito: Veredito | null;
  /** The virus signature from the last antivirus scan; null: none found, or not scanned. */
  assinatura: string | null;
};

/** The parts of an e-mail without its body, which is shown separately. */
export async function findAnexos(db: Db, contaId: string, emailId: string): Promise<AnexoRow[]> {
  return await db
    .selectFrom("anexo as a")
    .leftJoin("documento as d", (join) =>
      join.onRef("d.contaId", "=", "a.contaId").onRef("d.id", "=", "a.documentoId"),
    )
    .leftJoin("antivirus as v", (join) =>
      join.onRef("v.contaId", "=", "a.contaId").onRef("v.sha256", "=", "a.sha256"),
    )
    .where("a.contaId", "=", contaId)
    .where("a.emailId", "=", emailId)
    .where("a.caminho", "<>", "0")
    .select(["a.id", "a.caminho", "a.nome", "a.tipo", "a.tamanho", "a.embutida", "a.destino", "a.motivo"])
    .select(["a.detalhe", "d.veredito", "v.assinatura"])
    .execute();
}

/**
 * A document or evento of an e-mail. isVista: the view shows the copy of this e-mail. Without a view, its
 * fields are null.
 */
export type ChipRow = Awaited<ReturnType<typeof findChips>>[number];

/** The documents and eventos of some e-mails, with the view to open; E before S. */
export async function findChips(db: Db, contaId: string, emailIds: readonly string[]) {
  if (emailIds.length === 0) return [];
  return await db
    .selectFrom("anexo as a")
    .innerJoin("documento as d", (join) =>
      join.onRef("d.contaId", "=", "a.contaId").onRef("d.id", "=", "a.documentoId"),
    )
    .leftJoinLateral(
      (eb) => viewsOf(eb.ref("d.chave"), contaId).select(VIEW).as("n"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("evento as v")
          .where("v.contaId", "=", contaId)
          .whereRef("v.chave", "=", "d.chave")
          .whereRef("v.documentoId", "=", "d.id")
          .select("v.descEvento")
          .limit(1)
          .as("v"),
      (join) => join.onTrue(),
    )
    .where("a.contaId", "=", contaId)
    .where("a.emailId", "=", anyOf(emailIds))
    .select([
      "a.emailId",
      "a.id as anexoId",
      "a.caminho",
      "d.natureza",
      "d.tipoNota",
      "d.chave",
      "d.veredito",
    ])
    .select(({ eb }) => eb("n.documentoId", "is not distinct from", eb.ref("d.id")).as("isVista"))
    .select(["v.descEvento", "n.id as notaId", "n.papel", "n.sefazStatus", "n.divergente", "n.quarentena"])
    .execute();
}

const VIEW = ["n.id", "n.documentoId", "n.papel", "n.sefazStatus", "n.divergente", "n.quarentena"] as const;

/** The first view of a chave: E before S. */
function viewsOf(chave: Expression<string>, contaId: string) {
  return e
    .selectFrom("nota as n")
    .where("n.contaId", "=", contaId)
    .where("n.chave", "=", chave)
    .orderBy("n.papel")
    .limit(1);
}

/** An access key in the text, with the view to open if its document arrived by other means. */
export type ChaveSemXml = { chaveAcesso: string; notaId: string | null };

/** The chaves in their order; E before S. */
export async function findChavesSemXml(
  db: Db,
  contaId: string,
  chaves: readonly string[],
): Promise<ChaveSemXml[]> {
  if (chaves.length === 0) return [];
  const places = {
    chave: column("text", chaves),
    ordem: column(
      "int4",
      chaves.map((_, at) => at),
    ),
  };
  return await db
    .selectFrom(unnestRows("k", places))
    .leftJoinLateral(
      (eb) => viewsOf(eb.ref("k.chave"), contaId).select("n.id").as("n"),
      (join) => join.onTrue(),
    )
    .select(["k.chave as chaveAcesso", "n.id as notaId"])
    .orderBy("k.ordem")
    .execute();
}

/** The digest of the original message (null: not stored), and its subject as the file name. */
export async function findOriginal(
  db: Db,
  contaId: string,
  id: string,
): Promise<Pick<Email, "sha256" | "assunto"> | null> {
  const row = await db
    .selectFrom("email as e")
    .where("e.contaId", "=", contaId)
    .where("e.id", "=", id)
    .where(isNotImported())
    .select(["e.sha256", "e.assunto"])
    .executeTakeFirst();
  return row ?? null;
}

/** A part: the digest of its bytes, and its documento. importado: it is part of an imported file. */
export type StoredAnexo = Pick<Row<"anexo">, "sha256" | "tamanho" | "nome" | "tipo" | "documentoId"> &
  Pick<Email, "importado">;

export async function findAnexo(db: Db, contaId: string, id: string): Promise<StoredAnexo | null> {
  const row = await db
    .selectFrom("anexo as a")
    .innerJoin("email as e", (join) =>
      join.onRef("e.contaId", "=", "a.contaId").onRef("e.id", "=", "a.emailId"),
    )
    .where("a.contaId", "=", contaId)
    .where("a.id", "=", id)
    .select(["a.sha256", "a.tamanho", "a.nome", "a.tipo", "a.documentoId", "e.importado"])
    .executeTakeFirst();
  return row ?? null;
}

/** The compressed bytes of a documento, only if they have this digest. */
export async function findXmlOfAnexo(
  db: Db,
  contaId: string,
  { documentoId, sha256 }: { documentoId: string; sha256: string },
): Promise<Buffer | null> {
  const row = await db
    .selectFrom("documento as d")
    .innerJoin("documentoXml as x", (join) => join.on(isXmlOf("x", "d")))
    .where(({ and }) => and({ "d.contaId": contaId, "d.id": documentoId, "d.sha256": sha256 }))
    .select("x.xmlGzip")
    .executeTakeFirst();
  return row?.xmlGzip ?? null;
}
