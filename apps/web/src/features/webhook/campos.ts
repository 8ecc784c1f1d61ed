import { obrigatorio, WEBHOOK_TIPOS, WEBHOOK_URL_MAX, type WebhookTipo } from "@malote/contract";
import * as z from "zod/mini";
import type { Webhook, WebhookDigitado } from "../../rpc/webhooks.ts";

/** The validation rules of the form; the server checks the address further. */
export const schema = z
  .object({
    url: obrigatorio(WEBHOOK_URL_MAX),
    descricao: z.string(),
    tipos: z.array(z.enum(WEBHOOK_TIPOS)).check(z.refine((all) => all.length > 0, "webhookSemTipo")),
    algumas: z.boolean(),
    empresas: z.array(z.string()),
  })
  .check(
    z.refine(({ algumas, empresas }) => !algumas || empresas.length > 0, {
      message: "webhookSemEmpresa",
      path: ["empresas"],
    }),
  );
export type Campos = z.infer<typeof schema>;

const INICIAIS: readonly WebhookTipo[] = ["nota", "evento", "status"];

export function toCampos(webhook: Webhook | null): Campos {
  if (webhook === null) {
    return { url: "", descricao: "", tipos: [...INICIAIS], algumas: false, empresas: [] };
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
  { url, descricao, tipos, algumas, empresas }: Campos,
  id: string | null,
): WebhookDigitado {
  const typed = {
    url: url.trim(),
    descricao: descricao.trim(),
    tipos,
    empresas: algumas ? empresas : null,
  };
  return id === null ? typed : { ...typed, id };
}
