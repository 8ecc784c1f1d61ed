import { cleanDocumento } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import type { Binder, Conditions } from "../lista/lista.rows.ts";
import {
  startOfDia,
  startOfMomento,
  startsWith,
  startsWithNumero,
  writeConditions,
} from "../lista/lista.rows.ts";
import type { NotaFiltro, NotaOrdem, Papel } from "./nota.rules.ts";
import {
  isDocumentoInteiro,
  matchSemBusca,
  patternOfNome,
  readBusca,
  readCentavos,
  readStatus,
} from "./nota.rules.ts";
import { readAuditoria } from "./nota-auditoria.rules.ts";

/** CNPJs and CPFs by name pattern; a pattern with too many matches is absent. */
export type Nomes = ReadonlyMap<string, readonly string[]>;

/** One party of a document: `outra` is the counterparty; `nossa` is ours, minus rows that `outra` matches. */
export type Lado = "outra" | "nossa";

type Scope = Binder & {
  papel: Papel;
  zona: string;
  nomes: Nomes;
  /** Shares name lookups between the conditions of both parties. Absent: each condition has its own. */
  procura?: Procura | undefined;
  /** Limits a name search over both parties to one of them. */
  lado?: Lado | undefined;
};
const CHAVE_CHARS = 44;
/** Literals, as in the predicates of the partial indexes for other statuses (migration 19): with a bound
 * array the planner cannot prove that they apply. */
const CODIGOS_COM_NOME =
  "'{100,101,102,110,132,150,151,155,201,202,203,204,205,206,217,301,302,303,420,450,451}'::text[]";
/** Has a name too, but is newer than those indexes: a separate condition keeps them usable. */
const CODIGO_COM_NOME_DESDE_2026 = "'120'";

/** Conditions of a list of notas, in forms that the indexes of `nota` support. */
const CONDITIONS: Conditions<NotaFiltro, Scope> = {
  texto: (text, scope) => matchBusca(text, scope),
  cnpjEmitente: (text, scope) => matchDocumento("n.cnpj_emitente", text, scope),
  cnpjDestinatario: (text, scope) => matchDocumento("n.cnpj_destinatario", text, scope),
  nomeEmitente: (text, scope) => matchNome("n.cnpj_emitente", text, scope),
  nomeDestinatario: (text, scope) => matchNome("n.cnpj_destinatario", text, scope),
  empresaId: (id, { bind }) => `n.empresa_id = ${bind(id)}`,
  uf: (uf, { bind, papel }) => `${papel === "E" ? "n.uf_emitente" : "n.uf_destinatario"} = ${bind(uf)}`,
  chaveAcesso: (text, scope) =>
    matchStart("n.chave", { text, isWhole: ({ length }) => length === CHAVE_CHARS }, scope),
  serie: (serie, { bind }) => `n.serie_nota = ${bind(serie)}`,
  numeroDe: (numero, { bind }) => `n.numero_nota >= ${bind(numero)}`,
  numeroAte: (numero, { bind }) => `n.numero_nota <= ${bind(numero)}`,
  emissaoDe: (dia, scope) => `n.data_emissao >= ${startOfDia(dia, 0, scope)}`,
  emissaoAte: (dia, scope) => `n.data_emissao < ${startOfDia(dia, 1, scope)}`,
  criadoDe: (momento, scope) => `n.criado_em >= ${startOfMomento(momento, 0, scope)}`,
  criadoAte: (momento, scope) => `n.criado_em < ${startOfMomento(momento, 1, scope)}`,
  valorDe: (valor, { bind }) => `n.valor_centavos >= ${bind(readCentavos(valor))}::bigint`,
  valorAte: (valor, { bind }) => `n.valor_centavos <= ${bind(readCentavos(valor))}::bigint`,
  tiposNota: (tipos, { bind }) => `n.tipo_nota = ANY (${bind(tipos)}::text[])`,
  nfeStatus: (text, scope) => matchStatus("n.nfe_status", text, scope),
  sefazStatus: (text, scope) => matchStatus("n.sefaz_status", text, scope),
  finalidade: (text, { bind }) => (text.trim() === "" ? null : `n.finalidade = ${bind(text.trim())}`),
  processadoErp: (is) => (is ? "n.processado_erp" : "NOT n.processado_erp"),
  recebido: (is) => (is ? "n.recebido" : "NOT n.recebido"),
  conferido: (is) => (is ? "n.conferido" : "NOT n.conferido"),
  divergente: (is) => (is ? "n.divergente" : "n.divergente IS NOT TRUE"),
  divergenteDe: (dia, scope) => `n.divergente AND n.divergente_em >= ${startOfDia(dia, 0, scope)}`,
  divergenteAte: (dia, scope) => `n.divergente AND n.divergente_em < ${startOfDia(dia, 1, scope)}`,
  quarentena: (is) => (is ? "n.quarentena" : "NOT n.quarentena"),
  manifestacao: (status, { bind }) => `n.manifestacao = ANY (${bind(status)}::smallint[])`,
  veredito: (vereditos, { bind }) => `n.veredito = ANY (${bind(vereditos)}::text[])`,
  auditorStatus: () => null,
  auditorTipos: () => null,
  incluirTerceiros: () => null,
  alteradaDesde: (instant, { bind }) => `n.alterado_em >= ${bind(instant)}`,
};

/** WHERE of one side of a list: conta and papel first, as in every index of `nota`. */
export function writeWhere(filtro: NotaFiltro, conta: string, scope: Scope): string {
  const conditions = [`n.conta_id = ${conta}`, `n.papel = ${scope.bind(scope.papel)}`];
  if (filtro.incluirTerceiros !== true) conditions.push("NOT n.terceiros");
  const auditoria = readAuditoria(filtro);
  if (auditoria !== null) conditions.push(matchAuditoria(auditoria, scope));
  return [...conditions, ...writeConditions(CONDITIONS, filtro, scope)].join(" AND ");
}

function hasTextoAlone(filtro: NotaFiltro): boolean {
  return Object.entries(filtro).every(
    ([campo, value]) => value === undefined || campo === "texto" || campo === "incluirTerceiros",
  );
}

/** The four orders of spec §9; the id is the second key, so no row is on two pages. */
export const ORDENS = {
  emissaoDesc: { coluna: "data_emissao", sentido: "DESC" },
  emissaoAsc: { coluna: "data_emissao", sentido: "ASC" },
  emitente: { coluna: "emitente_ordem", sentido: "ASC" },
  destinatario: { coluna: "destinatario_ordem", sentido: "ASC" },
} as const satisfies Record<NotaOrdem, { coluna: string; sentido: "ASC" | "DESC" }>;

// The first part equals the predicate of a partial index, character for character.
function matchAuditoria({ marcas, isRara }: { marcas: number; isRara: boolean }, { bind }: Scope): string {
  return `${isRara ? "n.auditoria_rara" : "n.auditoria <> 0"} AND (n.auditoria & ${bind(marcas)}::integer) <> 0`;
}

function matchBusca(text: string, scope: Scope): string | null {
  const busca = readBusca(text);
  if (busca === null) return matchSemBusca(text);
  const { bind } = scope;
  if (busca.kind === "chave") return `n.chave = ${bind(busca.chave)}`;
  if (busca.kind === "chave-parte") return startsWith("n.chave", busca.inicio, scope);
  if (busca.kind === "documento") return either((coluna) => `${coluna} = ${bind(busca.documento)}`);
  if (busca.kind === "documento-parte")
    return either((coluna) => `(${startsWith(coluna, busca.inicio, scope)})`);
  if (busca.kind === "nome") return matchNomes(busca.padrao, scope);
  const numero = startsWithNumero("n.numero_nota", busca.numero, scope);
  const { raiz } = busca;
  return raiz === null
    ? numero
    : `(${numero} OR ${either((coluna) => `(${startsWith(coluna, raiz, scope)})`)})`;
}

function either(write: (coluna: string) => string): string {
  return `(${write("n.cnpj_emitente")} OR ${write("n.cnpj_destinatario")})`;
}

function matchDocumento(coluna: string, text: string, scope: Scope): string | null {
  return matchStart(coluna, { text, isWhole: isDocumentoInteiro }, scope);
}

type Typed = { text: string; isWhole: (clean: string) => boolean };

function matchStart(coluna: string, { text, isWhole }: Typed, scope: Scope): string | null {
  const clean = cleanDocumento(text);
  if (clean === "") return null;
  return isWhole(clean) ? `${coluna} = ${scope.bind(clean)}` : startsWith(coluna, clean, scope);
}

function matchNome(coluna: string, text: string, scope: Scope): string | null {
  const padrao = patternOfNome(text);
  if (padrao === null) return matchSemBusca(text);
  const { bind, nomes } = scope;
  return matchDocumentos(coluna, padrao, { bind, nomes });
}

function matchNomes(padrao: string, scope: Scope): string {
  const isNamed = (coluna: string) => matchDocumentos(coluna, padrao, scope);
  if (scope.lado === undefined) return either(isNamed);
  const [outra, nossa] =
    scope.papel === "E"
      ? (["n.cnpj_emitente", "n.cnpj_destinatario"] as const)
      : (["n.cnpj_destinatario", "n.cnpj_emitente"] as const);
  const isLed = (coluna: string) => leadByDocumentos(coluna, padrao, scope);
  return scope.lado === "outra" ? isLed(outra) : `${isLed(nossa)} AND (${isNamed(outra)}) IS NOT TRUE`;
}

/**
 * As {@link matchDocumentos}, where the index of the column leads: an array takes one scan, a join one
 * per party. Under another index each row would be compared with the whole array (measured:
 * 0.3 → 2.8 s), so only a name as the sole filter uses it.
 */
function leadByDocumentos(coluna: string, padrao: string, scope: Scope): string {
  const { procura } = scope;
  if (procura === undefined) return matchDocumentos(coluna, padrao, scope);
  return `${coluna} = ANY (ARRAY(${procura.documentosDe(padrao)}))`;
}

// Few CNPJs: their indexes find the rows. Many: the list is read in order until the page is full.
function matchDocumentos(
  coluna: string,
  padrao: string,
  { bind, nomes, procura }: Pick<Scope, "bind" | "nomes" | "procura">,
): string {
  const documentos = nomes.get(padrao);
  if (documentos !== undefined) return `${coluna} = ANY (${bind(documentos)}::text[])`;
  return `${coluna} IN (${procura?.documentosDe(padrao) ?? writeProcura(padrao, bind)})`;
}

function writeProcura(padrao: string, bind: Binder["bind"]): string {
  return `SELECT portaria_participantes(${bind(padrao)}) AS documento`;
}

/** Name lookups that the conditions of one statement share. head: the WITH clause of the statement. */
export type Procura = { documentosDe(padrao: string): string; head(): string };

export function createProcura({ bind }: Pick<Binder, "bind">): Procura {
  const found = new Map<string, { nome: string; text: string }>();
  return {
    documentosDe: (padrao) => {
      const known = found.get(padrao) ?? { nome: `nomes_${found.size}`, text: writeProcura(padrao, bind) };
      found.set(padrao, known);
      return `SELECT documento FROM ${known.nome}`;
    },
    head: () => {
      const parts = [...found.values()].map(({ nome, text }) => `${nome} AS MATERIALIZED (${text})`);
      return parts.length === 0 ? "" : `WITH ${parts.join(", ")} `;
    },
  };
}

/**
 * Counts a common name, as the sole filter, once per party: each party has its index. One condition for
 * both parties reads the rows (measured: 1.2 s → 30 ms). With another filter, the list is read in order:
 * a join would start a scan for each party and read its rows (measured: 16 → 3 s, "a" in one state).
 */
export function ladosToCount(filtro: NotaFiltro, nomes: Nomes): readonly (Lado | undefined)[] {
  const busca = filtro.texto === undefined ? null : readBusca(filtro.texto);
  const isDeMuitos = busca?.kind === "nome" && !nomes.has(busca.padrao);
  return isDeMuitos && hasTextoAlone(filtro) ? ["outra", "nossa"] : [undefined];
}

/** Name patterns of a filter. */
function patternsOf({ texto, nomeEmitente, nomeDestinatario }: NotaFiltro): string[] {
  const busca = texto === undefined ? null : readBusca(texto);
  const patterns = [
    busca?.kind === "nome" ? busca.padrao : null,
    patternOfNome(nomeEmitente ?? ""),
    patternOfNome(nomeDestinatario ?? ""),
  ];
  return [...new Set(patterns.filter((pattern) => pattern !== null))];
}

const NOMES_MAX = 200;

/**
 * Finds the CNPJs and CPFs behind the filter's name patterns, through a gatekeeper function: row security
 * would keep LIKE from its trigram index (0.2 → 3 ms).
 */
export async function findNomes(sql: Sql, filtro: NotaFiltro): Promise<Nomes> {
  const nomes = new Map<string, string[]>();
  for (const pattern of patternsOf(filtro)) {
    const rows = await sql.query<{ documento: string }>(
      "SELECT portaria_participantes($1) AS documento LIMIT $2",
      [pattern, NOMES_MAX + 1],
    );
    if (rows.length <= NOMES_MAX)
      nomes.set(
        pattern,
        rows.map((row) => row.documento),
      );
  }
  return nomes;
}

function matchStatus(coluna: string, text: string, { bind }: Scope): string | null {
  const status = readStatus(text);
  if (status === null) return null;
  const isOneOf = () => `${coluna} = ANY (${bind(status.codigos)}::text[])`;
  if (!status.ausente) return isOneOf();
  const ausente =
    `((${coluna} = ANY (${CODIGOS_COM_NOME})) IS NOT TRUE` +
    ` AND ${coluna} IS DISTINCT FROM ${CODIGO_COM_NOME_DESDE_2026})`;
  return status.codigos.length === 0 ? ausente : `(${ausente} OR ${isOneOf()})`;
}
