import { MESSAGES } from "@malote/contract";
import { DAY_MS, dayInZone } from "@malote/syntax";
import { expect } from "vitest";
import { rpc } from "../../setup/wire.ts";
import { type ContractFixture, type MethodCases, UNKNOWN_ID } from "../contract-fixture.ts";

type Item = { id: string; nome: string; segredos: unknown[] };

/** One token as the conta's list shows it. */
async function findToken({ team }: ContractFixture, nome: string): Promise<Item | undefined> {
  const { results } = await team.proprietario.call("ApiToken.getListApiToken", {});
  return (results as Item[]).find((token) => token.nome === nome);
}

const idOf = async (p: ContractFixture, nome: string): Promise<string> =>
  (await findToken(p, nome))?.id ?? "";

/** Whether a token opens the conta. */
async function isAccepted({ wire }: ContractFixture, authToken: string): Promise<boolean> {
  return (await rpc(wire, { id: 1, method: "Conta.getConta", authToken })).result?.sucesso === true;
}

let firstToken = "";
const FISCAL = { nome: "Fiscal", escopos: ["notas:ler"], empresas: null } as const;
const NEW_TOKEN = { ...FISCAL, escopos: [...FISCAL.escopos] };
/** A day within the two years that a token may last. */
const aYearAhead = (): string => dayInZone(new Date(Date.now() + 365 * DAY_MS), "America/Sao_Paulo");

/** API tokens, in the order of a token's life. */
export const API_TOKEN_CASES: MethodCases<"ApiToken"> = {
  "ApiToken.saveApiToken": {
    caller: "administrador",
    params: () => ({ apiToken: { ...NEW_TOKEN, validade: aYearAhead() } }),
    verify: async ({ object, mensagem }, p) => {
      expect(mensagem).toBe(MESSAGES.apiTokenGerado);
      expect(object).toMatchObject({
        nome: "Fiscal",
        escopos: ["notas:ler"],
        empresas: null,
        principal: false,
      });
      firstToken = (object as { token: string }).token;
      expect(await isAccepted(p, firstToken)).toBe(true);
    },
    refusal: {
      params: () => ({ apiToken: { ...NEW_TOKEN, nome: " erp" } }),
      sentence: "apiTokenNomeEmUso",
      campo: "apiToken.nome",
    },
  },
  "ApiToken.getListApiToken": {
    caller: "proprietario",
    params: () => ({}),
    verify: ({ results, totalCount }) => {
      expect(totalCount).toBe(results?.length);
      expect(results).toContainEqual(expect.objectContaining({ nome: "Fiscal", chamadasHoje: 1 }));
      expect(JSON.stringify(results)).not.toContain(firstToken);
    },
    refusal: null,
  },
  "ApiToken.rotateApiToken": {
    caller: "administrador",
    params: async (p) => ({ id: await idOf(p, "Fiscal") }),
    verify: async ({ object }, p) => {
      const { token, segredos } = object as Item & { token: string };
      expect(segredos).toHaveLength(2);
      expect(await Promise.all([firstToken, token].map((one) => isAccepted(p, one)))).toEqual([true, true]);
    },
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "apiTokenNaoEncontrado" },
  },
  "ApiToken.revokeApiToken": {
    caller: "administrador",
    params: async (p) => ({ id: await idOf(p, "Fiscal") }),
    verify: async ({ mensagem }, p) => {
      expect(mensagem).toBe(MESSAGES.apiTokenRevogado);
      expect(await isAccepted(p, firstToken)).toBe(false);
      expect(await findToken(p, "Fiscal")).toBeUndefined();
    },
    refusal: { params: () => ({ id: UNKNOWN_ID }), sentence: "apiTokenNaoEncontrado" },
  },
};
