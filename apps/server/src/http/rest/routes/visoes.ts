import { callMethod, type RestHandlers } from "../rest-handler.ts";
import { writeList } from "./list.ts";

export const visaoRoutes = {
  "GET /visoes": async (ctx, { query }) => ({
    corpo: writeList(await callMethod(ctx, "Visao.getListVisao", query)),
  }),
  "GET /visoes/{id}": async (ctx, { caminho }) => ({
    corpo: (await callMethod(ctx, "Visao.getVisao", caminho)).object,
  }),
} satisfies Partial<RestHandlers>;
