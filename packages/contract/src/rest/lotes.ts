import * as z from "zod/mini";
import { LOTE_SITUACOES, loteDocumentoWire, loteWire } from "../services/lote.ts";
import { json, listOf, restRoute } from "./route.ts";
import { byId, byPage } from "./shared.ts";

export const lotesRest = {
  "GET /lotes": restRoute({
    secao: "Lotes",
    resumo: "As marcações e manifestações de vários documentos que as pessoas da conta pediram",
    descricao: "Um programa lê os lotes; para marcar ou manifestar, usa os endereços de cada documento.",
    escopo: "notas:ler",
    gemeo: "Lote.getListLote",
    query: z.strictObject({ ...byPage }),
    responde: json(listOf(loteWire)),
  }),
  "GET /lotes/{id}": restRoute({
    secao: "Lotes",
    resumo: "Um lote, com quantos documentos tem em cada resultado",
    escopo: "notas:ler",
    gemeo: "Lote.getLote",
    caminho: byId,
    responde: json(loteWire),
  }),
  "GET /lotes/{id}/documentos": restRoute({
    secao: "Lotes",
    resumo: "O resultado de cada documento de um lote",
    escopo: "notas:ler",
    gemeo: "Lote.getListDocumento",
    caminho: byId,
    query: z.strictObject({ situacao: z.optional(z.enum(LOTE_SITUACOES)), ...byPage }),
    responde: json(listOf(loteDocumentoWire)),
  }),
} as const;
