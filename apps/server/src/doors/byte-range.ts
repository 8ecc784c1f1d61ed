/** What of a file is asked for: all of it, bytes from `de` to `ate` (counted from 0, both included), or some that it does not have. */
export type Faixa = { kind: "tudo" } | { kind: "trecho"; de: number; ate: number } | { kind: "fora" };

const TUDO: Faixa = { kind: "tudo" };
const FORA: Faixa = { kind: "fora" };

/** etag: of the file as it is; tamanho: its bytes. */
export type Arquivo = { etag: string; tamanho: number };

/**
 * Reads which piece of a file a request wants. Several pieces at once, and what is no range, are answered with the whole file, as is a
 * piece of a file that has changed since.
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
