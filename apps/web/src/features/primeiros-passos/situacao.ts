import { useQuery } from "@tanstack/react-query";
import { empresasQuery } from "../../rpc/empresas.ts";
import { primeiroDocumentoQuery } from "../../rpc/primeiros-passos.ts";
import { caixasQuery } from "../../rpc/queries.ts";
import { type Situacao, situacaoOf } from "./passos.ts";

/**
 * The progress of the first steps; undefined while it loads.
 * @param query the query of the mailboxes; a screen that polls them more often passes its own
 */
export function useSituacao(perto: typeof caixasQuery = caixasQuery, enabled = true): Situacao | undefined {
  const { data: empresas } = useQuery({ ...empresasQuery, enabled });
  const { data: caixas } = useQuery({ ...perto, enabled });
  const { data: documento } = useQuery({ ...primeiroDocumentoQuery, enabled });
  if (!empresas || !caixas || documento === undefined) return undefined;
  return situacaoOf(empresas, caixas, documento);
}
