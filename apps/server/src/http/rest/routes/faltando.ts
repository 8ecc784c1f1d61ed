import { callMethod, type RestHandlers } from "../rest-handler.ts";
import { toPageParams, writeList } from "./list.ts";

export const faltandoRoutes = {
  "GET /faltando": async (ctx, { query: { pagina, limit, ...searchFilter } }) => {
    const params = { searchFilter, ...toPageParams({ pagina, limit }) };
    return { corpo: writeList(await callMethod(ctx, "PedidoXml.getListFornecedor", params)) };
  },
} satisfies Partial<RestHandlers>;
