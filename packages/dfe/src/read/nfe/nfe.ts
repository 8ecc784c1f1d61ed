import { ufOfCode } from "@malote/syntax";
import type { ParsedComercio, ParsedItem, ParsedNota } from "../../reading.ts";
import { attributeOf, type XmlElement } from "../../xml/tree.ts";
import { readDecimal, readOptionalAmount, readTotal } from "../fields/amount.ts";
import {
  childOf,
  childrenOf,
  fieldOf,
  LayoutError,
  matchingFieldOf,
  requireAttribute,
  requireChild,
  requireField,
  textFieldOf,
} from "../fields/fields.ts";
import { readAmbiente, readChave, readDigest, readNumero, readProtocolo } from "../fields/header.ts";
import { readInstante } from "../fields/instant.ts";
import { readAutorizados, readEmitente, readParty } from "../fields/party.ts";
import { tipoOf } from "../layouts.ts";
import type { LocatedDocumento } from "../locate.ts";
import { readParties } from "../named-parties.ts";
import { readCobranca } from "./cobranca.ts";
import { readReferenciaDoItem, readReferencias } from "./referencias.ts";
import { readTotais } from "./totals.ts";

/** The layout allows 990; twice as many are not a real nota. */
const ITENS_MAX = 2_000;
const TIPO_OPERACAO = /^[01]$/;
const TIPO_NOTA = /^[0-9]{2}$/;
const MOD_FRETE = /^[0-9]$/;

/** Reads an NF-e or NFC-e of any layout since 1.10; all fields except protocolo
 * and digest come from the signed element. An invalid informative field is
 * null; fields that identify, date or value the document must be valid.
 * @throws LayoutError
 * @source MOC NF-e 7.0, Anexo I; leiauteNFe_v4.00.xsd, leiauteNFe_v3.10.xsd, leiauteNFe_v2.00.xsd */
export function readNfe(location: LocatedDocumento): ParsedNota {
  const { assinado, layout } = location;
  const ide = requireChild(assinado, "ide");
  const uf = ufOfCode(requireField(ide, "cUF")) ?? "";
  const modelo = requireField(ide, "mod");
  const tipoNota = tipoOf(layout, modelo);
  if (tipoNota === null) throw new LayoutError("campo-invalido", "mod");
  const total = requireChild(assinado, "total");
  const transp = childOf(assinado, "transp");
  const itens = readItens(assinado);
  return {
    tipoNota,
    modelo,
    versao: requireAttribute(assinado, "versao"),
    chaveAcesso: readChave(location),
    numeroNota: readNumero(ide, "nNF"),
    serieNota: readNumero(ide, "serie"),
    dataEmissao: readEmissao(ide, uf),
    valorTotal: readTotal(requireChild(total, "ICMSTot"), "vNF"),
    emitente: readEmitente(assinado),
    destinatario: readParty(childOf(assinado, "dest"), "enderDest"),
    tomador: null,
    remetente: null,
    expedidor: null,
    recebedor: null,
    transportador: readParty(childOf(transp, "transporta"), null),
    autorizados: readAutorizados(assinado),
    partes: readParties(assinado, tipoNota),
    naturezaOperacao: textFieldOf(ide, "natOp"),
    finalidade: fieldOf(ide, "finNFe"),
    tipoOperacao: requireField(ide, "tpNF", TIPO_OPERACAO) === "0" ? "entrada" : "saida",
    ambiente: readAmbiente(ide),
    digVal: readDigest(location),
    protocolo: readProtocolo(location, uf),
    itens,
    informacoesComplementares: textFieldOf(childOf(assinado, "infAdic"), "infCpl"),
    comercio: readComercio(assinado, { ide, total, transp, itens }),
    transporte: null,
  };
}

function readEmissao(ide: XmlElement, uf: string): string {
  const tag = childOf(ide, "dhEmi") ? "dhEmi" : "dEmi";
  return readInstante(requireField(ide, tag), tag, uf);
}

function readComercio(
  assinado: XmlElement,
  parties: { ide: XmlElement; total: XmlElement; transp: XmlElement | null; itens: ParsedItem[] },
): ParsedComercio {
  const { ide, total, transp, itens } = parties;
  return {
    tipoDebito: matchingFieldOf(ide, "tpNFDebito", TIPO_NOTA),
    tipoCredito: matchingFieldOf(ide, "tpNFCredito", TIPO_NOTA),
    totais: readTotais(total),
    modFrete: matchingFieldOf(transp, "modFrete", MOD_FRETE),
    ...readCobranca(assinado),
    referencias: readReferencias(ide, itens),
  };
}

function readItens(assinado: XmlElement): ParsedItem[] {
  const dets = childrenOf(assinado, "det");
  if (dets.length > ITENS_MAX) throw new LayoutError("estrutura", "det");
  return dets.map(readItem);
}

function readItem(det: XmlElement): ParsedItem {
  const prod = requireChild(det, "prod");
  return {
    numero: attributeOf(det, "nItem") ?? "",
    codigo: fieldOf(prod, "cProd"),
    descricao: textFieldOf(prod, "xProd"),
    ean: fieldOf(prod, "cEAN"),
    ncm: fieldOf(prod, "NCM"),
    cfop: fieldOf(prod, "CFOP"),
    unidade: fieldOf(prod, "uCom"),
    quantidade: readDecimal(prod, "qCom"),
    valorUnitario: readDecimal(prod, "vUnCom"),
    valorTotal: readOptionalAmount(prod, "vProd"),
    informacoes: textFieldOf(det, "infAdProd"),
    referencia: readReferenciaDoItem(det),
  };
}
