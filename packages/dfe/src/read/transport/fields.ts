import type { CargoMeasure, Modal, ParsedReferencia, ParsedTransporte, Place } from "../../reading.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { childrenOf, fieldOf, matchingFieldOf, textFieldOf } from "../fields/fields.ts";
import { referenciaOf } from "../fields/referencia.ts";

const UF = /^[A-Z]{2}$/;

/** The default values of a ParsedTransporte; each layout replaces those it has. */
export const EMPTY_TRANSPORTE: ParsedTransporte = {
  modal: null,
  origem: null,
  destino: null,
  percurso: [],
  produto: null,
  valorCarga: null,
  medidas: [],
  componentes: [],
  valorReceber: null,
  documentos: [],
  referencias: [],
  veiculos: [],
  condutores: [],
  rntrc: null,
  ibsCbs: null,
};

const MODAL_OF_CTE: Readonly<Record<string, Modal>> = {
  "01": "rodoviario",
  "02": "aereo",
  "03": "aquaviario",
  "04": "ferroviario",
  "05": "dutoviario",
  "06": "multimodal",
};
const MODAL_OF_MDFE: Readonly<Record<string, Modal>> = {
  "1": "rodoviario",
  "2": "aereo",
  "3": "aquaviario",
  "4": "ferroviario",
};

/** The mode of transport; null for an unknown code. A CT-e writes two digits, an MDF-e one.
 * @source tiposGeralCTe_v4.00.xsd (TModTransp), tiposGeralMDFe_v3.00.xsd (TModalMD) */
export function readModal(ide: XmlElement): Modal | null {
  const code = fieldOf(ide, "modal") ?? "";
  const table = code.length === 1 ? MODAL_OF_MDFE : MODAL_OF_CTE;
  return Object.hasOwn(table, code) ? (table[code] ?? null) : null;
}

const UNITS: Readonly<Record<string, string>> = {
  "00": "M3",
  "01": "KG",
  "02": "TON",
  "03": "UNIDADE",
  "04": "LITROS",
  "05": "MMBTU",
};

/** One measure of a load (infQ of a CT-e, tot of an MDF-e); none
 * without a quantity. An unknown unit code stays as it is.
 * @source cteTiposBasico_v4.00.xsd (infQ/cUnid), mdfeTiposBasico_v3.00.xsd (tot/cUnid) */
export function readMeasure(element: XmlElement): CargoMeasure[] {
  const quantidade = fieldOf(element, "qCarga");
  if (quantidade === null) return [];
  const code = fieldOf(element, "cUnid") ?? "";
  const unidade = Object.hasOwn(UNITS, code) ? (UNITS[code] ?? code) : code;
  return [{ unidade, tipo: textFieldOf(element, "tpMed"), quantidade }];
}

/** A place, by the given tags; null when all are absent. */
export function readPlace(
  { municipio, ide }: { municipio: XmlElement | null; ide: XmlElement },
  tags: { codigo: string; municipio: string; uf: string },
): Place | null {
  const place = {
    codigo: fieldOf(municipio, tags.codigo),
    municipio: textFieldOf(municipio, tags.municipio),
    uf: matchingFieldOf(ide, tags.uf, UF),
  };
  return Object.values(place).some((each) => each !== null) ? place : null;
}

/** The states between origin and destination, in the order of ide/infPercurso. */
export function readPercurso(ide: XmlElement): string[] {
  return childrenOf(ide, "infPercurso").flatMap((each) => matchingFieldOf(each, "UFPer", UF) ?? []);
}

/** The vehicles that have a plate. */
export function readVeiculos(elements: readonly XmlElement[]): ParsedTransporte["veiculos"] {
  return elements.flatMap((each) => {
    const placa = fieldOf(each, "placa");
    return placa === null ? [] : [{ placa, uf: matchingFieldOf(each, "UF", UF) }];
  });
}

/** Drivers: condutor of an MDF-e, moto of an old CT-e. */
export function readCondutores(elements: readonly XmlElement[]): ParsedTransporte["condutores"] {
  return elements.map((each) => ({
    nome: textFieldOf(each, "xNome") ?? "",
    cpf: fieldOf(each, "CPF") ?? "",
  }));
}

/** The documents that some elements name in one field. */
export function readReferencias(elements: readonly XmlElement[], tag: string): ParsedReferencia[] {
  return elements.flatMap((each) => referenciaOf(fieldOf(each, tag)));
}
