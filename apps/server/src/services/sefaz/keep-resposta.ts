import type { Confianca } from "@malote/dfe";
import type { ConsultaResponse } from "@malote/sefaz";
import type { AppContext, Examine } from "../../app-context.ts";
import type { Database } from "../../db/index.ts";
import type { EventoContado } from "../auditor/auditor.rules.ts";
import { keepAuditorDeConsulta } from "../auditor/keep-auditor.ts";
import { settleDigest } from "../captura/settle-digest.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import { isPublished } from "../documento/documento.rules.ts";
import { findNotasOfEventos } from "../evento/evento.rows.ts";
import { type FeedItem, publish } from "../feed/publica.rows.ts";
import { findVisoesConsulta, saveSefaz, type VisaoConsulta } from "../nota/nota-ingest.rows.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { planTarefas } from "../tarefa/tarefa.rows.ts";
import { findCanceladasPor } from "./cancelada.rows.ts";
import { insertConsulta, type NovaConsulta } from "./consulta.rows.ts";
import { keepOuvidos, type Ouvido, toOuvido } from "./keep-ouvidos.ts";
import { isCancelado, toValidate } from "./sefaz.rules.ts";
import { warnCanceladas } from "./warn-cancelada.ts";

type DoDocumento = Extract<ConsultaResponse, { kind: "documento" }>;

/** SEFAZ's answer about a document. */
export type Palavra = {
  chave: string;
  resposta: DoDocumento;
  consulta: NovaConsulta;
  confianca: Confianca;
  /** Verifies and reads documents in a thread. Absent: in place. */
  examine?: Examine | undefined;
  readDfe?: AppContext["readDfe"] | undefined;
  /** The next planned recheck of the document; null = none left. */
  conferencia: { venceEm: Date } | null;
  agora: Date;
};

/**
 * Stores SEFAZ's answer about a document, with its eventos, in all views of the chave, and
 * publishes the changes.
 */
export async function keepResposta(database: Database, contaId: string, palavra: Palavra): Promise<void> {
  const { chave, resposta, agora } = palavra;
  const heard = await Promise.all(
    resposta.eventos.map((dito) => toOuvido({ chave, xml: dito.xml, dito }, palavra)),
  );
  await database.withContaSql(contaId, async (sql) => {
    await lockChaves(sql, contaId, [chave]);
    await insertConsulta(sql, contaId, palavra.consulta);
    const visoes = await findVisoesConsulta(sql, contaId, chave);
    const digVal = resposta.protocolo?.digVal ?? null;
    const alertas = resposta.protocolo?.alertas ?? null;
    const { cStat, xMotivo } = resposta;
    await saveSefaz(sql, contaId, { chave, cStat, xMotivo, digVal, alertas, agora });
    const changed = visoes.filter((visao) => isPublished(visao) && visao.sefazStatus !== resposta.cStat);
    const feed = changed.map((visao): FeedItem => ({ tipo: "status", notaId: visao.id }));
    const settled = digVal === null ? null : await settleDigest(sql, contaId, { ...palavra, digVal });
    const ouvidos = heard.filter((each) => each !== null);
    const { novos, mudas } = await keepOuvidos(sql, contaId, { ouvidos, agora });
    const told = await findNotasOfEventos(sql, contaId, novos);
    await keepAuditorDeConsulta(sql, contaId, { chave, eventos: ouvidos.map(toContado), agora });
    const canceladas = isCancelado(resposta.cStat) ? changed.filter(isNewlyCancelled) : [];
    // A UF may still answer 100 despite the evento.
    const porEvento = await findCanceladasPor(sql, contaId, told);
    const notaIds = [...new Set([...canceladas.map(({ id }) => id), ...porEvento])];
    await warnCanceladas(sql, contaId, { notaIds, agora });
    feed.push(...(settled?.feed ?? []), ...told.map((each): FeedItem => ({ tipo: "evento", ...each })));
    if (palavra.conferencia) await planTarefas(sql, contaId, [toValidate(chave, palavra.conferencia)]);
    await insertRegistros(sql, contaId, settled?.registros ?? []);
    await publish(sql, contaId, { agora, feed, mudas });
  });
}

// Notifies only recipients, and not again when another cancelled status follows.
function isNewlyCancelled({ papel, sefazStatus }: VisaoConsulta): boolean {
  return papel === "E" && !isCancelado(sefazStatus);
}

function toContado({ evento }: Ouvido): Omit<EventoContado, "chave"> {
  const { tpEvento, nSeq, autor, descEvento, protocolo, protocoloData: data } = evento;
  return { tpEvento, nSeq, autor, descEvento, protocolo, data };
}
