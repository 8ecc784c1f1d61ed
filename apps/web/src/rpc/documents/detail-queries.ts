import { queryOptions } from "@tanstack/react-query";
import { screenMessages } from "../../texts/names/screen-messages.ts";
import { call } from "../call/call.ts";
import { Refusal } from "../call/failures.ts";

/** Whether an id of the URL has the form of a UUID: the server accepts no other. */
export function isId(id: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(id);
}

/** One document with all its fields. */
export function notaQuery(id: string) {
  return queryOptions({
    queryKey: ["nota", id],
    queryFn: async ({ signal }) => {
      if (!isId(id)) throw new Refusal(screenMessages.notaNaoEncontrada);
      return (await call("Nota.getNota", { id }, signal)).object;
    },
  });
}

/** One e-mail with all its fields. */
export function emailQuery(id: string) {
  return queryOptions({
    queryKey: ["email", id],
    queryFn: async ({ signal }) => {
      if (!isId(id)) throw new Refusal(screenMessages.emailNaoEncontrado);
      return (await call("Email.getEmail", { id }, signal)).object;
    },
  });
}

/** One mailbox without its secrets. Never cached: its form would overwrite newer settings with old ones. */
export function caixaQuery(id: string) {
  return queryOptions({
    queryKey: ["caixas", id],
    gcTime: 0,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      if (!isId(id)) throw new Refusal(screenMessages.caixaNaoEncontrada);
      return (await call("CaixaEmail.getCaixaEmail", { id }, signal)).object;
    },
  });
}
