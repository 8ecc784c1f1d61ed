import { expect } from "vitest";
import { type MethodCases, UNKNOWN_ID } from "../contract-fixture.ts";

/** Missing XMLs and their requests; the record of the fixture names no empresa. */
export const PEDIDO_XML_CASES: MethodCases<"PedidoXml"> = {
  "PedidoXml.getListFornecedor": {
    caller: "usuario",
    params: () => ({ searchFilter: { status: [1] } }),
    verify: ({ results, object }, { auditorId }) => {
      expect(results).toMatchObject([
        { quantidade: 1, aPedir: 0, para: null, documentos: [{ id: auditorId, estado: "faltando" }] },
      ]);
      expect(object).toMatchObject({ documentos: 1, aPedir: [], lembreteDias: 5 });
    },
    refusal: {
      params: () => ({ searchFilter: { eventoDe: "2026-11-30", eventoAte: "2026-11-01" } }),
      sentence: "periodoInvertido",
      campo: "searchFilter.eventoAte",
    },
  },
  "PedidoXml.getCarta": {
    caller: "usuario",
    params: ({ auditorId }) => ({ ids: [auditorId] }),
    verify: ({ results }) => expect(results).toEqual([]),
    refusal: { params: () => ({ ids: [UNKNOWN_ID] }), sentence: "xmlJaChegou" },
  },
  "PedidoXml.pedirXml": {
    caller: "usuario",
    params: ({ auditorId }) => ({ ids: [auditorId] }),
    verify: ({ results }, { auditorId }) =>
      expect(results).toMatchObject([{ id: auditorId, mensagem: expect.stringContaining("empresa") }]),
    refusal: {
      params: ({ auditorId }) => ({ ids: [auditorId], para: "ninguem@novo.test" }),
      sentence: "pedidoEnderecoNovo",
      campo: "para",
    },
  },
  "PedidoXml.setPedidoPorFora": {
    caller: "usuario",
    params: ({ auditorId }) => ({ ids: [auditorId], pedido: true }),
    verify: ({ sucesso }) => expect(sucesso).toBe(true),
    refusal: { params: () => ({ ids: [UNKNOWN_ID], pedido: true }), sentence: "xmlJaChegou" },
  },
  "PedidoXml.darCiencia": {
    caller: "manifestante",
    params: ({ auditorId }) => ({ ids: [auditorId] }),
    verify: ({ results }, { auditorId }) =>
      expect(results).toMatchObject([{ id: auditorId, mensagem: expect.any(String) }]),
    refusal: { params: () => ({ ids: [UNKNOWN_ID] }), sentence: "xmlJaChegou" },
  },
  "PedidoXml.setLembrete": {
    caller: "administrador",
    params: () => ({ dias: 7 }),
    verify: ({ object }) => expect(object).toEqual({ dias: 7 }),
    refusal: null,
  },
};
