import { useQuery } from "@tanstack/react-query";
import { useAtual } from "./atual.ts";
import { queryClient } from "./client.ts";
import { caixasQuery } from "./queries.ts";

/**
 * Whether the user may change mailboxes and the rest of the administration (spec §6); undefined until
 * known.
 */
export function useIsGerente(): boolean | undefined {
  const usuario = useAtual()?.usuario;
  return usuario && (usuario.administrador || usuario.proprietarioConta);
}

/** Whether the conta has no mailbox at all; every other list is then empty too. */
export function useIsSemCaixa(): boolean {
  return useQuery(caixasQuery).data?.length === 0;
}

/** Reloads the list of mailboxes and each open mailbox. */
export async function refreshCaixas(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["caixas"] });
}
