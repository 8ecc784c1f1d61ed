import { expect, test } from "vitest";
import { openOtlpReceiver } from "../../tests/setup/servers/otlp-receiver.ts";
import { StartRefusal } from "../errors.ts";
import type { Logger } from "../log.ts";
import { createMetrics } from "../metrics/metrics.ts";
import { readOtel } from "../otel-config.ts";
import { openTracing } from "./open-tracing.ts";
import { activeTrace, NO_TRACING, type Tracing } from "./tracing.ts";

const EMAIL = "0193a1b2-c3d4-7e5f-8a6b-0123456789ab";

async function open(url: string, ratio = 1) {
  const metrics = createMetrics();
  const lines: string[] = [];
  const note = (_fields: unknown, text?: string): void => void lines.push(String(text ?? _fields));
  const log = { warn: note, info: note } as unknown as Logger;
  const config = { otel: { endpoint: url, ratio, metricsMs: 60_000 } };
  const tracing = await openTracing({ config, processName: "prova", metrics: metrics, log });
  const counted = async (fim: string): Promise<number> => {
    const metric = await metrics.registry.getSingleMetric("malote_rastros_total")?.get();
    return metric?.values.find(({ labels }) => labels.fim === fim)?.value ?? 0;
  };
  return { tracing, lines, counted };
}

test("a collector that never answers costs a bounded queue, and drops are counted", async () => {
  const receiver = await openOtlpReceiver();
  receiver.answerWith("silence");
  const { tracing, counted } = await open(receiver.url);
  for (let n = 0; n < 5_000; n += 1) await tracing.run("trabalho", {}, async () => n);
  expect(await counted("descartado")).toBeGreaterThanOrEqual(5_000 - 2_048 - 512);
  expect(await counted("enviado")).toBe(0);
  await Promise.all([tracing.stop(), receiver.close()]);
});

test("a collector that refuses spans is logged once, and its spans count as dropped", async () => {
  const receiver = await openOtlpReceiver();
  receiver.answerWith(400);
  const { tracing, counted, lines } = await open(receiver.url);
  for (let n = 0; n < 1_200; n += 1) tracing.start("trabalho").end();
  await tracing.stop();
  expect(await counted("descartado")).toBe(1_200);
  expect(lines).toEqual(["o coletor do OpenTelemetry não recebe; o que ele não recebe é descartado"]);
  await receiver.close();
});

test("spans of one e-mail from several processes form one trace, exported whole or not at all", async () => {
  const receiver = await openOtlpReceiver();
  const [one, other, none] = await Promise.all([
    open(receiver.url),
    open(receiver.url),
    open(receiver.url, 0),
  ]);
  one.tracing.start("email", { place: { beginsEmailId: EMAIL } }).end();
  await other.tracing.run("ingest", { place: { emailId: EMAIL } }, async () =>
    other.tracing.start("read").end(),
  );
  await none.tracing.run("ingest", { place: { emailId: EMAIL } }, async () =>
    none.tracing.start("read").end(),
  );
  await Promise.all([one, other, none].map(({ tracing }) => tracing.stop()));
  const [email, ingest, read] = ["email", "ingest", "read"].map((name) =>
    receiver.spans.filter((span) => span.name === name),
  );
  expect(new Set(receiver.spans.map(({ traceId }) => traceId))).toEqual(new Set([EMAIL.replaceAll("-", "")]));
  expect([email?.length, ingest?.length, read?.length]).toEqual([1, 1, 1]);
  expect(ingest?.[0]?.parentSpanId).toBe(email?.[0]?.spanId);
  expect(read?.[0]?.parentSpanId).toBe(ingest?.[0]?.spanId);
  await receiver.close();
});

test("a span records an error's class and code, never its message", async () => {
  const receiver = await openOtlpReceiver();
  const { tracing } = await open(receiver.url);
  const fault = Object.assign(new TypeError("ana@cliente.example 35261011444777000161"), {
    code: "ECONNRESET",
  });
  await expect(tracing.run("falha", {}, () => Promise.reject(fault))).rejects.toBe(fault);
  await tracing.stop();
  expect(receiver.spans[0]).toMatchObject({
    status: 2,
    attributes: { "error.type": "TypeError ECONNRESET" },
  });
  expect(receiver.texts.join()).not.toContain("cliente.example");
  await receiver.close();
});

test("without a collector nothing is recorded and no work is in a trace", async () => {
  const metrics = createMetrics();
  const log = { warn: () => {}, info: () => {} } as unknown as Logger;
  const tracing: Tracing = await openTracing({
    config: { otel: null },
    processName: "prova",
    metrics: metrics,
    log,
  });
  expect(tracing).toBe(NO_TRACING);
  await tracing.run("trabalho", {}, async () => expect(activeTrace()).toBeUndefined());
});

test("the standard settings of tracing are read, and a wrong one refuses the start", () => {
  const at = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318/" };
  expect(readOtel({})).toBeNull();
  expect(readOtel(at)).toEqual({ endpoint: "http://127.0.0.1:4318", ratio: 1, metricsMs: 60_000 });
  const ratio = { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.25" };
  expect(readOtel({ ...at, ...ratio })?.ratio).toBe(0.25);
  expect(readOtel({ ...at, OTEL_TRACES_SAMPLER: "always_off" })?.ratio).toBe(0);
  for (const wrong of [
    { OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318" },
    { ...at, OTEL_TRACES_SAMPLER: "jaeger_remote" },
    { ...at, OTEL_TRACES_SAMPLER_ARG: "2" },
    { ...at, OTEL_METRIC_EXPORT_INTERVAL: "10" },
  ])
    expect(() => readOtel(wrong)).toThrow(StartRefusal);
});
