import { CHAVE_ACESSO_PATTERN, type ChaveAcesso } from "@malote/syntax";
import type { Protocolo } from "../../reading.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { DSIG_NAMESPACE, type LocatedDocumento } from "../locate.ts";
import { SefazAnswer } from "../sefaz/answer.ts";
import { childOf, childrenOf, fieldOf, LayoutError, requireAttribute, requireField } from "./fields.ts";

const DIGITS = /^[0-9]{1,9}$/;
const AMBIENTE = /^[12]$/;
const LEFT_ZEROS = /^0+(?=[0-9])/;

/** The access key in the Id of the signed element.   @throws LayoutError */
export function readChave({ assinado, layout }: LocatedDocumento): ChaveAcesso {
  const id = requireAttribute(assinado, "Id");
  const chave = id.slice(layout.prefixo.length);
  if (!id.startsWith(layout.prefixo) || !CHAVE_ACESSO_PATTERN.test(chave)) {
    throw new LayoutError("campo-invalido", `${assinado.local}/@Id`);
  }
  return chave;
}

/** A number of up to nine digits, without its left zeros.   @throws LayoutError */
export function readNumero(element: XmlElement, tag: string): string {
  return requireField(element, tag, DIGITS).replace(LEFT_ZEROS, "");
}

/** @throws LayoutError */
export function readAmbiente(element: XmlElement): "1" | "2" {
  return requireField(element, "tpAmb", AMBIENTE) === "1" ? "1" : "2";
}

/** The DigestValue in the signature; null without one.   @throws LayoutError */
export function readDigest({ assinaturas }: LocatedDocumento): string | null {
  const [signature] = assinaturas;
  if (signature?.namespace !== DSIG_NAMESPACE) return null;
  const [reference] = childrenOf(childOf(signature, "SignedInfo"), "Reference");
  return fieldOf(reference ?? null, "DigestValue");
}

/** SEFAZ's answer; null when it is absent or empty.
 * @param uf of the emitente, for old dates without an offset */
export function readProtocolo(
  { resposta, repeated, layout }: LocatedDocumento,
  uf: string,
): Protocolo | null {
  const answer = new SefazAnswer(resposta, repeated);
  const cStat = answer.field("cStat");
  if (!resposta || (cStat === null && answer.defeitos.length === 0)) return null;
  return {
    numero: answer.field("nProt") ?? "",
    dataRecebimento: answer.instante("dhRecbto", uf) ?? "",
    cStat: cStat ?? "",
    xMotivo: answer.text("xMotivo") ?? "",
    digVal: answer.field("digVal"),
    chaveAcesso: answer.field(layout.chave) ?? "",
    alertas: answer.alertas(),
    defeitos: answer.defeitos,
  };
}
