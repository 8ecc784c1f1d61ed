import type { TipoNota } from "@malote/syntax";
import type { NamedParty, PartyRole } from "../reading.ts";
import { hasElements, textOf, type XmlElement } from "../xml/tree.ts";
import { childrenOf } from "./fields/fields.ts";

/** Where a layout names a company or person: the path below
 * the signed element, and the fields of the CNPJ or CPF. */
export type PartyPlace = { parte: PartyRole; caminho: string; numeros: readonly string[] };

const PERSON = ["CNPJ", "CPF"] as const;

function place(parte: PartyRole, caminho: string, numeros: readonly string[] = PERSON): PartyPlace {
  return { parte, caminho, numeros };
}

const AUTORIZADO = place("autorizado", "autXML");

const NFE = [
  place("destinatario", "dest"),
  place("adquirente", "det/prod/DI"),
  place("entrega", "entrega"),
  place("retirada", "retirada"),
  place("intermediador", "infIntermed"),
  place("transportador", "transp/transporta"),
  AUTORIZADO,
];

/** Every place where a document names a party other than its emitente, by model, in order of
 * precedence of the roles. Excluded, as not part of the operation: the tax authority (avulsa),
 * manufacturers (CNPJFab, CNPJProd), emitentes of references (refNF, refNFP), suppliers of
 * software, signatures and payment (infRespTec, infPAA, card, CNPJPag, pgtoVinc, infBanc).
 * @source leiauteNFe_v4.00.xsd; cteTiposBasico_v4.00.xsd, cteModal*_v4.00.xsd and
 * layouts 1.04 to 3.00; mdfeTiposBasico_v3.00.xsd, mdfeModal*_v3.00.xsd and layout 1.00 */
export const PARTY_PLACES: Readonly<Record<TipoNota, readonly PartyPlace[]>> = {
  NFe: NFE,
  NFCe: NFE,
  CTe: [
    place("tomador", "toma"),
    place("tomador", "ide/toma4"),
    place("tomador", "ide/tomaTerceiro"),
    place("destinatario", "dest"),
    place("remetente", "rem"),
    place("expedidor", "exped"),
    place("recebedor", "receb"),
    place("retirada", "rem/locColeta"),
    place("entrega", "dest/locEnt"),
    place("transportadorAnterior", "infCTeNorm/docAnt/emiDocAnt"),
    place("emitenteOrdemColeta", "infCTeNorm/infModal/rodo/occ/emiOcc"),
    place("emitenteOrdemColeta", "infModal/rodo/occ/emiOcc"),
    place("proprietario", "infCTeNorm/infModal/rodo/veic/prop"),
    place("ferrovia", "infCTeNorm/infModal/ferrov/trafMut/ferroEnv"),
    place("ferrovia", "infCTeNorm/infModal/ferrov/ferroEnv"),
    place("seguradora", "infCTeNorm/infModal/multimodal/seg/infSeg"),
    place("valePedagio", "infCTeNorm/infModal/rodo/valePed", ["CNPJForn", "CNPJPg"]),
    place("condutor", "infCTeNorm/infModal/rodo/moto"),
    AUTORIZADO,
  ],
  CTeOS: [
    place("tomador", "toma"),
    place("proprietario", "infCTeNorm/infModal/rodoOS/veic/prop"),
    AUTORIZADO,
  ],
  MDFe: [
    place("contratante", "infModal/rodo/infANTT/infContratante"),
    place("pagador", "infModal/rodo/infANTT/infPag"),
    place("responsavelSeguro", "seg/infResp"),
    place("seguradora", "seg/infSeg"),
    place("proprietario", "infModal/rodo/veicTracao/prop"),
    place("proprietario", "infModal/rodo/veicReboque/prop"),
    place("responsavelCiot", "infModal/rodo/infANTT/infCIOT"),
    place("valePedagio", "infModal/rodo/infANTT/valePed/disp", ["CNPJPg", "CPFPg", "CNPJForn"]),
    place("valePedagio", "infModal/rodo/valePed/disp", ["CNPJPg", "CNPJForn"]),
    place("condutor", "infModal/rodo/veicTracao/condutor"),
    AUTORIZADO,
  ],
};

/** A numeric or alphanumeric CNPJ, or a CPF. */
const DOCUMENTO = /^(?:[0-9A-Z]{12}[0-9]{2}|[0-9]{11})$/;

/** All parties that a document names by CNPJ or CPF, without
 * its emitente, each once. Other values are ignored. */
export function readParties(assinado: XmlElement, tipoNota: TipoNota): NamedParty[] {
  const parties = new Map<string, NamedParty>();
  for (const { parte, caminho, numeros } of PARTY_PLACES[tipoNota]) {
    for (const element of follow(assinado, caminho)) {
      for (const documento of numeros.flatMap((local) => textsOf(element, local))) {
        if (!DOCUMENTO.test(documento) || parties.has(documento)) continue;
        parties.set(documento, { parte, documento, nome: textsOf(element, "xNome")[0] ?? "" });
      }
    }
  }
  return [...parties.values()];
}

function follow(assinado: XmlElement, caminho: string): XmlElement[] {
  return caminho
    .split("/")
    .reduce<XmlElement[]>((found, local) => found.flatMap((each) => childrenOf(each, local)), [assinado]);
}

function textsOf(element: XmlElement, local: string): string[] {
  return childrenOf(element, local).flatMap((field) => (hasElements(field) ? [] : [textOf(field).trim()]));
}
