import { splitChaveAcesso } from "@malote/syntax";
import type { SandboxInfo } from "../sandbox.ts";
import { autorizadorOf } from "../sefaz/autorizadores.ts";
import { https } from "./http-and-pop3.ts";

/** The SOAP request that queries a document. */
export function envelope(chave: string): string {
  return `<soap12:Envelope xmlns:soap12="http://www.w3.org/2003/05/soap-envelope"><soap12:Body><nfeDadosMsg xmlns="http://www.portalfiscal.inf.br/nfe/wsdl/NFeConsultaProtocolo4"><consSitNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><tpAmb>1</tpAmb><xServ>CONSULTAR</xServ><chNFe>${chave}</chNFe></consSitNFe></nfeDadosMsg></soap12:Body></soap12:Envelope>`;
}

/** Queries a document at the simulator with the certificate of a demo company. */
export async function consultSefaz(info: SandboxInfo, chave: string, empresa: number) {
  const { sefazUrl, ancoraPem, empresas } = info;
  const { pfxBase64 = "", pfxSenha } = empresas[empresa] ?? {};
  const { uf } = splitChaveAcesso(chave);
  const url = `${sefazUrl}/${uf && autorizadorOf(uf, "55")}/55/NFeConsultaProtocolo4`;
  const headers = { "Content-Type": "application/soap+xml; charset=utf-8" };
  const pfx = Buffer.from(pfxBase64, "base64");
  const { body } = await https(url, { pfx, passphrase: pfxSenha, ca: ancoraPem, headers }, envelope(chave));
  return { cStat: /<cStat>([0-9]+)<\/cStat>/.exec(body)?.[1], body };
}
