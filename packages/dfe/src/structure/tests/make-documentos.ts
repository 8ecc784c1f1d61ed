import { checkDigit } from "@malote/syntax";

/** Invented parties; the second has an alphanumeric CNPJ. */
export const EMITENTE = "11222333000181";
export const CLIENTE = "12ABC34501DE35";
const CONDUTOR = "52998224725";
const DSIG = "http://www.w3.org/2000/09/xmldsig#";
const WHEN = "2026-11-20T09:53:00-03:00";

/** An invented access key of a model. */
export function makeChave(modelo: string, numero = "123"): string {
  const body = `352611${EMITENTE}${modelo}001${numero.padStart(9, "0")}187654321`;
  return `${body}${checkDigit(body)}`;
}

/** A signature of valid form, for the schemas; no test here verifies it. */
function signature(id: string): string {
  return (
    `<Signature xmlns="${DSIG}"><SignedInfo><CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/>` +
    `<SignatureMethod Algorithm="${DSIG}rsa-sha1"/><Reference URI="#${id}"><Transforms><Transform Algorithm="${DSIG}enveloped-signature"/>` +
    `<Transform Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/></Transforms><DigestMethod Algorithm="${DSIG}sha1"/>` +
    "<DigestValue>2jmj7l5rSw0yVb/vlWAYkK/YBwk=</DigestValue></Reference></SignedInfo><SignatureValue>AAAA</SignatureValue>" +
    "<KeyInfo><X509Data><X509Certificate>AAAA</X509Certificate></X509Data></KeyInfo></Signature>"
  );
}

const NFE_ADDRESS =
  "<xLgr>Rua das Acácias</xLgr><nro>100</nro><xBairro>Centro</xBairro><cMun>3550308</cMun><xMun>São Paulo</xMun><UF>SP</UF><CEP>01001000</CEP>";
const ADDRESS =
  "<xLgr>Rua das Acácias</xLgr><nro>100</nro><xBairro>Centro</xBairro><cMun>3550308</cMun><xMun>São Paulo</xMun><CEP>01001000</CEP><UF>SP</UF>";

/** IBS and CBS on 100.00, as in items of an NF-e and in a CT-e. */
const IBS_CBS =
  "<IBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib><gIBSCBS><vBC>100.00</vBC><gIBSUF><pIBSUF>0.10</pIBSUF><vIBSUF>0.10</vIBSUF></gIBSUF>" +
  "<gIBSMun><pIBSMun>0.00</pIBSMun><vIBSMun>0.00</vIBSMun></gIBSMun><vIBS>0.10</vIBS><gCBS><pCBS>0.90</pCBS><vCBS>0.90</vCBS></gCBS></gIBSCBS></IBSCBS>";

/** One item of 100.00 with every common tax. */
function makeItem(numero: number): string {
  return (
    `<det nItem="${numero}"><prod><cProd>P${numero}</cProd><cEAN>SEM GTIN</cEAN><xProd>Pão de queijo</xProd><NCM>19059090</NCM><CEST>1704900</CEST>` +
    "<CFOP>5401</CFOP><uCom>KG</uCom><qCom>10.0000</qCom><vUnCom>10.0000000000</vUnCom><vProd>100.00</vProd><cEANTrib>SEM GTIN</cEANTrib>" +
    "<uTrib>KG</uTrib><qTrib>10.0000</qTrib><vUnTrib>10.0000000000</vUnTrib><vFrete>5.00</vFrete><vSeg>1.00</vSeg><vDesc>6.00</vDesc>" +
    "<vOutro>2.00</vOutro><indTot>1</indTot><rastro><nLote>L1</nLote><qLote>10.000</qLote><dFab>2026-11-01</dFab><dVal>2027-05-01</dVal></rastro></prod>" +
    "<imposto><vTotTrib>20.00</vTotTrib><ICMS><ICMS10><orig>0</orig><CST>10</CST><modBC>3</modBC><vBC>100.00</vBC><pICMS>18.00</pICMS>" +
    "<vICMS>18.00</vICMS><modBCST>4</modBCST><pMVAST>40.00</pMVAST><vBCST>140.00</vBCST><pICMSST>18.00</pICMSST><vICMSST>7.20</vICMSST></ICMS10></ICMS>" +
    "<IPI><cEnq>999</cEnq><IPITrib><CST>50</CST><vBC>100.00</vBC><pIPI>5.00</pIPI><vIPI>5.00</vIPI></IPITrib></IPI>" +
    "<PIS><PISAliq><CST>01</CST><vBC>100.00</vBC><pPIS>1.65</pPIS><vPIS>1.65</vPIS></PISAliq></PIS>" +
    "<COFINS><COFINSAliq><CST>01</CST><vBC>100.00</vBC><pCOFINS>7.60</pCOFINS><vCOFINS>7.60</vCOFINS></COFINSAliq></COFINS>" +
    `${IBS_CBS}</imposto><infAdProd>Congelado</infAdProd><vItem>114.20</vItem></det>`
  );
}

/** Cents as the layouts write them. */
function reais(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** An NF-e with equal items and correct totals; each item totals 114.20. */
export function makeNfe(itens = 2): string {
  const chave = makeChave("55");
  const de = (cents: number) => reais(cents * itens);
  const dets = Array.from({ length: itens }, (_, i) => makeItem(i + 1)).join("");
  return (
    `<NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe versao="4.00" Id="NFe${chave}"><ide><cUF>35</cUF><cNF>87654321</cNF><natOp>Venda</natOp>` +
    `<mod>55</mod><serie>1</serie><nNF>123</nNF><dhEmi>${WHEN}</dhEmi><tpNF>1</tpNF><idDest>1</idDest><cMunFG>3550308</cMunFG><tpImp>1</tpImp>` +
    `<tpEmis>1</tpEmis><cDV>${chave.slice(-1)}</cDV><tpAmb>1</tpAmb><finNFe>1</finNFe><indFinal>0</indFinal><indPres>9</indPres><indIntermed>1</indIntermed>` +
    `<procEmi>0</procEmi><verProc>1.0</verProc><NFref><refNFe>${makeChave("55", "7")}</refNFe></NFref></ide>` +
    `<emit><CNPJ>${EMITENTE}</CNPJ><xNome>Padaria Ação</xNome><enderEmit>${NFE_ADDRESS}<cPais>1058</cPais><xPais>Brasil</xPais><fone>1133334444</fone></enderEmit>` +
    `<IE>111222333444</IE><CRT>3</CRT></emit><dest><CNPJ>${CLIENTE}</CNPJ><xNome>Mercado do Bairro</xNome><enderDest>${NFE_ADDRESS}</enderDest>` +
    "<indIEDest>1</indIEDest><IE>222333444555</IE><email>compras@mercado.example</email></dest>" +
    `<entrega><CNPJ>${CLIENTE}</CNPJ>${NFE_ADDRESS.replace(/<CEP>.*/, "")}</entrega><autXML><CPF>${CONDUTOR}</CPF></autXML>${dets}` +
    `<total><ICMSTot><vBC>${de(10000)}</vBC><vICMS>${de(1800)}</vICMS><vICMSDeson>0.00</vICMSDeson><vFCP>0.00</vFCP><vBCST>${de(14000)}</vBCST>` +
    `<vST>${de(720)}</vST><vFCPST>0.00</vFCPST><vFCPSTRet>0.00</vFCPSTRet><vProd>${de(10000)}</vProd><vFrete>${de(500)}</vFrete><vSeg>${de(100)}</vSeg>` +
    `<vDesc>${de(600)}</vDesc><vII>0.00</vII><vIPI>${de(500)}</vIPI><vIPIDevol>0.00</vIPIDevol><vPIS>${de(165)}</vPIS><vCOFINS>${de(760)}</vCOFINS>` +
    `<vOutro>${de(200)}</vOutro><vNF>${de(11420)}</vNF><vTotTrib>${de(2000)}</vTotTrib></ICMSTot><IBSCBSTot><vBCIBSCBS>${de(10000)}</vBCIBSCBS>` +
    `<gIBS><gIBSUF><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vIBSUF>${de(10)}</vIBSUF></gIBSUF><gIBSMun><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib>` +
    `<vIBSMun>0.00</vIBSMun></gIBSMun><vIBS>${de(10)}</vIBS><vCredPres>0.00</vCredPres><vCredPresCondSus>0.00</vCredPresCondSus></gIBS>` +
    `<gCBS><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vCBS>${de(90)}</vCBS><vCredPres>0.00</vCredPres><vCredPresCondSus>0.00</vCredPresCondSus></gCBS></IBSCBSTot>` +
    `<vNFTot>${de(11420)}</vNFTot></total><transp><modFrete>0</modFrete><transporta><CNPJ>${EMITENTE}</CNPJ><xNome>Transportes Serra</xNome></transporta>` +
    "<veicTransp><placa>ABC1D23</placa><UF>SP</UF></veicTransp><vol><qVol>3</qVol><esp>CAIXA</esp><pesoL>10.000</pesoL><pesoB>12.000</pesoB></vol></transp>" +
    `<cobr><fat><nFat>1</nFat><vOrig>${de(11420)}</vOrig><vDesc>0.00</vDesc><vLiq>${de(11420)}</vLiq></fat>` +
    `<dup><nDup>001</nDup><dVenc>2026-12-20</dVenc><vDup>${de(5710)}</vDup></dup><dup><nDup>002</nDup><dVenc>2027-01-20</dVenc><vDup>${de(5710)}</vDup></dup></cobr>` +
    `<pag><detPag><indPag>1</indPag><tPag>15</tPag><vPag>${reais(11420 * itens + 1000)}</vPag></detPag><vTroco>10.00</vTroco></pag>` +
    `<infIntermed><CNPJ>${CLIENTE}</CNPJ><idCadIntTran>loja-1</idCadIntTran></infIntermed>` +
    '<infAdic><infCpl>Pedido 7</infCpl><obsCont xCampo="Rota"><xTexto>Norte</xTexto></obsCont></infAdic>' +
    `<infRespTec><CNPJ>${EMITENTE}</CNPJ><xContato>Suporte</xContato><email>suporte@padaria.example</email><fone>1133334444</fone></infRespTec>` +
    `</infNFe>${signature(`NFe${chave}`)}</NFe>`
  );
}

function makeIdeCte(chave: string, mod: "57" | "67", rest: string): string {
  return (
    `<ide><cUF>35</cUF><cCT>87654321</cCT><CFOP>5353</CFOP><natOp>Transporte</natOp><mod>${mod}</mod><serie>1</serie><nCT>123</nCT><dhEmi>${WHEN}</dhEmi>` +
    `<tpImp>1</tpImp><tpEmis>1</tpEmis><cDV>${chave.slice(-1)}</cDV><tpAmb>1</tpAmb><tpCTe>${rest.includes("<toma3>") || mod === "67" ? "0" : "5"}</tpCTe>` +
    `<procEmi>0</procEmi><verProc>1.0</verProc><cMunEnv>3550308</cMunEnv><xMunEnv>São Paulo</xMunEnv><UFEnv>SP</UFEnv>${rest}</ide>`
  );
}

const EMIT_CTE = `<emit><CNPJ>${EMITENTE}</CNPJ><IE>111222333444</IE><xNome>Transportes Serra</xNome><enderEmit>${ADDRESS}<fone>1133334444</fone></enderEmit><CRT>3</CRT></emit>`;
const IMP_CTE = `<imp><ICMS><ICMS00><CST>00</CST><vBC>150.00</vBC><pICMS>12.00</pICMS><vICMS>18.00</vICMS></ICMS00></ICMS><vTotTrib>20.00</vTotTrib>${IBS_CBS}`;
const RODO = '<infModal versaoModal="4.00"><rodo><RNTRC>12345678</RNTRC></rodo></infModal>';
const COMPONENTES =
  "<Comp><xNome>Frete peso</xNome><vComp>130.00</vComp></Comp><Comp><xNome>Pedágio</xNome><vComp>20.00</vComp></Comp>";
const CARGA =
  "<infCarga><vCarga>1000.00</vCarga><proPred>Pães</proPred><infQ><cUnid>01</cUnid><tpMed>PESO BRUTO</tpMed><qCarga>12.0000</qCarga></infQ></infCarga>";

function part(name: string, address: string, documento = CLIENTE): string {
  return `<${name}><CNPJ>${documento}</CNPJ><IE>222333444555</IE><xNome>Mercado do Bairro</xNome><fone>1133334444</fone><${address}>${ADDRESS}</${address}></${name}>`;
}

function wrapCte(root: string, chave: string, content: string): string {
  const versao = root === "CTeOS" ? ' versao="4.00"' : "";
  return (
    `<${root} xmlns="http://www.portalfiscal.inf.br/cte"${versao}><infCte versao="4.00" Id="CTe${chave}">${content}</infCte>` +
    `<infCTeSupl><qrCodCTe>https://cte.example.gov.br/qrcode?chCTe=${chave}&amp;tpAmb=1</qrCodCTe></infCTeSupl>${signature(`CTe${chave}`)}</${root}>`
  );
}

/** A CT-e of 150.00. */
export function makeCte(): string {
  const chave = makeChave("57");
  const ide = makeIdeCte(
    chave,
    "57",
    "<modal>01</modal><tpServ>0</tpServ><cMunIni>3550308</cMunIni><xMunIni>São Paulo</xMunIni><UFIni>SP</UFIni><cMunFim>3106200</cMunFim>" +
      "<xMunFim>Belo Horizonte</xMunFim><UFFim>MG</UFFim><retira>1</retira><indIEToma>1</indIEToma><toma3><toma>3</toma></toma3>",
  );
  return wrapCte(
    "CTe",
    chave,
    `${ide}<compl><xCaracAd>EXPRESSA</xCaracAd><Entrega><comData><tpPer>1</tpPer><dProg>2026-11-25</dProg></comData><semHora><tpHor>0</tpHor></semHora></Entrega>` +
      `<xObs>Frágil</xObs><ObsCont xCampo="Rota"><xTexto>Norte</xTexto></ObsCont></compl>${EMIT_CTE}${part("rem", "enderReme")}` +
      `${part("exped", "enderExped", EMITENTE)}${part("receb", "enderReceb", "")}${part("dest", "enderDest")}` +
      `<vPrest><vTPrest>150.00</vTPrest><vRec>150.00</vRec>${COMPONENTES}</vPrest>${IMP_CTE}<vTotDFe>150.00</vTotDFe></imp>` +
      `<infCTeNorm>${CARGA}<infDoc><infNFe><chave>${makeChave("55")}</chave></infNFe><infNFe><chave>${makeChave("55", "7")}</chave></infNFe></infDoc>` +
      `<docAnt><emiDocAnt><CNPJ>${EMITENTE}</CNPJ><IE>111222333444</IE><UF>SP</UF><xNome>Transportes Mar</xNome><idDocAnt><idDocAntEle><chCTe>${makeChave("57", "5")}</chCTe>` +
      `</idDocAntEle></idDocAnt></emiDocAnt></docAnt>${RODO}<cobr><fat><nFat>1</nFat><vOrig>150.00</vOrig><vLiq>150.00</vLiq></fat></cobr></infCTeNorm>` +
      `<autXML><CPF>${CONDUTOR}</CPF></autXML>`,
  );
}

/** A CT-e OS of 150.00. */
export function makeCteOs(): string {
  const chave = makeChave("67");
  const ide = makeIdeCte(
    chave,
    "67",
    "<modal>01</modal><tpServ>6</tpServ><indIEToma>1</indIEToma><cMunIni>3550308</cMunIni><xMunIni>São Paulo</xMunIni><UFIni>SP</UFIni>" +
      "<cMunFim>3106200</cMunFim><xMunFim>Belo Horizonte</xMunFim><UFFim>MG</UFFim><infPercurso><UFPer>MG</UFPer></infPercurso>",
  );
  return wrapCte(
    "CTeOS",
    chave,
    `${ide}${EMIT_CTE}${part("toma", "enderToma")}<vPrest><vTPrest>150.00</vTPrest><vRec>150.00</vRec>${COMPONENTES}</vPrest>` +
      `${IMP_CTE.replace("<IBSCBS>", "<infTribFed><vPIS>1.00</vPIS><vINSS>2.00</vINSS></infTribFed><IBSCBS>")}<vTotDFe>150.00</vTotDFe></imp>` +
      "<infCTeNorm><infServico><xDescServ>Fretamento</xDescServ><infQ><qCarga>40.0000</qCarga></infQ></infServico>" +
      "<infDocRef><nDoc>7</nDoc><serie>1</serie><dEmi>2026-11-20</dEmi><vDoc>10.00</vDoc></infDocRef><seg><respSeg>4</respSeg><xSeg>Seguradora</xSeg></seg>" +
      '<infModal versaoModal="4.00"><rodoOS><TAF>123456789012</TAF><veic><placa>ABC1D23</placa><UF>SP</UF></veic></rodoOS></infModal></infCTeNorm>',
  );
}

/** A CT-e simplificado with two deliveries of 150.00. */
export function makeCteSimplificado(): string {
  const chave = makeChave("57", "9");
  const ide = makeIdeCte(
    chave,
    "57",
    "<modal>01</modal><tpServ>0</tpServ><UFIni>SP</UFIni><UFFim>MG</UFFim><retira>1</retira>",
  );
  const entrega = (numero: number, documentos: string) =>
    `<det nItem="${numero}"><cMunIni>3550308</cMunIni><xMunIni>São Paulo</xMunIni><cMunFim>3106200</cMunFim><xMunFim>Belo Horizonte</xMunFim>` +
    `<vPrest>150.00</vPrest><vRec>150.00</vRec>${COMPONENTES}${documentos}</det>`;
  const toma = part("toma", "enderToma").replace("<toma>", "<toma><toma>0</toma><indIEToma>1</indIEToma>");
  return wrapCte(
    "CTeSimp",
    chave,
    `${ide}${EMIT_CTE}${toma}${CARGA.replace("PESO BRUTO", "01")}${entrega(1, `<infNFe><chNFe>${makeChave("55")}</chNFe></infNFe>`)}` +
      `${entrega(2, `<infDocAnt><chCTe>${makeChave("57")}</chCTe><tpPrest>1</tpPrest></infDocAnt>`)}${RODO}${IMP_CTE}</imp>` +
      "<total><vTPrest>300.00</vTPrest><vTRec>300.00</vTRec><vTotDFe>300.00</vTotDFe></total>",
  );
}

/** An MDF-e with two CT-e and one NF-e, and a payment of 1000.00. */
export function makeMdfe(): string {
  const chave = makeChave("58");
  return (
    `<MDFe xmlns="http://www.portalfiscal.inf.br/mdfe"><infMDFe versao="3.00" Id="MDFe${chave}"><ide><cUF>35</cUF><tpAmb>1</tpAmb><tpEmit>1</tpEmit><mod>58</mod>` +
    `<serie>1</serie><nMDF>123</nMDF><cMDF>87654321</cMDF><cDV>${chave.slice(-1)}</cDV><modal>1</modal><dhEmi>${WHEN}</dhEmi><tpEmis>1</tpEmis>` +
    "<procEmi>0</procEmi><verProc>1.0</verProc><UFIni>SP</UFIni><UFFim>MG</UFFim><infMunCarrega><cMunCarrega>3550308</cMunCarrega>" +
    `<xMunCarrega>São Paulo</xMunCarrega></infMunCarrega><infPercurso><UFPer>RJ</UFPer></infPercurso><dhIniViagem>${WHEN}</dhIniViagem></ide>` +
    `<emit><CNPJ>${EMITENTE}</CNPJ><IE>111222333444</IE><xNome>Transportes Serra</xNome><enderEmit>${ADDRESS}<fone>1133334444</fone></enderEmit></emit>` +
    '<infModal versaoModal="3.00"><rodo><infANTT><RNTRC>12345678</RNTRC>' +
    `<infContratante><CNPJ>${CLIENTE}</CNPJ></infContratante><infPag><xNome>Mercado do Bairro</xNome><CNPJ>${CLIENTE}</CNPJ>` +
    "<Comp><tpComp>01</tpComp><vComp>300.00</vComp></Comp><Comp><tpComp>99</tpComp><vComp>700.00</vComp><xComp>Frete</xComp></Comp>" +
    "<vContrato>1000.00</vContrato><indPag>1</indPag><vAdiant>200.00</vAdiant><infPrazo><nParcela>001</nParcela><dVenc>2026-12-20</dVenc><vParcela>800.00</vParcela></infPrazo>" +
    "<infBanc><PIX>frete@serra.example</PIX></infBanc></infPag></infANTT><veicTracao><placa>ABC1D23</placa><tara>9000</tara>" +
    `<condutor><xNome>José da Silva</xNome><CPF>${CONDUTOR}</CPF></condutor><tpRod>01</tpRod><tpCar>02</tpCar><UF>SP</UF></veicTracao></rodo></infModal>` +
    "<infDoc><infMunDescarga><cMunDescarga>3106200</cMunDescarga><xMunDescarga>Belo Horizonte</xMunDescarga>" +
    `<infCTe><chCTe>${makeChave("57")}</chCTe></infCTe><infCTe><chCTe>${makeChave("57", "5")}</chCTe></infCTe><infNFe><chNFe>${makeChave("55")}</chNFe></infNFe>` +
    "</infMunDescarga></infDoc><seg><infResp><respSeg>1</respSeg></infResp><infSeg><xSeg>Seguradora</xSeg><CNPJ>11222333000181</CNPJ></infSeg><nApol>1</nApol><nAver>2</nAver></seg>" +
    "<prodPred><tpCarga>05</tpCarga><xProd>Pães</xProd><NCM>19059090</NCM><infLotacao><infLocalCarrega><CEP>01001000</CEP></infLocalCarrega>" +
    "<infLocalDescarrega><latitude>-19.920000</latitude><longitude>-43.940000</longitude></infLocalDescarrega></infLotacao></prodPred>" +
    "<tot><qCTe>2</qCTe><qNFe>1</qNFe><vCarga>1000.00</vCarga><cUnid>01</cUnid><qCarga>12.0000</qCarga></tot><lacres><nLacre>L1</nLacre></lacres>" +
    `<infAdic><infCpl>Rota norte</infCpl></infAdic></infMDFe><infMDFeSupl><qrCodMDFe>https://dfe-portal.example.gov.br/mdfe/qrCode?chMDFe=${chave}&amp;tpAmb=1</qrCodMDFe></infMDFeSupl>` +
    `${signature(`MDFe${chave}`)}</MDFe>`
  );
}

/** An unsigned evento with the details of its kind. */
export function makeEvento(modelo: "nfe" | "cte" | "mdfe"): string {
  const { modeloChave, tag, versao, tpEvento, seq } = EVENTOS[modelo];
  const chave = makeChave(modeloChave);
  const root = modelo === "nfe" ? "evento" : `evento${tag.slice(2)}`;
  const request =
    modelo === "nfe"
      ? '<detEvento versao="1.00"><descEvento>Cancelamento</descEvento><nProt>135260000000001</nProt><xJust>Erro no pedido do cliente</xJust></detEvento>'
      : `<detEvento versaoEvento="${versao}"><evCanc${tag.slice(2)}><descEvento>Cancelamento</descEvento><nProt>135260000000001</nProt><xJust>Erro no pedido do cliente</xJust></evCanc${tag.slice(2)}></detEvento>`;
  const id = `ID${tpEvento}${chave}${"1".padStart(seq, "0")}`;
  return (
    `<${root} xmlns="http://www.portalfiscal.inf.br/${modelo}" versao="${versao}"><infEvento Id="${id}"><cOrgao>35</cOrgao><tpAmb>1</tpAmb><CNPJ>${EMITENTE}</CNPJ>` +
    `<${tag}>${chave}</${tag}><dhEvento>${WHEN}</dhEvento><tpEvento>${tpEvento}</tpEvento><nSeqEvento>1</nSeqEvento>${modelo === "nfe" ? "<verEvento>1.00</verEvento>" : ""}` +
    `${request}</infEvento>${signature(id)}</${root}>`
  );
}

const EVENTOS = {
  nfe: { modeloChave: "55", tag: "chNFe", versao: "1.00", tpEvento: "110111", seq: 2 },
  cte: { modeloChave: "57", tag: "chCTe", versao: "4.00", tpEvento: "110111", seq: 3 },
  mdfe: { modeloChave: "58", tag: "chMDFe", versao: "3.00", tpEvento: "110111", seq: 3 },
} as const;
