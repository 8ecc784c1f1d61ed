import type { XmlLimit } from "./limits.ts";

/** Why a scan stops, in the words of the reader's outcome. */
export type XmlFault =
  | "malformado"
  | "dtd"
  | "versao"
  | "codificacao"
  | "grande-demais"
  | "profundo-demais"
  | "varias-raizes";

/** Stops a scan. The readers of documents turn it into an outcome; those of messages throw it. */
export class XmlError extends Error {
  override readonly name = "XmlError";
  readonly fault: XmlFault;
  /** The limit that was passed; null for any other fault. */
  readonly limit: XmlLimit | null;

  constructor(fault: XmlFault, detail: string, limit: XmlLimit | null = null) {
    super(detail);
    this.fault = fault;
    this.limit = limit;
  }
}

/** Maximum lines counted to locate a fault. */
const LINES_MAX = 100_000;

/** The same error with the line of an offset. */
export function locateFault({ fault, message, limit }: XmlError, text: string, offset: number): XmlError {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
    if (line === LINES_MAX) return new XmlError(fault, `${message} (depois da linha ${line})`, limit);
  }
  return new XmlError(fault, `${message} (linha ${line})`, limit);
}
