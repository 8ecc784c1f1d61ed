import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-base";

/** Most spans in the queue; further ones are dropped. */
const WAITING_MAX = 2_048;
const BATCH_MAX = 512;
const EVERY_MS = 2_000;
/** Longest wait for the last batches when the process ends. */
const STOP_MS = 2_000;
/** ExportResultCode.SUCCESS of @opentelemetry/core. */
const SUCCESS = 0;

/** counted: the number of spans with this end. onState: the collector stopped or resumed accepting spans. */
export type SpanQueueEvents = {
  counted(o: { fim: "enviado" | "descartado"; quantos: number }): void;
  onState(state: { ok: boolean; error?: Error | undefined }): void;
};

/** Spans on their way to the collector. */
export type SpanQueue = { add(span: ReadableSpan): void; stop(): Promise<void> };

/**
 * Exports one batch at a time from a bounded queue: a slow or unavailable collector costs bounded
 * memory and no time. Unlike the SDK's own processor it counts each dropped span.
 */
export function createSpanQueue(exporter: SpanExporter, events: SpanQueueEvents): SpanQueue {
  const waiting: ReadableSpan[] = [];
  let sending: Promise<void> | null = null;
  let isOk = true;
  const note = (quantos: number, error: Error | null): void => {
    events.counted({ fim: error === null ? "enviado" : "descartado", quantos });
    if (isOk === (error === null)) return;
    isOk = error === null;
    events.onState({ ok: isOk, error: error ?? undefined });
  };
  const sendBatch = async (): Promise<void> => {
    const batch = waiting.splice(0, BATCH_MAX);
    note(batch.length, await exportBatch(exporter, batch));
  };
  const send = async (): Promise<void> => {
    while (waiting.length > 0) await sendBatch();
  };
  const flush = (): Promise<void> => {
    sending ??= send().finally(() => {
      sending = null;
    });
    return sending;
  };
  const timer = setInterval(() => void flush(), EVERY_MS);
  timer.unref();
  return {
    add: (span) => {
      if (waiting.length >= WAITING_MAX) return events.counted({ fim: "descartado", quantos: 1 });
      waiting.push(span);
      if (waiting.length >= BATCH_MAX) void flush();
    },
    stop: async () => {
      clearInterval(timer);
      await inTime(flush().then(() => exporter.shutdown()));
    },
  };
}

async function exportBatch(exporter: SpanExporter, batch: ReadableSpan[]): Promise<Error | null> {
  return await new Promise((resolve) => {
    exporter.export(batch, ({ code, error }) =>
      resolve(code === SUCCESS ? null : (error ?? new Error("the collector accepted no spans"))),
    );
  });
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STOP_MS);
  });
  await Promise.race([work.catch(() => {}), late]);
  clearTimeout(timer);
}
