import { useQuery } from "@tanstack/react-query";
import { useAtual } from "./atual.ts";
import { queryClient } from "./client.ts";
import { caixasQuery } from "./queries.ts";

/** Whether who is signed in may change mailboxes and the rest of the administration (spec §6); undefined until known. */
export function useIsGerente(): boolean | undefined {
  const usuario = useAtual()?.usuario;
  return usuario && (usuario.administrador || usuario.proprietarioConta);
}

/** True when the conta has no mailbox at all: the reason for every other emptiness. */
export function useIsSemCaixa(): boolean {
  return useQuery(caixasQuery).data?.length === 0;
}

/** Asks again how the mailboxes are, each one and all. */
export async function refreshCaixas(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["caixas"] });
}
