import { childrenOf } from "../read/fields/fields.ts";
import type { LocatedDocumento } from "../read/locate.ts";
import type { XmlElement } from "../xml/tree.ts";
import { campoOf } from "./campos.ts";

/** Why an answer of SEFAZ is not about the document that it stands beside: nobody signed it, and anybody may have put it there.
 * "repetido": there are two of it, and nobody could say the right one. */
export type Divergencia = "chave" | "digest" | "ambiente" | "repetido";

/** What an answer must say of its document: its key, the DigestValue of the signature as it is written there, tpAmb. Null is what the
 * document itself does not say: nothing can disagree with it. */
export type Respondido = {
  chave: string | null;
  digest: string | null;
  ambiente: string | null;
};

/** Compares an answer with its document; empty when it is about it, or when there is none. The key must be there; digVal and tpAmb
 * that are left out disagree with nothing.   @source leiauteNFe_v4.00.xsd, infProt: chNFe (chCTe, chMDFe), digVal, tpAmb */
export function compareProtocolo(
  { resposta, repeated: repetidos, layout }: LocatedDocumento,
  { chave, digest, ambiente }: Respondido,
): Divergencia[] {
  if (!resposta) return [];
  const divergencias: Divergencia[] = repetidos.length > 0 ? ["repetido"] : [];
  if (chave !== null && campoOf(resposta, layout.chave) !== chave) divergencias.push("chave");
  if (isOther(resposta, "digVal", digest)) divergencias.push("digest");
  if (isOther(resposta, "tpAmb", ambiente)) divergencias.push("ambiente");
  return divergencias;
}

/** A field that is there and says something else, or twice, or nothing that could be read. */
function isOther(resposta: XmlElement, tag: string, dito: string | null): boolean {
  if (dito === null || childrenOf(resposta, tag).length === 0) return false;
  return withoutBlanks(campoOf(resposta, tag)) !== withoutBlanks(dito);
}

/** Base64 may be broken into lines. */
function withoutBlanks(texto: string | null): string | null {
  return texto?.replace(/\s+/g, "") ?? null;
}
