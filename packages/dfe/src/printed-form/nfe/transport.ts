import { childrenOf } from "../../read/fields/fields.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { fieldTextOf } from "../fields.ts";
import { at, decimalAt, decimalsAt, orNull, textsAt } from "./fields.ts";
import { readDocumento } from "./parties.ts";
import type { PrintedTransporte, PrintedVeiculo, PrintedVolume } from "./types.ts";

const VEICULO = { placa: "placa", uf: "UF", antt: "RNTC" };

/** Reads carrier, vehicles and volumes.   @source leiauteNFe_v4.00.xsd, transp */
export function readTransporte(transp: XmlElement | null): PrintedTransporte {
  const veiculo = at(transp, "veicTransp");
  return {
    modFrete: fieldTextOf(transp, "modFrete"),
    transportador: readTransportador(at(transp, "transporta")),
    veiculo: veiculo && textsAt(veiculo, VEICULO),
    reboques: childrenOf(transp, "reboque").map((each): PrintedVeiculo => textsAt(each, VEICULO)),
    retencao: readRetencao(at(transp, "retTransp")),
    vagao: fieldTextOf(transp, "vagao"),
    balsa: fieldTextOf(transp, "balsa"),
    volumes: childrenOf(transp, "vol").map(readVolume),
  };
}

function readTransportador(transporta: XmlElement | null): PrintedTransporte["transportador"] {
  if (!transporta) return null;
  const fields = { nome: "xNome", ie: "IE", endereco: "xEnder", municipio: "xMun", uf: "UF" };
  return { ...textsAt(transporta, fields), documento: readDocumento(transporta) };
}

function readRetencao(retTransp: XmlElement | null): PrintedTransporte["retencao"] {
  const amounts = { servico: "vServ", base: "vBCRet", aliquota: "pICMSRet", icms: "vICMSRet" } as const;
  return orNull({ ...decimalsAt(retTransp, amounts), cfop: fieldTextOf(retTransp, "CFOP") });
}

function readVolume(vol: XmlElement): PrintedVolume {
  return {
    ...textsAt(vol, { quantidade: "qVol", especie: "esp", marca: "marca", numeracao: "nVol" }),
    pesoBruto: decimalAt(vol, "pesoB"),
    pesoLiquido: decimalAt(vol, "pesoL"),
    lacres: childrenOf(vol, "lacres").flatMap((lacre) => fieldTextOf(lacre, "nLacre") ?? []),
  };
}
