import type { AppContext } from "../../app-context.ts";
import { newId } from "../../db/index.ts";
import type { MudancaDoFeed } from "../feed/feed-mudancas.rows.ts";
import { readMudancas } from "../feed/read-feed.ts";
import { countPendentes, type EntregaNova, findDivergencias, insertEntregas } from "./entrega.rows.ts";
import { findDonos, findIdentificador, moveSequencia, type WebhookRow } from "./webhook.rows.ts";
import { ESPERANDO_MAX, PENDENTES_MAX } from "./webhook.rules.ts";
import { listAvisos, type Remetente, writeCorpo } from "./write-corpo.ts";

/** Feed rows per page. */
const PAGINA = 100;

type Alvo = { contaId: string; contaUf: string; webhook: WebhookRow };

/**
 * Plans the deliveries of one page of the conta's feed. The write moves the webhook's sequence only
 * if no other process has, so each row is planned once.
 * @returns the webhook's new sequence; "fim" at the end of
 * the feed, "cheio" when too many deliveries are pending
 */
export async function planEntregas(
  ctx: AppContext,
  { contaId, contaUf, webhook }: Alvo,
): Promise<number | "fim" | "cheio"> {
  const { sequencia: de, id } = webhook;
  const { todas, novas: untried } = await ctx.database.withContaSql(contaId, (sql) =>
    countPendentes(sql, contaId, id),
  );
  if (untried >= PENDENTES_MAX || todas >= ESPERANDO_MAX) return "cheio";
  const caller = { contaId, contaUf };
  const page = await readMudancas({ database: ctx.database, caller }, { depois: de, limite: PAGINA });
  if (page.proxima === de) return "fim";
  return await ctx.database.withContaSql(contaId, async (sql) => {
    const notas = [...new Set(page.itens.map(({ notaId }) => notaId))];
    if (!(await moveSequencia(sql, contaId, { id, de, ate: page.proxima }))) return "fim";
    const donos = await findDonos(sql, contaId, notas);
    const divergencias = await findDivergencias(sql, contaId, { webhookId: id, notas });
    const remetente = { conta: await findIdentificador(sql, contaId), urlBase: ctx.config.urlBase };
    const agora = ctx.clock.now();
    const novas = page.itens.flatMap((mudanca) =>
      toEntregas({ webhook, mudanca, donos, divergencias, remetente, agora }),
    );
    await insertEntregas(sql, contaId, novas);
    return page.proxima;
  });
}

type Plano = {
  webhook: WebhookRow;
  mudanca: MudancaDoFeed;
  donos: ReadonlyMap<string, string | null>;
  /** Last divergence state sent for each nota; updated as the feed is read. */
  divergencias: Map<string, boolean>;
  remetente: Remetente;
  agora: Date;
};

function toEntregas({ webhook, mudanca, donos, divergencias, remetente, agora }: Plano): EntregaNova[] {
  const { notaId, sequencia, publicadaEm } = mudanca;
  const empresaId = donos.get(notaId) ?? null;
  if (webhook.empresas !== null && !webhook.empresas.includes(empresaId ?? "")) return [];
  const divergente = divergencias.get(notaId) ?? false;
  const avisos = listAvisos({ mudanca, empresaId, divergente }, remetente);
  return avisos
    .filter(({ tipo }) => webhook.tipos.includes(tipo))
    .map(({ tipo, dados }) => {
      if (tipo === "divergencia") divergencias.set(notaId, !divergente);
      const id = newId();
      const corpo = writeCorpo(remetente, { id, tipo, criadoEm: publicadaEm, sequencia, dados });
      return { id, webhookId: webhook.id, tipo, sequencia, notaId, caixaId: null, corpo, venceEm: agora };
    });
}
