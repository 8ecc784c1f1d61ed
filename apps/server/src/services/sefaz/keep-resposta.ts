import { type Confianca, examineDfe } from "@malote/dfe";
import type { EventoSefaz, RespostaConsulta } from "@malote/sefaz";
import type { Database, Sql } from "../../db/index.ts";
import { settleDigest } from "../captura/settle-digest.ts";
import { insertDocumentos, lockChaves, type NovoDocumento } from "../documento/documento.rows.ts";
import { isPublished } from "../documento/documento.rules.ts";
import { hexOf, toDocumento } from "../documento/to-documento.ts";
import { findNotasOfEventos, type NovoEvento, saveEventos } from "../evento/evento.rows.ts";
import { type FeedItem, publish } from "../feed/publica.rows.ts";
import { findVisoesConsulta, markCancelamentos, saveSefaz } from "../nota/nota-ingest.rows.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { insertConsulta, type NovaConsulta } from "./consulta.rows.ts";
import { toValidate } from "./sefaz.rules.ts";

type DoDocumento = Extract<RespostaConsulta, { kind: "documento" }>;

/** SEFAZ's word about a document, as heard. */
export type Palavra = {
  chave: string;
  resposta: DoDocumento;
  consulta: NovaConsulta;
  confianca: Confianca;
  /** The next planned check of the document; null when there is none left. */
  conferencia: { venceEm: Date } | null;
  agora: Date;
};

/** Keeps what SEFAZ said of a document, with the eventos it told of, on all views of the chave, and publishes what changed. */
export async function keepResposta(database: Database, contaId: string, palavra: Palavra): Promise<void> {
  const { chave, resposta, agora } = palavra;
  const heard = await Promise.all(resposta.eventos.map((evento) => toHeard(evento, palavra)));
  await database.withContaSql(contaId, async (sql) => {
    await lockChaves(sql, contaId, [chave]);
    await insertConsulta(sql, contaId, palavra.consulta);
    const visoes = await findVisoesConsulta(sql, contaId, chave);
    const digVal = resposta.protocolo?.digVal ?? null;
    await saveSefaz(sql, contaId, { chave, cStat: resposta.cStat, xMotivo: resposta.xMotivo, digVal, agora });
    const changed = visoes.filter((visao) => isPublished(visao) && visao.sefazStatus !== resposta.cStat);
    const feed = changed.map((visao): FeedItem => ({ tipo: "status", notaId: visao.id }));
    const settled = digVal === null ? NADA : await settleDigest(sql, contaId, { chave, digVal, agora });
    feed.push(...settled.feed, ...(await keepEventos(sql, contaId, { heard, chave, agora })));
    if (palavra.conferencia) await planTarefas(sql, contaId, [toValidate(chave, palavra.conferencia)]);
    await publish(sql, contaId, { agora, feed, deltas: settled.deltas });
  });
}

const NADA = { feed: [], deltas: [] };

type Heard = { documento: NovoDocumento; evento: Omit<NovoEvento, "documentoId"> };

async function keepEventos(
  sql: Sql,
  contaId: string,
  { heard, chave, agora }: { heard: readonly Heard[]; chave: string; agora: Date },
): Promise<FeedItem[]> {
  const documentos = heard.map(({ documento }) => documento);
  const ids = await insertDocumentos(sql, contaId, { documentos, agora });
  const eventos = heard.map(({ evento }, i) => ({ ...evento, documentoId: ids[i]?.id ?? "" }));
  const novos = await saveEventos(sql, contaId, { eventos, agora });
  await markCancelamentos(sql, contaId, { chaves: [chave], agora });
  return (await findNotasOfEventos(sql, contaId, novos)).map((each) => ({ tipo: "evento", ...each }));
}

async function toHeard(told: EventoSefaz, { chave, confianca }: Palavra): Promise<Heard> {
  const exame = examineDfe(told.xml, confianca);
  const { leitura } = exame;
  const sha256 = hexOf("sha256", told.xml);
  const documento = await toDocumento({ exame, chave, natureza: "evento", sha256 });
  const evento = {
    chave,
    tpEvento: told.tpEvento,
    nSeq: Number(told.nSeqEvento),
    autor: leitura.kind === "evento" ? leitura.evento.autor : "",
    descEvento: told.descEvento,
    protocolo: told.protocolo,
    protocoloData: told.data,
    cStat: leitura.kind === "evento" ? leitura.evento.cStat : null,
    origem: "sefaz" as const,
    veredito: documento.veredito,
  };
  return { documento, evento };
}
