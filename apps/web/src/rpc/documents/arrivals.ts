import { AUTHORIZED_CSTATS } from "@malote/syntax";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../call/call.ts";
import type { EmailRow } from "./queries.ts";

/**
 * Polling intervals, in ms: the first-steps page shows each arrival, the card on the painel only the
 * first.
 */
const ARRIVALS_POLL_MS = 3_000;
const FIRST_DOCUMENTO_POLL_MS = 20_000;
const LATEST_EMAILS = 10;

/** Totals of what has arrived, and the newest e-mails. */
export type Arrivals = {
  emails: number;
  documentos: number;
  confirmed: number;
  needAttention: number;
  latest: EmailRow[];
};

/** Whether any document has ever arrived, received or issued. */
export const hasDocumentoQuery = queryOptions({
  queryKey: ["notas", "primeiro"],
  queryFn: async ({ signal }) => (await countNotas({}, signal)) > 0,
  refetchInterval: ({ state }) => (state.data === true ? false : FIRST_DOCUMENTO_POLL_MS),
});

/** The arrivals, polled often. */
export const arrivalsQuery = queryOptions({
  queryKey: ["notas", "chegada"],
  queryFn: async ({ signal }): Promise<Arrivals> => {
    const [emails, documentos, confirmed, inQuarentena, divergentes] = await Promise.all([
      call("Email.getListEmail", { currentPage: 1, pageSize: LATEST_EMAILS }, signal),
      countNotas({}, signal),
      countNotas({ sefazStatus: AUTHORIZED_CSTATS.join(",") }, signal),
      countNotas({ quarentena: true }, signal),
      countNotas({ divergente: true }, signal),
    ]);
    return {
      emails: emails.totalCount,
      documentos,
      confirmed,
      needAttention: inQuarentena + divergentes,
      latest: emails.results,
    };
  },
  refetchInterval: ARRIVALS_POLL_MS,
});

type CountFilter = { sefazStatus?: string; quarentena?: boolean; divergente?: boolean };

async function countNotas(countFilter: CountFilter, signal: AbortSignal): Promise<number> {
  const searchFilter = { ...countFilter, incluirTerceiros: true };
  return (await call("Nota.getListNota", { searchFilter, currentPage: 1, pageSize: 1 }, signal)).totalCount;
}
