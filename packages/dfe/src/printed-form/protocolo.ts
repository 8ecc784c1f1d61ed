import { childrenOf } from "../read/fields/fields.ts";
import type { LocatedDocumento } from "../read/locate.ts";
import type { XmlElement } from "../xml/tree.ts";
import { fieldOf } from "./fields.ts";

/** Where an answer of SEFAZ contradicts the document next to it: it is unsigned, and
 * anyone can add it. "repetido": the answer is repeated, so the right one is unknown. */
export type Divergencia = "chave" | "digest" | "ambiente" | "repetido";

/** The fields of a document to compare with an answer: key,
 * DigestValue as written, tpAmb. null contradicts nothing. */
export type AnsweredDocumento = {
  chave: string | null;
  digest: string | null;
  ambiente: string | null;
};

/** Compares an answer with its document; empty when it matches or
 * is absent. The key is required; digVal and tpAmb are optional.
 * @source leiauteNFe_v4.00.xsd, infProt: chNFe (chCTe, chMDFe), digVal, tpAmb */
export function compareProtocolo(
  { resposta, repeated, layout }: LocatedDocumento,
  { chave, digest, ambiente }: AnsweredDocumento,
): Divergencia[] {
  if (!resposta) return [];
  const divergencias: Divergencia[] = repeated.length > 0 ? ["repetido"] : [];
  if (chave !== null && fieldOf(resposta, layout.chave) !== chave) divergencias.push("chave");
  if (isDifferent(resposta, "digVal", digest)) divergencias.push("digest");
  if (isDifferent(resposta, "tpAmb", ambiente)) divergencias.push("ambiente");
  return divergencias;
}

/** Says whether a field is present and has another value, is repeated or unreadable. */
function isDifferent(resposta: XmlElement, tag: string, value: string | null): boolean {
  if (value === null || childrenOf(resposta, tag).length === 0) return false;
  return withoutBlanks(fieldOf(resposta, tag)) !== withoutBlanks(value);
}

/** Base64 may contain line breaks. */
function withoutBlanks(text: string | null): string | null {
  return text?.replace(/\s+/g, "") ?? null;
}
