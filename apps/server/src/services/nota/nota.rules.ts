import type { ParsedParamsOf } from "@malote/contract";
import { LIBERACAO_MOTIVO_MAX, LIBERACAO_MOTIVO_MIN, STATUS_AUSENTE } from "@malote/contract";
import { cleanDocumento, compareValor, foldNome, isCnpj, isCpf, parseValor } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { Visao } from "../documento/documento.rules.ts";
import { isContradita, isHomologacao } from "../documento/merito.rules.ts";

export type ListaParams = ParsedParamsOf<"Nota.getListNota">;
export type NotaFiltro = NonNullable<ListaParams["searchFilter"]>;
export type NotaOrdem = NonNullable<ListaParams["listSearchOrder"]>;
export type Papel = NonNullable<ListaParams["entradaSaida"]>;

const CHAVE_CHARS = 44;
const NUMERO_DIGITS = 9;
const RAIZ_CHARS = 8;
const CNPJ_CHARS = 14;
/** How a key begins that is longer than a CNPJ: UF, month, a CNPJ that may hold letters, digits. */
const CHAVE_PARTE = /^[0-9]{6}(?:[A-Z0-9]{9,11}|[A-Z0-9]{12}[0-9]{0,25})$/;

/**
 * What the schema cannot say of a filter: ranges run forward, and what was typed can be looked for.
 * @throws {Refusal} with the field
 */
export function checkFiltro(filtro: NotaFiltro): void {
  refuseBackwards(filtro.emissaoDe, filtro.emissaoAte, "emissaoAte");
  refuseBackwards(filtro.divergenteDe, filtro.divergenteAte, "divergenteAte");
  refuseBackwards(firstMinute(filtro.criadoDe), lastMinute(filtro.criadoAte), "criadoAte");
  if (isAbove(filtro.numeroDe, filtro.numeroAte)) refuseFaixa("numeroAte");
  if (filtro.valorDe !== undefined && filtro.valorAte !== undefined) {
    if (compareValor(readValor(filtro.valorDe), readValor(filtro.valorAte)) > 0) refuseFaixa("valorAte");
  }
  refuseUnreadable(filtro.cnpjEmitente, CNPJ_CHARS, "cnpjEmitente");
  refuseUnreadable(filtro.cnpjDestinatario, CNPJ_CHARS, "cnpjDestinatario");
  refuseUnreadable(filtro.chaveAcesso, CHAVE_CHARS, "chaveAcesso");
}

// Of a day without a time all counts.
function firstMinute(momento: string | undefined): string | undefined {
  return momento === undefined || momento.includes("T") ? momento : `${momento}T00:00`;
}

function lastMinute(momento: string | undefined): string | undefined {
  return momento === undefined || momento.includes("T") ? momento : `${momento}T23:59`;
}

function refuseBackwards(de: string | undefined, ate: string | undefined, campo: string): void {
  if (de === undefined || ate === undefined || de <= ate) return;
  throw new Refusal("periodoInvertido", { campo: `searchFilter.${campo}` });
}

function isAbove(de: number | undefined, ate: number | undefined): boolean {
  return de !== undefined && ate !== undefined && de > ate;
}

function refuseFaixa(campo: string): never {
  throw new Refusal("faixaInvertida", { campo: `searchFilter.${campo}` });
}

// Only signs, or more characters than there can be: it would find nothing, or everything.
function refuseUnreadable(text: string | undefined, max: number, campo: string): void {
  if (text === undefined || text.trim() === "") return;
  const clean = cleanDocumento(text);
  if (/^[0-9A-Z]+$/.test(clean) && clean.length <= max) return;
  throw new Refusal("filtroInvalido", { campo: `searchFilter.${campo}` });
}

/** Whether a CNPJ or CPF without its mask is all there; eleven digits that are no CPF may be the beginning of a CNPJ. */
export function isDocumentoInteiro(clean: string): boolean {
  return clean.length === CNPJ_CHARS || isCpf(clean);
}

/** "1234,5" and "1234.5" are the same money. */
export function readValor(text: string): string {
  return parseValor(text.replace(",", "."));
}

/** The same in cents, as digits. */
export function readCentavos(text: string): string {
  return readValor(text).replace(".", "");
}

/** What a person meant by the text of a search. */
export type Busca =
  | { kind: "chave"; chave: string }
  | { kind: "chave-parte"; inicio: string }
  | { kind: "documento"; documento: string }
  | { kind: "documento-parte"; inicio: string }
  | { kind: "numero"; numero: number; raiz: string | null }
  | { kind: "nome"; padrao: string };

/** Routes a text: a key, a CNPJ or CPF (whole or its beginning), a number, else a piece of a name. Null = nothing typed. */
export function readBusca(text: string): Busca | null {
  const clean = cleanDocumento(text);
  if (/^[0-9]{6}[A-Z0-9]{12}[0-9]{26}$/.test(clean)) return { kind: "chave", chave: clean };
  if (isCnpj(clean) || isCpf(clean)) return { kind: "documento", documento: clean };
  if (CHAVE_PARTE.test(clean)) return { kind: "chave-parte", inicio: clean };
  if (!/^[0-9]+$/.test(clean)) return readNome(text);
  if (clean.length <= NUMERO_DIGITS) {
    return { kind: "numero", numero: Number(clean), raiz: clean.length === RAIZ_CHARS ? clean : null };
  }
  if (clean.length <= CNPJ_CHARS) return { kind: "documento-parte", inicio: clean };
  return { kind: "chave-parte", inicio: clean.slice(0, CHAVE_CHARS) };
}

function readNome(text: string): Busca | null {
  const padrao = patternOfNome(text);
  return padrao === null ? null : { kind: "nome", padrao };
}

/** A LIKE pattern over folded names: the words in their order, anything between them. Null for a blank text. */
export function patternOfNome(text: string): string | null {
  const words = foldNome(text)
    .split(" ")
    .filter((word) => word !== "");
  if (words.length === 0) return null;
  return `%${words.map((word) => word.replace(/[\\%_]/g, "\\$&")).join("%")}%`;
}

/** The condition of a text with no pattern: a blank one asks for nothing, accents without their letters find nothing. */
export function matchSemBusca(text: string): "FALSE" | null {
  return text.trim() === "" ? null : "FALSE";
}

/** The cStats of a status filter; `ausente` = also those with none. Null for a blank text. */
export function readStatus(text: string): { codigos: string[]; ausente: boolean } | null {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (parts.length === 0) return null;
  return {
    codigos: parts.filter((part) => part !== STATUS_AUSENTE),
    ausente: parts.includes(STATUS_AUSENTE),
  };
}

/** What is known of SEFAZ's word on a document, over all its views. */
export type EstadoSefaz = {
  sefazStatus: string | null;
  sefazPedidaEm: Date | null;
  sefazConsultadaEm: Date | null;
  sefazFalhouEm: Date | null;
};

/** Whether the answer that somebody waits for is there: `sim`, `ainda-nao`, or the attempt `falhou` (architecture §6). */
export function judgeEspera(estado: EstadoSefaz): "sim" | "ainda-nao" | "falhou" {
  const { sefazPedidaEm: pedida, sefazConsultadaEm: consultada, sefazFalhouEm: falhou } = estado;
  if (pedida === null) return estado.sefazStatus === null ? "ainda-nao" : "sim";
  if (consultada !== null && consultada >= pedida) return "sim";
  return falhou !== null && falhou >= pedida ? "falhou" : "ainda-nao";
}

/** Questions about one key that people may ask in an hour; SEFAZ takes two more, which stay for the planned checks. */
export const CONSULTAS_DE_PESSOAS = 8;

/** That hour, in ms. */
export const JANELA_PESSOAS_MS = 3_600_000;

/**
 * Whole minutes until one more question is allowed; 0 = now.
 * @param feitas when those of the last hour were asked, oldest first
 */
export function minutesToNextConsulta(feitas: readonly Date[], agora: Date): number {
  const oldest = feitas.at(-CONSULTAS_DE_PESSOAS);
  if (oldest === undefined || feitas.length < CONSULTAS_DE_PESSOAS) return 0;
  return Math.max(1, Math.ceil((oldest.getTime() + JANELA_PESSOAS_MS - agora.getTime()) / 60_000));
}

/**
 * Why an administrator releases a document, as it is kept.
 * @throws {Refusal} liberacaoMotivoTamanho
 */
export function readMotivoLiberacao(texto: string): string {
  const motivo = texto.trim().replace(/\s+/g, " ");
  if (motivo.length >= LIBERACAO_MOTIVO_MIN && motivo.length <= LIBERACAO_MOTIVO_MAX) return motivo;
  const values = { min: LIBERACAO_MOTIVO_MIN, max: LIBERACAO_MOTIVO_MAX };
  throw new Refusal("liberacaoMotivoTamanho", { values, campo: "motivo" });
}

/**
 * Only what is in quarantine for a doubt that a person may settle is released: neither SEFAZ's tests, nor what SEFAZ contradicts.
 * @throws {Refusal}
 */
export function refuseLiberacao(
  visao: Pick<Visao, "quarentena" | "achados" | "digVal" | "sefazDigVal">,
): void {
  if (!visao.quarentena) throw new Refusal("notaForaDeQuarentena");
  if (isHomologacao(visao)) throw new Refusal("notaDeHomologacao");
  const isOther = visao.sefazDigVal !== null && visao.sefazDigVal !== visao.digVal;
  if (isOther || isContradita(visao)) throw new Refusal("notaContraditaPelaSefaz");
}
