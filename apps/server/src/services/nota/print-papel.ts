import { readPapel } from "@malote/dfe";
import { type PrintedPdf, printDfe, type Situacao } from "@malote/print";

/** Input of a printed form: the XML of a document or evento; for an evento also that of its document. */
export type PapelPedido = {
  xml: Uint8Array;
  doDocumento: Uint8Array | null;
  situacao: Situacao;
  /** PNG or JPEG. */
  logo: Uint8Array | null;
};

/** The printed form cannot be drawn, and a retry would fail too: the document itself is at fault. */
export class PapelImpossivel extends Error {
  constructor(cause: unknown) {
    super("the paper cannot be drawn", { cause });
    this.name = "PapelImpossivel";
  }
}

/** Draws the printed form of a document or evento; null if its type has none.   @throws {PapelImpossivel} */
export function printPapel(pedido: PapelPedido): PrintedPdf | null {
  try {
    return print(pedido);
  } catch (cause) {
    throw new PapelImpossivel(cause);
  }
}

function print({ xml, doDocumento, situacao, logo }: PapelPedido): PrintedPdf | null {
  const papel = readPapel(xml);
  if (papel === null) return null;
  return printDfe({
    papel,
    situacao,
    logo: logo === null ? null : { bytes: logo },
    doDocumento: doDocumento === null ? null : readPapel(doDocumento),
  });
}
