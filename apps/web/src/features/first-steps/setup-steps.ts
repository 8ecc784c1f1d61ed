import type { Empresa } from "../../rpc/conta/empresas.ts";
import type { Caixa } from "../../rpc/documents/queries.ts";

/** The steps of the wizard, in order. */
export const STEPS = ["empresa", "certificado", "caixa", "emails"] as const;
export type Step = (typeof STEPS)[number];

/** The state that the steps depend on. */
export type Setup = {
  /** The company of the steps: the first without a certificate, or else the first. */
  empresa: Empresa | null;
  /** The mailbox of the steps: the first that has collected, or else the first. */
  caixa: Caixa | null;
  /** The connection works: a collection has succeeded. */
  tested: boolean;
  hasDocumento: boolean;
};

export function setupOf(
  empresas: readonly Empresa[],
  caixas: readonly Caixa[],
  hasDocumento: boolean,
): Setup {
  const caixa = caixas.find(hasCollected) ?? caixas[0] ?? null;
  return {
    empresa: empresas.find(({ certificado }) => certificado === null) ?? empresas[0] ?? null,
    caixa,
    tested: caixa !== null && hasCollected(caixa),
    hasDocumento,
  };
}

/** The steps of the wizard that are complete. */
export function doneStepsOf({ empresa, caixa, hasDocumento }: Setup): Record<Step, boolean> {
  return {
    empresa: empresa !== null,
    certificado: empresa !== null && empresa.certificado !== null,
    caixa: caixa !== null,
    emails: hasDocumento,
  };
}

/**
 * The current step: the requested one, or the first incomplete. The certificate step requires a
 * company.
 */
export function currentStepOf(requestedStep: string | null, setup: Setup): Step {
  const done = doneStepsOf(setup);
  const requested = STEPS.find((step) => step === requestedStep);
  if (requested && !(requested === "certificado" && !done.empresa)) return requested;
  return STEPS.find((step) => !done[step]) ?? "emails";
}

/** The items of the card on the painel, in order, each with the address where it is done. */
export function cardItemsOf(setup: Setup) {
  const { empresa, caixa, tested, hasDocumento } = setup;
  const done = doneStepsOf(setup);
  const step = (name: Step): string => `/primeiros_passos?passo=${name}`;
  return [
    { item: "empresa", done: done.empresa, to: step("empresa") },
    {
      item: "certificado",
      done: done.certificado,
      to: empresa ? `/cert/${empresa.id}` : step("empresa"),
    },
    { item: "caixa", done: done.caixa, to: step("caixa") },
    { item: "teste", done: tested, to: caixa ? `/caixaemail/${caixa.id}` : step("caixa") },
    { item: "documento", done: hasDocumento, to: step("emails") },
  ] as const;
}

function hasCollected({ ultimaColeta }: Caixa): boolean {
  return ultimaColeta !== null;
}
