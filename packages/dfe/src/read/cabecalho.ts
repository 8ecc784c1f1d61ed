import type { ChaveAcesso } from "@malote/syntax";
import type { Protocolo } from "../leitura.ts";
import type { XmlElement } from "../xml/tree.ts";
import {
  childOf,
  childrenOf,
  fieldOf,
  LayoutError,
  requireAttribute,
  requireField,
  textFieldOf,
} from "./fields.ts";
import { readInstante } from "./instante.ts";
import { DSIG_NAMESPACE, type Localizado } from "./locate.ts";

const CHAVE = /^[0-9]{6}[A-Z0-9]{12}[0-9]{26}$/;
const DIGITS = /^[0-9]{1,9}$/;
const AMBIENTE = /^[12]$/;
const LEFT_ZEROS = /^0+(?=[0-9])/;

/** The access key in the Id of the signed element.   @throws LayoutError */
export function readChave({ assinado, layout }: Localizado): ChaveAcesso {
  const id = requireAttribute(assinado, "Id");
  const chave = id.slice(layout.prefixo.length);
  if (!id.startsWith(layout.prefixo) || !CHAVE.test(chave)) {
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

/** The digest that the signature claims; null without one.   @throws LayoutError */
export function readDigest({ assinaturas }: Localizado): string | null {
  const [signature] = assinaturas;
  if (signature?.namespace !== DSIG_NAMESPACE) return null;
  const [reference] = childrenOf(childOf(signature, "SignedInfo"), "Reference");
  return fieldOf(reference ?? null, "DigestValue");
}

/** What SEFAZ answered; null when the answer is absent or says nothing.   @param uf of the issuer, for old dates without an offset
 * @throws LayoutError */
export function readProtocolo({ resposta, layout }: Localizado, uf: string): Protocolo | null {
  const cStat = fieldOf(resposta, "cStat");
  if (!resposta || cStat === null) return null;
  const recebimento = fieldOf(resposta, "dhRecbto");
  return {
    numero: fieldOf(resposta, "nProt") ?? "",
    dataRecebimento: recebimento === null ? "" : readInstante(recebimento, "dhRecbto", uf),
    cStat,
    xMotivo: textFieldOf(resposta, "xMotivo") ?? "",
    digVal: fieldOf(resposta, "digVal"),
    chaveAcesso: fieldOf(resposta, layout.chave) ?? "",
  };
}
