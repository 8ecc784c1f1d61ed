import { Agent } from "node:https";
import type { SandboxInfo } from "../sandbox.ts";
import type { SefazService } from "../sefaz/services.ts";
import { type Answer, https } from "./http-and-pop3.ts";
import { wrap } from "./test-sefaz.ts";

/** The client certificate in PKCS#12. */
export type ClientCertificate = { pfx: Buffer; senha: string };

type SefazCall = {
  porta: `${string}/${SefazService}`;
  payload: string;
  quem: ClientCertificate;
  signal?: AbortSignal;
};

/**
 * Calls a service of a running simulator over HTTPS.
 * @throws the error that ended the connection
 */
export function callSefaz(
  { sefazUrl, ancoraPem }: SandboxInfo,
  { porta, payload, quem: certificate, signal }: SefazCall,
): Promise<Answer> {
  const servico = porta.slice(porta.lastIndexOf("/") + 1) as SefazService;
  const agent = new Agent({ keepAlive: false, maxCachedSessions: 0 });
  const headers = { "Content-Type": "application/soap+xml; charset=utf-8" };
  const options = {
    pfx: certificate.pfx,
    passphrase: certificate.senha,
    ca: ancoraPem,
    headers,
    agent,
    signal,
  };
  return https(`${sefazUrl}/${porta}`, options, wrap(servico, payload));
}

export function consSitNFe(chave: string): string {
  return `<consSitNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><tpAmb>1</tpAmb><xServ>CONSULTAR</xServ><chNFe>${chave}</chNFe></consSitNFe>`;
}

/** The certificate of a demo company. */
export function demoCertificate({ empresas }: SandboxInfo, index = 0): ClientCertificate {
  const { pfxBase64 = "", pfxSenha = "" } = empresas[index] ?? {};
  return { pfx: Buffer.from(pfxBase64, "base64"), senha: pfxSenha };
}
