import { X509Certificate } from "node:crypto";
import type { Acervo } from "./acervo.ts";
import type { CifraPfx, ParChaves, TitularEcnpj, Variante } from "./certificados.ts";

/** The properties of a certificate for a test or scenario. */
export type PedidoCertificado = {
  /** CNPJ, also with letters; a CPF (eleven digits) makes an e-CPF. */
  cnpj: string;
  nome?: string;
  /** Days from now to expiry; negative for an expired certificate. One year by default. */
  validoDias?: number;
  senha?: string;
  cifra?: CifraPfx;
  /** The PKCS#12 has no private key. */
  semChave?: boolean;
  /** Contains neither CNPJ nor CPF. */
  semDocumento?: boolean;
  /** Its key usage is for servers, not for clients. */
  deServidor?: boolean;
  /** Issued by an unknown authority, not by the test CA. */
  estranho?: boolean;
};

export type CertificadoFeito = ParChaves & {
  /** PKCS#12 with the chain. */
  pfx: Buffer;
  senha: string;
  validoAte: Date;
};

/** Issues certificates under the test CA of the sandbox. */
export type Emissora = { make(pedido: PedidoCertificado): Promise<CertificadoFeito> };

const DAY_MS = 86_400_000;
const UM_ANO_DIAS = 365;
const SENHA = "senha-do-teste";
const RESPONSAVEL = { nome: "HELENA DUARTE DO VALE", cpf: "98746120025", nascimento: "21071979" };

/** @NOTE all certificates share the key of one demo company: generating a key takes most of a second. */
export function createEmissora(acervo: Acervo, now: () => Date): Emissora {
  const chavePem = Object.values(acervo.ecnpjs)[0]?.chavePem ?? "";
  let estranha: ParChaves | null = null;
  return {
    make: async (pedido) => {
      const make = await import("./certificados.ts");
      const agora = now();
      if (pedido.estranho) estranha ??= make.makeRaiz(await make.makeChave(), agora);
      const emissor = pedido.estranho && estranha ? estranha : acervo.intermediaria;
      const cadeia = pedido.estranho ? [emissor] : [acervo.intermediaria, acervo.raiz];
      const par = make.makeEcnpj(
        { chavePem, titular: titularOf(pedido), emissor, agora },
        varianteOf(pedido),
      );
      const senha = pedido.senha ?? SENHA;
      const cadeiaPem = cadeia.map(({ certificadoPem }) => certificadoPem);
      const pfx = make.makePfx(par, cadeiaPem, { ...pedido, senha });
      return { ...par, pfx, senha, validoAte: new Date(new X509Certificate(par.certificadoPem).validTo) };
    },
  };
}

function titularOf({ cnpj, nome = "Empresa Inventada Ltda" }: PedidoCertificado): TitularEcnpj {
  return {
    cnpj,
    nome,
    email: "fiscal@inventada.example",
    municipio: "São Paulo",
    uf: "SP",
    responsavel: RESPONSAVEL,
  };
}

function varianteOf({ validoDias = UM_ANO_DIAS, semDocumento, deServidor }: PedidoCertificado): Variante {
  return {
    validoMs: validoDias * DAY_MS,
    ...(semDocumento !== undefined && { semDocumento }),
    ...(deServidor !== undefined && { deServidor }),
  };
}
