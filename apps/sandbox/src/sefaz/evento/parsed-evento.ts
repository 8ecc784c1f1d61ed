import type { Elemento } from "../read-xml.ts";

/** A parsed event. */
export type ParsedEvento = {
  /** `<evento>` alone, with its namespace declared. */
  xml: string;
  id: string;
  cOrgao: string;
  tpAmb: string;
  /** CNPJ or CPF. */
  autor: string;
  chave: string;
  dhEvento: string;
  tpEvento: string;
  nSeqEvento: string;
  /** Null in the CT-e, which has none. */
  verEvento: string | null;
  det: Elemento;
  /** The Signature element; null when absent. */
  assinatura: Elemento | null;
};

/** The event layout of a family. */
export type EventoLayout = {
  namespace: string;
  raiz: string;
  versao: string;
  campoChave: string;
  atributoVersao: "versao" | "versaoEvento";
  verEvento: boolean;
  digitosSequencia: 2 | 3;
};

const DSIG = "http://www.w3.org/2000/09/xmldsig#";
const DATA_HORA = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{2}:[0-9]{2}$/;

/**
 * Null for any shape other than the schema's.
 * @param texto the message that contains the element
 * @source leiauteEvento_v1.00.xsd, eventoCTeTiposBasico_v4.00.xsd
 */
export function readEvento(elemento: Elemento, layout: EventoLayout, texto: string): ParsedEvento | null {
  const { namespace, raiz, versao } = layout;
  if (elemento.nome !== raiz || elemento.namespace !== namespace || elemento.atributos.versao !== versao)
    return null;
  const [inf, assinatura, ...others] = elemento.filhos;
  if (inf?.nome !== "infEvento" || others.length > 0) return null;
  if (assinatura && (assinatura.nome !== "Signature" || assinatura.namespace !== DSIG)) return null;
  const rest = [...inf.filhos];
  const det = rest.pop();
  const documento = rest[2]?.nome === "CPF" ? "CPF" : "CNPJ";
  const names = ["cOrgao", "tpAmb", documento, layout.campoChave, "dhEvento", "tpEvento", "nSeqEvento"];
  if (layout.verEvento) names.push("verEvento");
  const right = rest.length === names.length && rest.every(({ nome }, index) => nome === names[index]);
  if (!right || det?.nome !== "detEvento" || rest.some(({ filhos }) => filhos.length > 0)) return null;
  const [cOrgao = "", tpAmb = "", autor = "", chave = "", dhEvento = "", tpEvento = "", nSeq = "", ver] =
    rest.map((child) => child.texto);
  if (!DATA_HORA.test(dhEvento) || !/^[0-9]{6}$/.test(tpEvento) || !/^[0-9]{1,3}$/.test(nSeq)) return null;
  return {
    xml: standAlone(texto.slice(elemento.start, elemento.end), layout),
    id: inf.atributos.Id ?? "",
    cOrgao,
    tpAmb,
    autor,
    chave,
    dhEvento,
    tpEvento,
    nSeqEvento: nSeq,
    verEvento: ver ?? null,
    det,
    assinatura: assinatura ?? null,
  };
}

/**
 * @NOTE the signed element inherits the namespace of the message; standing alone, it must declare
 * it.
 */
function standAlone(xml: string, { raiz, namespace }: EventoLayout): string {
  return xml.replace(new RegExp(`^<${raiz}(?![^>]*\\sxmlns\\s*=)`), `<${raiz} xmlns="${namespace}"`);
}

/** The Id composed of the fields. */
export function idOf(evento: ParsedEvento, { digitosSequencia }: EventoLayout): string {
  return `ID${evento.tpEvento}${evento.chave}${evento.nSeqEvento.padStart(digitosSequencia, "0")}`;
}
