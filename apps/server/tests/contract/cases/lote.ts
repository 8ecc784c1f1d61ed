import { expect } from "vitest";
import { work } from "../../lote/lote-setup.ts";
import { type ContractFixture, type MethodCases, UNKNOWN_ID } from "../contract-fixture.ts";

const unknown = { params: () => ({ id: UNKNOWN_ID }), sentence: "loteNaoEncontrado" } as const;
/** The newest lote. */
async function lastId({ team }: ContractFixture): Promise<string> {
  const { results } = await team.usuario.call("Lote.getListLote", {});
  return (results as { id: string }[])[0]?.id ?? "";
}

/** Lotes, in the order of a lote's life. */
export const LOTE_CASES: MethodCases<"Lote"> = {
  "Lote.getContagem": {
    caller: "usuario",
    params: ({ muda, presa }) => ({ ids: [muda.id, presa.id] }),
    verify: ({ object }) => expect(object).toMatchObject({ total: 2, quarentena: 1 }),
    refusal: { params: () => ({}), sentence: "loteAlvo" },
  },
  "Lote.startMarca": {
    caller: "usuario",
    params: ({ muda }) => ({ ids: [muda.id], marca: "conferido", valor: true }),
    verify: ({ object }) => expect(object).toMatchObject({ id: expect.any(String) }),
    refusal: { params: () => ({ marca: "conferido", valor: true }), sentence: "loteAlvo" },
  },
  "Lote.getListLote": {
    caller: "usuario",
    params: () => ({ abertos: true }),
    verify: ({ results }) =>
      expect(results).toMatchObject([
        { tipo: "marca", marca: "conferido", estado: "pendente", proprio: true },
      ]),
    refusal: null,
  },
  "Lote.getLote": {
    caller: "usuario",
    params: async (p) => ({ id: await lastId(p) }),
    verify: ({ object }) => expect(object).toMatchObject({ total: 1, naFila: 1, podeParar: true }),
    refusal: unknown,
  },
  "Lote.getListDocumento": {
    caller: "usuario",
    params: async (p) => ({ id: await lastId(p) }),
    verify: ({ results }, { muda }) =>
      expect(results).toMatchObject([{ notaId: muda.id, situacao: "na-fila", tipoNota: "NFe" }]),
    refusal: unknown,
  },
  "Lote.endLote": {
    caller: "usuario",
    params: async (p) => ({ id: await lastId(p) }),
    verify: ({ sucesso }) => expect(sucesso).toBe(true),
    refusal: unknown,
  },
  "Lote.retryLote": {
    caller: "usuario",
    params: async (p) => ({ id: await lastId(p) }),
    verify: ({ object }) => expect(object).toMatchObject({ id: expect.any(String) }),
    refusal: unknown,
  },
  "Lote.startDesfazer": {
    caller: "usuario",
    params: async (p) => {
      const id = await lastId(p);
      await work(p.road.ctx, p.contaId, id);
      return { id };
    },
    verify: async ({ object }, p) =>
      expect(await work(p.road.ctx, p.contaId, (object as { id: string }).id)).toBeNull(),
    refusal: unknown,
  },
  "Lote.startManifestacao": {
    caller: "manifestante",
    params: ({ muda }) => ({ ids: [muda.id], novoStatus: 1 }),
    verify: ({ object }) => expect(object).toMatchObject({ id: expect.any(String) }),
    refusal: {
      params: ({ muda }) => ({ ids: [muda.id], novoStatus: 1, justificativa: "não cabe aqui" }),
      sentence: "justificativaSobra",
      campo: "justificativa",
    },
  },
};
