import { cleanDocumento } from "@malote/syntax";
import type { SqlValue } from "../../db/index.ts";
import {
  type Binder,
  type Conditions,
  createBinder,
  startOfDia,
  startsWith,
  startsWithNumero,
  writeConditions,
} from "../lista/lista.rows.ts";
import { isDocumentoInteiro, matchSemBusca, patternOfNome, readBusca } from "../nota/nota.rules.ts";
import type { Nomes } from "../nota/nota-filtro.rows.ts";
import type { AuditorFiltro } from "./auditor.rules.ts";

type Scope = Binder & { conta: string; zona: string; nomes: Nomes };
const CHAVE_CHARS = 44;

/**
 * SQL condition: the document (alias a) is authorized at SEFAZ and no nota of its chave counts here.
 * A nota in quarantine is not the XML that SEFAZ authorized.
 */
export function writeFaltando(conta: string): string {
  return `(${AUTORIZADO} AND NOT EXISTS (SELECT FROM ${writeCopias(conta)}))`;
}

/**
 * The same, evaluated row by row. Without LIMIT the planner reads all notas of the conta
 * for a page of 20 (0.3 s with 100 000).
 */
export function writeFaltandoUm(conta: string): string {
  return `(${AUTORIZADO} AND (SELECT true FROM ${writeCopias(conta)} LIMIT 1) IS NULL)`;
}

const AUTORIZADO = "a.tp_evento = '' AND a.c_sit_nfe = 1";

function writeCopias(conta: string): string {
  return `nota n WHERE n.conta_id = ${conta} AND n.chave = a.chave AND NOT n.quarentena`;
}

/** The filter conditions of the auditor's list, written so that they use the indexes of `auditor`. */
const CONDITIONS: Conditions<AuditorFiltro, Scope> = {
  texto: (text, scope) => matchBusca(text, scope),
  cnpjEmitente: (text, scope) => matchStart("a.cnpj_emitente", { text, isWhole: isDocumentoInteiro }, scope),
  nomeEmitente: (text, scope) => {
    const padrao = patternOfNome(text);
    return padrao === null ? matchSemBusca(text) : isNamed(padrao, scope);
  },
  chaveAcesso: (text, scope) =>
    matchStart("a.chave", { text, isWhole: ({ length }) => length === CHAVE_CHARS }, scope),
  empresaId: (id, { bind }) => `a.empresa_id = ${bind(id)}`,
  tipos: (tipos, { bind }) => `a.tipo = ANY (${bind(tipos)}::text[])`,
  status: (status, { bind }) => `a.c_sit_nfe = ANY (${bind(status)}::smallint[])`,
  eventoDe: (dia, scope) => `a.data_evento >= ${startOfDia(dia, 0, scope)}`,
  eventoAte: (dia, scope) => `a.data_evento < ${startOfDia(dia, 1, scope)}`,
  faltandoXml: (is, { conta }) => (is ? writeFaltando(conta) : `NOT ${writeFaltandoUm(conta)}`),
};

/** What to list. `zona`: time zone of the conta's UF; `nomes`: matches of the filter's names. */
export type AuditorEscopo = { filtro: AuditorFiltro; zona: string; nomes: Nomes };

/** The WHERE clause of a list and its values; `$1` is the conta. */
export function writeAuditorWhere(
  contaId: string,
  { filtro, zona, nomes }: AuditorEscopo,
): { where: string; values: SqlValue[] } {
  const binder = createBinder();
  const conta = binder.bind(contaId);
  const conditions = writeConditions(CONDITIONS, filtro, { ...binder, conta, zona, nomes });
  return { where: [`a.conta_id = ${conta}`, ...conditions].join(" AND "), values: binder.values };
}

function matchBusca(text: string, scope: Scope): string | null {
  const busca = readBusca(text);
  if (busca === null) return matchSemBusca(text);
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

function matchStart(coluna: string, { text, isWhole }: Typed, scope: Scope): string | null {
  const clean = cleanDocumento(text);
  if (clean === "") return null;
  return isWhole(clean) ? `${coluna} = ${scope.bind(clean)}` : startsWith(coluna, clean, scope);
}

function isNamed(padrao: string, { bind, nomes }: Scope): string {
  const documentos = nomes.get(padrao);
  return documentos === undefined
    ? `a.cnpj_emitente IN (SELECT portaria_participantes(${bind(padrao)}))`
    : `a.cnpj_emitente = ANY (${bind(documentos)}::text[])`;
}
