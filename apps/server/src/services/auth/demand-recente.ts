import { CAMPO_REAUTENTICACAO } from "@malote/contract";
import { machineNow } from "../../clock.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { isRecente } from "./auth.rules.ts";

/**
 * Requires a recent sign-in proof of a user. API tokens pass: a user already granted their scopes.
 * @throws {Refusal} reautenticacaoNecessaria, with the field CAMPO_REAUTENTICACAO
 */
export function demandRecente({ caller, clock }: Pick<SignedInContext, "caller" | "clock">): void {
  const { autenticadaEm } = caller;
  if (autenticadaEm === null || isRecente(autenticadaEm, machineNow(clock))) return;
  throw new Refusal("reautenticacaoNecessaria", { campo: CAMPO_REAUTENTICACAO });
}
