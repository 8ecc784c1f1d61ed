import type { CaixaFailure, ResultOf } from "@malote/contract";
import { CAIXA_FAILURES } from "@malote/contract";
import type { FailureCause } from "@malote/mailbox";
import type { CaixaRow } from "./caixa-email.rows.ts";

type CaixaWire = ResultOf<"CaixaEmail.getListCaixaEmail">["results"][number];
type CaixaDetailWire = ResultOf<"CaixaEmail.getCaixaEmail">["object"];

/** The sentences of the causes; a missing one does not compile. */
const FAILURES = CAIXA_FAILURES satisfies Record<FailureCause, string>;

/** A mailbox with its health; an error lasts until a poll succeeds. */
export function writeCaixa({ isColetando, ultimoErro, ...row }: CaixaRow): CaixaWire {
  const estado = isColetando ? "coletando" : ultimoErro === null ? "aguardando" : "erro";
  return { ...row, estado, ultimoErro: ultimoErro === null ? null : writeFailure(ultimoErro) };
}

/** A mailbox for its form; the contract has no field for its secret. */
export function writeCaixaDetail(row: CaixaRow): CaixaDetailWire {
  const { pasta, oauth, certificadoFixado, apagarAposDias } = row;
  return { ...writeCaixa(row), pasta, oauth, certificadoFixado, apagarAposDias };
}

/** The sentence of a cause; a cause of another version is shown as it is. */
export function writeFailure(causa: string): string {
  return isFailure(causa) ? FAILURES[causa] : causa;
}

function isFailure(causa: string): causa is CaixaFailure {
  return Object.hasOwn(FAILURES, causa);
}
