import type { MailSource, MessageRef } from "@malote/mailbox";
import {
  findDeferred,
  findPending,
  findProofs,
  markMissing,
} from "../../services/caixa-email/caixa-message.rows.ts";
import type { StageContext } from "../stage.ts";
import { placeOf, VISIT_MESSAGES, type Visit } from "./visit.ts";

/** Uids of a server that renumbers are trusted again after so many consecutive proofs match. */
const PROOFS_IN_A_ROW = 20;
/** Deferred messages requested again per visit; an incremental listing does not contain them. */
const DEFERRED_MAX = 200;

/**
 * What a visit fetches, in order. novas: not stored yet, in the server's order; deferred: deferred
 * ones; isCut: more new ones may follow; marca: position of the next listing once all of this one
 * are kept, null if the source has none.
 */
export type Selection = {
  newMessages: MessageRef[];
  deferred: MessageRef[];
  isCut: boolean;
  position: string | null;
};

/** Lists the mailbox and picks the messages to fetch, at most one more than a visit takes. */
export async function chooseMessages(ctx: StageContext, visit: Visit): Promise<Selection> {
  const { contaId } = ctx.job;
  const { source, caixa } = visit;
  const { refs, marca } = await source.list(caixa.marca);
  const limit = VISIT_MESSAGES + 1;
  const about = {
    ...placeOf(visit),
    lista: refs,
    limite: limit,
    maxBytes: ctx.config.emailMaxBytes,
  };
  const { fresh: novas, deferred: adiadas } = await ctx.database.withConta(contaId, (db) =>
    findPending(db, contaId, about),
  );
  const pick = (places: readonly number[]): MessageRef[] => places.flatMap((n) => refs[n] ?? []);
  const replaced = source.uidsFracos
    ? await findReplaced(ctx, visit, without(refs, [...novas, ...adiadas]))
    : [];
  const isCut = novas.length >= limit;
  if (marca === null) {
    return { newMessages: [...replaced, ...pick(novas)], deferred: pick(adiadas), isCut, position: marca };
  }
  const listed = new Set(refs.map(({ uid }) => uid));
  const again = (await findAgain(ctx, visit)).filter(({ uid }) => !listed.has(uid));
  return { newMessages: pick(novas), deferred: [...pick(adiadas), ...again], isCut, position: marca };
}

function without(refs: readonly MessageRef[], places: readonly number[]): MessageRef[] {
  const taken = new Set(places);
  return refs.filter((_, n) => !taken.has(n));
}

/**
 * Messages whose uid now belongs to another message. A server that renumbers moves messages up past
 * deleted ones. So it checks from the last one backwards: once they match, the earlier ones match too.
 */
async function findReplaced(
  ctx: StageContext,
  visit: Visit,
  known: readonly MessageRef[],
): Promise<MessageRef[]> {
  const { contaId } = ctx.job;
  const uids = known.map(({ uid }) => uid);
  const proofs = await ctx.database.withConta(contaId, (db) =>
    findProofs(db, contaId, { ...placeOf(visit), uids }),
  );
  const replaced: MessageRef[] = [];
  let inARow = 0;
  for (const ref of known.toReversed()) {
    if (inARow >= PROOFS_IN_A_ROW || replaced.length > VISIT_MESSAGES) break;
    const kept = proofs.get(ref.uid);
    if (kept === undefined) continue; // too large: no bytes were stored
    const proof = await visit.source.prove(ref);
    if (proof === null && replaced.length >= PROOFS_IN_A_ROW) break; // no proof: fetch the last ones again
    if (proof !== null && proof === kept) inARow += 1;
    else {
      inARow = 0;
      replaced.push(ref);
    }
  }
  return replaced.toReversed();
}

/** Deferred messages, and too large ones that fit now; an incremental listing does not contain them. */
async function findAgain(ctx: StageContext, visit: Visit): Promise<MessageRef[]> {
  const { contaId } = ctx.job;
  const place = placeOf(visit);
  const about = { ...place, maxBytes: ctx.config.emailMaxBytes, limite: DEFERRED_MAX };
  const uids = await ctx.database.withConta(contaId, (db) => findDeferred(db, contaId, about));
  return uids.length === 0 ? [] : await findOrMarkMissing(ctx, visit, uids);
}

/** The requested messages that are still on the server, in order; the others are recorded as missing. */
export async function findOrMarkMissing(
  ctx: StageContext,
  visit: Visit & { source: Pick<MailSource, "find"> },
  uids: readonly string[],
): Promise<MessageRef[]> {
  const { contaId } = ctx.job;
  const found = new Map((await visit.source.find(uids)).map((ref) => [ref.uid, ref]));
  const missing = uids.filter((uid) => !found.has(uid));
  if (missing.length > 0) {
    await ctx.database.withConta(contaId, (db) =>
      markMissing(db, contaId, { ...placeOf(visit), uids: missing }),
    );
  }
  return uids.flatMap((uid) => found.get(uid) ?? []);
}
