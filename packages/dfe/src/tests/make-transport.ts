import { checkDigit } from "@malote/syntax";

/** Parts that replace the default ones of an invented CT-e or MDF-e, by name. */
export type Parties = Readonly<Record<string, string>>;

export const CTE_NS = "http://www.portalfiscal.inf.br/cte";
export const MDFE_NS = "http://www.portalfiscal.inf.br/mdfe";
export const TRANSPORTADORA = "22333444000181";
export const EMISSAO_TRANSPORTE = "2026-11-19T18:40:00-03:00";
export const REMETENTE = "11222333000181";
export const DESTINATARIO = "99887766000105";

type Numbers = { modelo: "57" | "58" | "67"; serie?: string; numero?: string };

/** An access key of the invented carrier. */
export function makeChaveTransporte({ modelo, serie = "2", numero = "20417" }: Numbers): string {
  const body = `352611${TRANSPORTADORA}${modelo}${serie.padStart(3, "0")}${numero.padStart(9, "0")}118273645`;
  return `${body}${checkDigit(body)}`;
}

/** The key of an NF-e in the cargo. */
export function makeChaveNfe(numero: number): string {
  const body = `352611${REMETENTE}55001${String(numero).padStart(9, "0")}187654321`;
  return `${body}${checkDigit(body)}`;
}

function ideCte(
  modelo: "57" | "67",
  { toma = "<toma3><toma>3</toma></toma3>", tpCTe = "0", ...parties }: Parties,
): string {
  const { modal = "01", rota = rotaCte() } = parties;
  return (
    `<ide><cUF>35</cUF><cCT>18273645</cCT><CFOP>6353</CFOP><natOp>Prestação de serviço de transporte</natOp><mod>${modelo}</mod>` +
    `<serie>2</serie><nCT>20417</nCT><dhEmi>${EMISSAO_TRANSPORTE}</dhEmi><tpImp>1</tpImp><tpEmis>1</tpEmis>` +
    `<cDV>${makeChaveTransporte({ modelo }).slice(-1)}</cDV><tpAmb>1</tpAmb><tpCTe>${tpCTe}</tpCTe><procEmi>0</procEmi><verProc>1</verProc>` +
    `<cMunEnv>3550308</cMunEnv><xMunEnv>São Paulo</xMunEnv><UFEnv>SP</UFEnv><modal>${modal}</modal><tpServ>0</tpServ>` +
    `${rota}<retira>1</retira><indIEToma>1</indIEToma>${toma}</ide>`
  );
}

function rotaCte(): string {
  return (
    "<cMunIni>3550308</cMunIni><xMunIni>São Paulo</xMunIni><UFIni>SP</UFIni>" +
    "<cMunFim>3106200</cMunFim><xMunFim>Belo Horizonte</xMunFim><UFFim>MG</UFFim>"
  );
}

/** One party in CT-e notation. */
export function party(tag: string, address: string, { nome, cnpj, uf, cidade }: Parties): string {
  return (
    `<${tag}><CNPJ>${cnpj}</CNPJ><IE>111222333444</IE><xNome>${nome}</xNome>` +
    `<${address}><xLgr>Rua A</xLgr><nro>1</nro><xBairro>Centro</xBairro><xMun>${cidade}</xMun><UF>${uf}</UF></${address}></${tag}>`
  );
}

const EMIT = party("emit", "enderEmit", {
  nome: "Transportes Serra &amp; Mar",
  cnpj: TRANSPORTADORA,
  uf: "SP",
  cidade: "São Paulo",
});
const REM = party("rem", "enderReme", { nome: "Padaria Ação", cnpj: REMETENTE, uf: "SP", cidade: "Santos" });
const DEST = party("dest", "enderDest", {
  nome: "Mercado do Bairro",
  cnpj: DESTINATARIO,
  uf: "MG",
  cidade: "Contagem",
});
const IMP =
  "<imp><ICMS><ICMS00><CST>00</CST><vBC>1843.27</vBC><pICMS>12.00</pICMS><vICMS>221.19</vICMS></ICMS00></ICMS>" +
  "<IBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib><gIBSCBS><vBC>1622.08</vBC><gIBSUF><pIBSUF>0.1000</pIBSUF><vIBSUF>1.62</vIBSUF></gIBSUF>" +
  "<gIBSMun><pIBSMun>0.0000</pIBSMun><vIBSMun>0.00</vIBSMun></gIBSMun><vIBS>1.62</vIBS><gCBS><pCBS>0.9000</pCBS><vCBS>14.60</vCBS></gCBS></gIBSCBS></IBSCBS></imp>";
const VPREST =
  "<vPrest><vTPrest>1843.27</vTPrest><vRec>1800.00</vRec><Comp><xNome>Frete peso</xNome><vComp>1643.27</vComp></Comp>" +
  "<Comp><xNome>Pedágio</xNome><vComp>200.00</vComp></Comp></vPrest>";
const CARGA =
  "<infCarga><vCarga>18432.50</vCarga><proPred>Café torrado</proPred><infQ><cUnid>01</cUnid><tpMed>PESO BRUTO</tpMed><qCarga>1250.5000</qCarga></infQ>" +
  "<infQ><cUnid>03</cUnid><tpMed>CAIXAS</tpMed><qCarga>64.0000</qCarga></infQ></infCarga>";

function norm({
  infDoc = `<infDoc><infNFe><chave>${makeChaveNfe(7)}</chave></infNFe></infDoc>`,
  ...parties
}: Parties): string {
  const {
    carga = CARGA,
    docAnt = "",
    infModal = '<infModal versaoModal="4.00"><rodo><RNTRC>12345678</RNTRC></rodo></infModal>',
    resto = "",
  } = parties;
  return `<infCTeNorm>${carga}${infDoc}${docAnt}${infModal}${resto}</infCTeNorm>`;
}

/** The unsigned CTe element: road transport of coffee, paid by the destinatario. */
export function makeCte(parties: Parties = {}): string {
  const { versao = "4.00", rem = REM, dest = DEST, outras = "", vPrest = VPREST, imp = IMP, compl } = parties;
  const { corpo = norm(parties), autXML = "<autXML><CNPJ>55666777000161</CNPJ></autXML>" } = parties;
  return (
    `<CTe xmlns="${CTE_NS}"><infCte Id="CTe${makeChaveTransporte({ modelo: "57" })}" versao="${versao}">${ideCte("57", parties)}` +
    `${compl ?? "<compl><xObs>Entregar pela manhã</xObs></compl>"}${EMIT}${rem}${outras}${dest}${vPrest}${imp}${corpo}${autXML}</infCte></CTe>`
  );
}

/** The unsigned CTeOS element: passengers, with a percurso and a vehicle. */
export function makeCteOs(parties: Parties = {}): string {
  const {
    toma = party("toma", "enderToma", {
      nome: "Escola Viva",
      cnpj: DESTINATARIO,
      uf: "SP",
      cidade: "Santos",
    }),
  } = parties;
  const chave = makeChaveTransporte({ modelo: "67" });
  const rota = `${rotaCte()}<infPercurso><UFPer>RJ</UFPer></infPercurso>`;
  return (
    `<CTeOS xmlns="${CTE_NS}" versao="4.00"><infCte Id="CTe${chave}" versao="4.00">${ideCte("67", { ...parties, rota, toma: "" })}${EMIT}${toma}` +
    "<vPrest><vTPrest>950.00</vTPrest><vRec>950.00</vRec></vPrest><imp/><infCTeNorm><infServico><xDescServ>Fretamento</xDescServ>" +
    "<infQ><qCarga>42.0000</qCarga></infQ></infServico><infDocRef><nDoc>77</nDoc><serie>1</serie><dEmi>2026-11-18</dEmi></infDocRef>" +
    '<infModal versaoModal="4.00"><rodoOS><TAF>000000032164</TAF><veic><placa>ABC1D23</placa><UF>SP</UF></veic></rodoOS></infModal></infCTeNorm>' +
    "</infCte></CTeOS>"
  );
}

/** The unsigned CTeSimp element: two services for one tomador. */
export function makeCteSimp(parties: Parties = {}): string {
  const { total = "<total><vTPrest>1233.33</vTPrest><vTRec>1200.00</vTRec></total>" } = parties;
  const trecho = (n: number, end: string): string =>
    `<det nItem="${n}"><cMunIni>3550308</cMunIni><xMunIni>São Paulo</xMunIni><cMunFim>310620${n}</cMunFim><xMunFim>${end}</xMunFim>` +
    `<vPrest>600.00</vPrest><vRec>600.00</vRec><Comp><xNome>Frete ${n}</xNome><vComp>600.00</vComp></Comp>` +
    `<infNFe><chNFe>${makeChaveNfe(n)}</chNFe></infNFe></det>`;
  const rota = "<UFIni>SP</UFIni><UFFim>MG</UFFim>";
  const toma = party("toma", "enderToma", {
    nome: "Mercado do Bairro",
    cnpj: DESTINATARIO,
    uf: "MG",
    cidade: "Contagem",
  });
  return (
    `<CTeSimp xmlns="${CTE_NS}"><infCte Id="CTe${makeChaveTransporte({ modelo: "57" })}" versao="4.00">${ideCte("57", { ...parties, rota, toma: "", tpCTe: "5" })}` +
    `${EMIT}${toma.replace("<toma>", "<toma><toma>4</toma><indIEToma>1</indIEToma>")}${CARGA}${trecho(1, "Betim")}${trecho(2, "Contagem")}` +
    `<infModal versaoModal="4.00"><rodo><RNTRC>12345678</RNTRC></rodo></infModal>${IMP}${total}</infCte></CTeSimp>`
  );
}

const DESCARGA =
  `<infMunDescarga><cMunDescarga>3106200</cMunDescarga><xMunDescarga>Belo Horizonte</xMunDescarga>` +
  `<infCTe><chCTe>${makeChaveTransporte({ modelo: "57" })}</chCTe></infCTe></infMunDescarga>` +
  `<infMunDescarga><cMunDescarga>3118601</cMunDescarga><xMunDescarga>Contagem</xMunDescarga>` +
  `<infNFe><chNFe>${makeChaveNfe(8)}</chNFe></infNFe></infMunDescarga>`;
const RODO =
  "<rodo><infANTT><RNTRC>12345678</RNTRC></infANTT><veicTracao><placa>ABC1D23</placa><tara>9000</tara>" +
  "<condutor><xNome>João Volante</xNome><CPF>52998224725</CPF></condutor><UF>SP</UF></veicTracao>" +
  "<veicReboque><placa>XYZ9A87</placa><tara>4000</tara></veicReboque></rodo>";

/** The unsigned MDFe element: a truck with a trailer from São Paulo to Contagem via Rio. */
export function makeMdfe(parties: Parties = {}): string {
  const { modal = "1", infModal = RODO, descarga = DESCARGA, resto = "" } = parties;
  const {
    tot = "<tot><qNFe>1</qNFe><vCarga>18432.50</vCarga><cUnid>02</cUnid><qCarga>1.2505</qCarga></tot>",
  } = parties;
  const chave = makeChaveTransporte({ modelo: "58" });
  return (
    `<MDFe xmlns="${MDFE_NS}"><infMDFe Id="MDFe${chave}" versao="3.00"><ide><cUF>35</cUF><tpAmb>1</tpAmb><tpEmit>1</tpEmit><mod>58</mod>` +
    `<serie>2</serie><nMDF>20417</nMDF><cMDF>18273645</cMDF><cDV>${chave.slice(-1)}</cDV><modal>${modal}</modal><dhEmi>${EMISSAO_TRANSPORTE}</dhEmi>` +
    "<tpEmis>1</tpEmis><procEmi>0</procEmi><verProc>1</verProc><UFIni>SP</UFIni><UFFim>MG</UFFim>" +
    "<infMunCarrega><cMunCarrega>3550308</cMunCarrega><xMunCarrega>São Paulo</xMunCarrega></infMunCarrega><infPercurso><UFPer>RJ</UFPer></infPercurso></ide>" +
    `${EMIT}<infModal versaoModal="3.00">${infModal}</infModal><infDoc>${descarga}</infDoc>` +
    `<prodPred><tpCarga>05</tpCarga><xProd>Café torrado</xProd></prodPred>${tot}<infAdic><infCpl>Lacre 7</infCpl></infAdic>${resto}</infMDFe></MDFe>`
  );
}

/** A document and its authorization, with the element names of its family. */
export function wrapTransporte(
  documento: string,
  { proc, prot, chave }: { proc: string; prot: string; chave: string },
): string {
  const key = /Id="(?:CTe|MDFe)([^"]+)"/.exec(documento)?.[1] ?? "";
  const ns = /xmlns="([^"]+)"/.exec(documento)?.[1] ?? "";
  return (
    `<${proc} xmlns="${ns}" versao="4.00">${documento}<${prot} versao="4.00"><infProt><tpAmb>1</tpAmb><verAplic>T</verAplic><${chave}>${key}</${chave}>` +
    `<dhRecbto>2026-11-19T18:40:09-03:00</dhRecbto><nProt>135260000000009</nProt><digVal>abc=</digVal><cStat>100</cStat><xMotivo>Autorizado o uso</xMotivo></infProt></${prot}></${proc}>`
  );
}
