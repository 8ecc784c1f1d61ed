import type { ResultOf } from "@malote/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../call/call.ts";
import { queryClient } from "../call/query-client.ts";

export type Conta = ResultOf<"Conta.getConta">["object"];
export type Passkey = ResultOf<"Passkey.getListPasskey">["results"][number];
export type Session = ResultOf<"Auth.getListSessao">["results"][number];

export const contaQuery = queryOptions({
  queryKey: ["conta"],
  queryFn: async ({ signal }) => (await call("Conta.getConta", {}, signal)).object,
});

export const usageQuery = queryOptions({
  queryKey: ["conta", "usos"],
  queryFn: async ({ signal }) => (await call("Conta.getListUso", {}, signal)).results,
});

/** The user's own active sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessoes"],
  queryFn: async ({ signal }) => (await call("Auth.getListSessao", {}, signal)).results,
});

/** The user's own passkeys, and the address where they work. */
export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: async ({ signal }) => {
    const { results, object } = await call("Passkey.getListPasskey", {}, signal);
    return { passkeys: results, ...object };
  },
});

export async function refreshPasskeys(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["passkeys"] });
}

/** Reloads the conta and the signed-in user. */
export async function refreshConta(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["conta"] });
  await queryClient.invalidateQueries({ queryKey: ["atual"] });
}

export async function refreshSessions(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ["sessoes"] });
}
