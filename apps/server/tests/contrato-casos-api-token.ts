import { MENSAGENS } from "@malote/contract";
import { expect } from "vitest";
import { type Casos, NADA, type Palco } from "./contrato-palco.ts";
import { rpc } from "./wire.ts";

type Item = { id: string; nome: string; segredos: unknown[] };

/** One token as the conta's list shows it. */
async function findToken({ elenco }: Palco, nome: string): Promise<Item | undefined> {
  const { results } = await elenco.proprietario.call("ApiToken.getListApiToken", {});
  return (results as Item[]).find((token) => token.nome === nome);
}

const idOf = async (p: Palco, nome: string): Promise<string> => (await findToken(p, nome))?.id ?? "";

/** Whether a token opens the conta. */
async function works({ wire }: Palco, authToken: string): Promise<boolean> {
  return (await rpc(wire, { id: 1, method: "Conta.getConta", authToken })).result?.sucesso === true;
}

let primeiro = "";
const fiscal = { nome: "Fiscal", escopos: ["notas:ler"], empresas: null } as const;
const novo = { ...fiscal, escopos: [...fiscal.escopos] };

/** API tokens, in the order of a token's life. */
export const CASOS_API_TOKEN: Casos<"ApiToken"> = {
  "ApiToken.saveApiToken": {
    por: "administrador",
    envia: () => ({ apiToken: { ...novo, validade: "2027-11-30" } }),
    mostra: async ({ object, mensagem }, p) => {
      expect(mensagem).toBe(MENSAGENS.apiTokenGerado);
      expect(object).toMatchObject({
        nome: "Fiscal",
        escopos: ["notas:ler"],
        empresas: null,
        principal: false,
      });
      primeiro = (object as { token: string }).token;
      expect(await works(p, primeiro)).toBe(true);
    },
    recusa: {
      envia: () => ({ apiToken: { ...novo, nome: " erp" } }),
      diz: "apiTokenNomeEmUso",
      campo: "apiToken.nome",
    },
  },
  "ApiToken.getListApiToken": {
    por: "proprietario",
    envia: () => ({}),
    mostra: ({ results, totalCount }) => {
      expect(totalCount).toBe(results?.length);
      expect(results).toContainEqual(expect.objectContaining({ nome: "Fiscal", chamadasHoje: 1 }));
      expect(JSON.stringify(results)).not.toContain(primeiro);
    },
    recusa: null,
  },
  "ApiToken.rotateApiToken": {
    por: "administrador",
    envia: async (p) => ({ id: await idOf(p, "Fiscal") }),
    mostra: async ({ object }, p) => {
      const { token, segredos } = object as Item & { token: string };
      expect(segredos).toHaveLength(2);
      expect(await Promise.all([primeiro, token].map((one) => works(p, one)))).toEqual([true, true]);
    },
    recusa: { envia: () => ({ id: NADA }), diz: "apiTokenNaoEncontrado" },
  },
  "ApiToken.revokeApiToken": {
    por: "administrador",
    envia: async (p) => ({ id: await idOf(p, "Fiscal") }),
    mostra: async ({ mensagem }, p) => {
      expect(mensagem).toBe(MENSAGENS.apiTokenRevogado);
      expect(await works(p, primeiro)).toBe(false);
      expect(await findToken(p, "Fiscal")).toBeUndefined();
    },
    recusa: { envia: () => ({ id: NADA }), diz: "apiTokenNaoEncontrado" },
  },
};
