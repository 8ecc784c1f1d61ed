import type { FalhaCaixa, ResultOf } from "@malote/contract";
import { FALHA_CAIXA } from "@malote/contract";
import type { FailureCause } from "@malote/mailbox";
import type { CaixaRow } from "./caixa-email.rows.ts";

type CaixaWire = ResultOf<"CaixaEmail.getListCaixaEmail">["results"][number];
type CaixaDetalheWire = ResultOf<"CaixaEmail.getCaixaEmail">["object"];

/** The sentences of the causes; a missing one does not compile. */
const FALHAS = FALHA_CAIXA satisfies Record<FailureCause, string>;

/** A mailbox with its health; an error lasts until a poll succeeds. */
export function writeCaixa({ isColetando, ultimoErro, ...row }: CaixaRow): CaixaWire {
  const estado = isColetando ? "coletando" : ultimoErro === null ? "aguardando" : "erro";
  return { ...row, estado, ultimoErro: ultimoErro === null ? null : writeFalha(ultimoErro) };
}

/** A mailbox for its form; the contract has no field for its secret. */
export function writeCaixaDetalhe(row: CaixaRow): CaixaDetalheWire {
  const { pasta, oauth, certificadoFixado, apagarAposDias } = row;
  return { ...writeCaixa(row), pasta, oauth, certificadoFixado, apagarAposDias };
}

/** The sentence of a cause; a cause of another version is shown as it is. */
export function writeFalha(causa: string): string {
  return isFalha(causa) ? FALHAS[causa] : causa;
}

function isFalha(causa: string): causa is FalhaCaixa {
  return Object.hasOwn(FALHAS, causa);
}
