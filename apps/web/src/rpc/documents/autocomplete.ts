import type { ResultOf } from "@malote/contract";
import { isCnpj, isCpf } from "@malote/syntax";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../call/call.ts";

type Suggestion = ResultOf<"Autocomplete.getParticipantes">["results"][number];

/**
 * Participantes of documents, by name or by the first digits of their CNPJ or CPF; `valor` is the CNPJ or
 * CPF.
 */
export async function suggestParticipantes(searchKey: string, signal: AbortSignal): Promise<Suggestion[]> {
  return (await call("Autocomplete.getParticipantes", { searchKey }, signal)).results;
}

/** The name of the party with a whole CNPJ or CPF; "" if no document names it. */
export function partyNameQuery(documento: string) {
  return queryOptions({
    queryKey: ["participantes", documento],
    queryFn: async ({ signal }) =>
      (await suggestParticipantes(documento, signal)).find(({ valor }) => valor === documento)?.rotulo ?? "",
    enabled: isCnpj(documento) || isCpf(documento),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Senders of e-mails, by address or name; `valor` is the address. */
export async function suggestRemetentes(searchKey: string, signal: AbortSignal): Promise<Suggestion[]> {
  return (await call("Autocomplete.getRemetentes", { searchKey }, signal)).results;
}
