import type { Trust } from "@malote/dfe";
import type { ConsultaResponse } from "@malote/sefaz";
import type { AppContext, Examine } from "../../app-context.ts";
import type { Database } from "../../db/index.ts";
import type { ReportedEvento } from "../auditor/auditor.rules.ts";
import { saveConsultaEventos } from "../auditor/save-auditor.ts";
import { enforceDigest } from "../capture/enforce-digest.ts";
import { lockChaves } from "../documento/documento.rows.ts";
import { type FeedItem, isPublished } from "../documento/documento.rules.ts";
import { findNotasOfEventos } from "../evento/evento.rows.ts";
import { findQueriedViews, type QueriedView, saveSefazAnswer } from "../nota/nota-ingest.rows.ts";
import { publish } from "../publication/publish.rows.ts";
import { insertRegistros } from "../registro/registro.rows.ts";
import { insertConsulta, type NovaConsulta } from "../sefaz/consulta.rows.ts";
import { isCancelledStatus, toValidateTask } from "../sefaz/sefaz.rules.ts";
import { planTasks } from "../task/task.rows.ts";
import { findCancelledBy } from "./cancelled.rows.ts";
import { keepReceivedEventos, type ReceivedEvento, toReceivedEvento } from "./keep-received-eventos.ts";
import { warnCancelled } from "./warn-cancelled.ts";

type DocumentResponse = Extract<ConsultaResponse, { kind: "documento" }>;

/** SEFAZ's answer about a document. */
export type SefazAnswer = {
  chave: string;
  answer: DocumentResponse;
  consulta: NovaConsulta;
  confianca: Trust;
  /** Verifies and reads documents in a thread. Absent: in place. */
  examine?: Examine | undefined;
  readDfe?: AppContext["readDfe"] | undefined;
  /** The next planned recheck of the document; null = none left. */
  recheck: { venceEm: Date } | null;
  now: Date;
};

/**
 * Stores SEFAZ's answer about a document, with its eventos, in all views of the chave, and
 * publishes the changes.
 */
export async function keepSefazAnswer(
  database: Database,
  contaId: string,
  answer: SefazAnswer,
): Promise<void> {
  const { chave, answer: resposta, now } = answer;
  const received = await Promise.all(
    resposta.eventos.map((dito) => toReceivedEvento({ chave, xml: dito.xml, dito }, answer)),
  );
  await database.withConta(contaId, async (db) => {
    await lockChaves(db, contaId, [chave]);
    await insertConsulta(db, contaId, answer.consulta);
    const visoes = await findQueriedViews(db, contaId, chave);
    const digVal = resposta.protocolo?.digVal ?? null;
    const alertas = resposta.protocolo?.alertas ?? null;
    const { cStat, xMotivo } = resposta;
    await saveSefazAnswer(db, contaId, { chave, cStat, xMotivo, digVal, alertas, now });
    const changed = visoes.filter((visao) => isPublished(visao) && visao.sefazStatus !== resposta.cStat);
    const feed = changed.map((visao): FeedItem => ({ tipo: "status", notaId: visao.id }));
    const settled = digVal === null ? null : await enforceDigest(db, contaId, { ...answer, digVal });
    const receivedEventos = received.filter((each) => each !== null);
    const { novos, mudas } = await keepReceivedEventos(db, contaId, { received: receivedEventos, now });
    const notasOfEventos = await findNotasOfEventos(db, contaId, novos);
    await saveConsultaEventos(db, contaId, { chave, eventos: receivedEventos.map(toCountedEvento), now });
    const canceladas = isCancelledStatus(resposta.cStat) ? changed.filter(isNewlyCancelled) : [];
    // A UF may still answer 100 despite the evento.
    const porEvento = await findCancelledBy(db, contaId, notasOfEventos);
    const notaIds = [...new Set([...canceladas.map(({ id }) => id), ...porEvento])];
    await warnCancelled(db, contaId, { notaIds, now });
    feed.push(
      ...(settled?.feed ?? []),
      ...notasOfEventos.map((each): FeedItem => ({ tipo: "evento", ...each })),
    );
    if (answer.recheck) await planTasks(db, contaId, [toValidateTask(chave, answer.recheck)]);
    await insertRegistros(db, contaId, settled?.registros ?? []);
    await publish(db, contaId, { agora: now, feed, mudas });
  });
}

// Notifies only recipients, and not again when another cancelled status follows.
function isNewlyCancelled({ papel, sefazStatus }: QueriedView): boolean {
  return papel === "E" && !isCancelledStatus(sefazStatus);
}

function toCountedEvento({ evento }: ReceivedEvento): Omit<ReportedEvento, "chave"> {
  const { tpEvento, nSeq, autor, descEvento, protocolo, protocoloData: data } = evento;
  return { tpEvento, nSeq, autor, descEvento, protocolo, data };
}
