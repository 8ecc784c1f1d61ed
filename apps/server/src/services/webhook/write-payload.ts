import type { DeliveryType, WebhookType } from "@malote/contract";
import type { FeedChange, FeedEvento } from "../feed/feed-changes.rows.ts";
import { documentChangeOf, eventTypeOf } from "./webhook.rules.ts";

/** Base URL of the addresses in a body, and the conta that sends it. */
export type PayloadSender = { conta: string; urlBase: string };

type Payload = { id: string; tipo: DeliveryType; criadoEm: Date; sequencia: number | null; dados: object };

/** Body of a delivery: the event and where to read about it; no document and no secret. */
export function writePayload(
  { conta }: PayloadSender,
  { id, tipo, criadoEm, sequencia, dados }: Payload,
): string {
  const place = sequencia === null ? {} : { sequencia };
  return JSON.stringify({ id, tipo, criadoEm: criadoEm.toISOString(), ...place, conta, dados });
}

/** An event before it has an id. */
export type WebhookEvent = { tipo: WebhookType; dados: object };

/** A feed row with its nota's company and last divergence state. */
export type FeedRow = { change: FeedChange; empresaId: string | null; divergente: boolean };

/**
 * Events of a feed row. Documents of third parties give
 * none; a quarantined one only announces its withdrawal.
 * @param lida.divergente the divergence state last sent to the webhook
 */
export function listEvents(
  { change, empresaId, divergente }: FeedRow,
  sender: PayloadSender,
): WebhookEvent[] {
  const { nota, evento, tipo, notaId } = change;
  if (nota.terceiros) return [];
  const documento = {
    notaId,
    chaveAcesso: change.chave,
    url: `${sender.urlBase}/Services/rest/v1/notas/${notaId}`,
  };
  if (tipo === "quarentena")
    return [{ tipo: "nota", dados: { ...documento, mudanca: documentChangeOf(tipo) } }];
  if (nota.quarentena) return [];
  const about = { ...documento, empresaId, tipoNota: nota.tipoNota, entradaSaida: nota.papel };
  const events: WebhookEvent[] = [
    { tipo: eventTypeOf(tipo), dados: { ...about, ...detailsOf(change, evento) } },
  ];
  const isDivergente = nota.divergente === true;
  if (isDivergente === divergente) return events;
  const { nfeStatus, sefazStatus } = nota;
  const dados = { ...about, divergente: isDivergente, nfeStatus, sefazStatus };
  return [...events, { tipo: "divergencia", dados }];
}

function detailsOf({ tipo, nota }: FeedChange, evento: FeedEvento | null): object {
  const { nfeStatus, sefazStatus, processadoErp, recebido, conferido } = nota;
  switch (tipo) {
    case "evento":
      if (evento === null) return {};
      return {
        eventoId: evento.id,
        tpEvento: evento.tpEvento,
        nSeq: evento.nSeq,
        descEvento: evento.descEvento,
      };
    case "status":
      return { nfeStatus, sefazStatus, divergente: nota.divergente === true };
    case "marca":
      return { processadoErp, recebido, conferido };
    default:
      return { mudanca: documentChangeOf(tipo) };
  }
}
