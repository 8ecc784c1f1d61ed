import { createPrivateKey, type X509Certificate } from "node:crypto";
import { readPfx } from "./pfx.ts";
import { readTitular } from "./titular.ts";

/** An A1 certificate with its key, ready for TLS. `cadeiaPem` goes from the issuer upwards, as far as the file has it;
 * `titular` is the CN without the number after it; `cnpj` is the CPF of an e-CPF. */
export type CertificadoA1 = {
  chavePem: string;
  certificadoPem: string;
  cadeiaPem: string[];
  titular: string;
  cnpj: string | null;
  validoDe: Date;
  validoAte: Date;
};

/** `sem-chave`: the file opens, and has no private key or no certificate that belongs to it. */
export type AberturaCertificado =
  | { kind: "ok"; certificado: CertificadoA1 }
  | { kind: "senha-errada" }
  | { kind: "sem-chave" }
  | { kind: "ilegivel" };

/** Opens a .pfx/.p12 and takes out of it the certificate that matches the key. It takes up to 0.1 s of the processor, and does
 * not judge validity: an expired certificate opens. */
export function openCertificado(pfx: Uint8Array, senha: string): AberturaCertificado {
  const lido = readPfx(pfx, senha);
  if (lido.kind !== "ok") return lido;
  const par = findPar(lido.chaves, lido.certificados);
  if (!par) return { kind: "sem-chave" };
  return {
    kind: "ok",
    certificado: {
      chavePem: par.chave,
      certificadoPem: par.certificado.toString(),
      cadeiaPem: chainOf(par.certificado, lido.certificados).map((ca) => ca.toString()),
      ...readTitular(par.certificado),
      validoDe: new Date(par.certificado.validFrom),
      validoAte: new Date(par.certificado.validTo),
    },
  };
}

function findPar(
  chaves: string[],
  certificados: X509Certificate[],
): { chave: string; certificado: X509Certificate } | null {
  for (const chave of chaves) {
    const privada = createPrivateKey(chave);
    const certificado = certificados.find((candidato) => candidato.checkPrivateKey(privada));
    if (certificado) return { chave, certificado };
  }
  return null;
}

/** Authorities that are taken out of a file; ICP-Brasil has two or three above a certificate. */
const CADEIA_MAX = 8;

function chainOf(folha: X509Certificate, certificados: X509Certificate[]): X509Certificate[] {
  const cadeia: X509Certificate[] = [];
  const restantes = new Set(certificados);
  restantes.delete(folha);
  let atual = folha;
  for (;;) {
    const emissor = [...restantes].find((candidato) => atual.checkIssued(candidato));
    if (!emissor || cadeia.length === CADEIA_MAX) return cadeia;
    restantes.delete(emissor);
    cadeia.push(emissor);
    atual = emissor;
  }
}
