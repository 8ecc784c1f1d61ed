import { ZONA_PADRAO, zonaOfUf } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
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

/** Asks who is signed in before any page needs it. */
export async function prefetchAtual(): Promise<void> {
  await queryClient.prefetchQuery(atualQuery);
}
