import type { DeliveryState, ParamsOf, ResultOf } from "@malote/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../call/call.ts";
import { queryClient } from "../call/query-client.ts";

export type Webhook = ResultOf<"Webhook.getListWebhook">["results"][number];
export type WebhookInput = ParamsOf<"Webhook.saveWebhook">["webhook"];
export type Delivery = ResultOf<"Webhook.getListEntrega">["results"][number];
export type DeliveryDetail = ResultOf<"Webhook.getEntrega">["object"];

/** Polling intervals of the delivery log, in ms: while a delivery is pending, and otherwise. */
const PENDING_POLL_MS = 2_000;
const IDLE_POLL_MS = 15_000;

export const webhooksQuery = queryOptions({
  queryKey: ["webhooks"],
  queryFn: async ({ signal }) => (await call("Webhook.getListWebhook", {}, signal)).results,
  refetchInterval: IDLE_POLL_MS,
});

/** One page of a webhook's delivery log. */
export const deliveriesQuery = (webhookId: string, estado: DeliveryState | null, currentPage: number) =>
  queryOptions({
    queryKey: ["webhooks", "entregas", webhookId, estado, currentPage],
    queryFn: async ({ signal }) => {
      const { results, totalCount } = await call(
        "Webhook.getListEntrega",
        { webhookId, estado, currentPage },
        signal,
      );
      return { deliveries: results, total: totalCount };
    },
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some((delivery) => delivery.estado === "pendente")
        ? PENDING_POLL_MS
        : IDLE_POLL_MS,
  });

export const deliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ["webhooks", "entrega", id],
    queryFn: async ({ signal }) => (await call("Webhook.getEntrega", { id }, signal)).object,
  });

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ["webhooks"] });

/** Saves a webhook. @returns it, with its secret when it is new */
export async function saveWebhook(
  webhook: WebhookInput,
): Promise<{ webhook: Webhook; secret: string | null }> {
  const { object } = await call("Webhook.saveWebhook", { webhook });
  await refresh();
  const { segredo: secret, ...rest } = object;
  return { webhook: rest, secret };
}

export async function deleteWebhook(id: string): Promise<void> {
  await call("Webhook.deleteWebhook", { id });
  await refresh();
}

/** Rotates the secret of a webhook. @returns the new secret, shown only once */
export async function rotateSecret(id: string): Promise<string> {
  const { object } = await call("Webhook.rotateSegredo", { id });
  await refresh();
  return object.segredo ?? "";
}

export async function testWebhook(id: string): Promise<DeliveryDetail> {
  const { object } = await call("Webhook.testWebhook", { id });
  await refresh();
  return object;
}

export async function resendDelivery(id: string): Promise<void> {
  await call("Webhook.resendEntrega", { id });
  await refresh();
}

/** Resends the failed deliveries since an instant. @returns how many */
export async function resendFailed(webhookId: string, since: Date): Promise<number> {
  const { object } = await call("Webhook.resendFalhas", { webhookId, desde: since.toISOString() });
  await refresh();
  return object.reenviadas;
}
