import { CAMPO_REAUTENTICACAO } from "@malote/contract";
import { machineNow } from "../../clock.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { isRecente } from "./auth.rules.ts";

/**
 * Lets a caller go on who proved recently who they are, and every program: what its scopes allow was allowed by a person.
 * @throws {Refusal} reautenticacaoNecessaria, naming the field CAMPO_REAUTENTICACAO
 */
export function demandRecente({ caller, clock }: Pick<SignedInContext, "caller" | "clock">): void {
  const { autenticadaEm } = caller;
  if (autenticadaEm === null || isRecente(autenticadaEm, machineNow(clock))) return;
  throw new Refusal("reautenticacaoNecessaria", { campo: CAMPO_REAUTENTICACAO });
}
