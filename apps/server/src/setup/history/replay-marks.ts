import type { FeedItem } from "../../services/documento/documento.rules.ts";
import { FLAG_NAMES } from "../../services/nota/flags/flag-notas.ts";
import { publish } from "../../services/publication/publish.rows.ts";
import { insertRegistros } from "../../services/registro/registro.rows.ts";
import { type PublishedView, saveViewEnds, type ViewEnd } from "./history.rows.ts";
import type { StepOf } from "./history-steps.ts";
import type { HistoryReplay, HistoryTurn, SetMark } from "./history-turn.ts";

/** The flags that people set: registered at once, stored on the notas at the end. */

export async function replayMarks(
  { db, contaId, caller, now, notaIds, marks }: HistoryTurn,
  { marcas }: StepOf<"marcas">,
): Promise<void> {
  const set = marcas.flatMap(({ marca, chave }): SetMark[] => {
    const id = notaIds.get(chave);
    return id === undefined ? [] : [{ id, marca, em: now }];
  });
  marks.push(...set);
  const { usuarioId, nome: usuario } = caller;
  const registros = set.map(({ id: alvo, marca }) => {
    return {
      quando: now,
      usuarioId,
      usuario,
      acao: "marcar" as const,
      alvo,
      detalhe: `${FLAG_NAMES[marca]}: sim`,
    };
  });
  await insertRegistros(db, contaId, registros);
}

/** Stores the flags of all views, and when SEFAZ was last asked about each. */
export async function settleViews(
  { db, contaId, caller, marks }: HistoryReplay,
  {
    views,
    consulted,
    now,
  }: { views: readonly PublishedView[]; consulted: ReadonlyMap<string, Date>; now: Date },
): Promise<void> {
  const times = new Map(marks.map(({ id, marca, em }) => [`${id} ${marca}`, em]));
  const ends = views.map(({ id, chave }): ViewEnd => {
    return {
      id,
      consultadaEm: consulted.get(chave) ?? null,
      recebidoEm: times.get(`${id} recebido`) ?? null,
      conferidoEm: times.get(`${id} conferido`) ?? null,
      processadoEm: times.get(`${id} processadoErp`) ?? null,
    };
  });
  await saveViewEnds(db, contaId, { ends, by: caller.nome });
  const feed = marks.map(({ id }): FeedItem => ({ tipo: "marca", notaId: id }));
  await publish(db, contaId, { agora: now, feed });
}
