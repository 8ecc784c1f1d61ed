import { examineDfe, type ParsedEvento, type Trust } from "@malote/dfe";
import type { Examine } from "../../app-context.ts";
import type { Db } from "../../db/index.ts";
import { insertDocumentos, type NewDocumento } from "../documento/documento.rows.ts";
import { hexOf, toDocumento } from "../documento/to-documento.ts";
import { type ChangedEvento, type NewEvento, saveEventos } from "../evento/evento.rows.ts";
import { markManifestacoes } from "../manifestacao/manifestacao-status.rows.ts";
import { markCancelamentos } from "../nota/nota-ingest.rows.ts";

/** An evento received from SEFAZ, with its document to store. */
export type ReceivedEvento = { documento: NewDocumento; evento: Omit<NewEvento, "documentoId"> };

/** How to verify. examine: absent = in place. */
export type Verifier = { examine?: Examine | undefined; confianca: Trust };

/** SEFAZ's data about an evento, besides its XML. */
export type SefazEventoData = {
  tpEvento: string;
  nSeqEvento: string;
  descEvento: string;
  protocolo: string | null;
  data: string | null;
};

/**
 * Verifies and compresses the evento of a chave, outside transactions. SEFAZ's data takes
 * precedence over the XML's.
 * @param dito absent when there is only the XML
 * @returns null when the XML is not an evento and `dito` is absent
 */
export async function toReceivedEvento(
  { chave, xml, dito }: { chave: string; xml: Uint8Array; dito?: SefazEventoData },
  { examine, confianca: trust }: Verifier,
): Promise<ReceivedEvento | null> {
  const examination = examine ? await examine(xml, trust) : examineDfe(xml, trust);
  const lido = examination.reading.kind === "evento" ? examination.reading.evento : null;
  const eventoData = dito ?? (lido && eventoDataOf(lido));
  if (eventoData === null) return null;
  const documento = await toDocumento({
    exame: examination,
    chave,
    natureza: "evento",
    sha256: hexOf("sha256", xml),
  });
  const evento = {
    chave,
    tpEvento: eventoData.tpEvento,
    nSeq: Number(eventoData.nSeqEvento),
    autor: lido?.autor ?? "",
    descEvento: eventoData.descEvento,
    protocolo: eventoData.protocolo,
    protocoloData: eventoData.data,
    cStat: lido?.cStat ?? null,
    origem: "sefaz" as const,
    veredito: documento.veredito,
  };
  return { documento, evento };
}

function eventoDataOf(lido: ParsedEvento): SefazEventoData {
  const { tpEvento, nSeqEvento, descEvento, protocolo, protocoloData } = lido;
  return { tpEvento, nSeqEvento, descEvento, protocolo, data: protocoloData };
}

/**
 * Stores eventos received from SEFAZ, and updates the flags of their chaves' views, which this
 * transaction has locked.
 * @returns the changed eventos, and views whose cancellation changed without a feed row
 */
export async function keepReceivedEventos(
  db: Db,
  contaId: string,
  { received, now }: { received: readonly ReceivedEvento[]; now: Date },
): Promise<{ novos: ChangedEvento[]; mudas: string[] }> {
  const documentos = received.map(({ documento }) => documento);
  const ids = await insertDocumentos(db, contaId, { documentos, now });
  const eventos = received.map(({ evento }, i) => ({ ...evento, documentoId: ids[i]?.id ?? "" }));
  const novos = await saveEventos(db, contaId, { eventos, now });
  const chaves = [...new Set(eventos.map(({ chave }) => chave))];
  const mudas = await markCancelamentos(db, contaId, { chaves, now });
  await markManifestacoes(db, contaId, { chaves, now });
  return { novos, mudas };
}
