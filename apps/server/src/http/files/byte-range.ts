/**
 * Requested part of a file: all of it, bytes `de` to `ate` (from 0, inclusive), or a range outside it.
 */
export type ByteRange = { kind: "tudo" } | { kind: "trecho"; de: number; ate: number } | { kind: "fora" };

const WHOLE: ByteRange = { kind: "tudo" };
const OUTSIDE: ByteRange = { kind: "fora" };

/** etag: of the current file; tamanho: its size in bytes. */
export type FileVersion = { etag: string; tamanho: number };

/**
 * Parses a Range header. Several ranges, an invalid one,
 * or one of a file that has changed get the whole file.
 * @source RFC 9110 §14.1.2, §14.2, §13.1.5
 */
export function parseRange(
  { range, ifRange }: { range: string | undefined; ifRange: string | undefined },
  { etag, tamanho }: FileVersion,
): ByteRange {
  const [, first = "", last = ""] = /^bytes=[\t ]*(\d*)-(\d*)[\t ]*$/i.exec(range ?? "") ?? [];
  if (first === "" && last === "") return WHOLE;
  if (ifRange !== undefined && ifRange.trim() !== etag) return WHOLE;
  if (first === "") {
    const lastBytes = Math.min(Number(last), tamanho);
    return lastBytes === 0 ? OUTSIDE : { kind: "trecho", de: tamanho - lastBytes, ate: tamanho - 1 };
  }
  const de = Number(first);
  if (last !== "" && Number(last) < de) return WHOLE;
  if (de >= tamanho) return OUTSIDE;
  return { kind: "trecho", de, ate: last === "" ? tamanho - 1 : Math.min(Number(last), tamanho - 1) };
}
