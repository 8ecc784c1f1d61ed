import { checkDigit } from "@malote/syntax";

/** Parts of an invented nota that a test may choose; the rest is fixed. */
export type NotaRequest = {
  itens?: number;
  modelo?: "55" | "65";
  /** Fourteen characters, letters allowed. */
  cnpj?: string;
  numero?: number;
  homologacao?: boolean;
  /** 1 retrato, 2 paisagem, 3 simplificado, 4 NFC-e, 6 simplificado tipo 2. */
  tpImp?: string;
  tpEmis?: string;
  infCpl?: string;
  /** Additional text of each item. */
  infAdProd?: string;
  semProtocolo?: boolean;
  /** Without the customer of an NFC-e. */
  semConsumidor?: boolean;
  /** Without the group of NT 2025.002. */
  semIbsCbs?: boolean;
  /** With IBS, CBS and IS of each item. */
  comTributosPorItem?: boolean;
  /** Time of issue, with its offset. */
  emissao?: string;
};

export const CNPJ = "11222333000181";
export const CNPJ_WITH_LETTERS = "12ABC34501DE35";
const NS = "http://www.portalfiscal.inf.br/nfe";
const EMISSAO = "2026-11-20T09:53:00-03:00";
const CENTS = 117_57;
const URL_CHAVE = "www.fazenda.sp.gov.br/nfce/consulta";

/** The access key of an invented nota. */
export function chaveOfNota({ cnpj = CNPJ, modelo = "55", numero = 123, tpEmis = "1" }: NotaRequest): string {
  const body = `352611${cnpj}${modelo}001${String(numero).padStart(9, "0")}${tpEmis}87654321`;
  return `${body}${checkDigit(body)}`;
}

/** The QR code text of an invented NFC-e in its ambiente: version 2, online.   @source Manual do DANFE
 * NFC-e e QR Code 5.0 */
export function qrCodeOfNota(spec: NotaRequest): string {
  const tail = `${chaveOfNota({ ...spec, modelo: "65" })}|2|1|1|0123456789ABCDEF0123456789ABCDEF01234567`;
  const host = spec.homologacao ? "www.homologacao.nfce.fazenda.sp.gov.br" : "www.nfce.fazenda.sp.gov.br";
  return `https://${host}/NFCeConsultaPublica/Paginas/ConsultaQRCode.aspx?p=${tail}`;
}

/** An invented nfeProc without signature, which printing does not need. */
export function makeNota(spec: NotaRequest = {}): Buffer {
  const { itens = 3 } = spec;
  const chave = chaveOfNota(spec);
  const dets = Array.from({ length: itens }, (_, at) => makeDet(at + 1, spec)).join("");
  const nota =
    `<NFe xmlns="${NS}"><infNFe Id="NFe${chave}" versao="4.00">${makeIde(spec, chave)}${makeEmit(spec)}` +
    `${makeDest(spec)}${dets}${makeTotal(itens, spec)}${TRANSP}${makeCobr(itens, spec)}` +
    `<infAdic><infAdFisco>Regime especial 123/2026</infAdFisco><infCpl>${spec.infCpl ?? INF_CPL}</infCpl></infAdic></infNFe>` +
    `${makeSuplemento(spec)}</NFe>`;
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><nfeProc xmlns="${NS}" versao="4.00">${nota}${makeProt(spec, chave)}</nfeProc>`,
  );
}

const INF_CPL = "Pedido 7 de 18/11/2026. Entregar das 8 às 12 h no portão 3. Reclamações em até 48 horas.";

function makeIde(spec: NotaRequest, chave: string): string {
  const { modelo = "55", numero = 123, tpEmis = "1", homologacao = false, emissao = EMISSAO } = spec;
  const contingencia =
    tpEmis === "1" ? "" : `<dhCont>${emissao}</dhCont><xJust>Falha na conexão com a internet</xJust>`;
  return (
    `<ide><cUF>35</cUF><cNF>87654321</cNF><natOp>Venda de produção do estabelecimento</natOp><mod>${modelo}</mod><serie>1</serie>` +
    `<nNF>${numero}</nNF><dhEmi>${emissao}</dhEmi><dhSaiEnt>${emissao}</dhSaiEnt><tpNF>1</tpNF><idDest>2</idDest>` +
    `<cMunFG>3550308</cMunFG><tpImp>${spec.tpImp ?? (modelo === "65" ? "4" : "1")}</tpImp><tpEmis>${tpEmis}</tpEmis>` +
    `<cDV>${chave.slice(-1)}</cDV><tpAmb>${homologacao ? "2" : "1"}</tpAmb><finNFe>1</finNFe><indFinal>0</indFinal>` +
    `<indPres>9</indPres><procEmi>0</procEmi><verProc>Sistema 1.0</verProc>${contingencia}</ide>`
  );
}

function makeEmit({ cnpj = CNPJ }: NotaRequest): string {
  return (
    `<emit><CNPJ>${cnpj}</CNPJ><xNome>Padaria Ação &amp; Filhos LTDA</xNome><xFant>Padaria Ação</xFant><enderEmit>` +
    `<xLgr>Rua das Laranjeiras</xLgr><nro>100</nro><xBairro>Centro</xBairro><cMun>3550308</cMun><xMun>São Paulo</xMun>` +
    `<UF>SP</UF><CEP>01001000</CEP><cPais>1058</cPais><xPais>Brasil</xPais><fone>1133334444</fone></enderEmit>` +
    `<IE>111222333444</IE><CRT>3</CRT></emit>`
  );
}

function makeDest({ semConsumidor }: NotaRequest): string {
  if (semConsumidor) return "";
  return (
    `<dest><CNPJ>99887766000105</CNPJ><xNome>Mercado do Bairro LTDA</xNome><enderDest><xLgr>Avenida Afonso Pena</xLgr>` +
    `<nro>2000</nro><xBairro>Funcionários</xBairro><cMun>3106200</cMun><xMun>Belo Horizonte</xMun><UF>MG</UF>` +
    `<CEP>30130000</CEP><cPais>1058</cPais><xPais>Brasil</xPais></enderDest><indIEDest>1</indIEDest>` +
    `<IE>0012345678901</IE><email>compras@mercado.example</email></dest>`
  );
}

const TRANSP =
  `<transp><modFrete>0</modFrete><transporta><CNPJ>11444777000161</CNPJ><xNome>Transportes Rápidos LTDA</xNome>` +
  `<xEnder>Rua da Estação, 5</xEnder><xMun>São Paulo</xMun><UF>SP</UF></transporta><vol><qVol>12</qVol><esp>CAIXA</esp>` +
  `<pesoL>60.000</pesoL><pesoB>63.500</pesoB></vol></transp>`;

function makeDet(numero: number, { infAdProd = "Lote 7", comTributosPorItem }: NotaRequest): string {
  const total = amount(CENTS);
  const unitPrice = amount(CENTS / 10, 10);
  return (
    `<det nItem="${numero}"><prod><cProd>${String(numero).padStart(6, "0")}</cProd><cEAN>SEM GTIN</cEAN>` +
    `<xProd>Pão de queijo congelado, pacote ${numero}</xProd><NCM>19059090</NCM><CEST>1706300</CEST><CFOP>6101</CFOP><uCom>KG</uCom>` +
    `<qCom>10.0000</qCom><vUnCom>${unitPrice}</vUnCom><vProd>${total}</vProd><cEANTrib>SEM GTIN</cEANTrib><uTrib>KG</uTrib>` +
    `<qTrib>10.0000</qTrib><vUnTrib>${unitPrice}</vUnTrib><indTot>1</indTot></prod><imposto><ICMS><ICMS00><orig>0</orig>` +
    `<CST>00</CST><modBC>3</modBC><vBC>${total}</vBC><pICMS>18.0000</pICMS><vICMS>${amount(icms())}</vICMS></ICMS00></ICMS>` +
    `<IPI><cEnq>999</cEnq><IPINT><CST>53</CST></IPINT></IPI>${comTributosPorItem ? REFORMA : ""}</imposto><infAdProd>${infAdProd}</infAdProd></det>`
  );
}

const REFORMA =
  `<IS><CSTIS>000</CSTIS><cClassTribIS>000001</cClassTribIS><vBCIS>117.57</vBCIS><pIS>1.0000</pIS><vIS>1.18</vIS></IS>` +
  `<IBSCBS><CST>200</CST><cClassTrib>200003</cClassTrib><gIBSCBS><vBC>117.57</vBC><gIBSUF><pIBSUF>0.1000</pIBSUF>` +
  `<gRed><pRedAliq>60.0000</pRedAliq><pAliqEfet>0.0400</pAliqEfet></gRed><vIBSUF>0.05</vIBSUF></gIBSUF><gIBSMun>` +
  `<pIBSMun>0.0000</pIBSMun><vIBSMun>0.00</vIBSMun></gIBSMun><vIBS>0.05</vIBS><gCBS><pCBS>0.9000</pCBS>` +
  `<vCBS>1.06</vCBS></gCBS></gIBSCBS></IBSCBS>`;

function makeTotal(itens: number, { semIbsCbs }: NotaRequest): string {
  const total = amount(itens * CENTS);
  const reform = semIbsCbs
    ? ""
    : `<IBSCBSTot><vBCIBSCBS>${total}</vBCIBSCBS><gIBS><gIBSUF><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vIBSUF>1.18</vIBSUF>` +
      `</gIBSUF><gIBSMun><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vIBSMun>0.00</vIBSMun></gIBSMun><vIBS>1.18</vIBS></gIBS>` +
      `<gCBS><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vCBS>10.58</vCBS></gCBS></IBSCBSTot>`;
  return (
    `<total><ICMSTot><vBC>${total}</vBC><vICMS>${amount(itens * icms())}</vICMS><vICMSDeson>0.00</vICMSDeson><vFCP>0.00</vFCP>` +
    `<vBCST>0.00</vBCST><vST>0.00</vST><vFCPST>0.00</vFCPST><vFCPSTRet>0.00</vFCPSTRet><vProd>${total}</vProd>` +
    `<vFrete>0.00</vFrete><vSeg>0.00</vSeg><vDesc>0.00</vDesc><vII>0.00</vII><vIPI>0.00</vIPI><vIPIDevol>0.00</vIPIDevol>` +
    `<vPIS>0.00</vPIS><vCOFINS>0.00</vCOFINS><vOutro>0.00</vOutro><vNF>${total}</vNF><vTotTrib>43.21</vTotTrib></ICMSTot>${reform}</total>`
  );
}

function makeCobr(itens: number, { modelo = "55" }: NotaRequest): string {
  const total = amount(itens * CENTS);
  if (modelo === "65") {
    const pago = amount(itens * CENTS + 5_00);
    return `<pag><detPag><tPag>01</tPag><vPag>${pago}</vPag></detPag><vTroco>5.00</vTroco></pag>`;
  }
  return (
    `<cobr><fat><nFat>123</nFat><vOrig>${total}</vOrig><vDesc>0.00</vDesc><vLiq>${total}</vLiq></fat>` +
    `<dup><nDup>001</nDup><dVenc>2026-12-20</dVenc><vDup>${total}</vDup></dup></cobr>` +
    `<pag><detPag><indPag>1</indPag><tPag>15</tPag><vPag>${total}</vPag></detPag></pag>`
  );
}

function makeSuplemento(spec: NotaRequest): string {
  if (spec.modelo !== "65") return "";
  return `<infNFeSupl><qrCode><![CDATA[${qrCodeOfNota(spec)}]]></qrCode><urlChave>${URL_CHAVE}</urlChave></infNFeSupl>`;
}

function makeProt({ semProtocolo, homologacao }: NotaRequest, chave: string): string {
  if (semProtocolo) return "";
  return (
    `<protNFe versao="4.00"><infProt><tpAmb>${homologacao ? "2" : "1"}</tpAmb><verAplic>SVRS</verAplic><chNFe>${chave}</chNFe>` +
    `<dhRecbto>2026-11-20T09:53:07-03:00</dhRecbto><nProt>135260000000123</nProt><digVal>AAAA</digVal><cStat>100</cStat>` +
    `<xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe>`
  );
}

function icms(): number {
  return Math.round((CENTS * 18) / 100);
}

function amount(cents: number, places = 2): string {
  return (cents / 100).toFixed(places);
}
