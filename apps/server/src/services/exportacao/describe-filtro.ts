import {
  EXPORTACAO_TEXTOS,
  FILTRO_TEXTOS,
  NFE_STATUS_OUTRO,
  STATUS_PALAVRA,
  VEREDITO_ROTULO,
} from "@malote/contract";
import {
  cleanDocumento,
  formatData,
  formatDataHora,
  formatDocumento,
  formatInteiro,
  formatReais,
  formatTipoNota,
} from "@malote/syntax";
import { type Conditions, writeConditions } from "../lista/lista.rows.ts";
import type { Lista } from "../nota/nota.rows.ts";
import type { NotaFiltro, Papel } from "../nota/nota.rules.ts";
import { readStatus, readValor } from "../nota/nota.rules.ts";

const T = FILTRO_TEXTOS;

type About = { filtro: NotaFiltro; zona: string };
type Faixa = { entre: string; de: string; ate: string; no?: string };
type Entre = { de: string | undefined; ate: string | undefined };

/** One phrase per field of the contract's filter: a new field without one does not compile. Null = blank, or
 * part of another field's phrase. */
const CAMPOS: Conditions<NotaFiltro, About> = {
  emissaoDe: (de, { filtro }) => sayFaixa(T.emissao, dias(de, filtro.emissaoAte)),
  emissaoAte: (ate, { filtro }) => (filtro.emissaoDe ? null : sayFaixa(T.emissao, dias(undefined, ate))),
  texto: (texto) => say(T.texto, texto.trim()),
  tiposNota: (tipos) => say(T.tipos, tipos.map(formatTipoNota).join(T.ou)),
  cnpjEmitente: (text) => say(T.documentoEmitente, formatDocumento(cleanDocumento(text))),
  nomeEmitente: (text) => say(T.nomeEmitente, text.trim()),
  cnpjDestinatario: (text) => say(T.documentoDestinatario, formatDocumento(cleanDocumento(text))),
  nomeDestinatario: (text) => say(T.nomeDestinatario, text.trim()),
  empresaId: () => T.empresa,
  uf: (uf) => say(T.uf, uf),
  chaveAcesso: (text) => say(T.chave, cleanDocumento(text)),
  serie: (serie) => say(T.serie, String(serie)),
  numeroDe: (de, { filtro }) => sayFaixa(T.numero, numeros(de, filtro.numeroAte)),
  numeroAte: (ate, { filtro }) =>
    filtro.numeroDe === undefined ? sayFaixa(T.numero, numeros(undefined, ate)) : null,
  valorDe: (de, { filtro }) => sayFaixa(T.valor, valores(de, filtro.valorAte)),
  valorAte: (ate, { filtro }) =>
    filtro.valorDe === undefined ? sayFaixa(T.valor, valores(undefined, ate)) : null,
  nfeStatus: (text) => sayStatus(T.nfeStatus, text),
  sefazStatus: (text) => sayStatus(T.sefazStatus, text),
  finalidade: (text) => say(T.finalidade, text.trim()),
  processadoErp: (is) => sayMarca(T.processadoErp, is),
  recebido: (is) => sayMarca(T.recebido, is),
  conferido: (is) => sayMarca(T.conferido, is),
  divergente: (is) => sayMarca(T.divergente, is),
  divergenteDe: (de, { filtro }) => sayFaixa(T.encontrada, dias(de, filtro.divergenteAte)),
  divergenteAte: (ate, { filtro }) =>
    filtro.divergenteDe ? null : sayFaixa(T.encontrada, dias(undefined, ate)),
  quarentena: (is) => sayMarca(T.quarentena, is),
  manifestacao: (status) =>
    say(T.manifestacao, status.map((each) => EXPORTACAO_TEXTOS.manifestacoes[each].toLowerCase()).join(T.ou)),
  veredito: (vereditos) =>
    say(T.veredito, vereditos.map((each) => VEREDITO_ROTULO[each].toLowerCase()).join(T.ou)),
  auditorStatus: (status) => say(T.auditorStatus, status.map((each) => T.auditor.status[each]).join(T.ou)),
  auditorTipos: (tipos) => say(T.auditorTipos, tipos.map((each) => T.auditor.tipos[each]).join(T.ou)),
  criadoDe: (de, { filtro }) => sayFaixa(T.criado, momentos(de, filtro.criadoAte)),
  criadoAte: (ate, { filtro }) => (filtro.criadoDe ? null : sayFaixa(T.criado, momentos(undefined, ate))),
  alteradaDesde: (instante, { zona }) => say(T.alteradaDesde, formatDataHora(instante, zona)),
  incluirTerceiros: (is) => (is ? T.terceiros : null),
};

/** Title of a list: "DF-e recebidos". */
export function titleOf(papel: Papel | null): string {
  return EXPORTACAO_TEXTOS.titulos[papel ?? "todos"];
}

/** Filter and sort order as text: "emissão de 01/10/2026 a 31/10/2026; recebido; por emissão, …". */
export function describeFiltro({ filtro, ordem, zona }: Omit<Lista, "nomes" | "papel">): string {
  const phrases = writeConditions(CAMPOS, filtro, { filtro, zona });
  return [...(phrases.length === 0 ? [T.tudo] : phrases), T.ordens[ordem]].join("; ");
}

/** Null = blank. */
function say(phrase: string, valor: string): string | null {
  return valor === "" ? null : phrase.replace("{valor}", () => valor);
}

function sayMarca({ sim, nao }: { sim: string; nao: string }, is: boolean): string {
  return is ? sim : nao;
}

function sayFaixa(faixa: Faixa, { de, ate }: Entre): string {
  const phrase =
    ate === undefined ? faixa.de : de === undefined ? faixa.ate : de === ate ? faixa.no : faixa.entre;
  return (phrase ?? faixa.entre).replace("{de}", de ?? "").replace("{ate}", ate ?? "");
}

function dias(de: string | undefined, ate: string | undefined): Entre {
  return { de: de && formatData(de), ate: ate && formatData(ate) };
}

/** Days, or days with a time. */
function momentos(de: string | undefined, ate: string | undefined): Entre {
  return { de: de && sayMomento(de), ate: ate && sayMomento(ate) };
}

function sayMomento(momento: string): string {
  const [dia = "", hora] = momento.split("T");
  return hora === undefined ? formatData(dia) : `${formatData(dia)} ${hora}`;
}

function numeros(de: number | undefined, ate: number | undefined): Entre {
  const write = (numero: number | undefined) => (numero === undefined ? undefined : formatInteiro(numero));
  return { de: write(de), ate: write(ate) };
}

function valores(de: string | undefined, ate: string | undefined): Entre {
  const write = (valor: string | undefined) =>
    valor === undefined ? undefined : formatReais(readValor(valor));
  return { de: write(de), ate: write(ate) };
}

/** Labels of the codes; two codes may share one. */
function sayStatus(phrase: string, text: string): string | null {
  const status = readStatus(text);
  if (status === null) return null;
  const words = status.codigos.map((codigo) => STATUS_PALAVRA[codigo]?.toLowerCase() ?? codigo);
  if (status.ausente) words.push(NFE_STATUS_OUTRO.toLowerCase());
  return say(phrase, [...new Set(words)].join(T.ou));
}
