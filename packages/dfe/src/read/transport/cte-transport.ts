import type { ParsedTransporte } from "../../reading.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { readOptionalAmount } from "../fields/amount.ts";
import { childOf, childrenOf, fieldOf, textFieldOf } from "../fields/fields.ts";
import { readDocumentosCte, readReferenciasCte } from "./cte-documentos.ts";
import {
  EMPTY_TRANSPORTE,
  readCondutores,
  readMeasure,
  readModal,
  readPercurso,
  readPlace,
  readVeiculos,
} from "./fields.ts";

const START = { codigo: "cMunIni", municipio: "xMunIni", uf: "UFIni" };
const END = { codigo: "cMunFim", municipio: "xMunFim", uf: "UFFim" };

/** Reads route, load, price and vehicles of any kind of CT-e; `total` is the group with the price.
 * @throws LayoutError */
export function readTransporteCte(
  assinado: XmlElement,
  { ide, total }: { ide: XmlElement; total: XmlElement },
): ParsedTransporte {
  const norm = childOf(assinado, "infCTeNorm");
  const trechos = childrenOf(assinado, "det");
  const carga = childOf(norm ?? assinado, "infCarga");
  const servico = childOf(norm, "infServico");
  return {
    ...EMPTY_TRANSPORTE,
    ...readModalidade(norm ?? assinado),
    modal: readModal(ide),
    origem: readPlace({ municipio: trechos.at(0) ?? ide, ide }, START),
    destino: readPlace({ municipio: trechos.at(-1) ?? ide, ide }, END),
    percurso: readPercurso(ide),
    produto: textFieldOf(carga, "proPred") ?? textFieldOf(servico, "xDescServ"),
    // Layouts before 2.00 call it vMerc.
    valorCarga: readOptionalAmount(carga, "vCarga") ?? readOptionalAmount(carga, "vMerc"),
    medidas: [...childrenOf(carga, "infQ"), ...childrenOf(servico, "infQ")].flatMap(readMeasure),
    componentes: [total, ...trechos].flatMap(readComponentes),
    valorReceber: readOptionalAmount(total, "vRec") ?? readOptionalAmount(total, "vTRec"),
    documentos: readDocumentosCte(assinado, norm),
    referencias: readReferenciasCte(assinado, norm),
  };
}

function readComponentes(element: XmlElement): ParsedTransporte["componentes"] {
  return childrenOf(element, "Comp").map((each) => ({
    nome: textFieldOf(each, "xNome") ?? "",
    valor: readOptionalAmount(each, "vComp"),
  }));
}

/** Vehicles and drivers, which only road transport has: in a CT-e up to 3.00 and in a CT-e OS. */
function readModalidade(norm: XmlElement): Pick<ParsedTransporte, "rntrc" | "veiculos" | "condutores"> {
  const infModal = childOf(norm, "infModal");
  const rodo = childOf(infModal, "rodo") ?? childOf(infModal, "rodoOS") ?? childOf(norm, "rodo");
  return {
    rntrc: fieldOf(rodo, "RNTRC"),
    veiculos: readVeiculos(childrenOf(rodo, "veic")),
    condutores: readCondutores(childrenOf(rodo, "moto")),
  };
}
