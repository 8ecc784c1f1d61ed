import { checkDigit } from "@malote/syntax";
import type { RawResponse } from "../soap/envelope.ts";

const NFE = "http://www.portalfiscal.inf.br/nfe";

/** The access key of an invented NF-e, with a correct check digit. */
export function chaveOf(
  number: number,
  fields: { cUF?: string; modelo?: string; tpEmis?: string; cnpj?: string } = {},
): string {
  const { cUF = "35", modelo = "55", tpEmis = "1", cnpj = "11222333000181" } = fields;
  const body = `${cUF}2611${cnpj}${modelo}001${String(number).padStart(9, "0")}${tpEmis}12345678`;
  return body + checkDigit(body);
}

/** A response as received. */
export function asRawResponse(xml: string, contentType = "application/soap+xml; charset=utf-8"): RawResponse {
  return { contentType, bytes: Buffer.from(xml) };
}

/** A payload in the envelope that ASP.NET hosts write. */
export function inEnvelope(payload: string, servico = "NFeConsultaProtocolo4"): string {
  return (
    `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope" ` +
    `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soap:Body><nfeResultMsg xmlns="${NFE}/wsdl/${servico}">` +
    `${payload}</nfeResultMsg></soap:Body></soap:Envelope>`
  );
}

type Ret = { chave: string; cStat?: string; xMotivo?: string; inner?: string; tpAmb?: string };

/** A retConsSitNFe; `inner` goes after chNFe. */
export function retConsSit({
  chave,
  cStat = "100",
  xMotivo = "Autorizado o uso da NF-e",
  inner = "",
  tpAmb = "1",
}: Ret): string {
  return (
    `<retConsSitNFe versao="4.00" xmlns="${NFE}"><tpAmb>${tpAmb}</tpAmb><verAplic>INVENTADO_1</verAplic>` +
    `<cStat>${cStat}</cStat><xMotivo>${xMotivo}</xMotivo><cUF>35</cUF><dhRecbto>2026-11-20T10:00:00-03:00</dhRecbto>` +
    `<chNFe>${chave}</chNFe>${inner}</retConsSitNFe>`
  );
}

/** A protNFe of an authorized document. */
export function protNFe(chave: string): string {
  return (
    `<protNFe versao="4.00"><infProt Id="ID135260000000001"><tpAmb>1</tpAmb><verAplic>INVENTADO_1</verAplic>` +
    `<chNFe>${chave}</chNFe><dhRecbto>2026-11-20T09:00:00-03:00</dhRecbto><nProt>135260000000001</nProt>` +
    `<digVal>aW52ZW50YWRvIGludmVudGFkbyE=</digVal><cStat>100</cStat><xMotivo>Autorizado</xMotivo></infProt></protNFe>`
  );
}

/** A procEventoNFe of a cancellation; `startTag` is its start tag. */
export function procEvento(chave: string, startTag = `<procEventoNFe xmlns="${NFE}" versao="1.00">`): string {
  return (
    `${startTag}\r\n  <evento versao="1.00"><!-- </procEventoNFe> --><infEvento Id="ID110111${chave}01"><cOrgao>35</cOrgao>` +
    `<tpAmb>1</tpAmb><CNPJ>11222333000181</CNPJ><chNFe>${chave}</chNFe><dhEvento>2026-11-20T09:30:00-03:00</dhEvento>` +
    `<tpEvento>110111</tpEvento><nSeqEvento>1</nSeqEvento><verEvento>1.00</verEvento><detEvento versao="1.00">` +
    `<descEvento>Cancelamento</descEvento><nProt>135260000000001</nProt><xJust><![CDATA[Pedido em duplicidade & não pago €😀]]></xJust>` +
    `</detEvento></infEvento></evento><retEvento versao="1.00"><infEvento><tpAmb>1</tpAmb><verAplic>INVENTADO_1</verAplic>` +
    `<cOrgao>35</cOrgao><cStat>135</cStat><xMotivo>Evento registrado</xMotivo><chNFe>${chave}</chNFe>` +
    `<tpEvento>110111</tpEvento><xEvento>Cancelamento registrado</xEvento><nSeqEvento>1</nSeqEvento>` +
    `<dhRegEvento>2026-11-20T09:30:01-03:00</dhRegEvento><nProt>135260000000002</nProt></infEvento></retEvento></procEventoNFe >`
  );
}
