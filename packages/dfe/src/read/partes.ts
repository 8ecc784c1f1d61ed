import type { TipoNota } from "@malote/syntax";
import type { ParteCitada, ParteNome } from "../leitura.ts";
import { hasElements, textOf, type XmlElement } from "../xml/tree.ts";
import { childrenOf } from "./fields.ts";

/**
 * Where a layout names a company or a person: its element, from the signed one on, and the fields
 * of its number.
 */
export type LugarDaParte = { parte: ParteNome; caminho: string; numeros: readonly string[] };

const PESSOA = ["CNPJ", "CPF"] as const;

function lugar(parte: ParteNome, caminho: string, numeros: readonly string[] = PESSOA): LugarDaParte {
  return { parte, caminho, numeros };
}

const AUTORIZADO = lugar("autorizado", "autXML");

const NFE = [
  lugar("destinatario", "dest"),
  lugar("adquirente", "det/prod/DI"),
  lugar("entrega", "entrega"),
  lugar("retirada", "retirada"),
  lugar("intermediador", "infIntermed"),
  lugar("transportador", "transp/transporta"),
  AUTORIZADO,
];

/**
 * Every place in which a document names a party beside its issuer, by model, in the order in which
 * parties receive it. Not listed are those who have no part in the operation: the tax office
 * (avulsa), makers of the goods (CNPJFab, CNPJProd), issuers of referred documents (refNF, refNFP),
 * suppliers of software, signature and payment (infRespTec, infPAA, card, CNPJPag, pgtoVinc,
 * infBanc).
 * @source leiauteNFe_v4.00.xsd; cteTiposBasico_v4.00.xsd, cteModal*_v4.00.xsd and layouts 1.04 to
 * 3.00; mdfeTiposBasico_v3.00.xsd, mdfeModal*_v3.00.xsd and layout 1.00
 */
export const LUGARES_DAS_PARTES: Readonly<Record<TipoNota, readonly LugarDaParte[]>> = {
  NFe: NFE,
  NFCe: NFE,
  CTe: [
    lugar("tomador", "toma"),
    lugar("tomador", "ide/toma4"),
    lugar("tomador", "ide/tomaTerceiro"),
    lugar("destinatario", "dest"),
    lugar("remetente", "rem"),
    lugar("expedidor", "exped"),
    lugar("recebedor", "receb"),
    lugar("retirada", "rem/locColeta"),
    lugar("entrega", "dest/locEnt"),
    lugar("transportadorAnterior", "infCTeNorm/docAnt/emiDocAnt"),
    lugar("emitenteOrdemColeta", "infCTeNorm/infModal/rodo/occ/emiOcc"),
    lugar("emitenteOrdemColeta", "infModal/rodo/occ/emiOcc"),
    lugar("proprietario", "infCTeNorm/infModal/rodo/veic/prop"),
    lugar("ferrovia", "infCTeNorm/infModal/ferrov/trafMut/ferroEnv"),
    lugar("ferrovia", "infCTeNorm/infModal/ferrov/ferroEnv"),
    lugar("seguradora", "infCTeNorm/infModal/multimodal/seg/infSeg"),
    lugar("valePedagio", "infCTeNorm/infModal/rodo/valePed", ["CNPJForn", "CNPJPg"]),
    lugar("condutor", "infCTeNorm/infModal/rodo/moto"),
    AUTORIZADO,
  ],
  CTeOS: [
    lugar("tomador", "toma"),
    lugar("proprietario", "infCTeNorm/infModal/rodoOS/veic/prop"),
    AUTORIZADO,
  ],
  MDFe: [
    lugar("contratante", "infModal/rodo/infANTT/infContratante"),
    lugar("pagador", "infModal/rodo/infANTT/infPag"),
    lugar("responsavelSeguro", "seg/infResp"),
    lugar("seguradora", "seg/infSeg"),
    lugar("proprietario", "infModal/rodo/veicTracao/prop"),
    lugar("proprietario", "infModal/rodo/veicReboque/prop"),
    lugar("responsavelCiot", "infModal/rodo/infANTT/infCIOT"),
    lugar("valePedagio", "infModal/rodo/infANTT/valePed/disp", ["CNPJPg", "CPFPg", "CNPJForn"]),
    lugar("valePedagio", "infModal/rodo/valePed/disp", ["CNPJPg", "CNPJForn"]),
    lugar("condutor", "infModal/rodo/veicTracao/condutor"),
    AUTORIZADO,
  ],
};

/** A CNPJ, with letters or without, or a CPF. */
const DOCUMENTO = /^(?:[0-9A-Z]{12}[0-9]{2}|[0-9]{11})$/;

/**
 * All parties that a document names by CNPJ or CPF, without its issuer, each once. What is not a
 * CNPJ or CPF is left out, never refused.
 */
export function readPartes(assinado: XmlElement, tipoNota: TipoNota): ParteCitada[] {
  const partes = new Map<string, ParteCitada>();
  for (const { parte, caminho, numeros } of LUGARES_DAS_PARTES[tipoNota]) {
    for (const element of follow(assinado, caminho)) {
      for (const documento of numeros.flatMap((local) => textsOf(element, local))) {
        if (!DOCUMENTO.test(documento) || partes.has(documento)) continue;
        partes.set(documento, { parte, documento, nome: textsOf(element, "xNome")[0] ?? "" });
      }
    }
  }
  return [...partes.values()];
}

function follow(assinado: XmlElement, caminho: string): XmlElement[] {
  return caminho
    .split("/")
    .reduce<XmlElement[]>((found, local) => found.flatMap((each) => childrenOf(each, local)), [assinado]);
}

function textsOf(element: XmlElement, local: string): string[] {
  return childrenOf(element, local).flatMap((field) => (hasElements(field) ? [] : [textOf(field).trim()]));
}
