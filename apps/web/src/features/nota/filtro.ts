import {
  AUDITOR_TIPOS,
  NOTA_ORDERS,
  parseDecimal,
  parseInteiro,
  STATUS_AUSENTE,
  VEREDITO_ROTULO,
  VEREDITOS,
  type Veredito,
} from "@malote/contract";
import {
  AUTORIZADOS,
  CANCELADOS,
  DENEGADOS,
  type Dia,
  ENCERRADO,
  formatChave,
  formatData,
  formatDocumento,
  formatInteiro,
  formatReais,
  formatTipoNota,
  isDia,
  TIPOS_NOTA,
  type TipoNota,
  UFS,
} from "@malote/syntax";
import type { NotaFiltro, NotaOrdem } from "../../rpc/queries.ts";
import { filtros } from "../../textos/filtros.ts";
import {
  type Campos,
  campo,
  campoPeriodo,
  countAtivos,
  DOCUMENTO,
  dizFaixa,
  type Faixa,
  faixaDe,
  fichasDe,
  livreDe,
  MARCA,
  type Marca,
  readCampos,
  SIM,
  splitFaixa,
  TEXTO,
  type Ficha as UmaFicha,
  umDe,
  variosDe,
  writeCampos,
} from "../../ui/filtro.ts";
import { type Periodo, rangeOf } from "../../ui/periodo.ts";

export type Aba = "repo" | "div";
export const MANIFESTACOES = [0, 4, 1, 2, 3] as const;
/** Values of finNFe in NF-e and NFC-e. @source MOC NF-e, finNFe */
export const FINALIDADES = ["1", "2", "3", "4", "5", "6"] as const;
/** The verdicts of listed documents: an unreadable document is in no list. */
export const VEREDITOS_NOTA: readonly Veredito[] = VEREDITOS.filter((veredito) => veredito !== "ilegivel");
export const AUDITOR_STATUS = [1, 2, 3] as const;
/** `divergente` excludes quarantine, as the counts of the painel do. */
export const SITUACOES = ["quarentena", "divergente", "fora-de-quarentena"] as const;

/** The named statuses of the filter, and the cStats of each. */
const CODIGOS = {
  autorizada: AUTORIZADOS,
  cancelada: CANCELADOS,
  denegada: DENEGADOS,
  inutilizada: ["102"],
  encerrada: [ENCERRADO],
  rejeitada: ["201", "202", "203", "204", "206", "420", "450", "451"],
  "nao-consta": ["217"],
  "nao-validada": [STATUS_AUSENTE],
} as const;
type Status = keyof typeof CODIGOS;
export const STATUS = Object.keys(CODIGOS) as Status[];

/** The filter of a list of documents, as the URL holds it; "", [] and "todos" restrict nothing. */
export type Filtro = {
  texto: string;
  chave: string;
  numero: Faixa;
  serie: string;
  erp: Marca;
  emissao: Periodo;
  /** Period in which the divergence was found; a document without one has no such date. */
  encontrada: Periodo;
  /** From and to as a moment ("2026-11-20T14:30") or a day, in the time zone of the conta's UF. */
  criado: Faixa;
  recebido: Marca;
  conferido: Marca;
  tipos: readonly TipoNota[];
  finalidade: (typeof FINALIDADES)[number] | "";
  uf: string;
  emitente: string;
  nomeEmitente: string;
  destinatario: string;
  nomeDestinatario: string;
  /** Id of a company of the conta. */
  empresa: string;
  /** Reais, with a decimal point. */
  valor: Faixa;
  nfe: readonly Status[];
  sefaz: readonly Status[];
  /** Manifestações of the company. */
  manifestacoes: readonly (typeof MANIFESTACOES)[number][];
  situacao: (typeof SITUACOES)[number] | "";
  vereditos: readonly Veredito[];
  /** Status in the auditor's records of the document: 1 authorized, 2 denied, 3 cancelled. */
  auditorStatus: readonly (typeof AUDITOR_STATUS)[number][];
  auditorTipos: readonly (typeof AUDITOR_TIPOS)[number][];
  /** Includes documents in which no empresa of the conta takes part. */
  terceiros: boolean;
};

const NUMERO_MAX = 999_999_999;
const ID = /^[\da-f-]{36}$/i;
const byNumber = (a: string, b: string): number => Number(a) - Number(b);
const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const { campos: t } = filtros;
const NUMEROS = faixaDe(readNumero, byNumber);
const VALORES = faixaDe(readReais, byNumber);
const MOMENTOS = faixaDe(readMomento, (a, b) => byText(a, b.length === 10 ? `${b}T23:59` : b));

/** Returns the name of a company by its id. */
type NomeDaEmpresa = (id: string) => string;

/** The fields, in the order of their chips. */
const CAMPOS: Campos<Filtro> = {
  texto: campo("texto", TEXTO, t.texto),
  chave: campo("chave", DOCUMENTO, t.chave, formatChave),
  numero: campo(
    "numero",
    NUMEROS,
    t.numero,
    dizFaixa((lado) => formatInteiro(Number(lado))),
  ),
  serie: campo("serie", { ...TEXTO, read: readNumero }, t.serie),
  erp: campo("erp", MARCA, t.erp, dizMarca("erp")),
  emissao: campoPeriodo("emissao", t.emissao),
  encontrada: campoPeriodo("encontrada", t.encontrada),
  criado: campo("criado", MOMENTOS, t.criado, dizFaixa(dizMomento)),
  recebido: campo("recebido", MARCA, t.recebido, dizMarca("recebido")),
  conferido: campo("conferido", MARCA, t.conferido, dizMarca("conferido")),
  tipos: campo("tipo", variosDe(TIPOS_NOTA), t.tipo, dizVarios(formatTipoNota)),
  finalidade: campo("finalidade", umDe(FINALIDADES), t.finalidade, (cod) =>
    cod ? filtros.finalidades[cod] : "",
  ),
  uf: campo("uf", umDe<string>(UFS.map(({ sigla }) => sigla)), t.uf),
  emitente: campo("emitente", DOCUMENTO, t.emitente, formatDocumento),
  nomeEmitente: campo("nome_emitente", TEXTO, t.nomeEmitente),
  destinatario: campo("destinatario", DOCUMENTO, t.destinatario, formatDocumento),
  nomeDestinatario: campo("nome_destinatario", TEXTO, t.nomeDestinatario),
  empresa: campo(
    "empresa",
    { ...TEXTO, read: (text) => (ID.test(text) ? text : null) },
    t.empresa,
    () => filtros.umaEmpresa,
  ),
  valor: campo(
    "valor",
    VALORES,
    t.valor,
    dizFaixa((lado) => formatReais(lado)),
  ),
  nfe: campo(
    "nfe",
    variosDe(STATUS),
    t.nfe,
    dizVarios((status) => filtros.status[status]),
  ),
  sefaz: campo(
    "sefaz",
    variosDe(STATUS),
    t.sefaz,
    dizVarios((status) => filtros.status[status]),
  ),
  manifestacoes: campo(
    "manifestacao",
    variosDe(MANIFESTACOES),
    t.manifestacao,
    dizVarios((status) => filtros.manifestacoes[status]),
  ),
  situacao: campo("situacao", umDe(SITUACOES), t.situacao, (qual) => (qual ? filtros.situacoes[qual] : "")),
  vereditos: campo(
    "veredito",
    variosDe(VEREDITOS_NOTA),
    t.veredito,
    dizVarios((veredito) => VEREDITO_ROTULO[veredito]),
  ),
  auditorStatus: campo(
    "auditor_status",
    variosDe(AUDITOR_STATUS),
    t.auditorStatus,
    dizVarios((status) => filtros.auditorStatus[status]),
  ),
  auditorTipos: campo(
    "auditor_tipo",
    variosDe(AUDITOR_TIPOS),
    t.auditorTipo,
    dizVarios((tipo) => filtros.auditorTipos[tipo]),
  ),
  terceiros: campo("terceiros", SIM, t.terceiros, () => filtros.terceiros.inclui),
};

const LIVRE = livreDe(CAMPOS);

/**
 * Default filters: the list hides processed documents; the divergences tab shows those found in one
 * week (spec §3, §9).
 */
const PADRAO: Record<Aba, Filtro> = {
  repo: { ...LIVRE, erp: "nao", emissao: "90d" },
  div: { ...LIVRE, encontrada: "7d" },
};

/** The filter of a URL; invalid values are ignored. */
export function readFiltro(params: URLSearchParams, aba: Aba): Filtro {
  return readCampos(CAMPOS, params, PADRAO[aba]);
}

/** Writes a filter into the URL parameters: only values other than the default. Resets the page. */
export function writeFiltro(params: URLSearchParams, filtro: Filtro, aba: Aba): URLSearchParams {
  const next = writeCampos(CAMPOS, params, { filtro, padrao: PADRAO[aba] });
  next.delete(aba === "div" ? "pageDiv" : "page");
  return next;
}

/** A filter that restricts nothing. */
export function clearFiltro(): Filtro {
  return LIVRE;
}

/** The default filter of a list. */
export function defaultFiltro(aba: Aba): Filtro {
  return PADRAO[aba];
}

/** The search parameters of the server; today is in the time zone of the conta. */
export function toSearchFilter(filtro: Filtro, aba: Aba, hoje: Dia): NotaFiltro {
  const [emissao, encontrada] = [rangeOf(filtro.emissao, hoje), rangeOf(filtro.encontrada, hoje)];
  const [numero, criado, valor] = [filtro.numero, filtro.criado, filtro.valor].map(splitFaixa);
  return {
    ...(filtro.texto ? { texto: filtro.texto } : {}),
    ...(filtro.chave ? { chaveAcesso: filtro.chave } : {}),
    ...(numero?.de ? { numeroDe: Number(numero.de) } : {}),
    ...(numero?.ate ? { numeroAte: Number(numero.ate) } : {}),
    ...(filtro.serie ? { serie: Number(filtro.serie) } : {}),
    ...(filtro.erp === "todos" ? {} : { processadoErp: filtro.erp === "sim" }),
    ...(emissao.de ? { emissaoDe: emissao.de } : {}),
    ...(emissao.ate ? { emissaoAte: emissao.ate } : {}),
    ...(encontrada.de ? { divergenteDe: encontrada.de } : {}),
    ...(encontrada.ate ? { divergenteAte: encontrada.ate } : {}),
    ...(criado?.de ? { criadoDe: criado.de } : {}),
    ...(criado?.ate ? { criadoAte: criado.ate } : {}),
    ...(filtro.recebido === "todos" ? {} : { recebido: filtro.recebido === "sim" }),
    ...(filtro.conferido === "todos" ? {} : { conferido: filtro.conferido === "sim" }),
    ...(filtro.tipos.length > 0 ? { tiposNota: [...filtro.tipos] } : {}),
    ...finalidadeOf(filtro),
    ...(filtro.uf ? { uf: filtro.uf } : {}),
    ...(filtro.emitente ? { cnpjEmitente: filtro.emitente } : {}),
    ...(filtro.nomeEmitente ? { nomeEmitente: filtro.nomeEmitente } : {}),
    ...(filtro.destinatario ? { cnpjDestinatario: filtro.destinatario } : {}),
    ...(filtro.nomeDestinatario ? { nomeDestinatario: filtro.nomeDestinatario } : {}),
    ...(filtro.empresa ? { empresaId: filtro.empresa } : {}),
    ...(valor?.de ? { valorDe: valor.de } : {}),
    ...(valor?.ate ? { valorAte: valor.ate } : {}),
    ...(filtro.nfe.length > 0 ? { nfeStatus: codigosOf(filtro.nfe) } : {}),
    ...(filtro.sefaz.length > 0 ? { sefazStatus: codigosOf(filtro.sefaz) } : {}),
    ...(filtro.manifestacoes.length > 0 ? { manifestacao: [...filtro.manifestacoes] } : {}),
    ...(filtro.vereditos.length > 0 ? { veredito: [...filtro.vereditos] } : {}),
    ...(filtro.auditorStatus.length > 0 ? { auditorStatus: [...filtro.auditorStatus] } : {}),
    ...(filtro.auditorTipos.length > 0 ? { auditorTipos: [...filtro.auditorTipos] } : {}),
    ...(filtro.terceiros ? { incluirTerceiros: true } : {}),
    ...situacaoOf(filtro, aba),
  };
}

/** One active filter as a chip, and the filter without it. */
export type Ficha = UmaFicha<Filtro>;

/** The active filters, in the order of the chips. */
export function fichasOf(filtro: Filtro, nomeOf?: NomeDaEmpresa): Ficha[] {
  const { empresa } = CAMPOS;
  return fichasDe(nomeOf ? { ...CAMPOS, empresa: { ...empresa, diz: nomeOf } } : CAMPOS, filtro);
}

/** How many of the named fields restrict the list. */
export function countCampos(filtro: Filtro, nomes: readonly (keyof Filtro)[]): number {
  return countAtivos(CAMPOS, filtro, nomes);
}

/** Short summary of the filter, for "1 de 134 em …". */
export function resumoOf(filtro: Filtro): string {
  return fichasOf(filtro)
    .map((ficha) => ficha.valor.replace(/^últimos /, ""))
    .join(", ");
}

export function readOrdem(params: URLSearchParams): NotaOrdem {
  return NOTA_ORDERS.find((ordem) => ordem === params.get("ordem")) ?? "emissaoDesc";
}

export function writeOrdem(params: URLSearchParams, ordem: NotaOrdem): URLSearchParams {
  const next = new URLSearchParams(params);
  if (ordem === "emissaoDesc") next.delete("ordem");
  else next.set("ordem", ordem);
  next.delete("page");
  next.delete("pageDiv");
  return next;
}

/** The page number in the URL, from 1. */
export function readPagina(params: URLSearchParams, aba: Aba): number {
  const page = Number(params.get(aba === "div" ? "pageDiv" : "page"));
  return Number.isInteger(page) && page > 0 ? page : 1;
}

export function writePagina(params: URLSearchParams, pagina: number, aba: Aba): URLSearchParams {
  const next = new URLSearchParams(params);
  const name = aba === "div" ? "pageDiv" : "page";
  if (pagina <= 1) next.delete(name);
  else next.set(name, String(pagina));
  return next;
}

/** The number of a document or its série; null if invalid. */
function readNumero(text: string): string | null {
  const numero = parseInteiro(text);
  return numero !== null && numero >= 0 && numero <= NUMERO_MAX ? String(numero) : null;
}

function readReais(text: string): string | null {
  const decimal = parseDecimal(text);
  return decimal?.startsWith("-") ? null : decimal;
}

const HORA = /^T(?:[01]\d|2[0-3]):[0-5]\d$/;

function readMomento(text: string): string | null {
  const hora = text.slice(10);
  return isDia(text.slice(0, 10)) && (hora === "" || HORA.test(hora)) ? text : null;
}

function dizMomento(momento: string): string {
  const [dia = "", hora] = momento.split("T");
  return hora === undefined ? formatData(dia) : `${formatData(dia)} ${hora}`;
}

function dizMarca(qual: "erp" | "recebido" | "conferido"): (marca: Marca) => string {
  return (marca) => (marca === "todos" ? "" : filtros.marcas[qual][marca]);
}

function dizVarios<T>(dizUm: (valor: T) => string): (valores: readonly T[]) => string {
  return (valores) => valores.map(dizUm).join(", ");
}

function situacaoOf({ situacao }: Filtro, aba: Aba): NotaFiltro {
  const divergente = aba === "div" || situacao === "divergente";
  return {
    ...(divergente ? { divergente } : {}),
    ...(divergente || situacao ? { quarentena: situacao === "quarentena" } : {}),
  };
}

/** Restricts a finalidade to NF-e and NFC-e, since other documents use other codes. */
function finalidadeOf({ finalidade, tipos }: Filtro): NotaFiltro {
  if (!finalidade) return {};
  return { finalidade, ...(tipos.length > 0 ? {} : { tiposNota: ["NFe", "NFCe"] }) };
}

function codigosOf(status: readonly Status[]): string {
  return status.flatMap((each) => CODIGOS[each]).join(",");
}
