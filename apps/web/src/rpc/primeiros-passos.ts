import { AUTORIZADOS } from "@malote/syntax";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import type { EmailLinha } from "./queries.ts";

/**
 * Polling intervals, in ms: the first-steps page shows each arrival, the card on the painel only the
 * first.
 */
const CHEGADA_POLL_MS = 3_000;
const DOCUMENTO_POLL_MS = 20_000;
const ULTIMOS = 10;

/** Totals of what has arrived, and the newest e-mails. */
export type Chegada = {
  emails: number;
  documentos: number;
  confirmados: number;
  precisam: number;
  ultimos: EmailLinha[];
};

/** Whether any document has ever arrived, received or issued. */
export const primeiroDocumentoQuery = queryOptions({
  queryKey: ["notas", "primeiro"],
  queryFn: async ({ signal }) => (await countNotas({}, signal)) > 0,
  refetchInterval: ({ state }) => (state.data === true ? false : DOCUMENTO_POLL_MS),
});

/** The arrivals, polled often. */
export const chegadaQuery = queryOptions({
  queryKey: ["notas", "chegada"],
  queryFn: async ({ signal }): Promise<Chegada> => {
    const [emails, documentos, confirmados, presas, divergentes] = await Promise.all([
      call("Email.getListEmail", { currentPage: 1, pageSize: ULTIMOS }, signal),
      countNotas({}, signal),
      countNotas({ sefazStatus: AUTORIZADOS.join(",") }, signal),
      countNotas({ quarentena: true }, signal),
      countNotas({ divergente: true }, signal),
    ]);
    return {
      emails: emails.totalCount,
      documentos,
      confirmados,
      precisam: presas + divergentes,
      ultimos: emails.results,
    };
  },
  refetchInterval: CHEGADA_POLL_MS,
});

type Recorte = { sefazStatus?: string; quarentena?: boolean; divergente?: boolean };

async function countNotas(recorte: Recorte, signal: AbortSignal): Promise<number> {
  const searchFilter = { ...recorte, incluirTerceiros: true };
  return (await call("Nota.getListNota", { searchFilter, currentPage: 1, pageSize: 1 }, signal)).totalCount;
}
