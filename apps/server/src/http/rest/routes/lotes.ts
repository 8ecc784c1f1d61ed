import { callMethod, type RestHandlers } from "../rest-handler.ts";
import { toPageParams, writeList } from "./list.ts";

export const loteRoutes = {
  "GET /lotes": async (ctx, { query }) => ({
    corpo: writeList(await callMethod(ctx, "Lote.getListLote", toPageParams(query))),
  }),
  "GET /lotes/{id}": async (ctx, { caminho }) => ({
    corpo: (await callMethod(ctx, "Lote.getLote", caminho)).object,
  }),
  "GET /lotes/{id}/documentos": async (ctx, { caminho, query: { situacao, ...page } }) => ({
    corpo: writeList(
      await callMethod(ctx, "Lote.getListDocumento", { ...caminho, situacao, ...toPageParams(page) }),
    ),
  }),
} satisfies Partial<RestHandlers>;
