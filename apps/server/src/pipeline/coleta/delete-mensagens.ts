import type { MensagemRef } from "@malote/mailbox";
import { findVencidas, markApagadas, type Vencida } from "../../services/caixa-email/caixa-mensagem.rows.ts";
import { hexOf } from "../arquivo.ts";
import type { StageContext } from "../stage.ts";
import { findOrMiss } from "./choose-mensagens.ts";
import { lugarOf, timeLeft, type Visita } from "./visita.ts";

/** Messages deleted by one visit. */
const APAGADAS_MAX = 200;
const DAY_MS = 86_400_000;

/**
 * Deletes from the server what the mailbox's own rule says: kept so many days ago, committed, its bytes here and whole, and still the
 * message that was kept. The last thing a visit does: over POP3 it ends the session.
 * @throws MailOutage when the server does not confirm; nothing is then written down as deleted
 */
export async function deleteMensagens(ctx: StageContext, visita: Visita): Promise<void> {
  const { contaId } = ctx.job;
  const { apagarAposDias } = visita.caixa;
  if (apagarAposDias === null || timeLeft(ctx) <= 0) return;
  const lugar = lugarOf(visita);
  const ate = new Date(ctx.clock.now().getTime() - apagarAposDias * DAY_MS);
  const vencidas = await ctx.database.withContaSql(contaId, (sql) =>
    findVencidas(sql, contaId, { ...lugar, ate, limite: APAGADAS_MAX }),
  );
  if (vencidas.length === 0) return;
  const refs = await findCertas(ctx, visita, vencidas);
  if (refs.length === 0) return;
  await visita.source.remove(refs);
  const uids = refs.map(({ uid }) => uid);
  await ctx.database.withContaSql(contaId, (sql) =>
    markApagadas(sql, contaId, { ...lugar, uids, agora: ctx.clock.now() }),
  );
}

async function findCertas(
  ctx: StageContext,
  visita: Visita,
  vencidas: readonly Vencida[],
): Promise<MensagemRef[]> {
  const found = await findOrMiss(
    ctx,
    visita,
    vencidas.map(({ uid }) => uid),
  );
  const byUid = new Map(vencidas.map((vencida) => [vencida.uid, vencida]));
  const certas: MensagemRef[] = [];
  for (const ref of found) {
    if (timeLeft(ctx) <= 0) break;
    const vencida = byUid.get(ref.uid);
    if (vencida && (await isThere(visita, ref, vencida)) && (await isHere(ctx, vencida))) certas.push(ref);
  }
  return certas;
}

/** What stands on the server under this uid is the message that was kept, as far as the server can tell. */
async function isThere({ source }: Visita, ref: MensagemRef, vencida: Vencida): Promise<boolean> {
  if (vencida.tamanho !== null && ref.tamanho > 0 && vencida.tamanho !== ref.tamanho) return false;
  if (!source.uidsFracos) return true;
  return vencida.prova !== null && vencida.prova === (await source.prove(ref));
}

/** The bytes are in our own store, unchanged. */
async function isHere(ctx: StageContext, { sha256 }: Vencida): Promise<boolean> {
  const raw = await ctx.blobs.get(ctx.job.contaId, sha256);
  if (raw !== null && hexOf("sha256", raw) === sha256) return true;
  ctx.log.error(
    { contaId: ctx.job.contaId, sha256 },
    "uma mensagem guardada não está inteira: ela não será apagada do servidor",
  );
  return false;
}
