import type { ResultOf } from "@malote/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { queryClient } from "./client.ts";

export type ApiToken = NonNullable<ResultOf<"Usuario.getAPIToken">["object"]>;

/** The token of the conta, masked; null while none was made. */
export const apiTokenQuery = queryOptions({
  queryKey: ["api-token"],
  queryFn: async ({ signal }) => (await call("Usuario.getAPIToken", {}, signal)).object,
});

/** Makes another; the one before ends. @returns the whole token, this once, and what is said of it */
export async function createApiToken(): Promise<{ token: string; mensagem: string }> {
  const { object, mensagem } = await call("Usuario.setNewAPIToken", {});
  await queryClient.invalidateQueries({ queryKey: ["api-token"] });
  return { token: object.token, mensagem: mensagem ?? "" };
}
