import { DEFAULT_ZONE, zoneOfUf } from "@malote/syntax";
import { useMemo } from "react";
import { queryClient } from "../call/query-client.ts";
import { useQuery } from "../call/use-query.ts";
import { type CurrentUser, currentUserQuery } from "../documents/queries.ts";

/** The signed-in user and their conta; undefined until the server answers. */
export function useCurrentUser(): CurrentUser | undefined {
  return useQuery(currentUserQuery).data;
}

/** Whether the user may send a manifestação (spec §6); false until known. */
export function useMayManifest(): boolean {
  return useCurrentUser()?.usuario.permissaoManifestacao ?? false;
}

/** Whether the user sees only the documents of certain empresas; false until known. */
export function useIsRestricted(): boolean {
  return (useCurrentUser()?.usuario.empresas ?? null) !== null;
}

/** The time zone of days and hours: that of the conta's UF. */
export function useTimeZone(): string {
  const current = useCurrentUser();
  return current ? zoneOfUf(current.conta.uf) : DEFAULT_ZONE;
}

/** The owner of what this browser stores: one user in one conta; null until known. */
export function useOwner(): { contaId: string; usuarioId: string } | null {
  const current = useCurrentUser();
  const contaId = current?.conta.id;
  const usuarioId = current?.usuario.id;
  return useMemo(() => (contaId && usuarioId ? { contaId, usuarioId } : null), [contaId, usuarioId]);
}

/** Loads the signed-in user before any page needs it. */
export async function prefetchCurrentUser(): Promise<void> {
  await queryClient.prefetchQuery(currentUserQuery);
}
