import type { ParamsOf, ResultOf } from "@malote/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../call/call.ts";
import { queryClient } from "../call/query-client.ts";

export type ApiToken = ResultOf<"ApiToken.getListApiToken">["results"][number];
export type ApiTokenInput = ParamsOf<"ApiToken.saveApiToken">["apiToken"];

/** The tokens of the conta that were not revoked, the main one first. */
export const apiTokensQuery = queryOptions({
  queryKey: ["api-tokens"],
  queryFn: async ({ signal }) => (await call("ApiToken.getListApiToken", {}, signal)).results,
});

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ["api-tokens"] });

/**
 * The result of an action and its sentence. token: the whole token, shown only once, when one was
 * created.
 */
export type TokenResult = { name: string; token: string | null; message: string };

/** Creates a token, or updates the one with the given id. */
export async function saveApiToken(apiToken: ApiTokenInput): Promise<TokenResult> {
  const { object, mensagem } = await call("ApiToken.saveApiToken", { apiToken });
  await refresh();
  return { name: object.nome, token: object.token, message: mensagem ?? "" };
}

/** Rotates the secret of a token. gracaHoras: how long the previous secret still works, in hours. */
export async function rotateApiToken(id: string, gracaHoras: number): Promise<TokenResult> {
  const { object, mensagem } = await call("ApiToken.rotateApiToken", { id, gracaHoras });
  await refresh();
  return { name: object.nome, token: object.token, message: mensagem ?? "" };
}

/** Revokes a token at once. @returns the server's sentence */
export async function revokeApiToken(id: string): Promise<string> {
  const { mensagem } = await call("ApiToken.revokeApiToken", { id });
  await refresh();
  return mensagem ?? "";
}
