import { ZONA_PADRAO, zonaOfUf } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { queryClient } from "./client.ts";
import { type Atual, atualQuery } from "./queries.ts";

/** The signed-in user and their conta; undefined until the server answers. */
export function useAtual(): Atual | undefined {
  return useQuery(atualQuery).data;
}

/** The time zone of days and hours: that of the conta's UF. */
export function useZona(): string {
  const atual = useAtual();
  return atual ? zonaOfUf(atual.conta.uf) : ZONA_PADRAO;
}

/** The owner of what this browser stores: one user in one conta; null until known. */
export function useDono(): { contaId: string; usuarioId: string } | null {
  const atual = useAtual();
  const contaId = atual?.conta.id;
  const usuarioId = atual?.usuario.id;
  return useMemo(() => (contaId && usuarioId ? { contaId, usuarioId } : null), [contaId, usuarioId]);
}

/** Loads the signed-in user before any page needs it. */
export async function prefetchAtual(): Promise<void> {
  await queryClient.prefetchQuery(atualQuery);
}
