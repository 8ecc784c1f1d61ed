import { type CentsRange, cleanDocumento, readOperators } from "@malote/syntax";
import { type Expression, type RawBuilder, sql } from "kysely";
import { anyOf, type Db, expressionsOf, type Row } from "../../../db/index.ts";
import type { Condition, Conditions } from "../../list/list.rows.ts";
import {
  conditionsOf,
  dayStart,
  hasNumeroPrefix,
  hasPrefix,
  isChavePart,
  momentStart,
} from "../../list/list.rows.ts";
import { findDocumentosOf, selectDocumentosOf } from "../../participante/participante.rows.ts";
import type { NotaFilter, NotaSortOrder, Side } from "../nota.rules.ts";
import {
  isWholeDocumento,
  matchWithoutPattern,
  patternOfName,
  readCents,
  readListSearch,
  readStatus,
} from "../nota.rules.ts";
import type { ChavePart } from "../search/chave-part.rules.ts";
import { hasOperators, readOperatorFilters } from "../search/operator-filter.rules.ts";
import { readAuditorFilter } from "./auditor-filter.rules.ts";
import { fallsDue } from "./due.rows.ts";

/** CNPJs and CPFs by name pattern; a pattern with too many matches is absent. */
export type DocumentosByName = ReadonlyMap<string, readonly string[]>;

/** One party of a document: `counterparty` is the other; `own` is ours, minus rows that the other matches. */
export type Party = "outra" | "nossa";

type Scope = {
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
const NAMED_CODES = sql<string>`ANY ('{100,101,102,110,132,150,151,155,201,202,203,204,205,206,217,301,302,303,420,450,451}'::text[])`;
/** Has a name too, but is newer than those indexes: a separate condition keeps them usable. */
const NAMED_CODE_SINCE_2026 = sql.lit("120");

const n = expressionsOf("nota", "n");
/** A column with a text. */
type Text = Expression<string | null>;
const EMITENTE = n.ref("n.cnpjEmitente");
const DESTINATARIO = n.ref("n.cnpjDestinatario");

// A nota that was never compared is not divergent: the condition is null there, which selects nothing.
const isDivergente = n.ref("n.divergente").$notNull();

/** Conditions of a list of notas, in forms that the indexes of `nota` support. */
const CONDITIONS: Conditions<NotaFilter, Scope, Condition> = {
  texto: (text, scope) => matchListSearch(text, scope),
  cnpjEmitente: (text) => matchDocumento(EMITENTE, text),
  cnpjDestinatario: (text) => matchDocumento(DESTINATARIO, text),
  nomeEmitente: (text, scope) => matchName(EMITENTE, text, scope),
  nomeDestinatario: (text, scope) => matchName(DESTINATARIO, text, scope),
  empresaId: (id) => n("n.empresaId", "=", id),
  uf: (uf, { papel }) => n(papel === "E" ? "n.ufEmitente" : "n.ufDestinatario", "=", uf),
  chaveAcesso: (text) =>
    matchStart(n.ref("n.chave"), { text, isWhole: ({ length }) => length === CHAVE_CHARS }),
  serie: (serie) => n("n.serieNota", "=", serie),
  numeroDe: (numero) => n("n.numeroNota", ">=", numero),
  numeroAte: (numero) => n("n.numeroNota", "<=", numero),
  emissaoDe: (day, { zona }) => n("n.dataEmissao", ">=", dayStart(day, 0, zona)),
  emissaoAte: (day, { zona }) => n("n.dataEmissao", "<", dayStart(day, 1, zona)),
  criadoDe: (moment, { zona }) => n("n.criadoEm", ">=", momentStart(moment, 0, zona)),
  criadoAte: (moment, { zona }) => n("n.criadoEm", "<", momentStart(moment, 1, zona)),
  valorDe: (valor) => n("n.valorCentavos", ">=", sql<number>`${readCents(valor)}::bigint`),
  valorAte: (valor) => n("n.valorCentavos", "<=", sql<number>`${readCents(valor)}::bigint`),
  tiposNota: (tipos) => n("n.tipoNota", "=", anyOf(tipos)),
  nfeStatus: (text) => matchStatus(n.ref("n.nfeStatus"), text),
  sefazStatus: (text) => matchStatus(n.ref("n.sefazStatus"), text),
  finalidade: (text) => (text.trim() === "" ? null : n("n.finalidade", "=", text.trim())),
  processadoErp: (is) => (is ? n.ref("n.processadoErp") : n.not("n.processadoErp")),
  recebido: (is) => (is ? n.ref("n.recebido") : n.not("n.recebido")),
  conferido: (is) => (is ? n.ref("n.conferido") : n.not("n.conferido")),
  divergente: (is) => (is ? isDivergente : n("n.divergente", "is not", true)),
  divergenteDe: (day, { zona }) => n.and([isDivergente, n("n.divergenteEm", ">=", dayStart(day, 0, zona))]),
  divergenteAte: (day, { zona }) => n.and([isDivergente, n("n.divergenteEm", "<", dayStart(day, 1, zona))]),
  // Both ends are about the same instalment: one condition (fallsDue).
  vencimentoDe: () => null,
  vencimentoAte: () => null,
  quarentena: (is) => (is ? n.ref("n.quarentena") : n.not("n.quarentena")),
  manifestacao: (status) => n("n.manifestacao", "=", anyOf(status)),
  veredito: (vereditos) => n("n.veredito", "=", anyOf(vereditos)),
  auditorStatus: () => null,
  auditorTipos: () => null,
  incluirTerceiros: () => null,
  alteradaDesde: (instant) => n("n.alteradoEm", ">=", instant),
};

/** Conditions of one side of a list: conta and papel first, as in every index of `nota`. */
export function matchesNota(filter: NotaFilter, contaId: string, scope: Scope): Condition {
  const conditions: Condition[] = [n("n.contaId", "=", contaId), n("n.papel", "=", scope.papel)];
  if (filter.incluirTerceiros !== true) conditions.push(n.not("n.terceiros"));
  const auditor = readAuditorFilter(filter);
  if (auditor !== null) conditions.push(matchAuditor(auditor));
  const { vencimentoDe: de, vencimentoAte: ate } = filter;
  if (de !== undefined || ate !== undefined) conditions.push(fallsDue({ de, ate }));
  return n.and([...conditions, ...conditionsOf(CONDITIONS, filter, scope)]);
}

function hasOnlyTexto(filter: NotaFilter): boolean {
  return Object.entries(filter).every(
    ([field, value]) => value === undefined || field === "texto" || field === "incluirTerceiros",
  );
}

/** The orders of a list; the id is the second key, so no row is on two pages. Each is an index. */
export const SORT_ORDERS = {
  emissaoDesc: { coluna: "dataEmissao", sentido: "desc" },
  emissaoAsc: { coluna: "dataEmissao", sentido: "asc" },
  emitente: { coluna: "emitenteOrdem", sentido: "asc" },
  destinatario: { coluna: "destinatarioOrdem", sentido: "asc" },
  emitenteDesc: { coluna: "emitenteOrdem", sentido: "desc" },
  destinatarioDesc: { coluna: "destinatarioOrdem", sentido: "desc" },
  chegadaDesc: { coluna: "criadoEm", sentido: "desc" },
  chegadaAsc: { coluna: "criadoEm", sentido: "asc" },
  numeroDesc: { coluna: "numeroNota", sentido: "desc" },
  numeroAsc: { coluna: "numeroNota", sentido: "asc" },
  valorDesc: { coluna: "valorCentavos", sentido: "desc" },
  valorAsc: { coluna: "valorCentavos", sentido: "asc" },
} as const satisfies Record<NotaSortOrder, { coluna: keyof Row<"nota">; sentido: "asc" | "desc" }>;

// The first part equals the predicate of a partial index.
function matchAuditor({ bits, isRare }: { bits: number; isRare: boolean }): Condition {
  const auditoria = n.ref("n.auditoria");
  return n.and([
    isRare ? n.ref("n.auditoriaRara") : n(auditoria, "<>", n.lit(0)),
    sql<boolean>`(${auditoria} & ${bits}::integer) <> 0`,
  ]);
}

function matchListSearch(text: string, scope: Scope): Condition | null {
  const { operators, resto } = readOperators(text, null);
  if (operators.length === 0) return matchText(text, scope);
  const rest = matchText(resto, scope);
  const amounts = operators.flatMap(({ operator }) =>
    operator.name === "valor" ? [matchCents(operator.faixa)] : [],
  );
  const others = readOperatorFilters(text).flatMap((filter) => conditionsOf(CONDITIONS, filter, scope));
  return n.and([...amounts, ...others, ...(rest === null ? [] : [rest])]);
}

/** The value is in a range of cents, of the index of values. */
export function matchCents({ de, ate }: CentsRange): Condition {
  const cents = n.ref("n.valorCentavos");
  return n.and([
    ...(de === null ? [] : [n(cents, ">=", sql<number>`${de}::bigint`)]),
    ...(ate === null ? [] : [n(cents, "<=", sql<number>`${ate}::bigint`)]),
  ]);
}

/** A part of a chave, by the number that it shows. */
export function matchChavePart({ trecho, lugares }: ChavePart): Condition {
  return n.or(
    lugares.map(({ posicao, numero }) =>
      n.and([n("n.numeroNota", "=", numero), isChavePart(n.ref("n.chave"), { trecho, posicao })]),
    ),
  );
}

function matchText(text: string, scope: Scope): Condition | null {
  const search = readListSearch(text);
  if (search === null) return matchNothing(text);
  if (search.kind === "chave") return n("n.chave", "=", search.chave);
  if (search.kind === "chave-parte") return hasPrefix(n.ref("n.chave"), search.inicio);
  if (search.kind === "chave-trecho") return matchChavePart(search);
  if (search.kind === "documento") return either((column) => n(column, "=", search.documento));
  if (search.kind === "documento-parte") return either((column) => hasPrefix(column, search.inicio));
  if (search.kind === "nome") return matchNames(search.padrao, scope);
  const numero = hasNumeroPrefix(n.ref("n.numeroNota"), search.numero);
  const { raiz: root } = search;
  return root === null ? numero : n.or([numero, either((column) => hasPrefix(column, root))]);
}

function either(match: (column: Text) => Condition): Condition {
  return n.or([match(EMITENTE), match(DESTINATARIO)]);
}

function matchDocumento(column: Text, text: string): Condition | null {
  return matchStart(column, { text, isWhole: isWholeDocumento });
}

type Typed = { text: string; isWhole: (clean: string) => boolean };

function matchStart(column: Text, { text, isWhole }: Typed): Condition | null {
  const clean = cleanDocumento(text);
  if (clean === "") return null;
  return isWhole(clean) ? n(column, "=", clean) : hasPrefix(column, clean);
}

function matchName(column: Text, text: string, { nomes }: Scope): Condition | null {
  const pattern = patternOfName(text);
  return pattern === null ? matchNothing(text) : matchDocumentos(column, pattern, { nomes });
}

/** A blank text restricts nothing; one without a pattern matches nothing. */
export function matchNothing(text: string): Condition | null {
  return matchWithoutPattern(text) === null ? null : n.lit(false);
}

function matchNames(pattern: string, scope: Scope): Condition {
  const isNamed = (column: Text) => matchDocumentos(column, pattern, scope);
  if (scope.lado === undefined) return either(isNamed);
  const [counterparty, own] = scope.papel === "E" ? [EMITENTE, DESTINATARIO] : [DESTINATARIO, EMITENTE];
  const isLed = (column: Text) => leadByDocumentos(column, pattern, scope);
  if (scope.lado === "outra") return isLed(counterparty);
  return n.and([isLed(own), sql<boolean>`(${isNamed(counterparty)}) IS NOT TRUE`]);
}

/**
 * As {@link matchDocumentos}, where the index of the column leads: an array takes one scan, a join one
 * per party. Under another index each row would be compared with the whole array (measured:
 * 0.3 → 2.8 s), so only a name as the sole filter uses it.
 */
function leadByDocumentos(column: Text, pattern: string, scope: Scope): Condition {
  const { procura: nameLookup } = scope;
  if (nameLookup === undefined) return matchDocumentos(column, pattern, scope);
  return sql<boolean>`${column} = ANY (ARRAY${nameLookup.documentosDe(pattern)})`;
}

// Few CNPJs: their indexes find the rows. Many: the list is read in order until the page is full.
function matchDocumentos(
  column: Text,
  pattern: string,
  { nomes, procura: nameLookup }: Pick<Scope, "nomes" | "procura">,
): Condition {
  const documentos = nomes.get(pattern);
  if (documentos !== undefined) return n(column, "=", anyOf(documentos));
  return sql<boolean>`${column} IN ${nameLookup?.documentosDe(pattern) ?? selectDocumentosOf(pattern)}`;
}

/**
 * Name lookups that the conditions of one statement share. ctes: the parts of its WITH clause, once all
 * conditions are written.
 */
export type NameLookup = {
  documentosDe(pattern: string): RawBuilder<unknown>;
  ctes(): RawBuilder<unknown>[];
};

export function createNameLookup(): NameLookup {
  const found = new Map<string, RawBuilder<unknown>>();
  return {
    documentosDe: (pattern) => {
      const name = found.get(pattern) ?? sql.id(`nomes_${found.size}`);
      found.set(pattern, name);
      return sql`(SELECT documento FROM ${name})`;
    },
    ctes: () =>
      [...found].map(([pattern, name]) => sql`${name} AS MATERIALIZED ${selectDocumentosOf(pattern)}`),
  };
}

/**
 * Counts a common name, as the sole filter, once per party: each party has its index. One condition for
 * both parties reads the rows (measured: 1.2 s → 30 ms). With another filter, the list is read in order:
 * a join would start a scan for each party and read its rows (measured: 16 → 3 s, "a" in one state).
 */
export function partiesToCount(filter: NotaFilter, nomes: DocumentosByName): readonly (Party | undefined)[] {
  const search = filter.texto === undefined ? null : readListSearch(filter.texto);
  const isCommon = search?.kind === "nome" && !nomes.has(search.padrao) && !hasOperators(filter.texto ?? "");
  return isCommon && hasOnlyTexto(filter) ? ["outra", "nossa"] : [undefined];
}

/** Name patterns of a filter. */
function patternsOf({ texto, ...filter }: NotaFilter): string[] {
  const search = texto === undefined ? null : readListSearch(readOperators(texto, null).resto);
  const named = [filter, ...readOperatorFilters(texto ?? "")];
  const patterns = [
    search?.kind === "nome" ? search.padrao : null,
    ...named.flatMap(({ nomeEmitente, nomeDestinatario }) => [
      patternOfName(nomeEmitente ?? ""),
      patternOfName(nomeDestinatario ?? ""),
    ]),
  ];
  return [...new Set(patterns.filter((pattern) => pattern !== null))];
}

const NAMES_MAX = 200;

/** Finds the CNPJs and CPFs behind the filter's name patterns. */
export async function findDocumentosByName(db: Db, filter: NotaFilter): Promise<DocumentosByName> {
  const nomes = new Map<string, string[]>();
  for (const pattern of patternsOf(filter)) {
    const documentos = await findDocumentosOf(db, pattern, NAMES_MAX + 1);
    if (documentos.length <= NAMES_MAX) nomes.set(pattern, documentos);
  }
  return nomes;
}

function matchStatus(column: Text, text: string): Condition | null {
  const status = readStatus(text);
  if (status === null) return null;
  const { codigos } = status;
  if (!status.ausente) return n(column, "=", anyOf(codigos));
  const missing = n.and([
    sql<boolean>`(${column} = ${NAMED_CODES}) IS NOT TRUE`,
    n(column, "is distinct from", NAMED_CODE_SINCE_2026),
  ]);
  return codigos.length === 0 ? missing : n.or([missing, n(column, "=", anyOf(codigos))]);
}
