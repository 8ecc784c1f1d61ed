import { MENSAGENS_DAS_TELAS } from "@malote/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { Recusa } from "./falhas.ts";

/** Whether an address names anything at all: the server takes nothing else for an id. */
export function isId(id: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(id);
}

/** One document, whole. */
export function notaQuery(id: string) {
  return queryOptions({
    queryKey: ["nota", id],
    queryFn: async ({ signal }) => {
      if (!isId(id)) throw new Recusa(MENSAGENS_DAS_TELAS.notaNaoEncontrada);
      return (await call("Nota.getNota", { id }, signal)).object;
    },
  });
}

/** One e-mail, whole. */
export function emailQuery(id: string) {
  return queryOptions({
    queryKey: ["email", id],
    queryFn: async ({ signal }) => {
      if (!isId(id)) throw new Recusa(MENSAGENS_DAS_TELAS.emailNaoEncontrado);
      return (await call("Email.getEmail", { id }, signal)).object;
    },
  });
}

/** One mailbox, whole but for its secrets. Never from memory: its form would write old settings over newer ones. */
export function caixaQuery(id: string) {
  return queryOptions({
    queryKey: ["caixas", id],
    gcTime: 0,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      if (!isId(id)) throw new Recusa(MENSAGENS_DAS_TELAS.caixaNaoEncontrada);
      return (await call("CaixaEmail.getCaixaEmail", { id }, signal)).object;
    },
  });
}
