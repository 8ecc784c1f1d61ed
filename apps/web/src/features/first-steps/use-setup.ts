import { useQuery } from "../../rpc/call/use-query.ts";
import { empresasQuery } from "../../rpc/conta/empresas.ts";
import { hasDocumentoQuery } from "../../rpc/documents/arrivals.ts";
import { caixasQuery } from "../../rpc/documents/queries.ts";
import { type Setup, setupOf } from "./setup-steps.ts";

/**
 * The progress of the first steps; undefined while it loads.
 * @param query the query of the mailboxes; a screen that polls them more often passes its own
 */
export function useSetup(query: typeof caixasQuery = caixasQuery, enabled = true): Setup | undefined {
  const { data: empresas } = useQuery({ ...empresasQuery, enabled });
  const { data: caixas } = useQuery({ ...query, enabled });
  const { data: hasDocumento } = useQuery({ ...hasDocumentoQuery, enabled });
  if (!empresas || !caixas || hasDocumento === undefined) return undefined;
  return setupOf(empresas, caixas, hasDocumento);
}
