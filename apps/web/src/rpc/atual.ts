import { ZONA_PADRAO, zonaOfUf } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { queryClient } from "./client.ts";
import { type Atual, atualQuery } from "./queries.ts";

/** Who is signed in and the conta they work in; undefined until the server has said. */
export function useAtual(): Atual | undefined {
  return useQuery(atualQuery).data;
}

/** The zone in which days and hours are read: that of the conta's UF. */
export function useZona(): string {
  const atual = useAtual();
  return atual ? zonaOfUf(atual.conta.uf) : ZONA_PADRAO;
}

/** Whose things this browser keeps: one person in one conta; null until known. */
export function useDono(): { contaId: string; usuarioId: string } | null {
  const atual = useAtual();
  const contaId = atual?.conta.id;
  const usuarioId = atual?.usuario.id;
  return useMemo(() => (contaId && usuarioId ? { contaId, usuarioId } : null), [contaId, usuarioId]);
}

/** Asks who is signed in before any page needs it. */
export async function prefetchAtual(): Promise<void> {
  await queryClient.prefetchQuery(atualQuery);
}
