import { formatDocumento, ufOfCodigo } from "@malote/syntax";
import type { ReferenciaLida } from "../leitura.ts";
import { elementsOf, type XmlElement } from "../xml/tree.ts";
import { childOf, childrenOf, contentOf, fieldOf } from "./fields.ts";
import { readDocumento } from "./parte.ts";
import { referenciaOf } from "./referencia.ts";

const COM_CHAVE = ["refNFe", "refNFeSig", "refCTe"];
const DE_PAPEL: Readonly<Record<string, (referida: XmlElement) => string>> = {
  refNF: (referida) => describeNota("NF", referida),
  refNFP: (referida) => describeNota("NF de produtor", referida),
  refECF: describeCupom,
};

/** Reads what an NF-e refers to: other documents by their keys, paper ones in words; payments in advance by the keys of theirs.
 * @throws LayoutError   @source leiauteNFe_v4.00.xsd (NFref, gPagAntecipado) */
export function readReferencias(ide: XmlElement): ReferenciaLida[] {
  const antecipados = childrenOf(childOf(ide, "gPagAntecipado"), "refNFe");
  return [
    ...childrenOf(ide, "NFref").flatMap((nfRef) => elementsOf(nfRef).flatMap(readReferencia)),
    ...antecipados.flatMap(readReferencia),
  ];
}

function readReferencia(referida: XmlElement): ReferenciaLida[] {
  if (COM_CHAVE.includes(referida.local)) return referenciaOf(contentOf(referida));
  const describe = Object.hasOwn(DE_PAPEL, referida.local) ? DE_PAPEL[referida.local] : undefined;
  return describe ? [{ chaveAcesso: null, descricao: describe(referida) }] : [];
}

function describeNota(nome: string, nota: XmlElement): string {
  const uf = ufOfCodigo(fieldOf(nota, "cUF") ?? "");
  const mes = /^([0-9]{2})([0-9]{2})$/.exec(fieldOf(nota, "AAMM") ?? "");
  const documento = readDocumento(nota);
  return join([
    [`${nome} modelo`, fieldOf(nota, "mod")],
    ["série", fieldOf(nota, "serie")],
    ["nº", fieldOf(nota, "nNF")],
    ["emitida em", mes ? `${mes[2]}/${mes[1]}` : null],
    ["por", documento === "" ? null : formatDocumento(documento)],
    ["de", uf],
  ]);
}

function describeCupom(cupom: XmlElement): string {
  return join([
    ["Cupom fiscal modelo", fieldOf(cupom, "mod")],
    ["ECF nº", fieldOf(cupom, "nECF")],
    ["COO nº", fieldOf(cupom, "nCOO")],
  ]);
}

function join(parts: readonly [label: string, value: string | null][]): string {
  return parts.flatMap(([label, value]) => (value === null ? [] : [`${label} ${value}`])).join(", ");
}
