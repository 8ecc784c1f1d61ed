import { CHAVE_ACESSO_PATTERN } from "@malote/syntax";
import { readConsulta } from "../../consulta/read-consulta.ts";
import { childrenOf } from "../../read/fields/fields.ts";
import type { LocatedDocumento } from "../../read/locate.ts";
import { attributeOf, type XmlElement } from "../../xml/tree.ts";
import { anyFieldOf, digestOf, fieldOf, fieldsOf, fieldTextOf, onlyChildOf } from "../fields.ts";
import { type AnsweredDocumento, compareProtocolo, type Divergencia } from "../protocolo.ts";
import { type DescargaMdfe, readDescargas, readLacres, readSeguros, type SeguroMdfe } from "./documentos.ts";
import { type ModalMdfe, readModalMdfe } from "./modal.ts";

/** The printed form of an MDF-e. Codes, dates (ISO with
 * their offset), money and quantities are as in the XML. */
export type PrintedMdfe = {
  kind: "mdfe";
  versao: string | null;
  /** The access key; null when the Id is invalid. */
  chave: string | null;
  ide: IdeMdfe;
  emitente: EmitenteMdfe;
  /** 1 rodoviário, 2 aéreo, 3 aquaviário, 4 ferroviário. */
  codigoModal: string | null;
  modal: ModalMdfe | null;
  descargas: DescargaMdfe[];
  seguros: SeguroMdfe[];
  produto: ProdutoMdfe | null;
  totais: TotaisMdfe;
  lacres: string[];
  infFisco: string | null;
  infComplementares: string | null;
  /** Set only when it matches an address that SEFAZ publishes. */
  qrCode: string | null;
  /** Whether the document has a QR code that does not match. */
  semQrCode: boolean;
  protocolo: ProtocoloMdfe | null;
};

export type IdeMdfe = {
  /** 1 produção, 2 homologação. */
  ambiente: string | null;
  /** 1 prestador de serviço de transporte, 2 carga própria, 3 CT-e globalizado. */
  tipoEmitente: string | null;
  /** 1 ETC, 2 TAC, 3 CTC. */
  tipoTransportador: string | null;
  modelo: string | null;
  serie: string | null;
  numero: string | null;
  dataEmissao: string | null;
  /** 1 normal, 2 contingência, 3 regime especial NFF. */
  tipoEmissao: string | null;
  inicioViagem: string | null;
  ufInicio: string | null;
  ufFim: string | null;
  percurso: string[];
  municipiosCarrega: string[];
  isCanalVerde: boolean;
  isCarregaPosterior: boolean;
};

export type EmitenteMdfe = {
  nome: string | null;
  fantasia: string | null;
  documento: string | null;
  ie: string | null;
  logradouro: string | null;
  numero: string | null;
  complemento: string | null;
  bairro: string | null;
  municipio: string | null;
  uf: string | null;
  cep: string | null;
  fone: string | null;
  email: string | null;
};

export type ProdutoMdfe = {
  /** 01..12, tpCarga. */
  tipoCarga: string | null;
  descricao: string | null;
  ean: string | null;
  ncm: string | null;
  lotacao: { carrega: LocalMdfe | null; descarrega: LocalMdfe | null } | null;
};

export type LocalMdfe = { cep: string | null; latitude: string | null; longitude: string | null };

export type TotaisMdfe = {
  qCTe: string | null;
  qNFe: string | null;
  qMDFe: string | null;
  /** Reais. */
  valorCarga: string | null;
  /** 01 kg, 02 t. */
  unidade: string | null;
  pesoBruto: string | null;
};

/** SEFAZ's answer, which is not signed. */
export type ProtocoloMdfe = {
  numero: string | null;
  data: string | null;
  cStat: string | null;
  xMotivo: string | null;
  mensagemFisco: string | null;
  /** Where it contradicts the document; empty when it matches. */
  divergencias: Divergencia[];
};

/** Reads the fields of a DAMDFE, of layouts 1.00 and 3.00. Never throws for the content.
 * @source mdfeTiposBasico_v3.00.xsd */
export function readPrintedMdfe(location: LocatedDocumento): PrintedMdfe {
  const { assinado } = location;
  const ide = onlyChildOf(assinado, "ide");
  const chave = readMdfeChave(assinado);
  const infAdic = onlyChildOf(assinado, "infAdic");
  const { qrCode } = readConsulta(location);
  return {
    kind: "mdfe",
    versao: attributeOf(assinado, "versao"),
    chave,
    ide: readIde(ide),
    emitente: readEmitente(onlyChildOf(assinado, "emit")),
    codigoModal: fieldOf(ide, "modal"),
    modal: readModalMdfe(onlyChildOf(assinado, "infModal")),
    descargas: readDescargas(onlyChildOf(assinado, "infDoc")),
    seguros: readSeguros(assinado),
    produto: readProduto(onlyChildOf(assinado, "prodPred")),
    totais: readTotais(onlyChildOf(assinado, "tot")),
    lacres: readLacres(assinado),
    infFisco: fieldTextOf(infAdic, "infAdFisco"),
    infComplementares: fieldTextOf(infAdic, "infCpl"),
    qrCode: qrCode?.texto ?? null,
    semQrCode: qrCode !== null && qrCode.texto === null,
    protocolo: readMdfeProtocolo(location, {
      chave,
      digest: digestOf(location),
      ambiente: fieldOf(ide, "tpAmb"),
    }),
  };
}

function readMdfeChave(assinado: XmlElement): string | null {
  const id = attributeOf(assinado, "Id")?.trim().replace(/^MDFe/, "") ?? "";
  return CHAVE_ACESSO_PATTERN.test(id) ? id : null;
}

function readIde(ide: XmlElement | null): IdeMdfe {
  return {
    ambiente: fieldOf(ide, "tpAmb"),
    tipoEmitente: fieldOf(ide, "tpEmit"),
    tipoTransportador: fieldOf(ide, "tpTransp"),
    modelo: fieldOf(ide, "mod"),
    serie: fieldOf(ide, "serie"),
    numero: fieldOf(ide, "nMDF"),
    dataEmissao: fieldOf(ide, "dhEmi"),
    tipoEmissao: fieldOf(ide, "tpEmis"),
    inicioViagem: fieldOf(ide, "dhIniViagem"),
    ufInicio: fieldOf(ide, "UFIni"),
    ufFim: fieldOf(ide, "UFFim"),
    percurso: fieldsOf(childrenOf(ide, "infPercurso"), "UFPer"),
    municipiosCarrega: fieldsOf(childrenOf(ide, "infMunCarrega"), "xMunCarrega"),
    isCanalVerde: fieldOf(ide, "indCanalVerde") === "1",
    isCarregaPosterior: fieldOf(ide, "indCarregaPosterior") === "1",
  };
}

function readEmitente(emit: XmlElement | null): EmitenteMdfe {
  const address = onlyChildOf(emit, "enderEmit");
  return {
    nome: fieldTextOf(emit, "xNome"),
    fantasia: fieldTextOf(emit, "xFant"),
    documento: anyFieldOf(emit, ["CNPJ", "CPF"]),
    ie: fieldOf(emit, "IE"),
    logradouro: fieldTextOf(address, "xLgr"),
    numero: fieldOf(address, "nro"),
    complemento: fieldTextOf(address, "xCpl"),
    bairro: fieldTextOf(address, "xBairro"),
    municipio: fieldTextOf(address, "xMun"),
    uf: fieldOf(address, "UF"),
    cep: fieldOf(address, "CEP"),
    fone: fieldOf(address, "fone"),
    email: fieldTextOf(address, "email"),
  };
}

function readProduto(prodPred: XmlElement | null): ProdutoMdfe | null {
  if (!prodPred) return null;
  const lotacao = onlyChildOf(prodPred, "infLotacao");
  return {
    tipoCarga: fieldOf(prodPred, "tpCarga"),
    descricao: fieldTextOf(prodPred, "xProd"),
    ean: fieldOf(prodPred, "cEAN"),
    ncm: fieldOf(prodPred, "NCM"),
    lotacao: lotacao && {
      carrega: readLocal(onlyChildOf(lotacao, "infLocalCarrega")),
      descarrega: readLocal(onlyChildOf(lotacao, "infLocalDescarrega")),
    },
  };
}

function readLocal(local: XmlElement | null): LocalMdfe | null {
  if (!local) return null;
  return {
    cep: fieldOf(local, "CEP"),
    latitude: fieldOf(local, "latitude"),
    longitude: fieldOf(local, "longitude"),
  };
}

function readTotais(tot: XmlElement | null): TotaisMdfe {
  return {
    qCTe: anyFieldOf(tot, ["qCTe", "qCT"]),
    qNFe: anyFieldOf(tot, ["qNFe", "qNF"]),
    qMDFe: fieldOf(tot, "qMDFe"),
    valorCarga: fieldOf(tot, "vCarga"),
    unidade: fieldOf(tot, "cUnid"),
    pesoBruto: fieldOf(tot, "qCarga"),
  };
}

function readMdfeProtocolo(location: LocatedDocumento, answered: AnsweredDocumento): ProtocoloMdfe | null {
  const { resposta } = location;
  if (!resposta) return null;
  return {
    numero: fieldOf(resposta, "nProt"),
    data: fieldOf(resposta, "dhRecbto"),
    cStat: fieldOf(resposta, "cStat"),
    xMotivo: fieldTextOf(resposta, "xMotivo"),
    mensagemFisco: fieldTextOf(onlyChildOf(resposta.parent, "infFisco"), "xMsg"),
    divergencias: compareProtocolo(location, answered),
  };
}
