/** Why a scan stops, in the words of the reader's outcome. */
export type XmlFault =
  | "malformado"
  | "dtd"
  | "versao"
  | "codificacao"
  | "grande-demais"
  | "profundo-demais"
  | "varias-raizes";

/** Stops a scan; readers turn it into an outcome, so no caller of the package sees it. */
export class XmlError extends Error {
  override readonly name = "XmlError";
  readonly fault: XmlFault;

  constructor(fault: XmlFault, detail: string) {
    super(detail);
    this.fault = fault;
  }
}
