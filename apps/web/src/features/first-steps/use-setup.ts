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
  return useSetupState(query, enabled).setup;
}

/** The same; `failed`: a part of it could not be read. */
export function useSetupState(
  query: typeof caixasQuery = caixasQuery,
  enabled = true,
): { setup: Setup | undefined; failed: boolean } {
  const empresas = useQuery({ ...empresasQuery, enabled });
  const caixas = useQuery({ ...query, enabled });
  const documento = useQuery({ ...hasDocumentoQuery, enabled });
  const failed = [empresas, caixas, documento].some(({ data, isError }) => data === undefined && isError);
  const isKnown = empresas.data && caixas.data && documento.data !== undefined;
  return {
    setup: isKnown ? setupOf(empresas.data, caixas.data, documento.data) : undefined,
    failed,
  };
}
