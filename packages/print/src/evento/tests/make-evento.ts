import { type PrintedForm, readPrintedForm } from "@malote/dfe";
import { checkDigit } from "@malote/syntax";

type Family = "nfe" | "cte" | "mdfe";

/** An invented evento; `detalhe` is the content of its detEvento (of a CT-e or MDF-e, with the element of
 * its type). */
export type EventoRequestLine = {
  family?: Family;
  cnpj?: string;
  tpEvento: string;
  descricao: string;
  detalhe?: string;
  nSeq?: string;
  ambiente?: "1" | "2";
  isRegistrado?: boolean;
  /** The key of an existing document. */
  chave?: string;
};

const NAMES = {
  nfe: { raiz: "evento", proc: "procEventoNFe", ret: "retEvento", chave: "chNFe", modelo: "55", grupo: "" },
  cte: {
    raiz: "eventoCTe",
    proc: "procEventoCTe",
    ret: "retEventoCTe",
    chave: "chCTe",
    modelo: "57",
    grupo: "evCTe",
  },
  mdfe: {
    raiz: "eventoMDFe",
    proc: "procEventoMDFe",
    ret: "retEventoMDFe",
    chave: "chMDFe",
    modelo: "58",
    grupo: "evMDFe",
  },
} as const;

export const EMITENTE = "11222333000181";

/** The key of the evento's document. */
export function makeChaveDocumento({
  family = "nfe",
  cnpj = EMITENTE,
}: Pick<EventoRequestLine, "family" | "cnpj"> = {}): string {
  const body = `352611${cnpj}${NAMES[family].modelo}001000000123187654321`;
  return `${body}${checkDigit(body)}`;
}

export function makeEvento(spec: EventoRequestLine): string {
  const {
    family = "nfe",
    cnpj = EMITENTE,
    tpEvento,
    descricao,
    detalhe = "",
    nSeq = "1",
    ambiente = "1",
  } = spec;
  const { raiz, proc, ret, chave: tag, grupo } = NAMES[family];
  const ns = `xmlns="http://www.portalfiscal.inf.br/${family}"`;
  const { chave = makeChaveDocumento(spec) } = spec;
  const inner = `<descEvento>${descricao}</descEvento>${detalhe}`;
  const evento =
    `<${raiz} ${ns} versao="1.00"><infEvento Id="ID${tpEvento}${chave}01"><cOrgao>35</cOrgao><tpAmb>${ambiente}</tpAmb><CNPJ>${cnpj}</CNPJ>` +
    `<${tag}>${chave}</${tag}><dhEvento>2026-11-20T09:53:00-03:00</dhEvento><tpEvento>${tpEvento}</tpEvento><nSeqEvento>${nSeq}</nSeqEvento>` +
    `<detEvento versao="1.00">${grupo === "" ? inner : `<${grupo}>${inner}</${grupo}>`}</detEvento></infEvento></${raiz}>`;
  if (spec.isRegistrado === false) return evento;
  return (
    `<${proc} ${ns} versao="1.00">${evento}<${ret} versao="1.00"><infEvento><tpAmb>${ambiente}</tpAmb><verAplic>T</verAplic><cOrgao>35</cOrgao>` +
    `<cStat>135</cStat><xMotivo>Evento registrado e vinculado</xMotivo><${tag}>${chave}</${tag}><tpEvento>${tpEvento}</tpEvento>` +
    `<nSeqEvento>${nSeq}</nSeqEvento><dhRegEvento>2026-11-20T09:53:07-03:00</dhRegEvento><nProt>135260000000002</nProt></infEvento></${ret}></${proc}>`
  );
}

/** Its printed form as read. */
export function printedEvento(spec: EventoRequestLine): Extract<PrintedForm, { kind: "evento" }> {
  const form = readPrintedForm(Buffer.from(makeEvento(spec)));
  if (form?.kind !== "evento") throw new Error("the invented evento cannot be read");
  return form;
}

/** The printed form of the evento's NF-e. */
export function printedNota(): PrintedForm {
  const chave = makeChaveDocumento();
  const xml =
    `<NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe Id="NFe${chave}" versao="4.00"><ide><cUF>35</cUF><cNF>87654321</cNF><natOp>Venda</natOp>` +
    "<mod>55</mod><serie>1</serie><nNF>123</nNF><dhEmi>2026-11-18T10:00:00-03:00</dhEmi><tpNF>1</tpNF><tpImp>1</tpImp><tpEmis>1</tpEmis><tpAmb>1</tpAmb></ide>" +
    `<emit><CNPJ>${EMITENTE}</CNPJ><xNome>Padaria Ação &amp; Filhos</xNome><enderEmit><xMun>Santos</xMun><UF>SP</UF></enderEmit><IE>111222333444</IE></emit>` +
    "<dest><CNPJ>99887766000105</CNPJ><xNome>Mercado do Bairro</xNome><enderDest><xMun>Contagem</xMun><UF>MG</UF></enderDest></dest>" +
    "<total><ICMSTot><vNF>1234.50</vNF></ICMSTot></total></infNFe></NFe>";
  const form = readPrintedForm(Buffer.from(xml));
  if (form?.kind !== "nfe") throw new Error("the invented NF-e cannot be read");
  return form;
}
