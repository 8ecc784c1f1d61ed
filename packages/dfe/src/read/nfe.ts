import { tipoNotaOfModelo, ufOfCodigo } from "@malote/syntax";
import type { ItemLido, NotaLida, Parte, Protocolo } from "../leitura.ts";
import { attributeOf, type XmlElement } from "../xml/tree.ts";
import {
  anyFieldOf,
  childOf,
  childrenOf,
  fieldOf,
  LayoutError,
  requireAttribute,
  requireChild,
  requireField,
  textFieldOf,
} from "./fields.ts";
import { readInstante } from "./instante.ts";
import { DSIG_NAMESPACE, type Localizado } from "./locate.ts";
import { readValor } from "./valor.ts";

const ID = /^NFe([0-9]{6}[A-Z0-9]{12}[0-9]{26})$/;
const DIGITS = /^[0-9]{1,9}$/;
const TIPO_OPERACAO = /^[01]$/;
const AMBIENTE = /^[12]$/;
const SEM_SINAL = /^[0-9]/;
/** A foreign id has at most 20 characters, a CNPJ 14. */
const DOCUMENTO_MAX = 20;
const UF_MAX = 2;

/** Reads an NF-e or NFC-e of any layout since 1.10; every field comes from the signed element, except protocol and digest.
 * @throws LayoutError   @source MOC NF-e 7.0, Anexo I; leiauteNFe_v4.00.xsd */
export function readNfe({ assinado, assinaturas, resposta }: Localizado): NotaLida {
  const ide = requireChild(assinado, "ide");
  const uf = ufOfCodigo(requireField(ide, "cUF")) ?? "";
  const tipoNota = tipoNotaOfModelo(requireField(ide, "mod"));
  if (tipoNota !== "NFe" && tipoNota !== "NFCe") throw new LayoutError("campo-invalido", "mod");
  const total = requireChild(requireChild(assinado, "total"), "ICMSTot");
  return {
    tipoNota,
    modelo: requireField(ide, "mod"),
    versao: requireAttribute(assinado, "versao"),
    chaveAcesso: readChave(assinado),
    numeroNota: readNumero(ide, "nNF"),
    serieNota: readNumero(ide, "serie"),
    dataEmissao: readEmissao(ide, uf),
    valorTotal: readValor(requireField(total, "vNF", SEM_SINAL), "vNF"),
    emitente: readEmitente(assinado),
    destinatario: readParte(childOf(assinado, "dest"), "enderDest"),
    tomador: null,
    remetente: null,
    expedidor: null,
    recebedor: null,
    transportador: null,
    autorizados: [],
    comercio: null,
    transporte: null,
    naturezaOperacao: textFieldOf(ide, "natOp"),
    finalidade: fieldOf(ide, "finNFe"),
    tipoOperacao: requireField(ide, "tpNF", TIPO_OPERACAO) === "0" ? "entrada" : "saida",
    ambiente: readAmbiente(ide),
    digVal: readDigest(assinaturas),
    protocolo: readProtocolo(resposta, uf),
    itens: childrenOf(assinado, "det").map(readItem),
    informacoesComplementares: textFieldOf(childOf(assinado, "infAdic"), "infCpl"),
  };
}

/** @throws LayoutError */
export function readAmbiente(element: XmlElement): "1" | "2" {
  return requireField(element, "tpAmb", AMBIENTE) === "1" ? "1" : "2";
}

function readChave(assinado: XmlElement): string {
  const chave = ID.exec(requireAttribute(assinado, "Id"))?.[1];
  if (!chave) throw new LayoutError("campo-invalido", "infNFe/@Id");
  return chave;
}

function readNumero(ide: XmlElement, tag: string): string {
  return requireField(ide, tag, DIGITS).replace(/^0+(?=[0-9])/, "");
}

function readEmissao(ide: XmlElement, uf: string): string {
  const tag = childOf(ide, "dhEmi") ? "dhEmi" : "dEmi";
  return readInstante(requireField(ide, tag), tag, uf);
}

function readEmitente(assinado: XmlElement): Parte {
  const emit = requireChild(assinado, "emit");
  if (textFieldOf(emit, "xNome") === null) throw new LayoutError("campo-ausente", "xNome");
  const parte = readParte(emit, "enderEmit");
  if (!parte || parte.documento === "") throw new LayoutError("campo-ausente", "emit/CNPJ");
  return parte;
}

function readParte(element: XmlElement | null, endereco: string): Parte | null {
  if (!element) return null;
  return {
    nome: textFieldOf(element, "xNome") ?? "",
    documento: readDocumento(element),
    uf: fieldOf(childOf(element, endereco), "UF", UF_MAX),
    ie: fieldOf(element, "IE"),
    municipio: textFieldOf(childOf(element, endereco), "xMun"),
  };
}

function readDocumento(parte: XmlElement): string {
  const documento = anyFieldOf(parte, ["CNPJ", "CPF", "idEstrangeiro"]) ?? "";
  if (documento.length > DOCUMENTO_MAX) throw new LayoutError("campo-invalido", `${parte.local}/CNPJ`);
  return documento;
}

function readDigest(assinaturas: readonly XmlElement[]): string | null {
  const [signature] = assinaturas;
  if (signature?.namespace !== DSIG_NAMESPACE) return null;
  const [reference] = childrenOf(childOf(signature, "SignedInfo"), "Reference");
  return fieldOf(reference ?? null, "DigestValue");
}

function readProtocolo(infProt: XmlElement | null, uf: string): Protocolo | null {
  const cStat = fieldOf(infProt, "cStat");
  if (!infProt || cStat === null) return null;
  const recebimento = fieldOf(infProt, "dhRecbto");
  return {
    numero: fieldOf(infProt, "nProt") ?? "",
    dataRecebimento: recebimento === null ? "" : readInstante(recebimento, "dhRecbto", uf),
    cStat,
    xMotivo: textFieldOf(infProt, "xMotivo") ?? "",
    digVal: fieldOf(infProt, "digVal"),
    chaveAcesso: fieldOf(infProt, "chNFe") ?? "",
  };
}

function readItem(det: XmlElement): ItemLido {
  const prod = requireChild(det, "prod");
  const total = fieldOf(prod, "vProd");
  return {
    numero: attributeOf(det, "nItem") ?? "",
    codigo: fieldOf(prod, "cProd"),
    descricao: textFieldOf(prod, "xProd"),
    ean: fieldOf(prod, "cEAN"),
    ncm: fieldOf(prod, "NCM"),
    cfop: fieldOf(prod, "CFOP"),
    unidade: fieldOf(prod, "uCom"),
    quantidade: fieldOf(prod, "qCom"),
    valorUnitario: fieldOf(prod, "vUnCom"),
    valorTotal: total === null ? null : readValor(total, "vProd"),
    informacoes: textFieldOf(det, "infAdProd"),
  };
}
