import { expect } from "vitest";
import { type ContractFixture, type MethodCases, UNKNOWN_ID } from "../contract-fixture.ts";

type Item = { id: string; nome: string };

const NEW_VISAO = {
  lista: "recebidos",
  nome: "Divergentes",
  busca: "erp=todos&situacao=divergente",
  colunas: "tipo,numero:120,parte,valor",
  densidade: "compacta",
  compartilhada: false,
} as const;
const KEPT_ID = "01a1f883-9227-7237-a8c2-d4d895a8d7aa";

async function idOf({ team }: ContractFixture): Promise<string> {
  const { results } = await team.usuario.call("Visao.getListVisao", {});
  return (results as Item[]).find(({ nome }) => nome === NEW_VISAO.nome)?.id ?? "";
}

/** Saved views, in the order of a view's life. */
export const VISAO_CASES: MethodCases<"Visao"> = {
  "Visao.saveVisao": {
    caller: "usuario",
    params: () => ({ visao: NEW_VISAO }),
    verify: ({ object }) =>
      expect(object).toMatchObject({ ...NEW_VISAO, propria: true, alteravel: true, padrao: false }),
    refusal: {
      params: () => ({ visao: { ...NEW_VISAO, id: UNKNOWN_ID } }),
      sentence: "visaoNaoEncontrada",
    },
  },
  "Visao.getListVisao": {
    caller: "usuario",
    params: () => ({ lista: "recebidos" }),
    verify: ({ results, totalCount }) => {
      expect(totalCount).toBe(1);
      expect(results).toMatchObject([NEW_VISAO]);
    },
    refusal: null,
  },
  "Visao.getVisao": {
    caller: "usuario",
    params: async (p) => ({ id: await idOf(p) }),
    verify: ({ object }) => expect(object).toMatchObject(NEW_VISAO),
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "visaoNaoEncontrada" },
  },
  "Visao.setPadrao": {
    caller: "usuario",
    params: async (p) => ({ lista: "recebidos", id: await idOf(p) }),
    verify: async (_answer, { team }) => {
      const { results } = await team.usuario.call("Visao.getListVisao", {});
      expect(results).toMatchObject([{ padrao: true }]);
    },
    refusal: {
      params: () => ({ lista: "recebidos", id: UNKNOWN_ID }),
      sentence: "visaoNaoEncontrada",
    },
  },
  "Visao.importVisoes": {
    caller: "usuario",
    params: () => ({
      lista: "emails",
      visoes: [{ id: KEPT_ID, nome: "Do banco", busca: "de=banco", colunas: "" }],
    }),
    verify: ({ results }) => expect(results).toMatchObject([{ id: KEPT_ID, nome: "Do banco" }]),
    refusal: null,
  },
  "Visao.deleteVisao": {
    caller: "usuario",
    params: async (p) => ({ id: await idOf(p) }),
    verify: async (_answer, p) => expect(await idOf(p)).toBe(""),
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "visaoNaoEncontrada" },
  },
};
