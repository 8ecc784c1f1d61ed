import { FALHA_WEBHOOK, isFalhaWebhook, type ResultOf } from "@malote/contract";
import type { Cofre } from "../../secrets/cofre.ts";
import type { EntregaDetalhe, EntregaRow } from "./entrega.rows.ts";
import type { WebhookContado } from "./webhook.rows.ts";
import { maskSegredo, openSegredo } from "./webhook-segredo.ts";

type WebhookWire = ResultOf<"Webhook.getListWebhook">["results"][number];
type EntregaWire = ResultOf<"Webhook.getListEntrega">["results"][number];
type EntregaDetalheWire = ResultOf<"Webhook.getEntrega">["object"];

/** A webhook without its secrets. */
export function writeWebhook(
  { segredoSelado, anteriorSelado, anteriorAte, sequencia: _, pausadoAte: __, ...row }: WebhookContado,
  { cofre, agora }: { cofre: Cofre; agora: Date },
): WebhookWire {
  const both = anteriorSelado !== null && anteriorAte !== null && anteriorAte > agora;
  const mascara = maskSegredo(openSegredo(cofre, row.id, segredoSelado));
  return { ...row, mascara, anteriorAte: both ? anteriorAte : null };
}

export function writeEntrega(row: EntregaRow): EntregaWire {
  return { ...row, erro: row.erro === null ? null : writeErro(row.erro, row.status) };
}

export function writeEntregaDetalhe(row: EntregaDetalhe): EntregaDetalheWire {
  return { ...writeEntrega(row), corpo: row.corpo, resposta: row.resposta };
}

/** Sentence of a failure; an unknown code from another version is returned as it is. */
export function writeErro(erro: string, status: number | null): string {
  return isFalhaWebhook(erro) ? FALHA_WEBHOOK[erro].replace("{status}", String(status)) : erro;
}
