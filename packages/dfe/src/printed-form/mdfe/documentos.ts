import { childrenOf } from "../../read/fields/fields.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { anyFieldOf, fieldOf, fieldsOf, fieldTextOf, onlyChildOf } from "../fields.ts";

/** A unit of transport (carreta, vagão) or load (contêiner,
 * ULD) with its seals; `tipo` is the layout's code. */
export type MdfeUnit = { tipo: string | null; id: string | null; lacres: string[] };

/** Dangerous goods (UN list) in a document. */
export type PerigosoMdfe = {
  onu: string | null;
  nome: string | null;
  classe: string | null;
  grupo: string | null;
  quantidade: string | null;
  volumes: string | null;
};

export type DocumentoMdfe = {
  tipo: "CT-e" | "NF-e" | "MDF-e" | "CT" | "NF";
  /** The access key; null for paper documents (CT, NF), which `descricao` describes. */
  chave: string | null;
  descricao: string | null;
  segundoCodigo: string | null;
  isReentrega: boolean;
  unidades: (MdfeUnit & { cargas: MdfeUnit[] })[];
  perigosos: PerigosoMdfe[];
};

export type DescargaMdfe = { codigo: string | null; municipio: string | null; documentos: DocumentoMdfe[] };

type Group = { local: string; tipo: DocumentoMdfe["tipo"]; chave: string };

const GROUPS: readonly Group[] = [
  { local: "infCTe", tipo: "CT-e", chave: "chCTe" },
  { local: "infNFe", tipo: "NF-e", chave: "chNFe" },
  { local: "infMDFeTransp", tipo: "MDF-e", chave: "chMDFe" },
  { local: "infCT", tipo: "CT", chave: "" },
  { local: "infNF", tipo: "NF", chave: "" },
];

/** Places of unloading with the documents unloaded there, in XML order within each kind.
 * @source mdfeTiposBasico_v3.00.xsd (infDoc); paper documents (infCT, infNF) as in layout 1.00 */
export function readDescargas(infDoc: XmlElement | null): DescargaMdfe[] {
  return childrenOf(infDoc, "infMunDescarga").map((each) => ({
    codigo: fieldOf(each, "cMunDescarga"),
    municipio: fieldTextOf(each, "xMunDescarga"),
    documentos: GROUPS.flatMap((group) =>
      childrenOf(each, group.local).map((documento) => readDocumento(documento, group)),
    ),
  }));
}

function readDocumento(element: XmlElement, { tipo, chave }: Group): DocumentoMdfe {
  return {
    tipo,
    chave: chave === "" ? null : fieldOf(element, chave),
    descricao: chave === "" ? describePaper(element) : null,
    segundoCodigo: fieldOf(element, "SegCodBarra"),
    isReentrega: fieldOf(element, "indReentrega") === "1",
    unidades: childrenOf(element, "infUnidTransp").map((each) => ({
      ...readUnit(each, { tipo: "tpUnidTransp", id: "idUnidTransp", lacre: "lacUnidTransp" }),
      cargas: childrenOf(each, "infUnidCarga").map((carga) =>
        readUnit(carga, { tipo: "tpUnidCarga", id: "idUnidCarga", lacre: "lacUnidCarga" }),
      ),
    })),
    perigosos: childrenOf(element, "peri").map((each) => ({
      onu: fieldOf(each, "nONU"),
      nome: fieldTextOf(each, "xNomeAE"),
      classe: fieldOf(each, "xClaRisco"),
      grupo: fieldOf(each, "grEmb"),
      quantidade: fieldOf(each, "qTotProd"),
      volumes: fieldOf(each, "qVolTipo"),
    })),
  };
}

/** Describes a paper document: emitente, number and series. */
function describePaper(element: XmlElement): string | null {
  const serie = fieldOf(element, "serie");
  const parts = [
    fieldOf(element, "CNPJ"),
    anyFieldOf(element, ["nCT", "nNF"]),
    serie === null ? null : `série ${serie}`,
  ];
  return parts.filter((part) => part !== null).join(" · ") || null;
}

function readUnit(element: XmlElement, tags: { tipo: string; id: string; lacre: string }): MdfeUnit {
  return {
    tipo: fieldOf(element, tags.tipo),
    id: fieldOf(element, tags.id),
    lacres: fieldsOf(childrenOf(element, tags.lacre), "nLacre"),
  };
}

/** The seals of an element that lists them one by one. */
export function readLacres(assinado: XmlElement): string[] {
  return fieldsOf(childrenOf(assinado, "lacres"), "nLacre");
}

/** The insurance of the load. */
export type SeguroMdfe = {
  /** 1 emitente, 2 contratante. */
  responsavel: string | null;
  documentoResponsavel: string | null;
  seguradora: string | null;
  cnpjSeguradora: string | null;
  apolice: string | null;
  averbacoes: string[];
};

/** @source mdfeTiposBasico_v3.00.xsd (seg) */
export function readSeguros(assinado: XmlElement): SeguroMdfe[] {
  return childrenOf(assinado, "seg").map((seg) => {
    const responsavel = onlyChildOf(seg, "infResp");
    const seguradora = onlyChildOf(seg, "infSeg");
    return {
      responsavel: fieldOf(responsavel, "respSeg"),
      documentoResponsavel: anyFieldOf(responsavel, ["CNPJ", "CPF"]),
      seguradora: fieldTextOf(seguradora, "xSeg"),
      cnpjSeguradora: fieldOf(seguradora, "CNPJ"),
      apolice: fieldOf(seg, "nApol"),
      averbacoes: childrenOf(seg, "nAver").flatMap((each) => contentText(each) ?? []),
    };
  });
}

function contentText(element: XmlElement): string | null {
  return typeof element.content === "string" ? element.content.trim() || null : null;
}
