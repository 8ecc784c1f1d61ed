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
/** A chave prefix longer than a CNPJ: UF, month, a CNPJ that may contain letters, digits. */
const CHAVE_PARTE = /^[0-9]{6}(?:[A-Z0-9]{9,11}|[A-Z0-9]{12}[0-9]{0,25})$/;

/**
 * Checks what the schema cannot: ranges run forward, and each text is searchable.
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

// A day without a time counts whole.
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

// Punctuation only, or too many characters: the query would match everything, or nothing.
function refuseUnreadable(text: string | undefined, max: number, campo: string): void {
  if (text === undefined || text.trim() === "") return;
  const clean = cleanDocumento(text);
  if (/^[0-9A-Z]+$/.test(clean) && clean.length <= max) return;
  throw new Refusal("filtroInvalido", { campo: `searchFilter.${campo}` });
}

/** Whether an unmasked CNPJ or CPF is complete; eleven digits that are no CPF may be a CNPJ prefix. */
export function isDocumentoInteiro(clean: string): boolean {
  return clean.length === CNPJ_CHARS || isCpf(clean);
}

/** Reads "1234,5" and "1234.5" as the same amount. */
export function readValor(text: string): string {
  return parseValor(text.replace(",", "."));
}

/** The amount in cents, as digits. */
export function readCentavos(text: string): string {
  return readValor(text).replace(".", "");
}

/** An interpretation of the text of a list search. */
export type Busca =
  | { kind: "chave"; chave: string }
  | { kind: "chave-parte"; inicio: string }
  | { kind: "documento"; documento: string }
  | { kind: "documento-parte"; inicio: string }
  | { kind: "numero"; numero: number; raiz: string | null }
  | { kind: "nome"; padrao: string };

/** Interprets a text: chave, CNPJ or CPF (whole or prefix), number, else part of a name. Null = blank. */
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

/** A LIKE pattern over folded names: the words in order, anything between them. Null for a blank text. */
export function patternOfNome(text: string): string | null {
  const words = foldNome(text)
    .split(" ")
    .filter((word) => word !== "");
  if (words.length === 0) return null;
  return `%${words.map((word) => word.replace(/[\\%_]/g, "\\$&")).join("%")}%`;
}

/** Condition of a text without a pattern: blank matches all, accents without letters match nothing. */
export function matchSemBusca(text: string): "FALSE" | null {
  return text.trim() === "" ? null : "FALSE";
}

/** The cStats of a status filter; `ausente` = also documents without one. Null for a blank text. */
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

/** SEFAZ's status of a document, over all its views. */
export type EstadoSefaz = {
  sefazStatus: string | null;
  sefazPedidaEm: Date | null;
  sefazConsultadaEm: Date | null;
  sefazFalhouEm: Date | null;
};

/** Whether the requested answer has arrived: `sim`, `ainda-nao`, or `falhou` (architecture §6). */
export function judgeEspera(estado: EstadoSefaz): "sim" | "ainda-nao" | "falhou" {
  const { sefazPedidaEm: pedida, sefazConsultadaEm: consultada, sefazFalhouEm: falhou } = estado;
  if (pedida === null) return estado.sefazStatus === null ? "ainda-nao" : "sim";
  if (consultada !== null && consultada >= pedida) return "sim";
  return falhou !== null && falhou >= pedida ? "falhou" : "ainda-nao";
}

/** Queries about one chave that users may request per hour. SEFAZ takes two more, kept for planned checks. */
export const CONSULTAS_DE_PESSOAS = 8;

/** Window of {@link CONSULTAS_DE_PESSOAS}, in ms. */
export const JANELA_PESSOAS_MS = 3_600_000;

/**
 * Whole minutes until a new query is allowed; 0 = now.
 * @param feitas times of the queries of the last hour, oldest first
 */
export function minutesToNextConsulta(feitas: readonly Date[], agora: Date): number {
  const oldest = feitas.at(-CONSULTAS_DE_PESSOAS);
  if (oldest === undefined || feitas.length < CONSULTAS_DE_PESSOAS) return 0;
  return Math.max(1, Math.ceil((oldest.getTime() + JANELA_PESSOAS_MS - agora.getTime()) / 60_000));
}

/**
 * The reason of a release from quarantine, trimmed as it is stored.
 * @throws {Refusal} liberacaoMotivoTamanho
 */
export function readMotivoLiberacao(texto: string): string {
  const motivo = texto.trim().replace(/\s+/g, " ");
  if (motivo.length >= LIBERACAO_MOTIVO_MIN && motivo.length <= LIBERACAO_MOTIVO_MAX) return motivo;
  const values = { min: LIBERACAO_MOTIVO_MIN, max: LIBERACAO_MOTIVO_MAX };
  throw new Refusal("liberacaoMotivoTamanho", { values, campo: "motivo" });
}

/**
 * Refuses a release that a user may not decide: homologação, or a document that SEFAZ contradicts.
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
