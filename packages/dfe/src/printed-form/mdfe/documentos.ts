import { childrenOf } from "../../read/fields/fields.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { anyCampoOf, campoOf, camposOf, onlyChildOf, textoOf } from "../campos.ts";

/** A unit of transport (carreta, vagão) or load (contêiner,
 * ULD) with its seals; `tipo` is the layout's code. */
export type UnidadeMdfe = { tipo: string | null; id: string | null; lacres: string[] };

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
  unidades: (UnidadeMdfe & { cargas: UnidadeMdfe[] })[];
  perigosos: PerigosoMdfe[];
};

export type DescargaMdfe = { codigo: string | null; municipio: string | null; documentos: DocumentoMdfe[] };

type Grupo = { local: string; tipo: DocumentoMdfe["tipo"]; chave: string };

const GRUPOS: readonly Grupo[] = [
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
    codigo: campoOf(each, "cMunDescarga"),
    municipio: textoOf(each, "xMunDescarga"),
    documentos: GRUPOS.flatMap((grupo) =>
      childrenOf(each, grupo.local).map((documento) => readDocumento(documento, grupo)),
    ),
  }));
}

function readDocumento(element: XmlElement, { tipo, chave }: Grupo): DocumentoMdfe {
  return {
    tipo,
    chave: chave === "" ? null : campoOf(element, chave),
    descricao: chave === "" ? describePapel(element) : null,
    segundoCodigo: campoOf(element, "SegCodBarra"),
    isReentrega: campoOf(element, "indReentrega") === "1",
    unidades: childrenOf(element, "infUnidTransp").map((each) => ({
      ...readUnidade(each, { tipo: "tpUnidTransp", id: "idUnidTransp", lacre: "lacUnidTransp" }),
      cargas: childrenOf(each, "infUnidCarga").map((carga) =>
        readUnidade(carga, { tipo: "tpUnidCarga", id: "idUnidCarga", lacre: "lacUnidCarga" }),
      ),
    })),
    perigosos: childrenOf(element, "peri").map((each) => ({
      onu: campoOf(each, "nONU"),
      nome: textoOf(each, "xNomeAE"),
      classe: campoOf(each, "xClaRisco"),
      grupo: campoOf(each, "grEmb"),
      quantidade: campoOf(each, "qTotProd"),
      volumes: campoOf(each, "qVolTipo"),
    })),
  };
}

/** Describes a paper document: emitente, number and series. */
function describePapel(element: XmlElement): string | null {
  const serie = campoOf(element, "serie");
  const parts = [
    campoOf(element, "CNPJ"),
    anyCampoOf(element, ["nCT", "nNF"]),
    serie === null ? null : `série ${serie}`,
  ];
  return parts.filter((part) => part !== null).join(" · ") || null;
}

function readUnidade(element: XmlElement, tags: { tipo: string; id: string; lacre: string }): UnidadeMdfe {
  return {
    tipo: campoOf(element, tags.tipo),
    id: campoOf(element, tags.id),
    lacres: camposOf(childrenOf(element, tags.lacre), "nLacre"),
  };
}

/** The seals of an element that lists them one by one. */
export function readLacres(assinado: XmlElement): string[] {
  return camposOf(childrenOf(assinado, "lacres"), "nLacre");
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
      responsavel: campoOf(responsavel, "respSeg"),
      documentoResponsavel: anyCampoOf(responsavel, ["CNPJ", "CPF"]),
      seguradora: textoOf(seguradora, "xSeg"),
      cnpjSeguradora: campoOf(seguradora, "CNPJ"),
      apolice: campoOf(seg, "nApol"),
      averbacoes: childrenOf(seg, "nAver").flatMap((each) => contentText(each) ?? []),
    };
  });
}

function contentText(element: XmlElement): string | null {
  return typeof element.content === "string" ? element.content.trim() || null : null;
}
