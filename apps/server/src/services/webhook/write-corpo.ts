import type { EntregaTipo, WebhookTipo } from "@malote/contract";
import type { EventoDoFeed, MudancaDoFeed } from "../feed/feed-mudancas.rows.ts";
import { mudancaOf, tipoOf } from "./webhook.rules.ts";

/** Base URL of the addresses in a body, and the conta that sends it. */
export type Remetente = { conta: string; urlBase: string };

type Corpo = { id: string; tipo: EntregaTipo; criadoEm: Date; sequencia: number | null; dados: object };

/** Body of a delivery: the event and where to read about it; no document and no secret. */
export function writeCorpo({ conta }: Remetente, { id, tipo, criadoEm, sequencia, dados }: Corpo): string {
  const place = sequencia === null ? {} : { sequencia };
  return JSON.stringify({ id, tipo, criadoEm: criadoEm.toISOString(), ...place, conta, dados });
}

/** An event before it has an id. */
export type Aviso = { tipo: WebhookTipo; dados: object };

/** A feed row with its nota's company and last divergence state. */
export type Lida = { mudanca: MudancaDoFeed; empresaId: string | null; divergente: boolean };

/**
 * Events of a feed row. Documents of third parties give
 * none; a quarantined one only announces its withdrawal.
 * @param lida.divergente the divergence state last sent to the webhook
 */
export function listAvisos({ mudanca, empresaId, divergente }: Lida, remetente: Remetente): Aviso[] {
  const { nota, evento, tipo, notaId } = mudanca;
  if (nota.terceiros) return [];
  const documento = {
    notaId,
    chaveAcesso: mudanca.chave,
    url: `${remetente.urlBase}/Services/rest/v1/notas/${notaId}`,
  };
  if (tipo === "quarentena") return [{ tipo: "nota", dados: { ...documento, mudanca: mudancaOf(tipo) } }];
  if (nota.quarentena) return [];
  const about = { ...documento, empresaId, tipoNota: nota.tipoNota, entradaSaida: nota.papel };
  const avisos: Aviso[] = [{ tipo: tipoOf(tipo), dados: { ...about, ...detailsOf(mudanca, evento) } }];
  const isDivergente = nota.divergente === true;
  if (isDivergente === divergente) return avisos;
  const { nfeStatus, sefazStatus } = nota;
  const dados = { ...about, divergente: isDivergente, nfeStatus, sefazStatus };
  return [...avisos, { tipo: "divergencia", dados }];
}

function detailsOf({ tipo, nota }: MudancaDoFeed, evento: EventoDoFeed | null): object {
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
      return { mudanca: mudancaOf(tipo) };
  }
}
