import * as z from "zod/mini";
import { auditorFilter } from "../services/auditor.ts";
import { supplierWire } from "../services/pedido-xml.ts";
import { json, listOf, restRoute } from "./route.ts";
import { byPage } from "./shared.ts";

export const faltandoRest = {
  "GET /faltando": restRoute({
    secao: "Auditor",
    resumo: "Documentos que a SEFAZ registrou e cujo XML não chegou, por fornecedor",
    escopo: "notas:ler",
    gemeo: "PedidoXml.getListFornecedor",
    query: z.strictObject({ ...auditorFilter.shape, ...byPage }),
    responde: json(listOf(supplierWire)),
    recusas: [422],
  }),
} as const;
