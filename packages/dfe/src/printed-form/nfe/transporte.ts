import { childrenOf } from "../../read/fields/fields.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { textoOf } from "../campos.ts";
import { at, decimalAt, decimalsAt, orNull, textsAt } from "./campos.ts";
import { readDocumento } from "./partes.ts";
import type { PrintedTransporte, PrintedVeiculo, PrintedVolume } from "./tipos.ts";

const VEICULO = { placa: "placa", uf: "UF", antt: "RNTC" };

/** Reads carrier, vehicles and volumes.   @source leiauteNFe_v4.00.xsd, transp */
export function readTransporte(transp: XmlElement | null): PrintedTransporte {
  const veiculo = at(transp, "veicTransp");
  return {
    modFrete: textoOf(transp, "modFrete"),
    transportador: readTransportador(at(transp, "transporta")),
    veiculo: veiculo && textsAt(veiculo, VEICULO),
    reboques: childrenOf(transp, "reboque").map((each): PrintedVeiculo => textsAt(each, VEICULO)),
    retencao: readRetencao(at(transp, "retTransp")),
    vagao: textoOf(transp, "vagao"),
    balsa: textoOf(transp, "balsa"),
    volumes: childrenOf(transp, "vol").map(readVolume),
  };
}

function readTransportador(transporta: XmlElement | null): PrintedTransporte["transportador"] {
  if (!transporta) return null;
  const campos = { nome: "xNome", ie: "IE", endereco: "xEnder", municipio: "xMun", uf: "UF" };
  return { ...textsAt(transporta, campos), documento: readDocumento(transporta) };
}

function readRetencao(retTransp: XmlElement | null): PrintedTransporte["retencao"] {
  const valores = { servico: "vServ", base: "vBCRet", aliquota: "pICMSRet", icms: "vICMSRet" } as const;
  return orNull({ ...decimalsAt(retTransp, valores), cfop: textoOf(retTransp, "CFOP") });
}

function readVolume(vol: XmlElement): PrintedVolume {
  return {
    ...textsAt(vol, { quantidade: "qVol", especie: "esp", marca: "marca", numeracao: "nVol" }),
    pesoBruto: decimalAt(vol, "pesoB"),
    pesoLiquido: decimalAt(vol, "pesoL"),
    lacres: childrenOf(vol, "lacres").flatMap((lacre) => textoOf(lacre, "nLacre") ?? []),
  };
}
