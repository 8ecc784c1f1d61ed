import { childrenOf } from "../../read/fields/fields.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { onlyChildOf } from "../fields.ts";
import { type ComponenteCte, readComponentesCte } from "./amounts.ts";
import { attributeText, eachTextOf, type FieldText, firstTextOf, namedTextsOf } from "./text-fields.ts";

/** A measure of the load. `unidade` is the layout's code (00 m³, 01 kg, 02 t, 03 units, 04
 * litres, 05 MMBTU). `tipo` is what is measured, in words or, in a simplified CT-e, as a code. */
export type CteMeasure = Record<"unidade" | "tipo" | "quantidade", FieldText>;
export type CargaCte = Record<"produto" | "caracteristicas" | "valor" | "averbado", FieldText> & {
  medidas: CteMeasure[];
};

/** A document of the load. `codigo` is the model of a paper nota,
 * or the layout's code of another document; dates are yyyy-MM-dd. */
export type OriginarioCte = { tipo: "nfe" | "dce" | "nf" | "outro" } & Record<
  "chave" | "codigo" | "descricao" | "serie" | "numero" | "emissao" | "valor" | "previsao" | "pin",
  FieldText
>;

/** A document of an earlier carrier, with its emitente; `codigo` is the layout's code of a paper document. */
export type AnteriorCte = Record<
  "emitente" | "documentoEmitente" | "chave" | "codigo" | "serie" | "subserie" | "numero" | "emissao",
  FieldText
>;

/** One service of a simplified CT-e; `parciais` are notas
 * carried in part. `prestacao`: 1 total, 2 partial. */
export type EntregaCte = Record<"item" | "inicio" | "fim" | "valor" | "receber", FieldText> & {
  componentes: ComponenteCte[];
  notas: OriginarioCte[];
  anteriores: { chave: FieldText; prestacao: FieldText; parciais: string[] }[];
};

const EMPTY = {
  chave: null,
  codigo: null,
  descricao: null,
  serie: null,
  numero: null,
  emissao: null,
  valor: null,
  previsao: null,
  pin: null,
} as const;

export function readCargaCte(assinado: XmlElement): CargaCte | null {
  const group = onlyChildOf(onlyChildOf(assinado, "infCTeNorm") ?? assinado, "infCarga");
  if (!group) return null;
  return {
    ...namedTextsOf(group, { produto: "proPred", caracteristicas: "xOutCat", averbado: "vCargaAverb" }),
    // Layouts before 2.00 name it vMerc.
    valor: firstTextOf(group, "vCarga", "vMerc"),
    medidas: childrenOf(group, "infQ").map((each) =>
      namedTextsOf(each, { unidade: "cUnid", tipo: "tpMed", quantidade: "qCarga" }),
    ),
  };
}

/** @source cteTiposBasico_v4.00.xsd (infDoc); CT-e 1.04 (rem/infNF, rem/infNFe, rem/infOthers) */
export function readOriginariosCte(assinado: XmlElement): OriginarioCte[] {
  const infDoc = onlyChildOf(onlyChildOf(assinado, "infCTeNorm"), "infDoc") ?? onlyChildOf(assinado, "rem");
  return [
    ...childrenOf(infDoc, "infNFe").map((each) => readEletronico(each, "nfe")),
    ...childrenOf(infDoc, "infDCe").map((each) => readEletronico(each, "dce")),
    ...childrenOf(infDoc, "infNF").map(readPaperNota),
    ...childrenOf(infDoc, "infOutros").map(readOther),
  ];
}

/** @source cteTiposBasico_v4.00.xsd (docAnt) */
export function readAnterioresCte(assinado: XmlElement): AnteriorCte[] {
  const docAnt = onlyChildOf(onlyChildOf(assinado, "infCTeNorm"), "docAnt");
  return childrenOf(docAnt, "emiDocAnt").flatMap((emissor) => {
    const quem = {
      emitente: firstTextOf(emissor, "xNome"),
      documentoEmitente: firstTextOf(emissor, "CNPJ", "CPF"),
    };
    return childrenOf(emissor, "idDocAnt").flatMap((each) => [
      ...childrenOf(each, "idDocAntEle").map((ele) => ({ ...quem, ...readAnterior(ele) })),
      ...childrenOf(each, "idDocAntPap").map((form) => ({ ...quem, ...readAnterior(form) })),
    ]);
  });
}

/** @source cteTiposBasico_v4.00.xsd (CTeSimp: det) */
export function readEntregasCte(assinado: XmlElement): EntregaCte[] {
  return childrenOf(assinado, "det").map((det, at) => ({
    item: attributeText(det, "nItem") ?? String(at + 1),
    ...namedTextsOf(det, { inicio: "xMunIni", fim: "xMunFim", valor: "vPrest", receber: "vRec" }),
    componentes: readComponentesCte(det),
    notas: childrenOf(det, "infNFe").map((each) => readEletronico(each, "nfe")),
    anteriores: childrenOf(det, "infDocAnt").map((each) => ({
      ...namedTextsOf(each, { chave: "chCTe", prestacao: "tpPrest" }),
      parciais: eachTextOf(each, "infNFeTranspParcial", "chNFe"),
    })),
  }));
}

function readAnterior(element: XmlElement): Omit<AnteriorCte, "emitente" | "documentoEmitente"> {
  return {
    chave: firstTextOf(element, "chCTe", "chave"),
    ...namedTextsOf(element, {
      codigo: "tpDoc",
      serie: "serie",
      subserie: "subser",
      numero: "nDoc",
      emissao: "dEmi",
    }),
  };
}

function readEletronico(element: XmlElement, tipo: "nfe" | "dce"): OriginarioCte {
  return {
    ...EMPTY,
    tipo,
    chave: firstTextOf(element, "chave", "chNFe"),
    ...namedTextsOf(element, { previsao: "dPrev", pin: "PIN" }),
  };
}

function readPaperNota(element: XmlElement): OriginarioCte {
  return {
    ...EMPTY,
    tipo: "nf",
    ...namedTextsOf(element, {
      codigo: "mod",
      serie: "serie",
      numero: "nDoc",
      emissao: "dEmi",
      valor: "vNF",
      previsao: "dPrev",
      pin: "PIN",
    }),
  };
}

function readOther(element: XmlElement): OriginarioCte {
  return {
    ...EMPTY,
    tipo: "outro",
    ...namedTextsOf(element, {
      codigo: "tpDoc",
      descricao: "descOutros",
      numero: "nDoc",
      emissao: "dEmi",
      valor: "vDocFisc",
      previsao: "dPrev",
    }),
  };
}
