import { Agent } from "node:https";
import type { SandboxInfo } from "../sandbox.ts";
import type { Servico } from "../sefaz/servicos.ts";
import { type Answer, https } from "./conversations.ts";
import { wrap } from "./estado.ts";

/** The client certificate in PKCS#12. */
export type Quem = { pfx: Buffer; senha: string };

type Pergunta = { porta: `${string}/${Servico}`; payload: string; quem: Quem; signal?: AbortSignal };

/**
 * Calls a service of a running simulator over HTTPS.
 * @throws the error that ended the connection
 */
export function callSefaz(
  { sefazUrl, ancoraPem }: SandboxInfo,
  { porta, payload, quem, signal }: Pergunta,
): Promise<Answer> {
  const servico = porta.slice(porta.lastIndexOf("/") + 1) as Servico;
  const agent = new Agent({ keepAlive: false, maxCachedSessions: 0 });
  const headers = { "Content-Type": "application/soap+xml; charset=utf-8" };
  const options = { pfx: quem.pfx, passphrase: quem.senha, ca: ancoraPem, headers, agent, signal };
  return https(`${sefazUrl}/${porta}`, options, wrap(servico, payload));
}

export function consSitNFe(chave: string): string {
  return `<consSitNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><tpAmb>1</tpAmb><xServ>CONSULTAR</xServ><chNFe>${chave}</chNFe></consSitNFe>`;
}

/** The certificate of a demo company. */
export function empresaDemo({ empresas }: SandboxInfo, index = 0): Quem {
  const { pfxBase64 = "", pfxSenha = "" } = empresas[index] ?? {};
  return { pfx: Buffer.from(pfxBase64, "base64"), senha: pfxSenha };
}
