import { MENSAGENS_DAS_TELAS, type ResultOf } from "@malote/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { queryClient } from "./client.ts";
import { isId } from "./detalhe.ts";
import { Recusa } from "./falhas.ts";

/** How often the screens about companies ask how their walks and certificates stand. */
const EMPRESAS_POLL_MS = 60_000;

export type Empresa = ResultOf<"Empresa.getListEmpresa">["results"][number];
export type Certificado = NonNullable<Empresa["certificado"]>;
export type Distribuicao = Empresa["distribuicoes"][number];

/** Every company of the conta, in the order of their names. */
export const empresasQuery = queryOptions({
  queryKey: ["empresas"],
  queryFn: async ({ signal }) => (await call("Empresa.getListEmpresa", {}, signal)).results,
  refetchInterval: EMPRESAS_POLL_MS,
});

/** One company, whole. Never from memory: its form would write old settings over newer ones. */
export function empresaQuery(id: string) {
  return queryOptions({
    queryKey: ["empresas", id],
    gcTime: 0,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      if (!isId(id)) throw new Recusa(MENSAGENS_DAS_TELAS.empresaNaoEncontrada);
      return (await call("Empresa.getEmpresa", { id }, signal)).object;
    },
  });
}

/** Asks again how the companies are, each one and all. */
export async function refreshEmpresas(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["empresas"] });
}
