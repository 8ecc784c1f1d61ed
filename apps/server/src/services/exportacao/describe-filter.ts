import {
  EXPORTACAO_TEXTS,
  FILTER_TEXTS,
  NFE_STATUS_OTHER,
  STATUS_WORDS,
  VEREDITO_LABELS,
} from "@malote/contract";
import {
  cleanDocumento,
  formatDate,
  formatDateTime,
  formatDocumento,
  formatInteger,
  formatReais,
  formatTipoNota,
} from "@malote/syntax";
import { type Conditions, conditionsOf } from "../list/list.rows.ts";
import type { NotaList } from "../nota/nota.rows.ts";
import type { NotaFilter, Side } from "../nota/nota.rules.ts";
import { readStatus, readValor } from "../nota/nota.rules.ts";

const T = FILTER_TEXTS;

type About = { filtro: NotaFilter; zona: string };
type RangePhrases = { entre: string; de: string; ate: string; no?: string };
type Bounds = { de: string | undefined; ate: string | undefined };

/** One phrase per field of the contract's filter: a new field without one does not compile. Null = blank, or
 * part of another field's phrase. */
const FIELD_PHRASES: Conditions<NotaFilter, About> = {
  emissaoDe: (de, { filtro }) => describeRange(T.emissao, dayBounds(de, filtro.emissaoAte)),
  emissaoAte: (ate, { filtro }) =>
    filtro.emissaoDe ? null : describeRange(T.emissao, dayBounds(undefined, ate)),
  texto: (texto) => fillPhrase(T.texto, texto.trim()),
  tiposNota: (tipos) => fillPhrase(T.tipos, tipos.map(formatTipoNota).join(T.ou)),
  cnpjEmitente: (text) => fillPhrase(T.documentoEmitente, formatDocumento(cleanDocumento(text))),
  nomeEmitente: (text) => fillPhrase(T.nomeEmitente, text.trim()),
  cnpjDestinatario: (text) => fillPhrase(T.documentoDestinatario, formatDocumento(cleanDocumento(text))),
  nomeDestinatario: (text) => fillPhrase(T.nomeDestinatario, text.trim()),
  empresaId: () => T.empresa,
  uf: (uf) => fillPhrase(T.uf, uf),
  chaveAcesso: (text) => fillPhrase(T.chave, cleanDocumento(text)),
  serie: (serie) => fillPhrase(T.serie, String(serie)),
  numeroDe: (de, { filtro }) => describeRange(T.numero, numeroBounds(de, filtro.numeroAte)),
  numeroAte: (ate, { filtro }) =>
    filtro.numeroDe === undefined ? describeRange(T.numero, numeroBounds(undefined, ate)) : null,
  valorDe: (de, { filtro }) => describeRange(T.valor, valorBounds(de, filtro.valorAte)),
  valorAte: (ate, { filtro }) =>
    filtro.valorDe === undefined ? describeRange(T.valor, valorBounds(undefined, ate)) : null,
  nfeStatus: (text) => describeStatus(T.nfeStatus, text),
  sefazStatus: (text) => describeStatus(T.sefazStatus, text),
  finalidade: (text) => fillPhrase(T.finalidade, text.trim()),
  processadoErp: (is) => describeFlag(T.processadoErp, is),
  recebido: (is) => describeFlag(T.recebido, is),
  conferido: (is) => describeFlag(T.conferido, is),
  divergente: (is) => describeFlag(T.divergente, is),
  divergenteDe: (de, { filtro }) => describeRange(T.encontrada, dayBounds(de, filtro.divergenteAte)),
  divergenteAte: (ate, { filtro }) =>
    filtro.divergenteDe ? null : describeRange(T.encontrada, dayBounds(undefined, ate)),
  vencimentoDe: (de, { filtro }) => describeRange(T.vencimento, dayBounds(de, filtro.vencimentoAte)),
  vencimentoAte: (ate, { filtro }) =>
    filtro.vencimentoDe ? null : describeRange(T.vencimento, dayBounds(undefined, ate)),
  quarentena: (is) => describeFlag(T.quarentena, is),
  manifestacao: (status) =>
    fillPhrase(
      T.manifestacao,
      status.map((each) => EXPORTACAO_TEXTS.manifestacoes[each].toLowerCase()).join(T.ou),
    ),
  veredito: (vereditos) =>
    fillPhrase(T.veredito, vereditos.map((each) => VEREDITO_LABELS[each].toLowerCase()).join(T.ou)),
  auditorStatus: (status) =>
    fillPhrase(T.auditorStatus, status.map((each) => T.auditor.status[each]).join(T.ou)),
  auditorTipos: (tipos) => fillPhrase(T.auditorTipos, tipos.map((each) => T.auditor.tipos[each]).join(T.ou)),
  criadoDe: (de, { filtro }) => describeRange(T.criado, momentBounds(de, filtro.criadoAte)),
  criadoAte: (ate, { filtro }) =>
    filtro.criadoDe ? null : describeRange(T.criado, momentBounds(undefined, ate)),
  alteradaDesde: (instante, { zona }) => fillPhrase(T.alteradaDesde, formatDateTime(instante, zona)),
  incluirTerceiros: (is) => (is ? T.terceiros : null),
};

/** Title of a list: "DF-e recebidos". */
export function titleOf(papel: Side | null): string {
  return EXPORTACAO_TEXTS.titulos[papel ?? "todos"];
}

/** Filter and sort order as text: "emissão de 01/10/2026 a 31/10/2026; recebido; por emissão, …". */
export function describeFilter({ filtro, ordem, zona }: Omit<NotaList, "nomes" | "papel">): string {
  const phrases = conditionsOf(FIELD_PHRASES, filtro, { filtro, zona });
  return [...(phrases.length === 0 ? [T.tudo] : phrases), T.ordens[ordem]].join("; ");
}

/** Null = blank. */
function fillPhrase(phrase: string, valor: string): string | null {
  return valor === "" ? null : phrase.replace("{valor}", () => valor);
}

function describeFlag({ sim, nao }: { sim: string; nao: string }, is: boolean): string {
  return is ? sim : nao;
}

function describeRange(phrases: RangePhrases, { de, ate }: Bounds): string {
  const phrase =
    ate === undefined ? phrases.de : de === undefined ? phrases.ate : de === ate ? phrases.no : phrases.entre;
  return (phrase ?? phrases.entre).replace("{de}", de ?? "").replace("{ate}", ate ?? "");
}

function dayBounds(de: string | undefined, ate: string | undefined): Bounds {
  return { de: de && formatDate(de), ate: ate && formatDate(ate) };
}

/** Days, or days with a time. */
function momentBounds(de: string | undefined, ate: string | undefined): Bounds {
  return { de: de && formatMoment(de), ate: ate && formatMoment(ate) };
}

function formatMoment(moment: string): string {
  const [day = "", time] = moment.split("T");
  return time === undefined ? formatDate(day) : `${formatDate(day)} ${time}`;
}

function numeroBounds(de: number | undefined, ate: number | undefined): Bounds {
  const write = (numero: number | undefined) => (numero === undefined ? undefined : formatInteger(numero));
  return { de: write(de), ate: write(ate) };
}

function valorBounds(de: string | undefined, ate: string | undefined): Bounds {
  const write = (valor: string | undefined) =>
    valor === undefined ? undefined : formatReais(readValor(valor));
  return { de: write(de), ate: write(ate) };
}

/** Labels of the codes; two codes may share one. */
function describeStatus(phrase: string, text: string): string | null {
  const status = readStatus(text);
  if (status === null) return null;
  const words = status.codigos.map((codigo) => STATUS_WORDS[codigo]?.toLowerCase() ?? codigo);
  if (status.ausente) words.push(NFE_STATUS_OTHER.toLowerCase());
  return fillPhrase(phrase, [...new Set(words)].join(T.ou));
}
