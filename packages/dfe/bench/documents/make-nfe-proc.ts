import { makeChave, sign, wrapNota } from "../../src/tests/make-dfe.ts";
import { CNPJ, empresa } from "../../src/tests/trust.ts";

const NS = "http://www.portalfiscal.inf.br/nfe";
const EMISSAO = "2026-11-20T09:53:00-03:00";

/** Cents of one item; the total of 990 items has at most 13 digits. */
const CENTS = 117_57;
const ICMS_PERCENT = 18;

/** An invented and signed nfeProc, whose items have the usual groups.
 * @param itens 8 make about 12 KB; the layout allows 990 */
export function makeNfeProc(itens: number, nNF: number): Buffer {
  const numero = String(nNF);
  const chave = makeChave({ cnpj: CNPJ, numero });
  const dets = Array.from({ length: itens }, (_, index) => makeDet(index + 1)).join("");
  const total = value(itens * CENTS);
  const nota =
    `<NFe xmlns="${NS}"><infNFe Id="NFe${chave}" versao="4.00">` +
    `${makeIde(numero, chave)}${EMIT}${DEST}${dets}${makeTotal(total, itens)}${TRANSP}` +
    `<cobr><fat><nFat>${numero}</nFat><vOrig>${total}</vOrig><vDesc>0.00</vDesc><vLiq>${total}</vLiq></fat>` +
    `<dup><nDup>001</nDup><dVenc>2026-12-20</dVenc><vDup>${total}</vDup></dup></cobr>` +
    `<pag><detPag><indPag>1</indPag><tPag>15</tPag><vPag>${total}</vPag></detPag></pag>${INF_ADIC}</infNFe></NFe>`;
  return Buffer.from(wrapNota(sign(nota, empresa)));
}

function makeIde(numero: string, chave: string): string {
  return (
    `<ide><cUF>35</cUF><cNF>87654321</cNF><natOp>Venda de produção do estabelecimento</natOp><mod>55</mod><serie>1</serie>` +
    `<nNF>${numero}</nNF><dhEmi>${EMISSAO}</dhEmi><dhSaiEnt>${EMISSAO}</dhSaiEnt><tpNF>1</tpNF><idDest>2</idDest>` +
    `<cMunFG>3550308</cMunFG><tpImp>1</tpImp><tpEmis>1</tpEmis><cDV>${chave.slice(-1)}</cDV><tpAmb>1</tpAmb><finNFe>1</finNFe>` +
    `<indFinal>0</indFinal><indPres>9</indPres><procEmi>0</procEmi><verProc>Sistema 1.0</verProc></ide>`
  );
}

const EMIT =
  `<emit><CNPJ>${CNPJ}</CNPJ><xNome>Padaria Ação &amp; Filhos LTDA</xNome><xFant>Padaria Ação</xFant><enderEmit>` +
  `<xLgr>Rua das Laranjeiras</xLgr><nro>100</nro><xBairro>Centro</xBairro><cMun>3550308</cMun><xMun>São Paulo</xMun>` +
  `<UF>SP</UF><CEP>01001000</CEP><cPais>1058</cPais><xPais>Brasil</xPais><fone>1133334444</fone></enderEmit>` +
  `<IE>111222333444</IE><CRT>3</CRT></emit>`;
const DEST =
  `<dest><CNPJ>99887766000105</CNPJ><xNome>Mercado do Bairro LTDA</xNome><enderDest><xLgr>Avenida Afonso Pena</xLgr>` +
  `<nro>2000</nro><xBairro>Funcionários</xBairro><cMun>3106200</cMun><xMun>Belo Horizonte</xMun><UF>MG</UF>` +
  `<CEP>30130000</CEP><cPais>1058</cPais><xPais>Brasil</xPais></enderDest><indIEDest>1</indIEDest>` +
  `<IE>0012345678901</IE><email>compras@mercado.example</email></dest>`;
const TRANSP =
  `<transp><modFrete>0</modFrete><transporta><CNPJ>11444777000161</CNPJ><xNome>Transportes Rápidos LTDA</xNome>` +
  `<xEnder>Rua da Estação, 5</xEnder><xMun>São Paulo</xMun><UF>SP</UF></transporta><vol><qVol>12</qVol><esp>CAIXA</esp>` +
  `<pesoL>60.000</pesoL><pesoB>63.500</pesoB></vol></transp>`;
const INF_ADIC =
  `<infAdic><infCpl>Pedido 7 de 18/11/2026. Entregar das 8 às 12 h no portão 3. Mercadoria conferida na expedição; ` +
  `reclamações em até 48 horas. Valor aproximado dos tributos conforme a lei.</infCpl></infAdic>`;

function makeDet(numero: number): string {
  const total = value(CENTS);
  const unitPrice = value(CENTS / 10, 10);
  return (
    `<det nItem="${numero}"><prod><cProd>${String(numero).padStart(6, "0")}</cProd><cEAN>SEM GTIN</cEAN>` +
    `<xProd>Pão de queijo congelado, pacote ${numero}</xProd><NCM>19059090</NCM><CEST>1706300</CEST><CFOP>6101</CFOP><uCom>KG</uCom>` +
    `<qCom>10.0000</qCom><vUnCom>${unitPrice}</vUnCom><vProd>${total}</vProd><cEANTrib>SEM GTIN</cEANTrib><uTrib>KG</uTrib>` +
    `<qTrib>10.0000</qTrib><vUnTrib>${unitPrice}</vUnTrib><indTot>1</indTot></prod><imposto><ICMS><ICMS00><orig>0</orig>` +
    `<CST>00</CST><modBC>3</modBC><vBC>${total}</vBC><pICMS>${ICMS_PERCENT}.0000</pICMS><vICMS>${icms(1)}</vICMS></ICMS00></ICMS>` +
    `<IPI><cEnq>999</cEnq><IPINT><CST>53</CST></IPINT></IPI><PIS><PISAliq><CST>01</CST><vBC>${total}</vBC><pPIS>0.0000</pPIS>` +
    `<vPIS>0.00</vPIS></PISAliq></PIS><COFINS><COFINSAliq><CST>01</CST><vBC>${total}</vBC><pCOFINS>0.0000</pCOFINS>` +
    `<vCOFINS>0.00</vCOFINS></COFINSAliq></COFINS></imposto><infAdProd>Lote ${numero}</infAdProd></det>`
  );
}

function makeTotal(total: string, itens: number): string {
  return (
    `<total><ICMSTot><vBC>${total}</vBC><vICMS>${icms(itens)}</vICMS><vICMSDeson>0.00</vICMSDeson><vFCP>0.00</vFCP><vBCST>0.00</vBCST>` +
    `<vST>0.00</vST><vFCPST>0.00</vFCPST><vFCPSTRet>0.00</vFCPSTRet><vProd>${total}</vProd><vFrete>0.00</vFrete><vSeg>0.00</vSeg>` +
    `<vDesc>0.00</vDesc><vII>0.00</vII><vIPI>0.00</vIPI><vIPIDevol>0.00</vIPIDevol><vPIS>0.00</vPIS><vCOFINS>0.00</vCOFINS>` +
    `<vOutro>0.00</vOutro><vNF>${total}</vNF></ICMSTot></total>`
  );
}

/** The tax of each item is rounded separately; the total is the sum of the rounded values. */
function icms(itens: number): string {
  return value(itens * Math.round((CENTS * ICMS_PERCENT) / 100));
}

function value(cents: number, places = 2): string {
  return (cents / 100).toFixed(places);
}
