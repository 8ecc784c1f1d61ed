/**
 * Requested part of a file: all of it, bytes `de` to `ate` (from 0, inclusive), or a range outside it.
 */
export type Faixa = { kind: "tudo" } | { kind: "trecho"; de: number; ate: number } | { kind: "fora" };

const TUDO: Faixa = { kind: "tudo" };
const FORA: Faixa = { kind: "fora" };

/** etag: of the current file; tamanho: its size in bytes. */
export type Arquivo = { etag: string; tamanho: number };

/**
 * Parses a Range header. Several ranges, an invalid one,
 * or one of a file that has changed get the whole file.
 * @source RFC 9110 §14.1.2, §14.2, §13.1.5
 */
export function readFaixa(
  { range, ifRange }: { range: string | undefined; ifRange: string | undefined },
  { etag, tamanho }: Arquivo,
): Faixa {
  const [, first = "", last = ""] = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i.exec(range ?? "") ?? [];
  if (first === "" && last === "") return TUDO;
  if (ifRange !== undefined && ifRange.trim() !== etag) return TUDO;
  if (first === "") {
    const ultimos = Math.min(Number(last), tamanho);
    return ultimos === 0 ? FORA : { kind: "trecho", de: tamanho - ultimos, ate: tamanho - 1 };
  }
  const de = Number(first);
  if (last !== "" && Number(last) < de) return TUDO;
  if (de >= tamanho) return FORA;
  return { kind: "trecho", de, ate: last === "" ? tamanho - 1 : Math.min(Number(last), tamanho - 1) };
}
