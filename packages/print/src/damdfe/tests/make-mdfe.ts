import { type PrintedForm, readPrintedForm } from "@malote/dfe";
import { checkDigit } from "@malote/syntax";

/** Parts of an invented MDF-e; each given part replaces the default. */
export type MdfeRequest = {
  cnpj?: string;
  ambiente?: "1" | "2";
  tipoEmissao?: "1" | "2";
  modal?: string;
  infModal?: string;
  descargas?: string;
  remainder?: string;
  infCpl?: string;
  protocolo?: string;
};

const NS = "http://www.portalfiscal.inf.br/mdfe";
const TRANSPORTADORA = "22333444000181";
const VENDEDORA = "11222333000181";
/** A CNPJ in the format issued since 2026. */
export const CNPJ_WITH_LETTERS = "12ABC34501DE35";

function keyOf(body: string): string {
  return `${body}${checkDigit(body)}`;
}

export function makeChaveMdfe({ cnpj = TRANSPORTADORA, tipoEmissao = "1" }: MdfeRequest = {}): string {
  return keyOf(`352611${cnpj}58002000020417${tipoEmissao}18273645`);
}

/** The key of an NF-e of the load. */
export function makeChaveNfe(numero: number, cnpj = VENDEDORA): string {
  return keyOf(`352611${cnpj}55001${String(numero).padStart(9, "0")}187654321`);
}

/** A town where NF-e are unloaded, numbered from `from` on. */
export function makeDescarga(
  municipio: string,
  { from, count, cnpj }: { from: number; count: number; cnpj?: string },
): string {
  const notas = Array.from(
    { length: count },
    (_, at) => `<infNFe><chNFe>${makeChaveNfe(from + at, cnpj)}</chNFe></infNFe>`,
  );
  return `<infMunDescarga><cMunDescarga>3118601</cMunDescarga><xMunDescarga>${municipio}</xMunDescarga>${notas.join("")}</infMunDescarga>`;
}

const RODO =
  "<rodo><infANTT><RNTRC>12345678</RNTRC><infCIOT><CIOT>520005530382</CIOT><CNPJ>22333444000181</CNPJ></infCIOT>" +
  "<valePed><disp><CNPJForn>11222333000181</CNPJForn><CNPJPg>99887766000105</CNPJPg><nCompra>778899</nCompra><vValePed>150.20</vValePed>" +
  "<tpValePed>01</tpValePed></disp><categCombVeic>07</categCombVeic></valePed>" +
  "<infContratante><xNome>Mercado do Bairro Ltda</xNome><CNPJ>99887766000105</CNPJ></infContratante>" +
  "<infPag><xNome>Mercado do Bairro Ltda</xNome><CNPJ>99887766000105</CNPJ><Comp><tpComp>04</tpComp><vComp>3400.00</vComp></Comp>" +
  "<Comp><tpComp>01</tpComp><vComp>150.20</vComp></Comp><vContrato>3550.20</vContrato><indPag>1</indPag><infPrazo><nParcela>001</nParcela>" +
  "<dVenc>2026-12-10</dVenc><vParcela>3550.20</vParcela></infPrazo><infBanc><PIX>frete@serramar.example</PIX></infBanc></infPag></infANTT>" +
  "<veicTracao><placa>ABC1D23</placa><RENAVAM>12345678901</RENAVAM><tara>9000</tara><capKG>30000</capKG><capM3>90</capM3>" +
  "<prop><CPF>52998224725</CPF><RNTRC>87654321</RNTRC><xNome>Antônia das Graças</xNome><UF>SP</UF></prop>" +
  "<condutor><xNome>João Volante da Conceição</xNome><CPF>52998224725</CPF></condutor><tpRod>03</tpRod><tpCar>00</tpCar><UF>SP</UF></veicTracao>" +
  "<veicReboque><placa>XYZ9A87</placa><tara>7500</tara><capKG>42500</capKG><tpCar>05</tpCar><UF>MG</UF></veicReboque></rodo>";
const SEGURO =
  "<seg><infResp><respSeg>1</respSeg></infResp><infSeg><xSeg>Seguradora Boa Viagem</xSeg><CNPJ>55666777000161</CNPJ></infSeg>" +
  "<nApol>000123456789</nApol><nAver>AV0001</nAver><nAver>AV0002</nAver></seg>";
const PRODUTO =
  "<prodPred><tpCarga>05</tpCarga><xProd>Café torrado em grãos</xProd><NCM>09012100</NCM><infLotacao><infLocalCarrega><CEP>01310100</CEP>" +
  "</infLocalCarrega><infLocalDescarrega><CEP>32010000</CEP></infLocalDescarrega></infLotacao></prodPred>";

/** The XML of an MDF-e by road from São Paulo to Contagem, authorized unless in contingency. */
export function makeMdfe(spec: MdfeRequest = {}): string {
  const { cnpj = TRANSPORTADORA, ambiente = "1", tipoEmissao = "1", modal = "1", infModal = RODO } = spec;
  const { descargas = makeDescarga("Contagem", { from: 8, count: 2 }), remainder = "" } = spec;
  const { infCpl = "Entregar pela manhã, doca 4." } = spec;
  const chave = makeChaveMdfe(spec);
  const mdfe =
    `<MDFe xmlns="${NS}"><infMDFe Id="MDFe${chave}" versao="3.00"><ide><cUF>35</cUF><tpAmb>${ambiente}</tpAmb><tpEmit>1</tpEmit><tpTransp>1</tpTransp>` +
    `<mod>58</mod><serie>2</serie><nMDF>20417</nMDF><cMDF>18273645</cMDF><cDV>${chave.slice(-1)}</cDV><modal>${modal}</modal>` +
    `<dhEmi>2026-11-19T18:40:00-03:00</dhEmi><tpEmis>${tipoEmissao}</tpEmis><procEmi>0</procEmi><verProc>1</verProc><UFIni>SP</UFIni><UFFim>MG</UFFim>` +
    "<infMunCarrega><cMunCarrega>3550308</cMunCarrega><xMunCarrega>São Paulo</xMunCarrega></infMunCarrega><infPercurso><UFPer>RJ</UFPer></infPercurso>" +
    `<dhIniViagem>2026-11-20T05:00:00-03:00</dhIniViagem></ide><emit><CNPJ>${cnpj}</CNPJ><IE>111222333444</IE><xNome>Transportes Serra &amp; Mar Ltda</xNome>` +
    "<xFant>Serra &amp; Mar</xFant><enderEmit><xLgr>Avenida do Café</xLgr><nro>1200</nro><xCpl>Galpão 3</xCpl><xBairro>Jabaquara</xBairro><cMun>3550308</cMun>" +
    "<xMun>São Paulo</xMun><CEP>04311000</CEP><UF>SP</UF><fone>1133445566</fone><email>fiscal@serramar.example</email></enderEmit></emit>" +
    `<infModal versaoModal="3.00">${infModal}</infModal><infDoc>${descargas}</infDoc>${SEGURO}${PRODUTO}` +
    "<tot><qNFe>2</qNFe><vCarga>1518432.50</vCarga><cUnid>02</cUnid><qCarga>28.2505</qCarga></tot>" +
    `<lacres><nLacre>LCR-0001</nLacre></lacres><infAdic><infAdFisco>Regime especial 123/2026.</infAdFisco><infCpl>${infCpl}</infCpl></infAdic>${remainder}</infMDFe>` +
    `<infMDFeSupl><qrCodMDFe>https://dfe-portal.svrs.rs.gov.br/mdfe/qrCode?chMDFe=${chave}&amp;tpAmb=${ambiente}</qrCodMDFe></infMDFeSupl></MDFe>`;
  return tipoEmissao === "2" ? mdfe : wrapMdfe(mdfe, { chave, ambiente });
}

function wrapMdfe(mdfe: string, { chave, ambiente }: { chave: string; ambiente: string }): string {
  return (
    `<mdfeProc xmlns="${NS}" versao="3.00">${mdfe}<protMDFe versao="3.00"><infProt><tpAmb>${ambiente}</tpAmb><verAplic>T</verAplic><chMDFe>${chave}</chMDFe>` +
    "<dhRecbto>2026-11-19T18:40:09-03:00</dhRecbto><nProt>935260000000009</nProt><digVal>abc=</digVal><cStat>100</cStat>" +
    "<xMotivo>Autorizado o uso do MDF-e</xMotivo></infProt></protMDFe></mdfeProc>"
  );
}

/** Its printed form as read. */
export function printedMdfe(spec: MdfeRequest = {}): Extract<PrintedForm, { kind: "mdfe" }> {
  const form = readPrintedForm(Buffer.from(makeMdfe(spec)));
  if (form?.kind !== "mdfe") throw new Error("the invented MDF-e cannot be read");
  return form;
}
