import type { ResultOf } from "@malote/contract";
import { call } from "../call/call.ts";

type Suggestion = ResultOf<"Autocomplete.getParticipantes">["results"][number];

/**
 * Participantes of documents, by name or by the first digits of their CNPJ or CPF; `valor` is the CNPJ or
 * CPF.
 */
export async function suggestParticipantes(searchKey: string, signal: AbortSignal): Promise<Suggestion[]> {
  return (await call("Autocomplete.getParticipantes", { searchKey }, signal)).results;
}

/** Senders of e-mails, by address or name; `valor` is the address. */
export async function suggestRemetentes(searchKey: string, signal: AbortSignal): Promise<Suggestion[]> {
  return (await call("Autocomplete.getRemetentes", { searchKey }, signal)).results;
}
