import { X509Certificate } from "node:crypto";
import { DAY_MS } from "@malote/syntax";
import type { CertificateHolder, CertificateKeyPair, CertificateVariant, PfxCipher } from "./certificates.ts";
import type { KeySet } from "./key-set.ts";

/** The properties of a certificate for a test or scenario. */
export type CertificateOptions = {
  /** CNPJ, also with letters; a CPF (eleven digits) makes an e-CPF. */
  cnpj: string;
  nome?: string;
  /** Days from now to expiry; negative for an expired certificate. One year by default. */
  validoDias?: number;
  senha?: string;
  cifra?: PfxCipher;
  /** The PKCS#12 has no private key. */
  semChave?: boolean;
  /** Contains neither CNPJ nor CPF. */
  semDocumento?: boolean;
  /** Its key usage is for servers, not for clients. */
  deServidor?: boolean;
  /** Issued by an unknown authority, not by the test CA. */
  estranho?: boolean;
};

export type IssuedCertificado = CertificateKeyPair & {
  /** PKCS#12 with the chain. */
  pfx: Buffer;
  senha: string;
  validoAte: Date;
};

/** Issues certificates under the test CA of the sandbox. */
export type CertificateIssuer = { make(options: CertificateOptions): Promise<IssuedCertificado> };

const ONE_YEAR_DAYS = 365;
const SENHA = "senha-do-teste";
const RESPONSAVEL = { nome: "HELENA DUARTE DO VALE", cpf: "98746120025", nascimento: "21071979" };

/** @NOTE all certificates share the key of one demo company: generating a key takes most of a second. */
export function createCertificateIssuer(keySet: KeySet, now: () => Date): CertificateIssuer {
  const chavePem = Object.values(keySet.ecnpjs)[0]?.chavePem ?? "";
  let foreignCa: CertificateKeyPair | null = null;
  return {
    make: async (options) => {
      const make = await import("./certificates.ts");
      const instant = now();
      if (options.estranho) foreignCa ??= make.makeRootCa(await make.makeKey(), instant);
      const issuerKeys = options.estranho && foreignCa ? foreignCa : keySet.intermediaria;
      const chain = options.estranho ? [issuerKeys] : [keySet.intermediaria, keySet.raiz];
      const keyPair = make.makeEcnpj(
        { chavePem, titular: holderOf(options), emissor: issuerKeys, now: instant },
        variantOf(options),
      );
      const senha = options.senha ?? SENHA;
      const chainPem = chain.map(({ certificadoPem }) => certificadoPem);
      const pfx = make.makePfx(keyPair, chainPem, { ...options, senha });
      return {
        ...keyPair,
        pfx,
        senha,
        validoAte: new Date(new X509Certificate(keyPair.certificadoPem).validTo),
      };
    },
  };
}

function holderOf({ cnpj, nome = "Empresa Inventada Ltda" }: CertificateOptions): CertificateHolder {
  return {
    cnpj,
    nome,
    email: "fiscal@inventada.example",
    municipio: "São Paulo",
    uf: "SP",
    responsavel: RESPONSAVEL,
  };
}

function variantOf({
  validoDias = ONE_YEAR_DAYS,
  semDocumento,
  deServidor,
}: CertificateOptions): CertificateVariant {
  return {
    validoMs: validoDias * DAY_MS,
    ...(semDocumento !== undefined && { semDocumento }),
    ...(deServidor !== undefined && { deServidor }),
  };
}
