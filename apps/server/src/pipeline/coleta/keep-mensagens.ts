import type { MessageRef } from "@malote/mailbox";
import { endSilencio, saveMarca } from "../../services/caixa-email/caixa-coleta.rows.ts";
import { countEmails } from "../../services/conta/uso.rows.ts";
import { type EmailNovo, insertEmails } from "../../services/email/email-coleta.rows.ts";
import { toIngest } from "../../services/email/to-ingest.ts";
import { planTarefas } from "../../services/tarefa/tarefa.rows.ts";
import { hexOf } from "../arquivo.ts";
import { startPuts } from "../puts.ts";
import type { Ref, StageContext } from "../stage.ts";
import { lugarOf, type Visita } from "./visita.ts";

/** Messages per transaction: bounds the loss of a crash to a few fetches. */
const LOTE_MENSAGENS = 25;
/** Bytes after which a transaction is due, whatever the count. */
const LOTE_BYTES = 8 * 1024 * 1024;

/** A fetched message. prova: hash of its header, where the uid alone is no proof. */
export type Retirada = { ref: MessageRef; raw: Uint8Array; prova: string | null };

/** Messages of one transaction. */
export type LoteMensagens = {
  add(retirada: Retirada): void;
  isFull(): boolean;
  /** Stores the bytes, then commits. marca: the new position of the mailbox, null = unchanged. */
  keep(marca: string | null): AsyncIterable<Ref>;
};

export function startLote(ctx: StageContext, visita: Visita): LoteMensagens {
  const puts = startPuts(ctx.blobs, ctx.job.contaId);
  const startMs = Date.now();
  const emails: EmailNovo[] = [];
  return {
    add({ ref, raw, prova }) {
      puts.put(raw);
      const tamanhoDito = ref.tamanho > 0 ? ref.tamanho : null;
      emails.push({ uid: ref.uid, sha256: hexOf("sha256", raw), tamanho: raw.length, tamanhoDito, prova });
    },
    isFull: () => emails.length >= LOTE_MENSAGENS || puts.bytes() >= LOTE_BYTES,
    async *keep(marca) {
      await puts.done();
      if (emails.length > 0) yield* keep(ctx, visita, { emails, marca, startMs });
    },
  };
}

/** startMs: when the fetch started, by the machine's clock. */
type Lote = { emails: readonly EmailNovo[]; marca: string | null; startMs: number };

async function* keep(
  ctx: StageContext,
  visita: Visita,
  { emails, marca, startMs }: Lote,
): AsyncIterable<Ref> {
  const { contaId } = ctx.job;
  const lugar = lugarOf(visita);
  const agora = ctx.clock.now();
  const novos = await ctx.database.withContaSql(contaId, async (sql) => {
    const ids = await insertEmails(sql, contaId, { ...lugar, emails, agora });
    await planTarefas(
      sql,
      contaId,
      ids.map((id) => toIngest(contaId, id, agora)),
    );
    if (ids.length > 0) await endSilencio(sql, contaId, lugar.caixaId);
    if (marca !== null) await saveMarca(sql, contaId, { ...lugar, marca });
    if (ids.length > 0) await countEmails(sql, contaId, { ids, agora });
    return ids;
  });
  visita.coleta.novas += novos.length;
  traceNovos(ctx, novos, { startMs, caixaId: lugar.caixaId });
  ctx.wake?.();
  for (const alvo of novos) yield { alvo };
}

/** The trace of an e-mail starts when it is stored. Its first span covers the fetch and links to the poll. */
function traceNovos(
  { tracing, job }: StageContext,
  novos: readonly string[],
  { startMs, caixaId }: { startMs: number; caixaId: string },
): void {
  if (!tracing.isOn) return;
  for (const emailId of novos) {
    const attributes = { "malote.conta": job.contaId, "malote.caixa": caixaId, "malote.email": emailId };
    tracing
      .start("email", { kind: "consumer", place: { beginsEmailId: emailId }, attributes, startMs })
      .end();
  }
}
