import { queryClient } from "../call/query-client.ts";
import { useQuery } from "../call/use-query.ts";
import { caixasQuery } from "../documents/queries.ts";
import { useCurrentUser } from "../session/current-user.ts";

/**
 * Whether the user may change mailboxes and the rest of the administration (spec §6); undefined until
 * known.
 */
export function useIsManager(): boolean | undefined {
  const usuario = useCurrentUser()?.usuario;
  return usuario && (usuario.administrador || usuario.proprietarioConta);
}

/** Whether the conta has no mailbox at all; every other list is then empty too. */
export function useHasNoCaixa(): boolean {
  return useQuery(caixasQuery).data?.length === 0;
}

/** Reloads the list of mailboxes and each open mailbox. */
export async function refreshCaixas(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["caixas"] });
}
