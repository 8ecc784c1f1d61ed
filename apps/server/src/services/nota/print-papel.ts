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

/** Prints the paper of a document or evento; null when it has none. */
export function printPapel({ xml, doDocumento, situacao, logo }: PapelPedido): Impresso | null {
  const papel = readPapel(xml);
  if (papel === null) return null;
  return printDfe({
    papel,
    situacao,
    logo: logo === null ? null : { bytes: logo },
    doDocumento: doDocumento === null ? null : readPapel(doDocumento),
  });
}
