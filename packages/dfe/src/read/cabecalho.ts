import { CHAVE_ACESSO_PATTERN, type ChaveAcesso } from "@malote/syntax";
import type { Protocolo } from "../leitura.ts";
import type { XmlElement } from "../xml/tree.ts";
import { childOf, childrenOf, fieldOf, LayoutError, requireAttribute, requireField } from "./fields.ts";
import { DSIG_NAMESPACE, type Localizado } from "./locate.ts";
import { Resposta } from "./resposta.ts";

const DIGITS = /^[0-9]{1,9}$/;
const AMBIENTE = /^[12]$/;
const LEFT_ZEROS = /^0+(?=[0-9])/;

/** The access key in the Id of the signed element.   @throws LayoutError */
export function readChave({ assinado, layout }: Localizado): ChaveAcesso {
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

/** The digest that the signature claims; null without one.   @throws LayoutError */
export function readDigest({ assinaturas }: Localizado): string | null {
  const [signature] = assinaturas;
  if (signature?.namespace !== DSIG_NAMESPACE) return null;
  const [reference] = childrenOf(childOf(signature, "SignedInfo"), "Reference");
  return fieldOf(reference ?? null, "DigestValue");
}

/** What SEFAZ answered; null when the answer is absent or says nothing.   @param uf of the issuer, for old dates without an offset */
export function readProtocolo({ resposta, repetidos, layout }: Localizado, uf: string): Protocolo | null {
  const said = new Resposta(resposta, repetidos);
  const cStat = said.field("cStat");
  if (!resposta || (cStat === null && said.defeitos.length === 0)) return null;
  return {
    numero: said.field("nProt") ?? "",
    dataRecebimento: said.instante("dhRecbto", uf) ?? "",
    cStat: cStat ?? "",
    xMotivo: said.text("xMotivo") ?? "",
    digVal: said.field("digVal"),
    chaveAcesso: said.field(layout.chave) ?? "",
    alertas: said.alertas(),
    defeitos: said.defeitos,
  };
}
