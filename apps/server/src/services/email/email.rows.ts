import type { AnexoType, EmailState, Outcome, Veredito } from "@malote/contract";
import type { TipoNota } from "@malote/syntax";
import type { Db, SqlValue } from "../../db/index.ts";
import {
  type Binder,
  COUNT_MAX,
  type Conditions,
  conditionsOf,
  createBinder,
  startOfDay,
} from "../list/list.rows.ts";
import { type Page, patternOfFragment } from "../list/list.rules.ts";
import { ANEXO_TYPE } from "./anexo-type.rows.ts";
import { type AnexoResult, type EmailFilter, type EmailOrder, isResult, queryOfText } from "./email.rules.ts";
import { FULLY_VISIBLE } from "./email-visibility.rows.ts";

export type EmailListRow = {
  id: string;
  assunto: string;
  remetente: string;
  remetenteNome: string | null;
  destinatario: string;
  data: Date;
  recebidaEm: Date;
  inicio: string | null;
  estado: EmailState;
  partes: number;
  extraidos: number;
  problemas: number;
  motivo: string | null;
};

/** Characters of the body that are enough for a summary after whitespace is collapsed. */
const EXCERPT_CHARS = 1_000;

const COLUMNS = `e.id, e.assunto, e.remetente, e.remetente_nome AS "remetenteNome", e.destinatario, e.data,
  e.recebida_em AS "recebidaEm", left(e.corpo_mensagem, ${EXCERPT_CHARS}) AS inicio, e.estado, e.partes, e.extraidos, e.problemas, e.motivo`;

/**
 * Text columns are compared by their bytes in lower case, so the order is the same on every machine.
 */
const SORT_ORDERS: Record<EmailOrder, string> = {
  dataDesc: "e.data DESC, e.id DESC",
  remetente: `e.remetente_ordem, e.data DESC, e.id DESC`,
  destinatario: `lower(e.destinatario) COLLATE "C", e.data DESC, e.id DESC`,
  assunto: `lower(e.assunto) COLLATE "C", e.data DESC, e.id DESC`,
};

/** An imported file is not an e-mail; another screen shows it. */
const NOT_IMPORTED = "NOT e.importado";

/** isRestrito: the user sees only some empresas and must not learn about other parts. */
export type EmailList = { filtro: EmailFilter; ordem: EmailOrder; zona: string; isRestrito: boolean };

/** A sorted page of e-mails. In SQL text like the list of notas: OFFSET then skips only ids. */
export async function findEmails(
  db: Db,
  contaId: string,
  { lista, pagina }: { lista: EmailList; pagina: Page },
): Promise<EmailListRow[]> {
  const { where, values } = writeWhere(contaId, lista);
  const ordem = SORT_ORDERS[lista.ordem];
  const [limit, offset] = [`$${values.length + 1}`, `$${values.length + 2}`];
  return await db.query<EmailListRow>(
    `SELECT ${COLUMNS} FROM (SELECT e.id FROM email e WHERE ${where} ORDER BY ${ordem} LIMIT ${limit} OFFSET ${offset}) p
     JOIN email e ON e.conta_id = $1 AND e.id = p.id ORDER BY ${ordem}`,
    [...values, pagina.limit, pagina.offset],
  );
}

export async function countEmails(db: Db, contaId: string, lista: EmailList): Promise<number> {
  const { where, values } = writeWhere(contaId, lista);
  const rows = await db.query<{ total: number }>(
    `SELECT count(*) AS total FROM (SELECT 1 FROM email e WHERE ${where} LIMIT ${COUNT_MAX}) t`,
    values,
  );
  return rows[0]?.total ?? 0;
}

type Scope = Binder & Pick<EmailList, "zona" | "isRestrito">;

const CONDITIONS: Conditions<EmailFilter, Scope> = {
  texto: (text, scope) => holdsText(text, scope),
  assunto: (text, { bind }) => contains("e.assunto", text, bind),
  corpo: (text, { bind, isRestrito }) => {
    const holds = holdsWords(text, queryOfText(text, "D"), bind);
    return holds !== null && isRestrito ? `(${holds} AND ${FULLY_VISIBLE})` : holds;
  },
  remetente: (text, { bind }) =>
    contains("(e.remetente || ' ' || coalesce(e.remetente_nome, ''))", text, bind),
  destinatario: (text, { bind }) => contains("e.destinatario", text, bind),
  dataDe: (dia, scope) => `e.data >= ${startOfDay(dia, 0, scope)}`,
  dataAte: (dia, scope) => `e.data < ${startOfDay(dia, 1, scope)}`,
  tipoAnexo: (tipo, { bind, isRestrito }) =>
    isResult(tipo) ? matchResult(tipo, isRestrito) : holdsAnexo(tipo, bind),
  resultadoAnexo: (resultado, { isRestrito }) => matchResult(resultado, isRestrito),
  empresaId: (id, { bind }) =>
    `EXISTS (SELECT FROM email_empresa x WHERE x.conta_id = e.conta_id AND x.email_id = e.id AND x.empresa_id = ${bind(id)})`,
};

function matchResult(resultado: AnexoResult, isRestrito: boolean): string {
  if (resultado === "dfe") return "e.extraidos > 0";
  if (resultado === "sem-dfe") return "e.extraidos = 0";
  return `(${isRestrito ? VISIBLE_PROBLEM : "e.problemas > 0"} OR e.estado = 'quarentena')`;
}

/**
 * Row security limits the parts to the visible ones. A picture shown in the body is not an attachment,
 * and neither is the body.
 */
function holdsAnexo(tipo: AnexoType, bind: Binder["bind"]): string {
  return `EXISTS (SELECT FROM anexo a WHERE a.conta_id = e.conta_id AND a.email_id = e.id AND a.caminho <> '0'
    AND NOT a.embutida AND ${ANEXO_TYPE} = ${bind(tipo)})`;
}

/** Row security limits the parts to the visible ones. */
const VISIBLE_PROBLEM = `EXISTS (SELECT FROM anexo a WHERE a.conta_id = e.conta_id AND a.email_id = e.id
  AND a.destino IN ('quarentena', 'erro'))`;

/** Matches words anywhere; if the body is hidden, only in subject and sender. */
function holdsText(text: string, { bind, isRestrito }: Scope): string | null {
  const anywhere = holdsWords(text, queryOfText(text), bind);
  if (anywhere === null || !isRestrito) return anywhere;
  return `(${anywhere} AND (${holdsWords(text, queryOfText(text, "A"), bind)} OR ${FULLY_VISIBLE}))`;
}

function holdsWords(text: string, query: string, bind: Binder["bind"]): string | null {
  return text.trim() === "" ? null : `e.id IN (SELECT portaria_emails(${bind(query)}))`;
}

function contains(column: string, text: string, bind: Binder["bind"]): string | null {
  const pattern = patternOfFragment(text);
  return pattern === null ? null : `${column} ILIKE ${bind(pattern)}`;
}

function writeWhere(
  contaId: string,
  { filtro, zona, isRestrito }: EmailList,
): { where: string; values: SqlValue[] } {
  const binder = createBinder();
  const conta = `e.conta_id = ${binder.bind(contaId)}`;
  const conditions = conditionsOf(CONDITIONS, filtro, { ...binder, zona, isRestrito });
  return { where: [conta, NOT_IMPORTED, ...conditions].join(" AND "), values: binder.values };
}

export type EmailRow = EmailListRow & {
  corpoHtml: string | null;
  corpoMensagem: string | null;
  caixaDescricao: string | null;
  tamanho: number;
  chavesSemXml: string[];
  reprocessadoEm: Date | null;
};

export async function findEmail(db: Db, contaId: string, id: string): Promise<EmailRow | null> {
  const rows = await db.query<EmailRow>(
    `SELECT ${COLUMNS}, e.corpo_html AS "corpoHtml", e.corpo_mensagem AS "corpoMensagem", c.descricao AS "caixaDescricao",
       e.tamanho, e.chaves_sem_xml AS "chavesSemXml", e.reprocessado_em AS "reprocessadoEm"
     FROM email e LEFT JOIN caixa_email c ON c.conta_id = e.conta_id AND c.id = e.caixa_id
     WHERE e.conta_id = $1 AND e.id = $2 AND ${NOT_IMPORTED}`,
    [contaId, id],
  );
  return rows[0] ?? null;
}

export type AnexoRow = {
  id: string;
  caminho: string;
  nome: string | null;
  tipo: string;
  tamanho: number;
  embutida: boolean;
  destino: Outcome;
  motivo: string | null;
  detalhe: string | null;
  veredito: Veredito | null;
  /** The virus signature from the last antivirus scan; null: none found, or not scanned. */
  assinatura: string | null;
};

/** The parts of an e-mail without its body, which is shown separately. */
export async function findAnexos(db: Db, contaId: string, emailId: string): Promise<AnexoRow[]> {
  return await db.query<AnexoRow>(
    `SELECT a.id, a.caminho, a.nome, a.tipo, a.tamanho, a.embutida, a.destino, a.motivo, a.detalhe, d.veredito,
       v.assinatura
     FROM anexo a LEFT JOIN documento d ON d.conta_id = a.conta_id AND d.id = a.documento_id
       LEFT JOIN antivirus v ON v.conta_id = a.conta_id AND v.sha256 = a.sha256
     WHERE a.conta_id = $1 AND a.email_id = $2 AND a.caminho <> '0'`,
    [contaId, emailId],
  );
}

export type ChipRow = {
  emailId: string;
  anexoId: string;
  caminho: string;
  natureza: "nota" | "evento";
  tipoNota: TipoNota;
  chave: string;
  veredito: Veredito;
  /** Whether the view shows the copy of this e-mail. */
  isVista: boolean;
  descEvento: string | null;
  notaId: string | null;
  papel: "E" | "S" | null;
  sefazStatus: string | null;
  divergente: boolean | null;
  quarentena: boolean | null;
};

/** The documents and eventos of some e-mails, with the view to open; E before S. */
export async function findChips(db: Db, contaId: string, emailIds: readonly string[]): Promise<ChipRow[]> {
  if (emailIds.length === 0) return [];
  return await db.query<ChipRow>(
    `SELECT a.email_id AS "emailId", a.id AS "anexoId", a.caminho, d.natureza, d.tipo_nota AS "tipoNota", d.chave, d.veredito,
       n.documento_id IS NOT DISTINCT FROM d.id AS "isVista", v.desc_evento AS "descEvento", n.id AS "notaId", n.papel,
       n.sefaz_status AS "sefazStatus", n.divergente, n.quarentena
     FROM anexo a
       JOIN documento d ON d.conta_id = a.conta_id AND d.id = a.documento_id
       LEFT JOIN LATERAL (
         SELECT * FROM nota n WHERE n.conta_id = $1 AND n.chave = d.chave ORDER BY n.papel LIMIT 1) n ON true
       LEFT JOIN LATERAL (
         SELECT v.desc_evento FROM evento v WHERE v.conta_id = $1 AND v.chave = d.chave AND v.documento_id = d.id LIMIT 1) v ON true
     WHERE a.conta_id = $1 AND a.email_id = ANY ($2::uuid[])`,
    [contaId, emailIds],
  );
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
  return await db.query<ChaveSemXml>(
    `SELECT k.chave AS "chaveAcesso", n.id AS "notaId" FROM unnest($2::text[]) WITH ORDINALITY AS k (chave, ordem)
       LEFT JOIN LATERAL (SELECT n.id FROM nota n WHERE n.conta_id = $1 AND n.chave = k.chave ORDER BY n.papel LIMIT 1) n ON true
     ORDER BY k.ordem`,
    [contaId, chaves],
  );
}

/** The digest of the original message (null: not stored), and its subject as the file name. */
export async function findOriginal(
  db: Db,
  contaId: string,
  id: string,
): Promise<{ sha256: string | null; assunto: string } | null> {
  const rows = await db.query<{ sha256: string | null; assunto: string }>(
    `SELECT e.sha256, e.assunto FROM email e WHERE e.conta_id = $1 AND e.id = $2 AND ${NOT_IMPORTED}`,
    [contaId, id],
  );
  return rows[0] ?? null;
}

/** A part: the digest of its bytes, and the documento made from it. */
export type StoredAnexo = {
  sha256: string;
  tamanho: number;
  nome: string | null;
  tipo: string;
  documentoId: string | null;
  /** It is part of an imported file. */
  importado: boolean;
};

export async function findAnexo(db: Db, contaId: string, id: string): Promise<StoredAnexo | null> {
  const rows = await db.query<StoredAnexo>(
    `SELECT a.sha256, a.tamanho, a.nome, a.tipo, a.documento_id AS "documentoId", e.importado
     FROM anexo a JOIN email e ON e.conta_id = a.conta_id AND e.id = a.email_id WHERE a.conta_id = $1 AND a.id = $2`,
    [contaId, id],
  );
  return rows[0] ?? null;
}

/** The compressed bytes of a documento, only if they have this digest. */
export async function findXmlOfAnexo(
  db: Db,
  contaId: string,
  { documentoId, sha256 }: { documentoId: string; sha256: string },
): Promise<Buffer | null> {
  const rows = await db.query<{ xmlGzip: Buffer }>(
    `SELECT x.xml_gzip AS "xmlGzip" FROM documento d
       JOIN documento_xml x ON x.conta_id = d.conta_id AND x.documento_id = d.id AND x.mes = d.mes
     WHERE d.conta_id = $1 AND d.id = $2 AND d.sha256 = $3`,
    [contaId, documentoId, sha256],
  );
  return rows[0]?.xmlGzip ?? null;
}
