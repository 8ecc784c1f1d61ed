import { MENSAGENS_DAS_PESSOAS, type ResultOf } from "@malote/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { queryClient } from "./client.ts";
import { isId } from "./detalhe.ts";
import { Recusa } from "./falhas.ts";

export type Usuario = ResultOf<"Usuario.getListUsuario">["results"][number];

/** Everybody of the conta who was not taken away. */
export const usuariosQuery = queryOptions({
  queryKey: ["usuarios"],
  queryFn: async ({ signal }) => (await call("Usuario.getListUsuario", {}, signal)).results,
});

/** One user, whole. Never from memory: the form would write old settings over newer ones. */
export function usuarioQuery(id: string) {
  return queryOptions({
    queryKey: ["usuarios", id],
    gcTime: 0,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      if (!isId(id)) throw new Recusa(MENSAGENS_DAS_PESSOAS.usuarioNaoEncontrado);
      return (await call("Usuario.getUsuario", { id }, signal)).object;
    },
  });
}

/** Asks again who the users are, and who is signed in. */
export async function refreshUsuarios(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["usuarios"] });
  await queryClient.invalidateQueries({ queryKey: ["atual"] });
}
