import { ANEXO_RESULTS, type ParsedParamsOf } from "@malote/contract";
import { Refusal } from "../../errors.ts";

export type EmailListParams = ParsedParamsOf<"Email.getListEmail">;
export type EmailFilter = NonNullable<EmailListParams["searchFilter"]>;
export type EmailOrder = NonNullable<EmailListParams["searchOrder"]>;

export type AnexoResult = (typeof ANEXO_RESULTS)[number];

/** Whether a value of `tipoAnexo` is one of `resultadoAnexo`, which clients may still send there. */
export function isResult(tipo: NonNullable<EmailFilter["tipoAnexo"]>): tipo is AnexoResult {
  return ANEXO_RESULTS.some((resultado) => resultado === tipo);
}

const SUMMARY_CHARS = 160;
const WORDS_MAX = 12;

/** @throws {Refusal} periodoInvertido */
export function checkEmailFilter({ dataDe, dataAte }: EmailFilter): void {
  if (dataDe === undefined || dataAte === undefined || dataDe <= dataAte) return;
  throw new Refusal("periodoInvertido", { campo: "searchFilter.dataAte" });
}

/**
 * A full-text query: each word must be the prefix of a word of the e-mail; "" without words, which
 * matches none.
 * @param scope "A": subject and sender only, "D": body only, by the weights of email.busca
 */
export function queryOfText(text: string, scope: "" | "A" | "D" = ""): string {
  return text
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, WORDS_MAX)
    .map((word) => `'${word.replace(/['\\]/g, "$&$&")}':*${scope}`)
    .join(" & ");
}

/** The first words of a body, on one line. */
export function summarize(body: string): string {
  const line = body.replace(/\s+/g, " ").trim();
  return line.length <= SUMMARY_CHARS ? line : `${line.slice(0, SUMMARY_CHARS - 1).trimEnd()}…`;
}

/** Compares parts by position in the message: "2" before "10", a package before its content. */
export function comparePaths(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  for (let n = 0; n < Math.max(left.length, right.length); n += 1) {
    const difference = Number(left[n] ?? -1) - Number(right[n] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
