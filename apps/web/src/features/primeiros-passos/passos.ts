import type { Empresa } from "../../rpc/empresas.ts";
import type { Caixa } from "../../rpc/queries.ts";

/** The steps of the wizard, in their order. */
export const PASSOS = ["empresa", "certificado", "caixa", "emails"] as const;
export type Passo = (typeof PASSOS)[number];

/** What the steps are about, as far as it is there. */
export type Situacao = {
  /** The company that the steps are about: the first that still wants a certificate, or the first of all. */
  empresa: Empresa | null;
  /** The mailbox that the steps are about: the first that works, or the first of all. */
  caixa: Caixa | null;
  /** The connection was proven: a collection went well. */
  testada: boolean;
  documento: boolean;
};

export function situacaoOf(
  empresas: readonly Empresa[],
  caixas: readonly Caixa[],
  documento: boolean,
): Situacao {
  const caixa = caixas.find(isTestada) ?? caixas[0] ?? null;
  return {
    empresa: empresas.find(({ certificado }) => certificado === null) ?? empresas[0] ?? null,
    caixa,
    testada: caixa !== null && isTestada(caixa),
    documento,
  };
}

/** Which steps of the wizard are done. */
export function feitosOf({ empresa, caixa, documento }: Situacao): Record<Passo, boolean> {
  return {
    empresa: empresa !== null,
    certificado: empresa !== null && empresa.certificado !== null,
    caixa: caixa !== null,
    emails: documento,
  };
}

/** Where the wizard stands: the step that was asked for, or the first that is not done. A certificate wants a company first. */
export function passoOf(pedido: string | null, situacao: Situacao): Passo {
  const feitos = feitosOf(situacao);
  const asked = PASSOS.find((passo) => passo === pedido);
  if (asked && !(asked === "certificado" && !feitos.empresa)) return asked;
  return PASSOS.find((passo) => !feitos[passo]) ?? "emails";
}

/** The items of the card on the painel, in their order; each with the address of what is to be done. */
export function itensOf(situacao: Situacao) {
  const { empresa, caixa, testada, documento } = situacao;
  const feitos = feitosOf(situacao);
  const passo = (nome: Passo): string => `/primeiros_passos?passo=${nome}`;
  return [
    { item: "empresa", feito: feitos.empresa, to: passo("empresa") },
    {
      item: "certificado",
      feito: feitos.certificado,
      to: empresa ? `/cert/${empresa.id}` : passo("empresa"),
    },
    { item: "caixa", feito: feitos.caixa, to: passo("caixa") },
    { item: "teste", feito: testada, to: caixa ? `/caixaemail/${caixa.id}` : passo("caixa") },
    { item: "documento", feito: documento, to: passo("emails") },
  ] as const;
}

function isTestada({ ultimaColeta }: Caixa): boolean {
  return ultimaColeta !== null;
}
