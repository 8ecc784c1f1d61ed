import { cleanDocumento } from "@malote/syntax";
import type { SqlValue } from "../../db/index.ts";
import {
  type Binder,
  type Conditions,
  conditionsOf,
  createBinder,
  startOfDay,
  startsWith,
  startsWithNumero,
} from "../list/list.rows.ts";
import type { DocumentosByName } from "../nota/list/nota-filter.rows.ts";
import { isWholeDocumento, matchWithoutPattern, patternOfName, readListSearch } from "../nota/nota.rules.ts";
import type { AuditorFilter } from "./auditor.rules.ts";

type Scope = Binder & { conta: string; zona: string; nomes: DocumentosByName };
const CHAVE_CHARS = 44;

/**
 * SQL condition: the document (alias a) is authorized at SEFAZ and no nota of its chave counts here.
 * A nota in quarantine is not the XML that SEFAZ authorized.
 */
export function writeMissing(conta: string): string {
  return `(${AUTHORIZED} AND NOT EXISTS (SELECT FROM ${writeCopies(conta)}))`;
}

/**
 * The same, evaluated row by row. Without LIMIT the planner reads all notas of the conta
 * for a page of 20 (0.3 s with 100 000).
 */
export function writeMissingOfRow(conta: string): string {
  return `(${AUTHORIZED} AND (SELECT true FROM ${writeCopies(conta)} LIMIT 1) IS NULL)`;
}

const AUTHORIZED = "a.tp_evento = '' AND a.c_sit_nfe = 1";

function writeCopies(conta: string): string {
  return `nota n WHERE n.conta_id = ${conta} AND n.chave = a.chave AND NOT n.quarentena`;
}

/** The filter conditions of the auditor's list, written so that they use the indexes of `auditor`. */
const CONDITIONS: Conditions<AuditorFilter, Scope> = {
  texto: (text, scope) => matchSearch(text, scope),
  cnpjEmitente: (text, scope) => matchStart("a.cnpj_emitente", { text, isWhole: isWholeDocumento }, scope),
  nomeEmitente: (text, scope) => {
    const pattern = patternOfName(text);
    return pattern === null ? matchWithoutPattern(text) : isNamed(pattern, scope);
  },
  chaveAcesso: (text, scope) =>
    matchStart("a.chave", { text, isWhole: ({ length }) => length === CHAVE_CHARS }, scope),
  empresaId: (id, { bind }) => `a.empresa_id = ${bind(id)}`,
  tipos: (tipos, { bind }) => `a.tipo = ANY (${bind(tipos)}::text[])`,
  status: (status, { bind }) => `a.c_sit_nfe = ANY (${bind(status)}::smallint[])`,
  eventoDe: (dia, scope) => `a.data_evento >= ${startOfDay(dia, 0, scope)}`,
  eventoAte: (dia, scope) => `a.data_evento < ${startOfDay(dia, 1, scope)}`,
  faltandoXml: (is, { conta }) => (is ? writeMissing(conta) : `NOT ${writeMissingOfRow(conta)}`),
};

/** What to list. `zona`: time zone of the conta's UF; `nomes`: matches of the filter's names. */
export type AuditorScope = { filtro: AuditorFilter; zona: string; nomes: DocumentosByName };

/** The WHERE clause of a list and its values; `$1` is the conta. */
export function writeAuditorWhere(
  contaId: string,
  { filtro, zona, nomes }: AuditorScope,
): { where: string; values: SqlValue[] } {
  const binder = createBinder();
  const conta = binder.bind(contaId);
  const conditions = conditionsOf(CONDITIONS, filtro, { ...binder, conta, zona, nomes });
  return { where: [`a.conta_id = ${conta}`, ...conditions].join(" AND "), values: binder.values };
}

function matchSearch(text: string, scope: Scope): string | null {
  const busca = readListSearch(text);
  if (busca === null) return matchWithoutPattern(text);
  const { bind } = scope;
  if (busca.kind === "chave") return `a.chave = ${bind(busca.chave)}`;
  if (busca.kind === "chave-parte") return startsWith("a.chave", busca.inicio, scope);
  if (busca.kind === "documento") return `a.cnpj_emitente = ${bind(busca.documento)}`;
  if (busca.kind === "documento-parte") return startsWith("a.cnpj_emitente", busca.inicio, scope);
  if (busca.kind === "nome") return isNamed(busca.padrao, scope);
  const numero = startsWithNumero("a.numero_nota", busca.numero, scope);
  return busca.raiz === null
    ? numero
    : `(${numero} OR (${startsWith("a.cnpj_emitente", busca.raiz, scope)}))`;
}

type Typed = { text: string; isWhole: (clean: string) => boolean };

function matchStart(column: string, { text, isWhole }: Typed, scope: Scope): string | null {
  const clean = cleanDocumento(text);
  if (clean === "") return null;
  return isWhole(clean) ? `${column} = ${scope.bind(clean)}` : startsWith(column, clean, scope);
}

function isNamed(pattern: string, { bind, nomes }: Scope): string {
  const documentos = nomes.get(pattern);
  return documentos === undefined
    ? `a.cnpj_emitente IN (SELECT portaria_participantes(${bind(pattern)}))`
    : `a.cnpj_emitente = ANY (${bind(documentos)}::text[])`;
}
