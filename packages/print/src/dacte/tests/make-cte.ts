import { checkDigit } from "@malote/syntax";

/** Builders of invented CT-e for printing; each given part replaces the default part of that name. */
export type Parties = Readonly<Record<string, string>>;

const NS = "http://www.portalfiscal.inf.br/cte";
export const EMITENTE = "22333444000181";
export const ALPHANUMERIC_CNPJ = "12ABC34501DE35";

export function makeChave({
  cnpj = EMITENTE,
  modelo = "57",
  numero = "20417",
  tpEmis = "1",
}: Parties = {}): string {
  const body = `352611${cnpj}${modelo}002${numero.padStart(9, "0")}${tpEmis}18273645`;
  return `${body}${checkDigit(body)}`;
}

export function makeChaveNfe(numero: number): string {
  const body = `3526111122233300018155001${String(numero).padStart(9, "0")}187654321`;
  return `${body}${checkDigit(body)}`;
}

function party(tag: string, ender: string, { name, cnpj, cidade, uf, extra = "" }: Parties): string {
  const phone = tag === "emit" ? "" : "<fone>1133224455</fone>";
  const emitentePhone =
    tag === "emit" ? "<fone>11987654321</fone>" : "<cPais>1058</cPais><xPais>BRASIL</xPais>";
  return (
    `<${tag}>${extra}<CNPJ>${cnpj}</CNPJ><IE>111222333444</IE><xNome>${name}</xNome>${phone}` +
    `<${ender}><xLgr>Avenida das Palmeiras</xLgr><nro>1500</nro><xCpl>Galpão 3</xCpl><xBairro>Distrito Industrial</xBairro>` +
    `<cMun>3550308</cMun><xMun>${cidade}</xMun><CEP>01310100</CEP><UF>${uf}</UF>${emitentePhone}</${ender}></${tag}>`
  );
}

export const REM = party("rem", "enderReme", {
  name: "Padaria Ação e Pão Ltda",
  cnpj: "11222333000181",
  cidade: "Santos",
  uf: "SP",
});
export const DEST = party("dest", "enderDest", {
  name: "Mercado do Bairro S/A",
  cnpj: "99887766000105",
  cidade: "Contagem",
  uf: "MG",
});
export const EXPED = party("exped", "enderExped", {
  name: "Armazém da Serra Ltda",
  cnpj: "44555666000199",
  cidade: "Jundiaí",
  uf: "SP",
});
export const RECEB = party("receb", "enderReceb", {
  name: "Depósito Minas Ltda",
  cnpj: "55666777000161",
  cidade: "Betim",
  uf: "MG",
});

export const MODAIS: Readonly<Record<string, string>> = {
  "01":
    "<rodo><RNTRC>12345678</RNTRC><occ><serie>1</serie><nOcc>42</nOcc><dEmi>2026-11-18</dEmi><emiOcc><CNPJ>11222333000181</CNPJ>" +
    "<IE>111222333444</IE><UF>SP</UF></emiOcc></occ></rodo>",
  "02":
    "<aereo><nMinu>000000123</nMinu><nOCA>12345678901</nOCA><dPrevAereo>2026-11-21</dPrevAereo><natCarga><xDime>0100X0200X0300</xDime>" +
    "<cInfManu>03</cInfManu><cInfManu>06</cInfManu></natCarga><tarifa><CL>G</CL><cTar>123</cTar><vTar>4.50</vTar></tarifa>" +
    "<peri><nONU>1845</nONU><qTotEmb>12</qTotEmb><infTotAP><qTotProd>300.0000</qTotProd><uniAP>1</uniAP></infTotAP></peri></aereo>",
  "03":
    "<aquav><vPrest>1843.27</vPrest><vAFRMM>147.46</vAFRMM><xNavio>Aurora do Mar</xNavio><balsa><xBalsa>Balsa Um</xBalsa></balsa>" +
    "<balsa><xBalsa>Balsa Dois</xBalsa></balsa><nViag>77</nViag><direc>N</direc><irin>IRIN123</irin>" +
    "<detCont><nCont>MSCU1234567</nCont><lacre><nLacre>L0001</nLacre></lacre><lacre><nLacre>L0002</nLacre></lacre>" +
    `<infDoc><infNFe><chave>${makeChaveNfe(7)}</chave></infNFe></infDoc></detCont><tpNav>1</tpNav></aquav>`,
  "04":
    "<ferrov><tpTraf>1</tpTraf><trafMut><respFat>2</respFat><ferrEmi>1</ferrEmi><vFrete>900.00</vFrete>" +
    "<ferroEnv><CNPJ>33444555000181</CNPJ><cInt>FSUL</cInt><IE>222333444555</IE><xNome>Ferrovia do Sul S/A</xNome></ferroEnv></trafMut>" +
    "<fluxo>CTR-2026-9</fluxo></ferrov>",
  "05":
    "<duto><vTar>1.250000</vTar><dIni>2026-11-01</dIni><dFim>2026-11-30</dFim><classDuto>1</classDuto><tpContratacao>0</tpContratacao>" +
    "<codPontoEntrada>ENT-01</codPontoEntrada><codPontoSaida>SAI-09</codPontoSaida><nContrato>CT-55</nContrato></duto>",
  "06":
    "<multimodal><COTM>COTM-0099</COTM><indNegociavel>1</indNegociavel><seg><infSeg><xSeg>Seguros Firmes</xSeg>" +
    "<CNPJ>66777888000122</CNPJ></infSeg><nApol>APOL-1</nApol><nAver>AVER-2</nAver></seg></multimodal>",
};

const IMP =
  "<imp><ICMS><ICMS00><CST>00</CST><vBC>1843.27</vBC><pICMS>12.00</pICMS><vICMS>221.19</vICMS></ICMS00></ICMS><vTotTrib>310.10</vTotTrib>" +
  "<IBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib><gIBSCBS><vBC>1622.08</vBC><gIBSUF><pIBSUF>0.1000</pIBSUF><vIBSUF>1.62</vIBSUF></gIBSUF>" +
  "<gIBSMun><pIBSMun>0.0000</pIBSMun><vIBSMun>0.00</vIBSMun></gIBSMun><vIBS>1.62</vIBS><gCBS><pCBS>0.9000</pCBS><vCBS>14.60</vCBS></gCBS></gIBSCBS>" +
  "</IBSCBS><vTotDFe>1859.49</vTotDFe></imp>";
const VPREST =
  "<vPrest><vTPrest>1843.27</vTPrest><vRec>1800.00</vRec><Comp><xNome>FRETE PESO</xNome><vComp>1643.27</vComp></Comp>" +
  "<Comp><xNome>PEDÁGIO</xNome><vComp>200.00</vComp></Comp></vPrest>";
const CARGA =
  "<infCarga><vCarga>18432.50</vCarga><proPred>Café torrado e moído</proPred><xOutCat>Perecível</xOutCat>" +
  "<infQ><cUnid>01</cUnid><tpMed>PESO BRUTO</tpMed><qCarga>1250.5000</qCarga></infQ>" +
  "<infQ><cUnid>02</cUnid><tpMed>PESO BASE DE CALCULO</tpMed><qCarga>1.3000</qCarga></infQ>" +
  "<infQ><cUnid>00</cUnid><tpMed>CUBAGEM</tpMed><qCarga>4.2500</qCarga></infQ>" +
  "<infQ><cUnid>03</cUnid><tpMed>CAIXAS</tpMed><qCarga>64.0000</qCarga></infQ>" +
  "<infQ><cUnid>04</cUnid><tpMed>LITRAGEM</tpMed><qCarga>30.0000</qCarga></infQ></infCarga>";

function ide(modelo: string, parties: Parties): string {
  const {
    chave = "",
    modal = "01",
    tpEmis = "1",
    tpAmb = "1",
    tpImp = "1",
    tpCTe = "0",
    tpServ = "0",
    toma = "<toma3><toma>3</toma></toma3>",
  } = parties;
  const {
    rota = "<cMunIni>3550308</cMunIni><xMunIni>São Paulo</xMunIni><UFIni>SP</UFIni><cMunFim>3106200</cMunFim><xMunFim>Belo Horizonte</xMunFim><UFFim>MG</UFFim>",
  } = parties;
  return (
    `<ide><cUF>35</cUF><cCT>18273645</cCT><CFOP>6353</CFOP><natOp>Prestação de serviço de transporte</natOp><mod>${modelo}</mod><serie>2</serie>` +
    `<nCT>20417</nCT><dhEmi>2026-11-19T18:40:00-03:00</dhEmi><tpImp>${tpImp}</tpImp><tpEmis>${tpEmis}</tpEmis><cDV>${chave.slice(-1)}</cDV>` +
    `<tpAmb>${tpAmb}</tpAmb><tpCTe>${tpCTe}</tpCTe><procEmi>0</procEmi><verProc>1</verProc><cMunEnv>3550308</cMunEnv><xMunEnv>São Paulo</xMunEnv>` +
    `<UFEnv>SP</UFEnv><modal>${modal}</modal><tpServ>${tpServ}</tpServ>${rota}<retira>1</retira><indIEToma>1</indIEToma>${toma}${parties.contingencia ?? ""}</ide>`
  );
}

function wrap(root: string, content: string, parties: Parties): string {
  const { chave = "", proc = "cteProc", protocolo, qr } = parties;
  const link =
    qr ?? `https://dfe-portal.svrs.rs.gov.br/cte/qrCode?chCTe=${chave}&amp;tpAmb=${parties.tpAmb ?? "1"}`;
  const suplemento = link === "" ? "" : `<infCTeSupl><qrCodCTe>${link}</qrCodCTe></infCTeSupl>`;
  const answer =
    protocolo ??
    `<protCTe versao="4.00"><infProt><tpAmb>${parties.tpAmb ?? "1"}</tpAmb><verAplic>T</verAplic><chCTe>${chave}</chCTe><dhRecbto>2026-11-19T18:40:09-03:00</dhRecbto>` +
      "<nProt>135260000000009</nProt><digVal>abc=</digVal><cStat>100</cStat><xMotivo>Autorizado o uso do CT-e</xMotivo></infProt></protCTe>";
  return (
    `<${proc} xmlns="${NS}" versao="4.00"><${root} xmlns="${NS}"><infCte Id="CTe${chave}" versao="4.00">${content}</infCte>${suplemento}</${root}>` +
    `${answer}</${proc}>`
  );
}

/** An authorized CT-e: coffee, paid by the recipient. */
export function makeCte(parties: Parties = {}): string {
  const { cnpj = EMITENTE, modal = "01" } = parties;
  const chave = makeChave({ cnpj, tpEmis: parties.tpEmis ?? "1" });
  const name = "Transportes Serra &amp; Mar Ltda";
  const { emit = party("emit", "enderEmit", { name, cnpj, cidade: "São Paulo", uf: "SP" }) } = parties;
  const {
    compl = "<compl><xObs>Entregar pela manhã, portão 2.</xObs></compl>",
    outras = "",
    rem = REM,
    dest = DEST,
  } = parties;
  const {
    vPrest = VPREST,
    imp = IMP,
    carga = CARGA,
    docAnt = "",
    resto = "",
    infModal = MODAIS[modal] ?? "",
  } = parties;
  const { infDoc = `<infDoc><infNFe><chave>${makeChaveNfe(7)}</chave></infNFe></infDoc>` } = parties;
  const norm =
    parties.corpo ??
    `<infCTeNorm>${carga}${infDoc}${docAnt}<infModal versaoModal="4.00">${infModal}</infModal>${resto}</infCTeNorm>`;
  return wrap(
    "CTe",
    `${ide("57", { ...parties, chave })}${compl}${emit}${rem}${outras}${dest}${vPrest}${imp}${norm}`,
    { ...parties, chave },
  );
}

/** An authorized CT-e OS: passengers, chartered. */
export function makeCteOs(parties: Parties = {}): string {
  const { cnpj = EMITENTE } = parties;
  const chave = makeChave({ modelo: "67", cnpj });
  const emit = party("emit", "enderEmit", {
    name: "Turismo Boa Viagem Ltda",
    cnpj,
    cidade: "São Paulo",
    uf: "SP",
  });
  const toma = party("toma", "enderToma", {
    name: "Escola Viva",
    cnpj: "99887766000105",
    cidade: "Santos",
    uf: "SP",
  });
  const rota =
    "<cMunIni>3550308</cMunIni><xMunIni>São Paulo</xMunIni><UFIni>SP</UFIni><cMunFim>2927408</cMunFim><xMunFim>Salvador</xMunFim><UFFim>BA</UFFim>" +
    "<infPercurso><UFPer>RJ</UFPer></infPercurso><infPercurso><UFPer>ES</UFPer></infPercurso>";
  const imp =
    "<imp><ICMS><ICMSSN><CST>90</CST><indSN>1</indSN></ICMSSN></ICMS><infTribFed><vPIS>6.18</vPIS><vCOFINS>28.50</vCOFINS><vIR>14.25</vIR>" +
    "<vINSS>104.50</vINSS><vCSLL>9.50</vCSLL></infTribFed></imp>";
  const norm =
    "<infCTeNorm><infServico><xDescServ>Fretamento de passageiros</xDescServ><infQ><qCarga>42.0000</qCarga></infQ></infServico>" +
    "<infDocRef><nDoc>77</nDoc><serie>1</serie><dEmi>2026-11-18</dEmi><vDoc>950.00</vDoc></infDocRef><seg><respSeg>4</respSeg><xSeg>Seguros Firmes</xSeg>" +
    '<nApol>APOL-7</nApol></seg><infModal versaoModal="4.00"><rodoOS><TAF>000000032164</TAF><veic><placa>ABC1D23</placa><RENAVAM>12345678901</RENAVAM>' +
    "<prop><CNPJ>33444555000181</CNPJ><TAF>000000000077</TAF><xNome>Locadora de Ônibus Ltda</xNome><IE>222333444555</IE><UF>SP</UF><tpProp>2</tpProp></prop>" +
    "<UF>SP</UF></veic><infFretamento><tpFretamento>1</tpFretamento><dhViagem>2026-11-20T06:00:00-03:00</dhViagem></infFretamento></rodoOS></infModal></infCTeNorm>";
  const vPrest =
    "<vPrest><vTPrest>950.00</vTPrest><vRec>950.00</vRec><Comp><xNome>FRETAMENTO</xNome><vComp>950.00</vComp></Comp></vPrest>";
  const content = `${ide("67", { tpServ: "6", ...parties, chave, rota, toma: "" })}<compl><xObs>Viagem de estudos.</xObs></compl>${emit}${toma}${vPrest}${imp}${norm}`;
  return wrap("CTeOS", content, { proc: "cteOSProc", ...parties, chave });
}

/** An authorized simplified CT-e with that many services for one tomador. */
export function makeCteSimp(entregas: number, parties: Parties = {}): string {
  const { cnpj = EMITENTE } = parties;
  const chave = makeChave({ cnpj });
  const emit = party("emit", "enderEmit", {
    name: "Transportes Serra &amp; Mar Ltda",
    cnpj,
    cidade: "São Paulo",
    uf: "SP",
  });
  const extra = "<toma>4</toma><indIEToma>1</indIEToma>";
  const toma = party("toma", "enderToma", {
    name: "Mercado do Bairro S/A",
    cnpj: "99887766000105",
    cidade: "Contagem",
    uf: "MG",
    extra,
  });
  const det = Array.from(
    { length: entregas },
    (_each, at) =>
      `<det nItem="${at + 1}"><cMunIni>3550308</cMunIni><xMunIni>São Paulo</xMunIni><cMunFim>3106705</cMunFim><xMunFim>Betim ${at + 1}</xMunFim>` +
      `<vPrest>600.00</vPrest><vRec>590.00</vRec><Comp><xNome>FRETE</xNome><vComp>550.00</vComp></Comp><Comp><xNome>GRIS</xNome><vComp>50.00</vComp></Comp>` +
      `<infNFe><chNFe>${makeChaveNfe(2 * at + 1)}</chNFe></infNFe><infNFe><chNFe>${makeChaveNfe(2 * at + 2)}</chNFe></infNFe></det>`,
  ).join("");
  const rota = "<UFIni>SP</UFIni><UFFim>MG</UFFim>";
  const carga = CARGA.replace("<tpMed>PESO BRUTO</tpMed>", "<tpMed>02</tpMed>");
  const content =
    `${ide("57", { tpCTe: "5", ...parties, chave, rota, toma: "" })}${emit}${toma}${carga}${det}<infModal versaoModal="4.00">${MODAIS["01"]}</infModal>` +
    `${IMP}<total><vTPrest>1200.00</vTPrest><vTRec>1180.00</vTRec></total>`;
  return wrap("CTeSimp", content, { proc: "cteSimpProc", ...parties, chave });
}

const to = (text: string, max: number): string =>
  text
    .repeat(Math.ceil(max / text.length))
    .slice(0, max)
    .trim();
const MILLIONS = "9999999999999.99";

function longParty(tag: string, ender: string): string {
  return (
    `<${tag}><CNPJ>99887766000105</CNPJ><IE>11122233344455</IE><xNome>${to("Nome muito comprido de verdade ", 60)}</xNome><fone>11999998888999</fone>` +
    `<${ender}><xLgr>${to("Avenida das Grandes Palmeiras Imperiais ", 255)}</xLgr><nro>${"9".repeat(60)}</nro><xCpl>${to("Complemento ", 60)}</xCpl>` +
    `<xBairro>${to("Bairro distante ", 60)}</xBairro><cMun>3106200</cMun><xMun>${to("Vila Bela da Santíssima Trindade ", 60)}</xMun>` +
    `<CEP>01310100</CEP><UF>MG</UF><xPais>${to("República Federativa ", 60)}</xPais></${ender}></${tag}>`
  );
}

function longEmitente(cnpj: string): string {
  return (
    `<emit><CNPJ>${cnpj}</CNPJ><IE>11122233344455</IE><IEST>55566677788899</IEST>` +
    `<xNome>${to("TRANSPORTES INTERESTADUAIS DE CARGAS PESADAS E PERIGOSAS ", 60)}</xNome>` +
    `<enderEmit><xLgr>${to("AVENIDA DAS GRANDES PALMEIRAS IMPERIAIS ", 60)}</xLgr><nro>${"9".repeat(60)}</nro>` +
    `<xCpl>${to("COMPLEMENTO ", 60)}</xCpl><xBairro>${to("BAIRRO DISTANTE ", 60)}</xBairro><cMun>3550308</cMun>` +
    `<xMun>${to("VILA BELA DA SANTÍSSIMA TRINDADE ", 60)}</xMun><CEP>01310100</CEP><UF>MG</UF><fone>11999998888999</fone></enderEmit></emit>`
  );
}

/** A CT-e in which every text and amount has the maximum length of the layout. */
export function makeExtremeCte(parties: Parties = {}): string {
  const measures = Array.from(
    { length: 12 },
    (_each, at) =>
      `<infQ><cUnid>0${at % 6}</cUnid><tpMed>MEDIDA BEM GRANDE ${at}</tpMed><qCarga>99999999999.9999</qCarga></infQ>`,
  );
  const componentes = Array.from(
    { length: 60 },
    (_each, at) => `<Comp><xNome>COMPONENTE LON${at}</xNome><vComp>${MILLIONS}</vComp></Comp>`,
  );
  const ibs =
    `<gIBSCBS><vBC>${MILLIONS}</vBC><gIBSUF><pIBSUF>99.1234</pIBSUF><vIBSUF>${MILLIONS}</vIBSUF></gIBSUF><gIBSMun><pIBSMun>99.1234</pIBSMun>` +
    `<vIBSMun>${MILLIONS}</vIBSMun></gIBSMun><vIBS>${MILLIONS}</vIBS><gCBS><pCBS>99.1234</pCBS><vCBS>${MILLIONS}</vCBS></gCBS></gIBSCBS>`;
  return makeCte({
    emit: longEmitente(parties.cnpj ?? EMITENTE),
    rem: longParty("rem", "enderReme"),
    dest: longParty("dest", "enderDest"),
    outras: longParty("exped", "enderExped") + longParty("receb", "enderReceb"),
    vPrest: `<vPrest><vTPrest>${MILLIONS}</vTPrest><vRec>${MILLIONS}</vRec>${componentes.join("")}</vPrest>`,
    carga:
      `<infCarga><vCarga>${MILLIONS}</vCarga><proPred>${to("Produto predominante ", 60)}</proPred>` +
      `<xOutCat>${to("Outras características ", 30)}</xOutCat>${measures.join("")}</infCarga>`,
    imp:
      `<imp><ICMS><ICMS20><CST>20</CST><pRedBC>99.99</pRedBC><vBC>${MILLIONS}</vBC><pICMS>99.99</pICMS><vICMS>${MILLIONS}</vICMS></ICMS20></ICMS>` +
      `<infAdFisco>${to("Ao fisco tudo se diz. ", 2000)}</infAdFisco><IBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib>${ibs}</IBSCBS>` +
      `<vTotDFe>${MILLIONS}</vTotDFe></imp>`,
    ...parties,
  });
}
