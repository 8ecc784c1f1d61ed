import type { Empresa } from "../../rpc/empresas.ts";
import type { Caixa } from "../../rpc/queries.ts";

/** The steps of the wizard, in order. */
export const PASSOS = ["empresa", "certificado", "caixa", "emails"] as const;
export type Passo = (typeof PASSOS)[number];

/** The state that the steps depend on. */
export type Situacao = {
  /** The company of the steps: the first without a certificate, or else the first. */
  empresa: Empresa | null;
  /** The mailbox of the steps: the first that has collected, or else the first. */
  caixa: Caixa | null;
  /** The connection works: a collection has succeeded. */
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

/** The steps of the wizard that are complete. */
export function feitosOf({ empresa, caixa, documento }: Situacao): Record<Passo, boolean> {
  return {
    empresa: empresa !== null,
    certificado: empresa !== null && empresa.certificado !== null,
    caixa: caixa !== null,
    emails: documento,
  };
}

/**
 * The current step: the requested one, or the first incomplete. The certificate step requires a
 * company.
 */
export function passoOf(pedido: string | null, situacao: Situacao): Passo {
  const feitos = feitosOf(situacao);
  const asked = PASSOS.find((passo) => passo === pedido);
  if (asked && !(asked === "certificado" && !feitos.empresa)) return asked;
  return PASSOS.find((passo) => !feitos[passo]) ?? "emails";
}

/** The items of the card on the painel, in order, each with the address where it is done. */
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
