import { useQuery } from "../../../rpc/call/use-query.ts";
import { useIsManager } from "../../../rpc/conta/caixas.ts";
import { empresasQuery } from "../../../rpc/conta/empresas.ts";
import { useDivergencias } from "../../../rpc/documents/divergencias.ts";
import { missingCountQuery } from "../../../rpc/documents/missing-xmls.ts";
import { oldestOpenNotaQuery } from "../../../rpc/documents/painel.ts";
import { caixasQuery, openNotasCountQuery } from "../../../rpc/documents/queries.ts";
import { useTimeZone } from "../../../rpc/session/current-user.ts";
import { type PendingItem, pendingItemsOf } from "./pending-items.ts";

const NONE = { data: [], isError: false };

/**
 * The pending items of today, independent of the filter; undefined until each is known or has
 * failed.
 */
export function usePendingItems(): PendingItem[] | undefined {
  const timeZone = useTimeZone();
  const { total, isError } = useDivergencias("geral");
  const parts = {
    divergencias: { data: total, isError },
    abertas: useQuery(openNotasCountQuery),
    maisAntiga: useQuery(oldestOpenNotaQuery),
    faltando: useQuery(missingCountQuery),
    caixas: useQuery(caixasQuery),
    empresas: useQuery(empresasQuery),
  };
  const isManager = useIsManager();
  if (isManager === undefined) return undefined;
  // A broken mailbox or certificate does not need a user who cannot mend it.
  return pendingItemsOf(isManager ? parts : { ...parts, caixas: NONE, empresas: NONE }, timeZone);
}
