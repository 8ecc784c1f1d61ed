import type { ResultOf } from "@malote/contract";
import { queryOptions } from "@tanstack/react-query";
import { screenMessages } from "../../texts/names/screen-messages.ts";
import { call } from "../call/call.ts";
import { Refusal } from "../call/failures.ts";
import { queryClient } from "../call/query-client.ts";
import { useQuery } from "../call/use-query.ts";
import { isId } from "../documents/detail-queries.ts";

/** How often the pages about empresas reload the state of syncs and certificados, in ms. */
const EMPRESAS_POLL_MS = 60_000;

export type Empresa = ResultOf<"Empresa.getListEmpresa">["results"][number];
export type Certificado = NonNullable<Empresa["certificado"]>;
export type Distribuicao = Empresa["distribuicoes"][number];

/** Every empresa of the conta, by name. */
export const empresasQuery = queryOptions({
  queryKey: ["empresas"],
  queryFn: async ({ signal }) => (await call("Empresa.getListEmpresa", {}, signal)).results,
  refetchInterval: EMPRESAS_POLL_MS,
});

/** One empresa with all its fields. Never cached: its form would overwrite newer settings with old ones. */
export function empresaQuery(id: string) {
  return queryOptions({
    queryKey: ["empresas", id],
    gcTime: 0,
    staleTime: 0,
    queryFn: async ({ signal }) => {
      if (!isId(id)) throw new Refusal(screenMessages.empresaNaoEncontrada);
      return (await call("Empresa.getEmpresa", { id }, signal)).object;
    },
  });
}

/** Reloads the list of empresas and each open empresa. */
export async function refreshEmpresas(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["empresas"] });
}

/** The empresas of the conta as options of a select. */
export function useEmpresaOptions(): { value: string; label: string }[] {
  const { data = [] } = useQuery(empresasQuery);
  return data.map(({ id, nome }) => ({ value: id, label: nome }));
}

/**
 * Returns the name of an empresa by its id, "…" until known; "" for a party. The empresas are fetched only
 * if `needed`.
 */
export function useEmpresaNames(needed: boolean): (id: string, kind?: "documento") => string {
  const { data = [] } = useQuery({ ...empresasQuery, enabled: needed });
  return (id, kind) => (kind ? "" : (data.find((empresa) => empresa.id === id)?.nome ?? "…"));
}
