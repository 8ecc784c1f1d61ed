import type { ParamsOf, ResultOf } from "@malote/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { queryClient } from "./client.ts";

export type ApiToken = ResultOf<"ApiToken.getListApiToken">["results"][number];
export type ApiTokenNovo = ParamsOf<"ApiToken.saveApiToken">["apiToken"];

/** The tokens of the conta that were not revoked, the main one first. */
export const apiTokensQuery = queryOptions({
  queryKey: ["api-tokens"],
  queryFn: async ({ signal }) => (await call("ApiToken.getListApiToken", {}, signal)).results,
});

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ["api-tokens"] });

/** What was done, and what is said of it; token: the whole of it, this once, when one was made. */
export type Feito = { nome: string; token: string | null; mensagem: string };

/** Makes a token, or changes the one of its id. */
export async function saveApiToken(apiToken: ApiTokenNovo): Promise<Feito> {
  const { object, mensagem } = await call("ApiToken.saveApiToken", { apiToken });
  await refresh();
  return { nome: object.nome, token: object.token, mensagem: mensagem ?? "" };
}

/** Gives a token another secret. gracaHoras: how long the one before lives on. */
export async function rotateApiToken(id: string, gracaHoras: number): Promise<Feito> {
  const { object, mensagem } = await call("ApiToken.rotateApiToken", { id, gracaHoras });
  await refresh();
  return { nome: object.nome, token: object.token, mensagem: mensagem ?? "" };
}

/** Ends a token at once. @returns what is said of it */
export async function revokeApiToken(id: string): Promise<string> {
  const { mensagem } = await call("ApiToken.revokeApiToken", { id });
  await refresh();
  return mensagem ?? "";
}
