import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { judgeDfe, readDfe } from "@malote/dfe";
import type { EventoSefaz, RespostaConsulta } from "@malote/sefaz";
import { splitChaveAcesso, tipoNotaOfModelo } from "@malote/syntax";
import type { Database, Sql } from "../../db/index.ts";
import { insertDocumentos, lockChaves, type NovoDocumento } from "../documento/documento.rows.ts";
import { isPublished } from "../documento/documento.rules.ts";
import { findNotasOfEventos, type NovoEvento, saveEventos } from "../evento/evento.rows.ts";
import { type FeedItem, publish } from "../feed/publica.rows.ts";
import { findVisoesConsulta, markCancelamentos, saveSefaz } from "../nota/nota-ingest.rows.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { insertConsulta, type NovaConsulta } from "./consulta.rows.ts";
import { toValidate } from "./sefaz.rules.ts";

const gzipAsync = promisify(gzip);

type DoDocumento = Extract<RespostaConsulta, { kind: "documento" }>;

/** SEFAZ's word about a document, as heard. */
export type Palavra = {
  chave: string;
  resposta: DoDocumento;
  consulta: NovaConsulta;
  ancoras: readonly string[];
  /** The next planned check of the document; null when there is none left. */
  conferencia: { venceEm: Date; etapa: number } | null;
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
    feed.push(...(await keepEventos(sql, contaId, { heard, chave, agora })));
    if (palavra.conferencia) await planTarefas(sql, contaId, [toValidate(chave, palavra.conferencia)]);
    await publish(sql, contaId, { agora, feed, deltas: [] });
  });
}

type Heard = { documento: NovoDocumento; evento: Omit<NovoEvento, "documentoId"> };

async function keepEventos(
  sql: Sql,
  contaId: string,
  { heard, chave, agora }: { heard: readonly Heard[]; chave: string; agora: Date },
): Promise<FeedItem[]> {
  const ids = await insertDocumentos(sql, contaId, {
    documentos: heard.map((each) => each.documento),
    agora,
  });
  const eventos = heard.map(({ evento }, i) => ({ ...evento, documentoId: ids[i]?.id ?? "" }));
  const novos = await saveEventos(sql, contaId, { eventos, agora });
  await markCancelamentos(sql, contaId, [chave]);
  return (await findNotasOfEventos(sql, contaId, novos)).map((each) => ({ tipo: "evento", ...each }));
}

async function toHeard(told: EventoSefaz, { chave, ancoras }: Palavra): Promise<Heard> {
  const leitura = readDfe(told.xml);
  const { situacao, achados, certificado } = judgeDfe(told.xml, leitura, { ancoras });
  const hexOf = (algorithm: string): string => createHash(algorithm).update(told.xml).digest("hex");
  const documento: NovoDocumento = {
    sha256: hexOf("sha256"),
    sha1: hexOf("sha1"),
    natureza: "evento",
    chave,
    tipoNota: tipoNotaOfModelo(splitChaveAcesso(chave).modelo) ?? "NFe",
    situacao,
    achados,
    certificadoTitular: certificado?.titular ?? null,
    tamanho: told.xml.length,
    xmlGzip: await gzipAsync(told.xml),
  };
  const lido = leitura.kind === "evento" ? leitura.evento : null;
  const evento = {
    chave,
    tpEvento: told.tpEvento,
    nSeq: Number(told.nSeqEvento),
    descEvento: told.descEvento,
    protocolo: told.protocolo,
    protocoloData: told.data,
    cStat: lido?.cStat ?? null,
    origem: "sefaz" as const,
    situacao,
  };
  return { documento, evento };
}
