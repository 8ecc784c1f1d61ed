import type { EventoLido, NotaLida } from "@malote/dfe";
import type { Sql } from "../../db/index.ts";
import { insertDocumentos, type NovoDocumento } from "../documento/documento.rows.ts";
import { type Copia, isPublished } from "../documento/documento.rules.ts";
import { heedSefaz } from "../documento/merito.rules.ts";
import { findNotasOfEventos, saveEventos } from "../evento/evento.rows.ts";
import type { FeedItem } from "../feed/publica.rows.ts";
import { markManifestacoes } from "../manifestacao/manifestacao-marca.rows.ts";
import { findVisoes, markCancelamentos } from "../nota/nota-ingest.rows.ts";
import type { NovoRegistro } from "../registro/registro.rows.ts";
import { type Autorizado, markDistribuidos, saveDigests } from "./distribuido.rows.ts";
import { placeCopias } from "./place-copias.ts";
import { type Acerto, settleDigest } from "./settle-digest.ts";

/** A complete XML from SEFAZ. */
export type Distribuido =
  | { kind: "nota"; documento: NovoDocumento; nota: NotaLida }
  | { kind: "evento"; documento: NovoDocumento; evento: EventoLido };

/** One delivery from SEFAZ and the digests in it; this transaction has locked their chaves. */
export type Entrega = {
  distribuidos: readonly Distribuido[];
  autorizados: readonly Autorizado[];
  agora: Date;
};

/** Result of storing a delivery. */
export type Recebimento = {
  /** Chaves to query at SEFAZ. */
  chaves: string[];
  feed: FeedItem[];
  /** Notas whose totals change without a feed row. */
  mudas: string[];
  /** Audit records of SEFAZ's acts, written just before publishing. */
  registros: NovoRegistro[];
};

/**
 * Stores documents from SEFAZ, judged as those from e-mails; an evento is SEFAZ's own statement.
 * A copy that contradicts the authorized digest is replaced. The caller publishes.
 */
export async function keepDistribuidos(sql: Sql, contaId: string, entrega: Entrega): Promise<Recebimento> {
  const { distribuidos, autorizados, agora } = entrega;
  const chaves = distribuidos.map(({ documento }) => documento.chave);
  const atuais = await findVisoes(sql, contaId, chaves);
  const known = new Map(atuais.map((visao) => [visao.chave, visao.sefazDigVal]));
  const documentos = distribuidos.map(({ kind, documento }) =>
    kind === "nota" ? heedSefaz(documento, known.get(documento.chave) ?? null) : documento,
  );
  const kept = await insertDocumentos(sql, contaId, { documentos, agora });
  await markDistribuidos(sql, contaId, { ids: kept.map(({ id }) => id), agora });
  const copias = distribuidos.flatMap((each, i) =>
    toCopia(each, { documento: documentos[i], kept: kept[i] }),
  );
  const { novas, trocas, feed } = await placeCopias(sql, contaId, { copias, atuais, agora });
  const changed = [...novas, ...trocas].map(({ visao }) => visao).filter(isPublished);
  const settled = await settleAll(sql, contaId, { autorizados, agora });
  const eventos = await keepEventos(sql, contaId, { distribuidos, kept, agora });
  return {
    chaves: [...new Set([...changed.map(({ chave }) => chave), ...eventos.chaves])],
    feed: [...feed, ...settled.feed, ...eventos.feed],
    mudas: eventos.mudas,
    registros: settled.registros,
  };
}

type Guardado = { id: string; novo: boolean };

function toCopia(
  each: Distribuido,
  { documento, kept }: { documento: NovoDocumento | undefined; kept: Guardado | undefined },
): Copia[] {
  if (each.kind !== "nota" || !documento || !kept) return [];
  const { nota } = each;
  const { veredito, achados } = documento;
  const protocolo = nota.protocolo?.cStat ?? null;
  return [{ documentoId: kept.id, novo: kept.novo, nota, veredito, achados, protocolo }];
}

async function settleAll(
  sql: Sql,
  contaId: string,
  { autorizados, agora }: Pick<Entrega, "autorizados" | "agora">,
): Promise<Acerto> {
  const all: Acerto = { feed: [], registros: [] };
  for (const contradita of await saveDigests(sql, contaId, autorizados)) {
    const { feed, registros } = await settleDigest(sql, contaId, { ...contradita, agora });
    all.feed.push(...feed);
    all.registros.push(...registros);
  }
  return all;
}

type Eventos = Pick<Entrega, "distribuidos" | "agora"> & { kept: readonly Guardado[] };

async function keepEventos(
  sql: Sql,
  contaId: string,
  { distribuidos, kept, agora }: Eventos,
): Promise<{ feed: FeedItem[]; mudas: string[]; chaves: string[] }> {
  const eventos = distribuidos.flatMap((each, i) => {
    const id = kept[i]?.id;
    if (each.kind !== "evento" || id === undefined) return [];
    const { evento, documento } = each;
    return [
      {
        chave: evento.chaveAcesso,
        tpEvento: evento.tpEvento,
        nSeq: Number(evento.nSeqEvento),
        autor: evento.autor,
        descEvento: evento.descEvento,
        protocolo: evento.protocolo,
        protocoloData: evento.protocoloData,
        cStat: evento.cStat,
        origem: "sefaz" as const,
        veredito: documento.veredito,
        documentoId: id,
      },
    ];
  });
  const mudados = await saveEventos(sql, contaId, { eventos, agora });
  const chaves = [...new Set(mudados.map(({ chave }) => chave))];
  const mudas = await markCancelamentos(sql, contaId, { chaves, agora });
  await markManifestacoes(sql, contaId, { chaves, agora });
  const shown = await findNotasOfEventos(sql, contaId, mudados);
  // Only a chave with a visible nota is queried, to spare the customer's SEFAZ quota.
  const visoes = await findVisoes(sql, contaId, chaves);
  return {
    feed: shown.map((each): FeedItem => ({ tipo: "evento", ...each })),
    mudas,
    chaves: visoes.filter(isPublished).map(({ chave }) => chave),
  };
}
