import type { TransporteLido } from "../../leitura.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { childOf, childrenOf, fieldOf, textFieldOf } from "../fields/fields.ts";
import { readOptionalValor } from "../fields/valor.ts";
import { readDocumentosCte, readReferenciasCte } from "./cte-documentos.ts";
import {
  EMPTY_TRANSPORTE,
  readCondutores,
  readLugar,
  readMedida,
  readModal,
  readPercurso,
  readVeiculos,
} from "./fields.ts";

const INICIO = { codigo: "cMunIni", municipio: "xMunIni", uf: "UFIni" };
const FIM = { codigo: "cMunFim", municipio: "xMunFim", uf: "UFFim" };

/** Reads route, load, price and vehicles of any kind of CT-e; `total` is the group with the price.
 * @throws LayoutError */
export function readTransporteCte(
  assinado: XmlElement,
  { ide, total }: { ide: XmlElement; total: XmlElement },
): TransporteLido {
  const norm = childOf(assinado, "infCTeNorm");
  const trechos = childrenOf(assinado, "det");
  const carga = childOf(norm ?? assinado, "infCarga");
  const servico = childOf(norm, "infServico");
  return {
    ...EMPTY_TRANSPORTE,
    ...readModalidade(norm ?? assinado),
    modal: readModal(ide),
    origem: readLugar({ municipio: trechos.at(0) ?? ide, ide }, INICIO),
    destino: readLugar({ municipio: trechos.at(-1) ?? ide, ide }, FIM),
    percurso: readPercurso(ide),
    produto: textFieldOf(carga, "proPred") ?? textFieldOf(servico, "xDescServ"),
    // Layouts before 2.00 call it vMerc.
    valorCarga: readOptionalValor(carga, "vCarga") ?? readOptionalValor(carga, "vMerc"),
    medidas: [...childrenOf(carga, "infQ"), ...childrenOf(servico, "infQ")].flatMap(readMedida),
    componentes: [total, ...trechos].flatMap(readComponentes),
    valorReceber: readOptionalValor(total, "vRec") ?? readOptionalValor(total, "vTRec"),
    documentos: readDocumentosCte(assinado, norm),
    referencias: readReferenciasCte(assinado, norm),
  };
}

function readComponentes(element: XmlElement): TransporteLido["componentes"] {
  return childrenOf(element, "Comp").map((each) => ({
    nome: textFieldOf(each, "xNome") ?? "",
    valor: readOptionalValor(each, "vComp"),
  }));
}

/** Vehicles and drivers, which only road transport has: in a CT-e up to 3.00 and in a CT-e OS. */
function readModalidade(norm: XmlElement): Pick<TransporteLido, "rntrc" | "veiculos" | "condutores"> {
  const infModal = childOf(norm, "infModal");
  const rodo = childOf(infModal, "rodo") ?? childOf(infModal, "rodoOS") ?? childOf(norm, "rodo");
  return {
    rntrc: fieldOf(rodo, "RNTRC"),
    veiculos: readVeiculos(childrenOf(rodo, "veic")),
    condutores: readCondutores(childrenOf(rodo, "moto")),
  };
}
