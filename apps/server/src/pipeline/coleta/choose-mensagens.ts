import type { MailSource, MessageRef } from "@malote/mailbox";
import {
  findAdiadas,
  findPendentes,
  findProvas,
  markSumidas,
} from "../../services/caixa-email/caixa-mensagem.rows.ts";
import type { StageContext } from "../stage.ts";
import { COLETA_MENSAGENS, lugarOf, type Visita } from "./visita.ts";

/** Uids of a server that renumbers are trusted again after so many consecutive proofs match. */
const PROVAS_SEGUIDAS = 20;
/** Deferred messages requested again per visit; an incremental listing does not contain them. */
const ADIADAS_MAX = 200;

/**
 * What a visit fetches, in order. novas: not stored yet, in the server's order; depois: deferred
 * ones; cortada: more new ones may follow; marca: position of the next listing once all of this one
 * are kept, null if the source has none.
 */
export type Escolha = {
  novas: MessageRef[];
  depois: MessageRef[];
  cortada: boolean;
  marca: string | null;
};

/** Lists the mailbox and picks the messages to fetch, at most one more than a visit takes. */
export async function chooseMensagens(ctx: StageContext, visita: Visita): Promise<Escolha> {
  const { contaId } = ctx.job;
  const { source, caixa } = visita;
  const { refs, marca } = await source.list(caixa.marca);
  const limite = COLETA_MENSAGENS + 1;
  const about = {
    ...lugarOf(visita),
    lista: refs,
    limite,
    maxBytes: ctx.config.emailMaxBytes,
  };
  const { novas, adiadas } = await ctx.database.withContaSql(contaId, (sql) =>
    findPendentes(sql, contaId, about),
  );
  const pick = (places: readonly number[]): MessageRef[] => places.flatMap((n) => refs[n] ?? []);
  const trocadas = source.uidsFracos
    ? await findTrocadas(ctx, visita, without(refs, [...novas, ...adiadas]))
    : [];
  const cortada = novas.length >= limite;
  if (marca === null) {
    return { novas: [...trocadas, ...pick(novas)], depois: pick(adiadas), cortada, marca };
  }
  const listed = new Set(refs.map(({ uid }) => uid));
  const again = (await findAgain(ctx, visita)).filter(({ uid }) => !listed.has(uid));
  return { novas: pick(novas), depois: [...pick(adiadas), ...again], cortada, marca };
}

function without(refs: readonly MessageRef[], places: readonly number[]): MessageRef[] {
  const taken = new Set(places);
  return refs.filter((_, n) => !taken.has(n));
}

/**
 * Messages whose uid now belongs to another message. A server that renumbers moves messages up past
 * deleted ones. So it checks from the last one backwards: once they match, the earlier ones match too.
 */
async function findTrocadas(
  ctx: StageContext,
  visita: Visita,
  conhecidas: readonly MessageRef[],
): Promise<MessageRef[]> {
  const { contaId } = ctx.job;
  const uids = conhecidas.map(({ uid }) => uid);
  const provas = await ctx.database.withContaSql(contaId, (sql) =>
    findProvas(sql, contaId, { ...lugarOf(visita), uids }),
  );
  const trocadas: MessageRef[] = [];
  let seguidas = 0;
  for (const ref of conhecidas.toReversed()) {
    if (seguidas >= PROVAS_SEGUIDAS || trocadas.length > COLETA_MENSAGENS) break;
    const kept = provas.get(ref.uid);
    if (kept === undefined) continue; // too large: no bytes were stored
    const prova = await visita.source.prove(ref);
    if (prova === null && trocadas.length >= PROVAS_SEGUIDAS) break; // no proof: fetch the last ones again
    if (prova !== null && prova === kept) seguidas += 1;
    else {
      seguidas = 0;
      trocadas.push(ref);
    }
  }
  return trocadas.toReversed();
}

/** Deferred messages, and too large ones that fit now; an incremental listing does not contain them. */
async function findAgain(ctx: StageContext, visita: Visita): Promise<MessageRef[]> {
  const { contaId } = ctx.job;
  const lugar = lugarOf(visita);
  const about = { ...lugar, maxBytes: ctx.config.emailMaxBytes, limite: ADIADAS_MAX };
  const uids = await ctx.database.withContaSql(contaId, (sql) => findAdiadas(sql, contaId, about));
  return uids.length === 0 ? [] : await findOrMiss(ctx, visita, uids);
}

/** The requested messages that are still on the server, in order; the others are recorded as missing. */
export async function findOrMiss(
  ctx: StageContext,
  visita: Visita & { source: Pick<MailSource, "find"> },
  uids: readonly string[],
): Promise<MessageRef[]> {
  const { contaId } = ctx.job;
  const found = new Map((await visita.source.find(uids)).map((ref) => [ref.uid, ref]));
  const gone = uids.filter((uid) => !found.has(uid));
  if (gone.length > 0) {
    await ctx.database.withContaSql(contaId, (sql) =>
      markSumidas(sql, contaId, { ...lugarOf(visita), uids: gone }),
    );
  }
  return uids.flatMap((uid) => found.get(uid) ?? []);
}
