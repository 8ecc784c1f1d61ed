import { REAUTHENTICATION_FIELD } from "@malote/contract";
import { machineNow } from "../../clock.ts";
import { Refusal } from "../../errors.ts";
import type { SignedInContext } from "../handler.ts";
import { isRecent } from "./auth.rules.ts";

/**
 * Requires a recent sign-in proof of a user. API tokens pass: a user already granted their scopes.
 * @throws {Refusal} reautenticacaoNecessaria, with the field CAMPO_REAUTENTICACAO
 */
export function requireRecentSignIn({ caller, clock }: Pick<SignedInContext, "caller" | "clock">): void {
  const { authenticatedAt: autenticadaEm } = caller;
  if (autenticadaEm === null || isRecent(autenticadaEm, machineNow(clock))) return;
  throw new Refusal("reautenticacaoNecessaria", { campo: REAUTHENTICATION_FIELD });
}
