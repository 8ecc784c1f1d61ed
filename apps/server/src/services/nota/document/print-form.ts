import { readPrintedForm } from "@malote/dfe";
import { printDfe, printDfeSvg } from "@malote/print";
import type { PrintedFormInput } from "../../../app-context.ts";

/** The printed form cannot be drawn, and a retry would fail too: the document itself is at fault. */
export class UnprintableForm extends Error {
  constructor(cause: unknown) {
    super("the paper cannot be drawn", { cause });
    this.name = "PapelImpossivel";
  }
}

/** Draws the printed form of a document or evento; null if its type has none.   @throws {UnprintableForm} */
export function printForm(input: PrintedFormInput): Uint8Array | null {
  try {
    return print(input);
  } catch (cause) {
    throw new UnprintableForm(cause);
  }
}

function print({ xml, documentXml, situacao, logo, format }: PrintedFormInput): Uint8Array | null {
  const form = readPrintedForm(xml);
  if (form === null) return null;
  const request = {
    form,
    situacao,
    logo: logo === null ? null : { bytes: logo },
    doDocumento: documentXml === null ? null : readPrintedForm(documentXml),
  };
  return format === "svg" ? Buffer.from(printDfeSvg(request)) : printDfe(request).pdf;
}
