import { requiredText, WEBHOOK_TYPES, WEBHOOK_URL_MAX, type WebhookType } from "@malote/contract";
import * as z from "zod/mini";
import type { Webhook, WebhookInput } from "../../rpc/conta/webhooks.ts";
import { webhookMessages } from "../../texts/names/messages.ts";

/** The validation rules of the form; the server checks the address further. */
export const schema = z
  .object({
    url: requiredText(WEBHOOK_URL_MAX),
    descricao: z.string(),
    tipos: z
      .array(z.enum(WEBHOOK_TYPES))
      .check(z.refine((all) => all.length > 0, webhookMessages.webhookSemTipo)),
    algumas: z.boolean(),
    empresas: z.array(z.string()),
  })
  .check(
    z.refine(({ algumas, empresas }) => !algumas || empresas.length > 0, {
      message: webhookMessages.webhookSemEmpresa,
      path: ["empresas"],
    }),
  );
export type FormValues = z.infer<typeof schema>;

const DEFAULT_TYPES: readonly WebhookType[] = ["nota", "evento", "status"];

export function toFormValues(webhook: Webhook | null): FormValues {
  if (webhook === null) {
    return { url: "", descricao: "", tipos: [...DEFAULT_TYPES], algumas: false, empresas: [] };
  }
  const { url, descricao, tipos, empresas } = webhook;
  return {
    url,
    descricao,
    tipos: [...tipos],
    algumas: empresas !== null,
    empresas: [...(empresas ?? [])],
  };
}

export function toWebhook(
  { url, descricao, tipos, algumas, empresas }: FormValues,
  id: string | null,
): WebhookInput {
  const typed = {
    url: url.trim(),
    descricao: descricao.trim(),
    tipos,
    empresas: algumas ? empresas : null,
  };
  return id === null ? typed : { ...typed, id };
}
