import { type Confianca, type EventoLido, examineDfe } from "@malote/dfe";
import type { Examine } from "../../app-context.ts";
import type { Sql } from "../../db/index.ts";
import { insertDocumentos, type NovoDocumento } from "../documento/documento.rows.ts";
import { hexOf, toDocumento } from "../documento/to-documento.ts";
import { type Mudado, type NovoEvento, saveEventos } from "../evento/evento.rows.ts";
import { markManifestacoes } from "../manifestacao/manifestacao-marca.rows.ts";
import { markCancelamentos } from "../nota/nota-ingest.rows.ts";

/** An evento received from SEFAZ, with its document to store. */
export type Ouvido = { documento: NovoDocumento; evento: Omit<NovoEvento, "documentoId"> };

/** How to verify. examine: absent = in place. */
export type Juiz = { examine?: Examine | undefined; confianca: Confianca };

/** SEFAZ's data about an evento, besides its XML. */
export type Dito = {
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
export async function toOuvido(
  { chave, xml, dito }: { chave: string; xml: Uint8Array; dito?: Dito },
  { examine, confianca }: Juiz,
): Promise<Ouvido | null> {
  const exame = examine ? await examine(xml, confianca) : examineDfe(xml, confianca);
  const lido = exame.leitura.kind === "evento" ? exame.leitura.evento : null;
  const says = dito ?? (lido && ditoOf(lido));
  if (says === null) return null;
  const documento = await toDocumento({ exame, chave, natureza: "evento", sha256: hexOf("sha256", xml) });
  const evento = {
    chave,
    tpEvento: says.tpEvento,
    nSeq: Number(says.nSeqEvento),
    autor: lido?.autor ?? "",
    descEvento: says.descEvento,
    protocolo: says.protocolo,
    protocoloData: says.data,
    cStat: lido?.cStat ?? null,
    origem: "sefaz" as const,
    veredito: documento.veredito,
  };
  return { documento, evento };
}

function ditoOf(lido: EventoLido): Dito {
  const { tpEvento, nSeqEvento, descEvento, protocolo, protocoloData } = lido;
  return { tpEvento, nSeqEvento, descEvento, protocolo, data: protocoloData };
}

/**
 * Stores eventos received from SEFAZ, and updates the flags of their chaves' views, which this
 * transaction has locked.
 * @returns the changed eventos, and views whose cancellation changed without a feed row
 */
export async function keepOuvidos(
  sql: Sql,
  contaId: string,
  { ouvidos, agora }: { ouvidos: readonly Ouvido[]; agora: Date },
): Promise<{ novos: Mudado[]; mudas: string[] }> {
  const documentos = ouvidos.map(({ documento }) => documento);
  const ids = await insertDocumentos(sql, contaId, { documentos, agora });
  const eventos = ouvidos.map(({ evento }, i) => ({ ...evento, documentoId: ids[i]?.id ?? "" }));
  const novos = await saveEventos(sql, contaId, { eventos, agora });
  const chaves = [...new Set(eventos.map(({ chave }) => chave))];
  const mudas = await markCancelamentos(sql, contaId, { chaves, agora });
  await markManifestacoes(sql, contaId, { chaves, agora });
  return { novos, mudas };
}
