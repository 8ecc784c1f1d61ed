import type { AppContext } from "../../app-context.ts";
import { newId } from "../../db/index.ts";
import type { FeedChange } from "../feed/feed-changes.rows.ts";
import { readFeedChanges } from "../feed/read-feed.ts";
import { findLastDivergencias, insertDeliveries, type NewDelivery } from "./delivery.rows.ts";
import { countPending } from "./due-delivery.rows.ts";
import { advanceFeedSequence, findIdentificador, findNotaEmpresas, type WebhookRow } from "./webhook.rows.ts";
import { PENDING_MAX, UNTRIED_MAX } from "./webhook.rules.ts";
import { listEvents, type PayloadSender, writePayload } from "./write-payload.ts";

/** Feed rows per page. */
const PAGE_SIZE = 100;

type PlanTarget = { contaId: string; contaUf: string; webhook: WebhookRow };

/**
 * Plans the deliveries of one page of the conta's feed. The write moves the webhook's sequence only
 * if no other process has, so each row is planned once.
 * @returns the webhook's new sequence; "fim" at the end of
 * the feed, "cheio" when too many deliveries are pending
 */
export async function planDeliveries(
  ctx: AppContext,
  { contaId, contaUf, webhook }: PlanTarget,
): Promise<number | "fim" | "cheio"> {
  const { sequencia: de, id } = webhook;
  const { todas: pending, novas: untried } = await ctx.database.withConta(contaId, (db) =>
    countPending(db, contaId, id),
  );
  if (untried >= UNTRIED_MAX || pending >= PENDING_MAX) return "cheio";
  const caller = { contaId, contaUf };
  const page = await readFeedChanges({ database: ctx.database, caller }, { depois: de, limite: PAGE_SIZE });
  if (page.nextAfter === de) return "fim";
  return await ctx.database.withConta(contaId, async (db) => {
    const notas = [...new Set(page.itens.map(({ notaId }) => notaId))];
    if (!(await advanceFeedSequence(db, contaId, { id, de, ate: page.nextAfter }))) return "fim";
    const owners = await findNotaEmpresas(db, contaId, notas);
    const divergencias = await findLastDivergencias(db, contaId, { webhookId: id, notas });
    const sender = { conta: await findIdentificador(db, contaId), urlBase: ctx.config.urlBase };
    const now = ctx.clock.now();
    const newDeliveries = page.itens.flatMap((change) =>
      toDeliveries({ webhook, change, owners, divergencias, sender, now }),
    );
    await insertDeliveries(db, contaId, newDeliveries);
    return page.nextAfter;
  });
}

type ChangePlan = {
  webhook: WebhookRow;
  change: FeedChange;
  owners: ReadonlyMap<string, string | null>;
  /** Last divergence state sent for each nota; updated as the feed is read. */
  divergencias: Map<string, boolean>;
  sender: PayloadSender;
  now: Date;
};

function toDeliveries({ webhook, change, owners, divergencias, sender, now }: ChangePlan): NewDelivery[] {
  const { notaId, sequencia, publicadaEm } = change;
  const empresaId = owners.get(notaId) ?? null;
  if (webhook.empresas !== null && !webhook.empresas.includes(empresaId ?? "")) return [];
  const divergente = divergencias.get(notaId) ?? false;
  const events = listEvents({ change, empresaId, divergente }, sender);
  return events
    .filter(({ tipo }) => webhook.tipos.includes(tipo))
    .map(({ tipo, dados }) => {
      if (tipo === "divergencia") divergencias.set(notaId, !divergente);
      const id = newId();
      const corpo = writePayload(sender, { id, tipo, criadoEm: publicadaEm, sequencia, dados });
      return { id, webhookId: webhook.id, tipo, sequencia, notaId, caixaId: null, corpo, venceEm: now };
    });
}
