import { type ParsedParamsOf, RESULTADOS_ANEXO } from "@malote/contract";
import { Refusal } from "../../errors.ts";

export type EmailListaParams = ParsedParamsOf<"Email.getListEmail">;
export type EmailFiltro = NonNullable<EmailListaParams["searchFilter"]>;
export type EmailOrdem = NonNullable<EmailListaParams["searchOrder"]>;

export type ResultadoAnexo = (typeof RESULTADOS_ANEXO)[number];

/** Whether a value of `tipoAnexo` is one of `resultadoAnexo`, which clients may still send there. */
export function isResultado(tipo: NonNullable<EmailFiltro["tipoAnexo"]>): tipo is ResultadoAnexo {
  return RESULTADOS_ANEXO.some((resultado) => resultado === tipo);
}

const RESUMO_CHARS = 160;
const WORDS_MAX = 12;

/** @throws {Refusal} periodoInvertido */
export function checkEmailFiltro({ dataDe, dataAte }: EmailFiltro): void {
  if (dataDe === undefined || dataAte === undefined || dataDe <= dataAte) return;
  throw new Refusal("periodoInvertido", { campo: "searchFilter.dataAte" });
}

/**
 * A full-text query: each word must be the prefix of a word of the e-mail; "" without words, which
 * matches none.
 * @param onde "A": subject and sender only, "D": body only, by the weights of email.busca
 */
export function queryOfTexto(text: string, onde: "" | "A" | "D" = ""): string {
  return text
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, WORDS_MAX)
    .map((word) => `'${word.replace(/['\\]/g, "$&$&")}':*${onde}`)
    .join(" & ");
}

/** An ILIKE pattern for the text anywhere; null for a blank text. */
export function patternOfTrecho(text: string): string | null {
  const clean = text.trim();
  return clean === "" ? null : `%${clean.replace(/[\\%_]/g, "\\$&")}%`;
}

/** The first words of a body, on one line. */
export function summarize(corpo: string): string {
  const line = corpo.replace(/\s+/g, " ").trim();
  return line.length <= RESUMO_CHARS ? line : `${line.slice(0, RESUMO_CHARS - 1).trimEnd()}…`;
}

/** Compares parts by position in the message: "2" before "10", a package before its content. */
export function compareCaminho(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  for (let n = 0; n < Math.max(left.length, right.length); n += 1) {
    const difference = Number(left[n] ?? -1) - Number(right[n] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
