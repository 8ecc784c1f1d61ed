import { childrenOf } from "../../read/fields/fields.ts";
import { attributeOf, textOf, type XmlElement } from "../../xml/tree.ts";
import { anyFieldOf, fieldTextOf } from "../fields.ts";
import { at, orNull, textsAt } from "./fields.ts";
import { readObservacoes } from "./items.ts";
import { readDocumento } from "./parties.ts";
import type { PrintedAdicionais, PrintedReferencia } from "./types.ts";

const CHAVES = ["refNFe", "refNFeSig", "refCTe"];
/** Maximum characters of a reference: an access key. */
const CHAVE_MAX = 44;
/** Layouts before 4.00 have other names for the place of shipping. */
const EXPORTACAO = { local: ["xLocExporta", "xLocEmbarq"], uf: ["UFSaidaPais", "UFEmbarq"] };

/** Reads the additional information of emitente and fisco.
 * @source leiauteNFe_v4.00.xsd, infAdic, compra, exporta */
export function readAdicionais(assinado: XmlElement): PrintedAdicionais {
  const infAdic = at(assinado, "infAdic");
  const exporta = at(assinado, "exporta");
  return {
    fisco: fieldTextOf(infAdic, "infAdFisco"),
    complementares: fieldTextOf(infAdic, "infCpl"),
    contribuinte: readObservacoes(infAdic, "obsCont"),
    observacoesFisco: readObservacoes(infAdic, "obsFisco"),
    processos: childrenOf(infAdic, "procRef").flatMap((proc) => fieldTextOf(proc, "nProc") ?? []),
    compra: orNull(textsAt(at(assinado, "compra"), { empenho: "xNEmp", pedido: "xPed", contrato: "xCont" })),
    exportacao: orNull({
      uf: anyFieldOf(exporta, EXPORTACAO.uf),
      local: anyFieldOf(exporta, EXPORTACAO.local),
      despacho: fieldTextOf(exporta, "xLocDespacho"),
    }),
  };
}

/** Reads the references of a nota: those of each NFref, which
 * may hold several in old layouts, then those of its items.
 * @source leiauteNFe_v4.00.xsd, NFref, DFeReferenciado; NT 2025.002, VC01 */
export function readReferencias(ide: XmlElement | null, dets: readonly XmlElement[]): PrintedReferencia[] {
  const referencias = readNotaReferencias(ide);
  const byChave = new Map<string, Extract<PrintedReferencia, { tipo: "chave" }>>();
  for (const each of referencias) if (each.tipo === "chave") byChave.set(each.chave, each);
  for (const det of dets) {
    const referido = at(det, "DFeReferenciado");
    const chave = fieldTextOf(referido, "chaveAcesso")?.slice(0, CHAVE_MAX) ?? null;
    if (chave === null) continue;
    const known = byChave.get(chave) ?? { tipo: "chave" as const, chave };
    if (!byChave.has(chave)) referencias.push(known);
    byChave.set(chave, known);
    const nItem = fieldTextOf(referido, "nItem");
    known.itens ??= [];
    known.itens.push(`${attributeOf(det, "nItem") ?? "?"}${nItem === null ? "" : ` (item ${nItem})`}`);
  }
  return referencias;
}

function readNotaReferencias(ide: XmlElement | null): PrintedReferencia[] {
  return childrenOf(ide, "NFref").flatMap((ref) => [
    ...CHAVES.flatMap((tag) => childrenOf(ref, tag)).flatMap(readChave),
    ...["refNF", "refNFP"].flatMap((tag) => childrenOf(ref, tag)).map(readPaperNota),
    ...childrenOf(ref, "refECF").map((ecf) => ({
      tipo: "ecf" as const,
      ...textsAt(ecf, { modelo: "mod", ecf: "nECF", coo: "nCOO" }),
    })),
  ]);
}

function readChave(field: XmlElement): PrintedReferencia[] {
  const chave = textOf(field).trim();
  return chave === "" ? [] : [{ tipo: "chave", chave: chave.slice(0, CHAVE_MAX) }];
}

function readPaperNota(nota: XmlElement): PrintedReferencia {
  const fields = { modelo: "mod", serie: "serie", numero: "nNF", uf: "cUF", anoMes: "AAMM" };
  return { tipo: "nota", ...textsAt(nota, fields), documento: readDocumento(nota) };
}
