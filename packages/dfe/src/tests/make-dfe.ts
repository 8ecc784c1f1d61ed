import { checkDigit } from "@malote/syntax";
import { SignedXml } from "xml-crypto";
import type { Credential } from "./pki.ts";

/** The variable parts of an invented nota. */
export type NotaOptions = {
  cnpj: string;
  cpf?: string;
  modelo?: "55" | "65";
  serie?: string;
  numero?: string;
  vNF?: string;
  tpAmb?: "1" | "2";
  emitente?: string;
  extra?: string;
  infCpl?: string;
  tpEmis?: string;
};

export type EventoOptions = {
  chave: string;
  autor: string;
  tpEvento?: string;
  nSeq?: string;
  xJust?: string;
  family?: EventoFamily;
};

/** The element names of an evento by family; `largura` is that of nSeqEvento in the Id. */
type EventoFamily = keyof typeof EVENTOS;
const EVENTOS = {
  nfe: { raiz: "evento", proc: "procEventoNFe", ret: "retEvento", chave: "chNFe", largura: 2 },
  cte: { raiz: "eventoCTe", proc: "procEventoCTe", ret: "retEventoCTe", chave: "chCTe", largura: 3 },
  mdfe: { raiz: "eventoMDFe", proc: "procEventoMDFe", ret: "retEventoMDFe", chave: "chMDFe", largura: 3 },
} as const;

const NS = "http://www.portalfiscal.inf.br/nfe";
const C14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315";
const DSIG = "http://www.w3.org/2000/09/xmldsig#";

export const EMISSAO = "2026-11-20T09:53:00-03:00";
export const RECEBIMENTO = "2026-11-20T09:53:07-03:00";

export function makeChave({
  cnpj,
  cpf,
  modelo = "55",
  serie = "1",
  numero = "123",
  tpEmis = "1",
}: NotaOptions): string {
  const documento = (cpf ?? cnpj).padStart(14, "0");
  const body = `352611${documento}${modelo}${serie.padStart(3, "0")}${numero.padStart(9, "0")}${tpEmis}87654321`;
  return `${body}${checkDigit(body)}`;
}

/** The unsigned NFe element. */
export function makeNota(pedida: NotaOptions): string {
  const chave = makeChave(pedida);
  const { cnpj, cpf, modelo = "55", serie = "1", numero = "123", vNF = "1234.50", tpAmb = "1" } = pedida;
  const documento = cpf ? `<CPF>${cpf}</CPF>` : `<CNPJ>${cnpj}</CNPJ>`;
  return (
    `<NFe xmlns="${NS}"><infNFe Id="NFe${chave}" versao="4.00"><ide><cUF>35</cUF><cNF>87654321</cNF>` +
    `<natOp>Venda de mercadoria</natOp><mod>${modelo}</mod><serie>${serie}</serie><nNF>${numero}</nNF>` +
    `<dhEmi>${EMISSAO}</dhEmi><tpNF>1</tpNF><tpEmis>${pedida.tpEmis ?? "1"}</tpEmis><cDV>${chave.slice(-1)}</cDV><tpAmb>${tpAmb}</tpAmb>` +
    `<finNFe>1</finNFe></ide><emit>${documento}<xNome>${pedida.emitente ?? "Padaria Ação &amp; Filhos"}</xNome>` +
    `<enderEmit><UF>SP</UF></enderEmit><IE>111222333444</IE></emit>` +
    `<dest><CNPJ>99887766000105</CNPJ><xNome>Mercado do Bairro</xNome><enderDest><UF>MG</UF></enderDest></dest>` +
    `<det nItem="1"><prod><cProd>0007</cProd><cEAN>SEM GTIN</cEAN><xProd>Pão de queijo</xProd><NCM>19059090</NCM>` +
    `<CFOP>6101</CFOP><uCom>KG</uCom><qCom>10.5000</qCom><vUnCom>117.5714285714</vUnCom><vProd>${vNF}</vProd></prod></det>` +
    `<total><ICMSTot><vNF>${vNF}</vNF></ICMSTot></total>` +
    `<infAdic><infCpl>${pedida.infCpl ?? "Pedido 7"}</infCpl></infAdic>${pedida.extra ?? ""}</infNFe></NFe>`
  );
}

/** The unsigned evento element; by default a cancelamento of an NF-e. */
export function makeEvento({ chave, autor, family = "nfe", ...request }: EventoOptions): string {
  const { tpEvento = "110111", nSeq = "1", xJust = "Erro no pedido do cliente" } = request;
  const { raiz, chave: ch, largura } = EVENTOS[family];
  const documento = autor.length === 11 ? `<CPF>${autor}</CPF>` : `<CNPJ>${autor}</CNPJ>`;
  return (
    `<${raiz} xmlns="http://www.portalfiscal.inf.br/${family}" versao="1.00"><infEvento Id="ID${tpEvento}${chave}${nSeq.padStart(largura, "0")}">` +
    `<cOrgao>35</cOrgao><tpAmb>1</tpAmb>${documento}<${ch}>${chave}</${ch}><dhEvento>${EMISSAO}</dhEvento><tpEvento>${tpEvento}</tpEvento>` +
    `<nSeqEvento>${nSeq}</nSeqEvento><verEvento>1.00</verEvento><detEvento versao="1.00"><descEvento>Cancelamento</descEvento>` +
    `<nProt>135260000000001</nProt><xJust>${xJust}</xJust></detEvento></infEvento></${raiz}>`
  );
}

/** Signs the element with an Id. It uses xml-crypto, so that our own code does not verify itself. */
export function sign(xml: string, credential: Credential, hash: "sha1" | "sha256" = "sha1"): string {
  const signer = new SignedXml({
    privateKey: credential.chavePem,
    canonicalizationAlgorithm: C14N,
    signatureAlgorithm:
      hash === "sha1" ? `${DSIG}rsa-sha1` : "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    getKeyInfoContent: () => `<X509Data><X509Certificate>${credential.der}</X509Certificate></X509Data>`,
  });
  const local = /<(inf\w+) Id=/.exec(xml)?.[1] ?? "";
  signer.addReference({
    xpath: `//*[local-name(.)='${local}']`,
    transforms: [`${DSIG}enveloped-signature`, C14N],
    digestAlgorithm: hash === "sha1" ? `${DSIG}sha1` : "http://www.w3.org/2001/04/xmlenc#sha256",
  });
  signer.computeSignature(xml, { location: { reference: `//*[local-name(.)='${local}']`, action: "after" } });
  return signer.getSignedXml();
}

/** A signed NFe with its authorization, as received by e-mail. */
export function wrapNota(
  signed: string,
  changes: Partial<Record<"chNFe" | "digVal" | "cStat" | "tpAmb", string>> = {},
): string {
  const chave = /Id="NFe([^"]+)"/.exec(signed)?.[1] ?? "";
  const digest = /<DigestValue>([^<]+)/.exec(signed)?.[1] ?? "";
  const tpAmb = /<tpAmb>([12])/.exec(signed)?.[1] ?? "";
  return (
    `<?xml version="1.0" encoding="UTF-8"?><nfeProc xmlns="${NS}" versao="4.00">${signed}<protNFe versao="4.00"><infProt>` +
    `<tpAmb>${changes.tpAmb ?? tpAmb}</tpAmb><verAplic>T</verAplic><chNFe>${changes.chNFe ?? chave}</chNFe>` +
    `<dhRecbto>${RECEBIMENTO}</dhRecbto><nProt>135260000000001</nProt><digVal>${changes.digVal ?? digest}</digVal>` +
    `<cStat>${changes.cStat ?? "100"}</cStat><xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe></nfeProc>`
  );
}

/** A signed evento with its registration. */
export function wrapEvento(
  signed: string,
  changes: Partial<Record<"chNFe" | "cStat" | "tpAmb", string>> = {},
): string {
  const read = (tag: string): string => new RegExp(`<${tag}>([^<]+)`).exec(signed)?.[1] ?? "";
  const names = Object.values(EVENTOS).find(({ raiz }) => signed.startsWith(`<${raiz} `)) ?? EVENTOS.nfe;
  const ns = /xmlns="([^"]+)"/.exec(signed)?.[1] ?? "";
  return (
    `<${names.proc} xmlns="${ns}" versao="1.00">${signed}<${names.ret} versao="1.00"><infEvento><tpAmb>${changes.tpAmb ?? "1"}</tpAmb>` +
    `<verAplic>T</verAplic><cOrgao>35</cOrgao><cStat>${changes.cStat ?? "135"}</cStat><xMotivo>Evento registrado e vinculado a NF-e</xMotivo>` +
    `<${names.chave}>${changes.chNFe ?? read(names.chave)}</${names.chave}><tpEvento>${read("tpEvento")}</tpEvento>` +
    `<nSeqEvento>${read("nSeqEvento")}</nSeqEvento><dhRegEvento>${RECEBIMENTO}</dhRegEvento><nProt>135260000000002</nProt>` +
    `</infEvento></${names.ret}></${names.proc}>`
  );
}

export function bytesOf(xml: string): Uint8Array {
  return Buffer.from(xml, "utf8");
}
