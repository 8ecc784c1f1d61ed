/** What stops a scan, as the reader's outcome names it. */
export type XmlFault =
  | "malformado"
  | "dtd"
  | "versao"
  | "codificacao"
  | "grande-demais"
  | "profundo-demais"
  | "varias-raizes";

/** A scan that cannot go on; it never leaves the room: readers turn it into an outcome. */
export class XmlError extends Error {
  override readonly name = "XmlError";
  readonly fault: XmlFault;

  constructor(fault: XmlFault, detail: string) {
    super(detail);
    this.fault = fault;
  }
}
