import type { EntregaEstado, ParamsOf, ResultOf } from "@malote/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { queryClient } from "./client.ts";

export type Webhook = ResultOf<"Webhook.getListWebhook">["results"][number];
export type WebhookDigitado = ParamsOf<"Webhook.saveWebhook">["webhook"];
export type Entrega = ResultOf<"Webhook.getListEntrega">["results"][number];
export type EntregaDetalhe = ResultOf<"Webhook.getEntrega">["object"];

/** Polling intervals of the delivery log, in ms: while a delivery is pending, and otherwise. */
const ESPERANDO_MS = 2_000;
const PARADO_MS = 15_000;

export const webhooksQuery = queryOptions({
  queryKey: ["webhooks"],
  queryFn: async ({ signal }) => (await call("Webhook.getListWebhook", {}, signal)).results,
  refetchInterval: PARADO_MS,
});

/** One page of a webhook's delivery log. */
export const entregasQuery = (webhookId: string, estado: EntregaEstado | null, currentPage: number) =>
  queryOptions({
    queryKey: ["webhooks", "entregas", webhookId, estado, currentPage],
    queryFn: async ({ signal }) => {
      const { results, totalCount } = await call(
        "Webhook.getListEntrega",
        { webhookId, estado, currentPage },
        signal,
      );
      return { entregas: results, total: totalCount };
    },
    refetchInterval: ({ state }) =>
      state.data?.entregas.some((entrega) => entrega.estado === "pendente") ? ESPERANDO_MS : PARADO_MS,
  });

export const entregaQuery = (id: string) =>
  queryOptions({
    queryKey: ["webhooks", "entrega", id],
    queryFn: async ({ signal }) => (await call("Webhook.getEntrega", { id }, signal)).object,
  });

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ["webhooks"] });

/** Saves a webhook. @returns it, with its secret when it is new */
export async function saveWebhook(
  webhook: WebhookDigitado,
): Promise<{ webhook: Webhook; segredo: string | null }> {
  const { object } = await call("Webhook.saveWebhook", { webhook });
  await refresh();
  const { segredo, ...rest } = object;
  return { webhook: rest, segredo };
}

export async function deleteWebhook(id: string): Promise<void> {
  await call("Webhook.deleteWebhook", { id });
  await refresh();
}

/** Rotates the secret of a webhook. @returns the new secret, shown only once */
export async function rotateSegredo(id: string): Promise<string> {
  const { object } = await call("Webhook.rotateSegredo", { id });
  await refresh();
  return object.segredo ?? "";
}

export async function testWebhook(id: string): Promise<EntregaDetalhe> {
  const { object } = await call("Webhook.testWebhook", { id });
  await refresh();
  return object;
}

export async function resendEntrega(id: string): Promise<void> {
  await call("Webhook.resendEntrega", { id });
  await refresh();
}

/** Resends the failed deliveries since an instant. @returns how many */
export async function resendFalhas(webhookId: string, desde: Date): Promise<number> {
  const { object } = await call("Webhook.resendFalhas", { webhookId, desde: desde.toISOString() });
  await refresh();
  return object.reenviadas;
}
