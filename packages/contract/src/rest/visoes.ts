import * as z from "zod/mini";
import { VISAO_LISTAS, visaoWire } from "../services/visao.ts";
import { json, listOf, restRoute } from "./route.ts";
import { byId } from "./shared.ts";

export const visoesRest = {
  "GET /visoes": restRoute({
    secao: "Visões",
    resumo: "As visões das listas que a conta compartilha",
    descricao:
      "`busca` é o filtro e a ordem como a lista os escreve no endereço. Uma visão guarda o filtro, e nenhum documento.",
    escopo: "notas:ler",
    gemeo: "Visao.getListVisao",
    query: z.strictObject({ lista: z.optional(z.enum(VISAO_LISTAS)) }),
    responde: json(listOf(visaoWire)),
  }),
  "GET /visoes/{id}": restRoute({
    secao: "Visões",
    resumo: "Uma visão compartilhada",
    escopo: "notas:ler",
    gemeo: "Visao.getVisao",
    caminho: byId,
    responde: json(visaoWire),
  }),
} as const;
