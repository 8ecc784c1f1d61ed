import type { ResultOf } from "@malote/contract";
import { queryOptions } from "@tanstack/react-query";
import { peopleMessages } from "../../texts/names/messages.ts";
import { call } from "../call/call.ts";
import { Refusal } from "../call/failures.ts";
import { queryClient } from "../call/query-client.ts";
import { isId } from "../documents/detail-queries.ts";

export type Usuario = ResultOf<"Usuario.getListUsuario">["results"][number];

/** The users of the conta that were not removed. */
export const usuariosQuery = queryOptions({
  queryKey: ["usuarios"],
  queryFn: async ({ signal }) => (await call("Usuario.getListUsuario", {}, signal)).results,
});

/** One user with all fields. Never cached: the form would overwrite newer settings with old ones. */
export function usuarioQuery(id: string) {
  return queryOptions({
    queryKey: ["usuarios", id],
    gcTime: 0,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      if (!isId(id)) throw new Refusal(peopleMessages.usuarioNaoEncontrado);
      return (await call("Usuario.getUsuario", { id }, signal)).object;
    },
  });
}

/** Reloads the users and the signed-in user. */
export async function refreshUsuarios(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["usuarios"] });
  await queryClient.invalidateQueries({ queryKey: ["atual"] });
}
