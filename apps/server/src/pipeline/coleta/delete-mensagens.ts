import type { MessageRef } from "@malote/mailbox";
import { findApagarAposDias } from "../../services/caixa-email/caixa-coleta.rows.ts";
import {
  findVencidas,
  markApagadas,
  markIncertas,
  type Vencida,
} from "../../services/caixa-email/caixa-mensagem.rows.ts";
import { hexOf } from "../arquivo.ts";
import type { StageContext } from "../stage.ts";
import { findOrMiss } from "./choose-mensagens.ts";
import { lugarOf, timeLeft, type Visita } from "./visita.ts";

/** Messages deleted per visit. */
const APAGADAS_MAX = 200;
const DAY_MS = 86_400_000;

/**
 * Deletes messages from the server by the mailbox's rule: stored and committed longer ago than its
 * days, the blob intact, and the server's message still the same. Others are marked for a new
 * fetch. It is the last step of a visit, because POP3 deletes at the end of the session. A server
 * that cannot delete is reported on the screen.
 * @throws MailOutage when the server does not confirm; then nothing is recorded as deleted
 */
export async function deleteMensagens(ctx: StageContext, visita: Visita): Promise<void> {
  const { contaId } = ctx.job;
  const { source, caixa } = visita;
  if (caixa.apagarAposDias === null || timeLeft(ctx) <= 0) return;
  if (!source.podeApagar) {
    visita.coleta.falha ??= "nao-apaga";
    return;
  }
  const lugar = lugarOf(visita);
  const ate = dayOf(ctx, caixa.apagarAposDias);
  const about = { ...lugar, ate, comProva: source.uidsFracos, limite: APAGADAS_MAX };
  const vencidas = await ctx.database.withContaSql(contaId, (sql) => findVencidas(sql, contaId, about));
  if (vencidas.length === 0) return;
  const found = await findOrMiss(
    ctx,
    visita,
    vencidas.map(({ uid }) => uid),
  );
  const byUid = new Map(vencidas.map((vencida) => [vencida.uid, vencida]));
  const pairs = found.flatMap((ref) => {
    const vencida = byUid.get(ref.uid);
    return vencida ? [{ ref, vencida }] : [];
  });
  await deleteLote(ctx, visita, pairs);
}

type Par = { ref: MessageRef; vencida: Vencida };

async function deleteLote(ctx: StageContext, visita: Visita, lote: readonly Par[]): Promise<void> {
  const { contaId } = ctx.job;
  const lugar = lugarOf(visita);
  const certas: MessageRef[] = [];
  const incertas: string[] = [];
  for (const { ref, vencida } of lote) {
    if (timeLeft(ctx) <= 0) break;
    if ((await isThere(visita, ref, vencida)) && (await isHere(ctx, vencida))) certas.push(ref);
    else incertas.push(ref.uid);
  }
  if (incertas.length > 0) {
    await ctx.database.withContaSql(contaId, (sql) =>
      markIncertas(sql, contaId, { ...lugar, uids: incertas }),
    );
  }
  const kept = await keepRule(ctx, visita, certas);
  if (kept.length === 0) return;
  await visita.source.remove(kept);
  const uids = kept.map(({ uid }) => uid);
  await ctx.database.withContaSql(contaId, (sql) =>
    markApagadas(sql, contaId, { ...lugar, uids, agora: ctx.clock.now() }),
  );
}

/** Rereads the rule: a user may have switched it off or extended it during this visit. */
async function keepRule(
  ctx: StageContext,
  visita: Visita,
  certas: readonly MessageRef[],
): Promise<readonly MessageRef[]> {
  const { contaId } = ctx.job;
  const { apagarAposDias } = visita.caixa;
  if (certas.length === 0) return [];
  const agora = await ctx.database.withContaSql(contaId, (sql) =>
    findApagarAposDias(sql, contaId, lugarOf(visita)),
  );
  return agora !== null && apagarAposDias !== null && agora <= apagarAposDias ? certas : [];
}

function dayOf(ctx: StageContext, dias: number): Date {
  return new Date(ctx.clock.now().getTime() - dias * DAY_MS);
}

/** Whether the message under this uid is the stored one, as far as the server can show. */
async function isThere({ source }: Visita, ref: MessageRef, vencida: Vencida): Promise<boolean> {
  if (vencida.tamanho !== null && ref.tamanho > 0 && vencida.tamanho !== ref.tamanho) return false;
  if (!source.uidsFracos) return true;
  return vencida.prova !== null && vencida.prova === (await source.prove(ref));
}

/** Whether the blob is stored and intact. */
async function isHere(ctx: StageContext, { sha256 }: Vencida): Promise<boolean> {
  const raw = await ctx.blobs.get(ctx.job.contaId, sha256);
  if (raw !== null && hexOf("sha256", raw) === sha256) return true;
  ctx.log.error(
    { contaId: ctx.job.contaId, sha256 },
    "uma mensagem guardada não está inteira: ela não será apagada do servidor",
  );
  return false;
}
