import { readPapel } from "@malote/dfe";
import { type Impresso, printDfe, type Situacao } from "@malote/print";

/** What is printed: bytes of XML, of the document itself and, for an evento, of the one it is about. */
export type PapelPedido = {
  xml: Uint8Array;
  doDocumento: Uint8Array | null;
  situacao: Situacao;
  /** PNG or JPEG. */
  logo: Uint8Array | null;
};

/** A paper that cannot be drawn, and would not be at another try: the document itself is at fault. */
export class PapelImpossivel extends Error {
  constructor(cause: unknown) {
    super("the paper cannot be drawn", { cause });
    this.name = "PapelImpossivel";
  }
}

/** Prints the paper of a document or evento; null when it has none.   @throws {PapelImpossivel} */
export function printPapel(pedido: PapelPedido): Impresso | null {
  try {
    return print(pedido);
  } catch (cause) {
    throw new PapelImpossivel(cause);
  }
}

function print({ xml, doDocumento, situacao, logo }: PapelPedido): Impresso | null {
  const papel = readPapel(xml);
  if (papel === null) return null;
  return printDfe({
    papel,
    situacao,
    logo: logo === null ? null : { bytes: logo },
    doDocumento: doDocumento === null ? null : readPapel(doDocumento),
  });
}
