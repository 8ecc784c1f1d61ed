import type { ParsedNota, ParsedReferencia, ParsedTransporte } from "../../reading.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { readTotal } from "../fields/amount.ts";
import { childOf, childrenOf, fieldOf, requireChild, textFieldOf } from "../fields/fields.ts";
import type { LocatedDocumento } from "../locate.ts";
import {
  EMPTY_TRANSPORTE,
  readCondutores,
  readMeasure,
  readModal,
  readPercurso,
  readPlace,
  readReferencias,
  readVeiculos,
} from "./fields.ts";
import { readTransportNota } from "./nota.ts";

const CARREGA = { codigo: "cMunCarrega", municipio: "xMunCarrega", uf: "UFIni" };
const DESCARGA = { codigo: "cMunDescarga", municipio: "xMunDescarga", uf: "UFFim" };

/** Reads an MDF-e; the value of the load is the value of the nota, and its only party is the emitente.
 * @throws LayoutError   @source MOC MDF-e 3.00b; mdfeTiposBasico_v3.00.xsd */
export function readMdfe(location: LocatedDocumento): ParsedNota {
  const { assinado } = location;
  const ide = requireChild(assinado, "ide");
  const tot = requireChild(assinado, "tot");
  const valorTotal = readTotal(tot, "vCarga");
  return {
    ...readTransportNota(location),
    valorTotal,
    destinatario: null,
    tomador: null,
    remetente: null,
    expedidor: null,
    recebedor: null,
    naturezaOperacao: null,
    finalidade: null,
    informacoesComplementares: textFieldOf(childOf(assinado, "infAdic"), "infCpl"),
    transporte: { ...readTransporte(assinado, ide), medidas: readMeasure(tot), valorCarga: valorTotal },
  };
}

/** The route starts at the first place of loading and ends at
 * the last of unloading; `percurso` has the states between. */
function readTransporte(assinado: XmlElement, ide: XmlElement): ParsedTransporte {
  const descargas = childrenOf(childOf(assinado, "infDoc"), "infMunDescarga");
  const carga = childrenOf(ide, "infMunCarrega").at(0) ?? null;
  const rodo = childOf(childOf(assinado, "infModal"), "rodo");
  const tracao = childOf(rodo, "veicTracao");
  return {
    ...EMPTY_TRANSPORTE,
    modal: readModal(ide),
    origem: readPlace({ municipio: carga, ide }, CARREGA),
    destino: readPlace({ municipio: descargas.at(-1) ?? null, ide }, DESCARGA),
    percurso: readPercurso(ide),
    produto: textFieldOf(childOf(assinado, "prodPred"), "xProd"),
    documentos: descargas.flatMap(readDocumentos),
    veiculos: readVeiculos([...(tracao ? [tracao] : []), ...childrenOf(rodo, "veicReboque")]),
    condutores: readCondutores(childrenOf(tracao, "condutor")),
    rntrc: fieldOf(childOf(rodo, "infANTT"), "RNTRC") ?? fieldOf(rodo, "RNTRC"),
  };
}

function readDocumentos(descarga: XmlElement): ParsedReferencia[] {
  return [
    ...readReferencias(childrenOf(descarga, "infCTe"), "chCTe"),
    ...readReferencias(childrenOf(descarga, "infNFe"), "chNFe"),
    ...readReferencias(childrenOf(descarga, "infMDFeTransp"), "chMDFe"),
  ];
}
