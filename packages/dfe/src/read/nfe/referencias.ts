import { formatDocumento, ufOfCode } from "@malote/syntax";
import type { ItemReferencia, ParsedReferencia } from "../../reading.ts";
import { elementsOf, type XmlElement } from "../../xml/tree.ts";
import { childOf, childrenOf, contentOf, fieldOf, matchingFieldOf } from "../fields/fields.ts";
import { readDocumento } from "../fields/party.ts";
import { referenciaOf } from "../fields/referencia.ts";

const N_ITEM = /^[1-9][0-9]{0,2}$/;
const COM_CHAVE = ["refNFe", "refNFeSig", "refCTe"];
const DE_PAPEL: Readonly<Record<string, (referenced: XmlElement) => string>> = {
  refNF: (referenced) => describeNota("NF", referenced),
  refNFP: (referenced) => describeNota("NF de produtor", referenced),
  refECF: describeCupom,
};

/** Reads the references of an NF-e: documents and advance payments by key,
 * paper documents in words. Since 2026-11-16 a return names its documents
 * in its items: those that the nota does not name follow, each once.
 * @throws LayoutError   @source leiauteNFe_v4.00.xsd (NFref, gPagAntecipado); NT 2025.002 (VC01, VC02-14) */
export function readReferencias(
  ide: XmlElement,
  itens: readonly { referencia: ItemReferencia | null }[],
): ParsedReferencia[] {
  const antecipados = childrenOf(childOf(ide, "gPagAntecipado"), "refNFe");
  const daNota = [
    ...childrenOf(ide, "NFref").flatMap((nfRef) => elementsOf(nfRef).flatMap(readReferencia)),
    ...antecipados.flatMap(readReferencia),
  ];
  const known = new Set(daNota.map(({ chaveAcesso }) => chaveAcesso));
  const dosItens = itens.flatMap(({ referencia }) => {
    if (!referencia || (referencia.chaveAcesso !== null && known.has(referencia.chaveAcesso))) return [];
    known.add(referencia.chaveAcesso);
    const { chaveAcesso, descricao } = referencia;
    return [{ chaveAcesso, descricao }];
  });
  return [...daNota, ...dosItens];
}

/** Reads the document that an item refers to.
 * @throws LayoutError   @source leiauteNFe_v4.00.xsd, DFeReferenciado; NT 2025.002, VC01 */
export function readReferenciaDoItem(det: XmlElement): ItemReferencia | null {
  const referido = childOf(det, "DFeReferenciado");
  const [referencia] = referenciaOf(fieldOf(referido, "chaveAcesso"));
  return referencia ? { ...referencia, item: matchingFieldOf(referido, "nItem", N_ITEM) } : null;
}

function readReferencia(referenced: XmlElement): ParsedReferencia[] {
  if (COM_CHAVE.includes(referenced.local)) return referenciaOf(contentOf(referenced));
  const describe = Object.hasOwn(DE_PAPEL, referenced.local) ? DE_PAPEL[referenced.local] : undefined;
  return describe ? [{ chaveAcesso: null, descricao: describe(referenced) }] : [];
}

function describeNota(name: string, nota: XmlElement): string {
  const uf = ufOfCode(fieldOf(nota, "cUF") ?? "");
  const month = /^([0-9]{2})([0-9]{2})$/.exec(fieldOf(nota, "AAMM") ?? "");
  const documento = readDocumento(nota);
  return join([
    [`${name} modelo`, fieldOf(nota, "mod")],
    ["série", fieldOf(nota, "serie")],
    ["nº", fieldOf(nota, "nNF")],
    ["emitida em", month ? `${month[2]}/${month[1]}` : null],
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
