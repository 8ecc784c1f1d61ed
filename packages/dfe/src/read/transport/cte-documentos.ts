import type { ParsedReferencia } from "../../reading.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { childOf, childrenOf, fieldOf, textFieldOf } from "../fields/fields.ts";
import { referenciaOf } from "../fields/referencia.ts";
import { readReferencias } from "./fields.ts";

/** The documents that a CT-e carries: notas by key, paper and other documents
 * described in words, and those of earlier carriers. Layout 1.04 lists them
 * in the sender's group, a simplified CT-e in each of its services.
 * @source cteTiposBasico_v4.00.xsd (infDoc, docAnt, infDocRef,
 * det), CT-e 1.04 (rem/infNF, rem/infNFe, rem/infOthers) */
export function readDocumentosCte(assinado: XmlElement, norm: XmlElement | null): ParsedReferencia[] {
  const infDoc = childOf(norm, "infDoc") ?? childOf(assinado, "rem");
  const trechos = childrenOf(assinado, "det");
  return [
    ...readReferencias([...childrenOf(infDoc, "infNFe"), ...childrenOf(infDoc, "infDCe")], "chave"),
    ...childrenOf(infDoc, "infNF").map(describeNota),
    ...childrenOf(infDoc, "infOutros").map(describeOther),
    ...childrenOf(norm, "infDocRef").flatMap(readDocRef),
    ...trechos.flatMap((each) => readReferencias(childrenOf(each, "infNFe"), "chNFe")),
    ...trechos.flatMap((each) => readReferencias(childrenOf(each, "infDocAnt"), "chCTe")),
    ...childrenOf(childOf(norm, "docAnt"), "emiDocAnt").flatMap(readAnteriores),
    ...readReferencias(childrenOf(childOf(norm, "infServVinc"), "infCTeMultimodal"), "chCTeMultimodal"),
  ];
}

/** The CT-e that this one complements, replaces or annuls, and the GTV-e that a CT-e OS bills.
 * @source cteTiposBasico_v4.00.xsd (infCteComp/chCTe, infCteSub/chCte,
 * infGTVe/chCTe), CT-e 3.00 (infCteComp/chave, infCteAnu/chCte) */
export function readReferenciasCte(assinado: XmlElement, norm: XmlElement | null): ParsedReferencia[] {
  const substituido = childOf(norm, "infCteSub") ?? childOf(assinado, "infCteSub");
  return [
    ...childrenOf(assinado, "infCteComp").flatMap((each) =>
      referenciaOf(fieldOf(each, "chCTe") ?? fieldOf(each, "chave")),
    ),
    ...readReferencias(childrenOf(assinado, "infCteAnu"), "chCte"),
    ...referenciaOf(fieldOf(substituido, "chCte")),
    ...readReferencias(childrenOf(norm, "infGTVe"), "chCTe"),
    ...referenciaOf(fieldOf(norm, "refCTeCanc")),
  ];
}

function readAnteriores(emiDocAnt: XmlElement): ParsedReferencia[] {
  return childrenOf(emiDocAnt, "idDocAnt").flatMap((each) => [
    ...childrenOf(each, "idDocAntEle").flatMap((ele) =>
      referenciaOf(fieldOf(ele, "chCTe") ?? fieldOf(ele, "chave")),
    ),
    ...childrenOf(each, "idDocAntPap").map((form) => describe("Documento anterior", form)),
  ]);
}

function readDocRef(infDocRef: XmlElement): ParsedReferencia[] {
  const chave = fieldOf(infDocRef, "chBPe");
  return chave === null ? [describe("Documento", infDocRef)] : referenciaOf(chave);
}

function describeNota(infNF: XmlElement): ParsedReferencia {
  return describe("Nota fiscal", infNF);
}

function describeOther(infOthers: XmlElement): ParsedReferencia {
  return describe(textFieldOf(infOthers, "descOutros") ?? "Documento", infOthers);
}

/** Describes a paper document by its type and identification. */
function describe(name: string, form: XmlElement): ParsedReferencia {
  const tags: [string, string][] = [
    ["modelo", "mod"],
    ["tipo", "tpDoc"],
    ["série", "serie"],
    ["nº", "nDoc"],
  ];
  const details = tags.flatMap(([label, tag]) => {
    const value = fieldOf(form, tag);
    return value === null ? [] : `${label} ${value}`;
  });
  return { chaveAcesso: null, descricao: [name, ...details].join(", ") };
}
