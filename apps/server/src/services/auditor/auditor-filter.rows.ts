import { cleanDocumento } from "@malote/syntax";
import { type Expression, type RawBuilder, sql } from "kysely";
import { anyOf, expressionsOf, notExists } from "../../db/index.ts";
import {
  type Condition,
  type Conditions,
  conditionsOf,
  dayStart,
  hasNumeroPrefix,
  hasPrefix,
  isChavePart,
} from "../list/list.rows.ts";
import { type DocumentosByName, matchNothing } from "../nota/list/nota-filter.rows.ts";
import { isWholeDocumento, patternOfName, readListSearch } from "../nota/nota.rules.ts";
import type { ChavePart } from "../nota/search/chave-part.rules.ts";
import type { AuditorFilter } from "./auditor.rules.ts";

const a = expressionsOf("auditor", "a");
const CHAVE_CHARS = 44;

/** What to list. `zona`: time zone of the conta's UF; `nomes`: matches of the filter's names. */
export type AuditorScope = { filtro: AuditorFilter; zona: string; nomes: DocumentosByName };
type Scope = Pick<AuditorScope, "zona" | "nomes">;

/**
 * The document (alias a) is authorized at SEFAZ and no nota of its chave counts here. A nota in quarantine is
 * not the XML that SEFAZ authorized.
 */
export function isMissing(): Condition {
  return a.and([isAuthorized(), notExists(copies())]);
}

/**
 * The same, evaluated row by row. Without LIMIT the planner reads all notas of the conta
 * for a page of 20 (0.3 s with 100 000).
 */
export function isMissingInRow(): RawBuilder<boolean> {
  return sql<boolean>`(${isAuthorized()} AND ${copies().limit(1)} IS NULL)`;
}

// Literals: the predicate of a partial index.
function isAuthorized(): Condition {
  return a.and([a("a.tpEvento", "=", sql.lit("")), a("a.cSitNfe", "=", a.lit(1))]);
}

function copies() {
  return a
    .selectFrom("nota as n")
    .whereRef("n.contaId", "=", "a.contaId")
    .whereRef("n.chave", "=", "a.chave")
    .where(({ not }) => not("n.quarentena"))
    .select(({ lit }) => lit(true).as("tem"));
}

/** The filter conditions of the auditor's list, written so that they use the indexes of `auditor`. */
const CONDITIONS: Conditions<AuditorFilter, Scope, Condition> = {
  texto: (text, scope) => matchSearch(text, scope),
  cnpjEmitente: (text) => matchStart(a.ref("a.cnpjEmitente"), { text, isWhole: isWholeDocumento }),
  nomeEmitente: (text, scope) => {
    const pattern = patternOfName(text);
    return pattern === null ? matchNothing(text) : isNamed(pattern, scope);
  },
  chaveAcesso: (text) =>
    matchStart(a.ref("a.chave"), { text, isWhole: ({ length }) => length === CHAVE_CHARS }),
  empresaId: (id) => a("a.empresaId", "=", id),
  tipos: (tipos) => a("a.tipo", "=", anyOf(tipos)),
  status: (status) => a("a.cSitNfe", "=", anyOf(status)),
  eventoDe: (day, { zona }) => a("a.dataEvento", ">=", dayStart(day, 0, zona)),
  eventoAte: (day, { zona }) => a("a.dataEvento", "<", dayStart(day, 1, zona)),
  faltandoXml: (is) => (is ? isMissing() : a.not(isMissingInRow())),
};

/** Conditions of a list, conta first. */
export function matchesAuditor(contaId: string, { filtro, ...scope }: AuditorScope): Condition {
  return a.and([a("a.contaId", "=", contaId), ...conditionsOf(CONDITIONS, filtro, scope)]);
}

function matchSearch(text: string, scope: Scope): Condition | null {
  const search = readListSearch(text);
  if (search === null) return matchNothing(text);
  const emitente = a.ref("a.cnpjEmitente");
  if (search.kind === "chave") return a("a.chave", "=", search.chave);
  if (search.kind === "chave-parte") return hasPrefix(a.ref("a.chave"), search.inicio);
  if (search.kind === "chave-trecho") return matchChavePart(search);
  if (search.kind === "documento") return a(emitente, "=", search.documento);
  if (search.kind === "documento-parte") return hasPrefix(emitente, search.inicio);
  if (search.kind === "nome") return isNamed(search.padrao, scope);
  const numero = hasNumeroPrefix(a.ref("a.numeroNota"), search.numero);
  return search.raiz === null ? numero : a.or([numero, hasPrefix(emitente, search.raiz)]);
}

function matchChavePart({ trecho, lugares }: ChavePart): Condition {
  return a.or(
    lugares.map(({ posicao, numero }) =>
      a.and([a("a.numeroNota", "=", numero), isChavePart(a.ref("a.chave"), { trecho, posicao })]),
    ),
  );
}

type Typed = { text: string; isWhole: (clean: string) => boolean };

function matchStart(column: Expression<string | null>, { text, isWhole }: Typed): Condition | null {
  const clean = cleanDocumento(text);
  if (clean === "") return null;
  return isWhole(clean) ? a(column, "=", clean) : hasPrefix(column, clean);
}

function isNamed(pattern: string, { nomes }: Scope): Condition {
  const documentos = nomes.get(pattern);
  if (documentos !== undefined) return a("a.cnpjEmitente", "=", anyOf(documentos));
  return a("a.cnpjEmitente", "in", sql<string>`(SELECT portaria_participantes(${pattern}))`);
}
