import { cleanDocumento } from "@malote/syntax";
import type { Db } from "../../../db/index.ts";
import type { Binder, Conditions } from "../../list/list.rows.ts";
import {
  conditionsSql,
  startOfDay,
  startOfMoment,
  startsWith,
  startsWithNumero,
} from "../../list/list.rows.ts";
import type { NotaFilter, NotaSortOrder, Side } from "../nota.rules.ts";
import {
  isWholeDocumento,
  matchWithoutPattern,
  patternOfName,
  readCents,
  readListSearch,
  readStatus,
} from "../nota.rules.ts";
import { readAuditorFilter } from "./auditor-filter.rules.ts";

/** CNPJs and CPFs by name pattern; a pattern with too many matches is absent. */
export type DocumentosByName = ReadonlyMap<string, readonly string[]>;

/** One party of a document: `counterparty` is the other; `own` is ours, minus rows that the other matches. */
export type Party = "outra" | "nossa";

type Scope = Binder & {
  papel: Side;
  zona: string;
  nomes: DocumentosByName;
  /** Shares name lookups between the conditions of both parties. Absent: each condition has its own. */
  procura?: NameLookup | undefined;
  /** Limits a name search over both parties to one of them. */
  lado?: Party | undefined;
};
const CHAVE_CHARS = 44;
/** Literals, as in the predicates of the partial indexes for other statuses (nota_*_sem_nome_idx): with
 * a bound array the planner cannot prove that they apply. */
const NAMED_CODES =
  "'{100,101,102,110,132,150,151,155,201,202,203,204,205,206,217,301,302,303,420,450,451}'::text[]";
/** Has a name too, but is newer than those indexes: a separate condition keeps them usable. */
const NAMED_CODE_SINCE_2026 = "'120'";

/** Conditions of a list of notas, in forms that the indexes of `nota` support. */
const CONDITIONS: Conditions<NotaFilter, Scope> = {
  texto: (text, scope) => matchListSearch(text, scope),
  cnpjEmitente: (text, scope) => matchDocumento("n.cnpj_emitente", text, scope),
  cnpjDestinatario: (text, scope) => matchDocumento("n.cnpj_destinatario", text, scope),
  nomeEmitente: (text, scope) => matchName("n.cnpj_emitente", text, scope),
  nomeDestinatario: (text, scope) => matchName("n.cnpj_destinatario", text, scope),
  empresaId: (id, { bind }) => `n.empresa_id = ${bind(id)}`,
  uf: (uf, { bind, papel }) => `${papel === "E" ? "n.uf_emitente" : "n.uf_destinatario"} = ${bind(uf)}`,
  chaveAcesso: (text, scope) =>
    matchStart("n.chave", { text, isWhole: ({ length }) => length === CHAVE_CHARS }, scope),
  serie: (serie, { bind }) => `n.serie_nota = ${bind(serie)}`,
  numeroDe: (numero, { bind }) => `n.numero_nota >= ${bind(numero)}`,
  numeroAte: (numero, { bind }) => `n.numero_nota <= ${bind(numero)}`,
  emissaoDe: (day, scope) => `n.data_emissao >= ${startOfDay(day, 0, scope)}`,
  emissaoAte: (day, scope) => `n.data_emissao < ${startOfDay(day, 1, scope)}`,
  criadoDe: (moment, scope) => `n.criado_em >= ${startOfMoment(moment, 0, scope)}`,
  criadoAte: (moment, scope) => `n.criado_em < ${startOfMoment(moment, 1, scope)}`,
  valorDe: (valor, { bind }) => `n.valor_centavos >= ${bind(readCents(valor))}::bigint`,
  valorAte: (valor, { bind }) => `n.valor_centavos <= ${bind(readCents(valor))}::bigint`,
  tiposNota: (tipos, { bind }) => `n.tipo_nota = ANY (${bind(tipos)}::text[])`,
  nfeStatus: (text, scope) => matchStatus("n.nfe_status", text, scope),
  sefazStatus: (text, scope) => matchStatus("n.sefaz_status", text, scope),
  finalidade: (text, { bind }) => (text.trim() === "" ? null : `n.finalidade = ${bind(text.trim())}`),
  processadoErp: (is) => (is ? "n.processado_erp" : "NOT n.processado_erp"),
  recebido: (is) => (is ? "n.recebido" : "NOT n.recebido"),
  conferido: (is) => (is ? "n.conferido" : "NOT n.conferido"),
  divergente: (is) => (is ? "n.divergente" : "n.divergente IS NOT TRUE"),
  divergenteDe: (day, scope) => `n.divergente AND n.divergente_em >= ${startOfDay(day, 0, scope)}`,
  divergenteAte: (day, scope) => `n.divergente AND n.divergente_em < ${startOfDay(day, 1, scope)}`,
  quarentena: (is) => (is ? "n.quarentena" : "NOT n.quarentena"),
  manifestacao: (status, { bind }) => `n.manifestacao = ANY (${bind(status)}::smallint[])`,
  veredito: (vereditos, { bind }) => `n.veredito = ANY (${bind(vereditos)}::text[])`,
  auditorStatus: () => null,
  auditorTipos: () => null,
  incluirTerceiros: () => null,
  alteradaDesde: (instant, { bind }) => `n.alterado_em >= ${bind(instant)}`,
};

/** WHERE of one side of a list: conta and papel first, as in every index of `nota`. */
export function writeWhere(filter: NotaFilter, conta: string, scope: Scope): string {
  const conditions = [`n.conta_id = ${conta}`, `n.papel = ${scope.bind(scope.papel)}`];
  if (filter.incluirTerceiros !== true) conditions.push("NOT n.terceiros");
  const auditor = readAuditorFilter(filter);
  if (auditor !== null) conditions.push(matchAuditor(auditor, scope));
  return [...conditions, ...conditionsSql(CONDITIONS, filter, scope)].join(" AND ");
}

function hasOnlyTexto(filter: NotaFilter): boolean {
  return Object.entries(filter).every(
    ([field, value]) => value === undefined || field === "texto" || field === "incluirTerceiros",
  );
}

/** The four orders of spec §9; the id is the second key, so no row is on two pages. */
export const SORT_ORDERS = {
  emissaoDesc: { coluna: "data_emissao", sentido: "DESC" },
  emissaoAsc: { coluna: "data_emissao", sentido: "ASC" },
  emitente: { coluna: "emitente_ordem", sentido: "ASC" },
  destinatario: { coluna: "destinatario_ordem", sentido: "ASC" },
} as const satisfies Record<NotaSortOrder, { coluna: string; sentido: "ASC" | "DESC" }>;

// The first part equals the predicate of a partial index, character for character.
function matchAuditor({ bits, isRare }: { bits: number; isRare: boolean }, { bind }: Scope): string {
  return `${isRare ? "n.auditoria_rara" : "n.auditoria <> 0"} AND (n.auditoria & ${bind(bits)}::integer) <> 0`;
}

function matchListSearch(text: string, scope: Scope): string | null {
  const search = readListSearch(text);
  if (search === null) return matchWithoutPattern(text);
  const { bind } = scope;
  if (search.kind === "chave") return `n.chave = ${bind(search.chave)}`;
  if (search.kind === "chave-parte") return startsWith("n.chave", search.inicio, scope);
  if (search.kind === "documento") return either((column) => `${column} = ${bind(search.documento)}`);
  if (search.kind === "documento-parte")
    return either((column) => `(${startsWith(column, search.inicio, scope)})`);
  if (search.kind === "nome") return matchNames(search.padrao, scope);
  const numero = startsWithNumero("n.numero_nota", search.numero, scope);
  const { raiz: root } = search;
  return root === null
    ? numero
    : `(${numero} OR ${either((column) => `(${startsWith(column, root, scope)})`)})`;
}

function either(write: (column: string) => string): string {
  return `(${write("n.cnpj_emitente")} OR ${write("n.cnpj_destinatario")})`;
}

function matchDocumento(column: string, text: string, scope: Scope): string | null {
  return matchStart(column, { text, isWhole: isWholeDocumento }, scope);
}

type Typed = { text: string; isWhole: (clean: string) => boolean };

function matchStart(column: string, { text, isWhole }: Typed, scope: Scope): string | null {
  const clean = cleanDocumento(text);
  if (clean === "") return null;
  return isWhole(clean) ? `${column} = ${scope.bind(clean)}` : startsWith(column, clean, scope);
}

function matchName(column: string, text: string, scope: Scope): string | null {
  const pattern = patternOfName(text);
  if (pattern === null) return matchWithoutPattern(text);
  const { bind, nomes } = scope;
  return matchDocumentos(column, pattern, { bind, nomes });
}

function matchNames(pattern: string, scope: Scope): string {
  const isNamed = (column: string) => matchDocumentos(column, pattern, scope);
  if (scope.lado === undefined) return either(isNamed);
  const [counterparty, own] =
    scope.papel === "E"
      ? (["n.cnpj_emitente", "n.cnpj_destinatario"] as const)
      : (["n.cnpj_destinatario", "n.cnpj_emitente"] as const);
  const isLed = (column: string) => leadByDocumentos(column, pattern, scope);
  return scope.lado === "outra"
    ? isLed(counterparty)
    : `${isLed(own)} AND (${isNamed(counterparty)}) IS NOT TRUE`;
}

/**
 * As {@link matchDocumentos}, where the index of the column leads: an array takes one scan, a join one
 * per party. Under another index each row would be compared with the whole array (measured:
 * 0.3 → 2.8 s), so only a name as the sole filter uses it.
 */
function leadByDocumentos(column: string, pattern: string, scope: Scope): string {
  const { procura: nameLookup } = scope;
  if (nameLookup === undefined) return matchDocumentos(column, pattern, scope);
  return `${column} = ANY (ARRAY(${nameLookup.documentosDe(pattern)}))`;
}

// Few CNPJs: their indexes find the rows. Many: the list is read in order until the page is full.
function matchDocumentos(
  column: string,
  pattern: string,
  { bind, nomes, procura: nameLookup }: Pick<Scope, "bind" | "nomes" | "procura">,
): string {
  const documentos = nomes.get(pattern);
  if (documentos !== undefined) return `${column} = ANY (${bind(documentos)}::text[])`;
  return `${column} IN (${nameLookup?.documentosDe(pattern) ?? writeNameLookup(pattern, bind)})`;
}

function writeNameLookup(pattern: string, bind: Binder["bind"]): string {
  return `SELECT portaria_participantes(${bind(pattern)}) AS documento`;
}

/** Name lookups that the conditions of one statement share. head: the WITH clause of the statement. */
export type NameLookup = { documentosDe(pattern: string): string; head(): string };

export function createNameLookup({ bind }: Pick<Binder, "bind">): NameLookup {
  const found = new Map<string, { name: string; text: string }>();
  return {
    documentosDe: (pattern) => {
      const known = found.get(pattern) ?? {
        name: `nomes_${found.size}`,
        text: writeNameLookup(pattern, bind),
      };
      found.set(pattern, known);
      return `SELECT documento FROM ${known.name}`;
    },
    head: () => {
      const parts = [...found.values()].map(({ name, text }) => `${name} AS MATERIALIZED (${text})`);
      return parts.length === 0 ? "" : `WITH ${parts.join(", ")} `;
    },
  };
}

/**
 * Counts a common name, as the sole filter, once per party: each party has its index. One condition for
 * both parties reads the rows (measured: 1.2 s → 30 ms). With another filter, the list is read in order:
 * a join would start a scan for each party and read its rows (measured: 16 → 3 s, "a" in one state).
 */
export function partiesToCount(filter: NotaFilter, nomes: DocumentosByName): readonly (Party | undefined)[] {
  const search = filter.texto === undefined ? null : readListSearch(filter.texto);
  const isCommon = search?.kind === "nome" && !nomes.has(search.padrao);
  return isCommon && hasOnlyTexto(filter) ? ["outra", "nossa"] : [undefined];
}

/** Name patterns of a filter. */
function patternsOf({ texto, nomeEmitente, nomeDestinatario }: NotaFilter): string[] {
  const search = texto === undefined ? null : readListSearch(texto);
  const patterns = [
    search?.kind === "nome" ? search.padrao : null,
    patternOfName(nomeEmitente ?? ""),
    patternOfName(nomeDestinatario ?? ""),
  ];
  return [...new Set(patterns.filter((pattern) => pattern !== null))];
}

const NAMES_MAX = 200;

/**
 * Finds the CNPJs and CPFs behind the filter's name patterns, through a gatekeeper function: row security
 * would keep LIKE from its trigram index (0.2 → 3 ms).
 */
export async function findDocumentosByName(db: Db, filter: NotaFilter): Promise<DocumentosByName> {
  const nomes = new Map<string, string[]>();
  for (const pattern of patternsOf(filter)) {
    const rows = await db.query<{ documento: string }>(
      "SELECT portaria_participantes($1) AS documento LIMIT $2",
      [pattern, NAMES_MAX + 1],
    );
    if (rows.length <= NAMES_MAX)
      nomes.set(
        pattern,
        rows.map((row) => row.documento),
      );
  }
  return nomes;
}

function matchStatus(column: string, text: string, { bind }: Scope): string | null {
  const status = readStatus(text);
  if (status === null) return null;
  const isOneOf = () => `${column} = ANY (${bind(status.codigos)}::text[])`;
  if (!status.ausente) return isOneOf();
  const missing =
    `((${column} = ANY (${NAMED_CODES})) IS NOT TRUE` +
    ` AND ${column} IS DISTINCT FROM ${NAMED_CODE_SINCE_2026})`;
  return status.codigos.length === 0 ? missing : `(${missing} OR ${isOneOf()})`;
}
