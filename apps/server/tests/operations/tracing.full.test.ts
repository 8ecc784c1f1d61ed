import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Sandbox, seedKeySet, startSandbox } from "@malote/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDemoConta } from "../../src/setup/demo.ts";
import { createTestContext } from "../setup/context.ts";
import { type OtlpReceiver, openOtlpReceiver, type ReceivedSpan } from "../setup/servers/otlp-receiver.ts";
import { openWebhookEndpoint, type WebhookEndpoint } from "../setup/servers/webhook-endpoint.ts";
import { openWire, post, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

/** The worker that `npm start` runs, built by scripts/test.mjs. */
const WORKER = fileURLToPath(new URL("../../dist/worker.mjs", import.meta.url));

let dir: string;
let sandbox: Sandbox;
let collector: OtlpReceiver;
let wire: Wire;
let ana: SignedInUser;
let endpoint: WebhookEndpoint;
let worker: ChildProcess;
let out = "";
beforeAll(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-rastro-"));
  await seedKeySet(dir);
  collector = await openOtlpReceiver();
  sandbox = await startSandbox({ dir, consolePort: 0 });
  const otel = { endpoint: collector.url, ratio: 1, metricsMs: 1_000 };
  const config = { sandbox: { info: sandbox.info }, allowPrivate: true, otel };
  wire = await openWire(await createTestContext(config));
  await createDemoConta(wire.ctx);
  const conta = await wire.ctx.database.gatekeeper.findConta("demo");
  if (conta === null) throw new Error("the demo conta is missing");
  ana = await signInNewUser(wire, { conta: { ...conta, identificador: "demo" }, nomeUsuario: "ana" });
  endpoint = await openWebhookEndpoint();
  await ana.call("Webhook.saveWebhook", {
    webhook: { url: endpoint.url, tipos: ["nota", "status"] },
  } as never);
  await fs.writeFile(path.join(dir, "sandbox.json"), JSON.stringify(sandbox.info));
  worker = startWorker();
});
afterAll(async () => {
  worker.kill("SIGKILL");
  await endpoint.close();
  await wire.ctx.tracing.stop();
  await wire.dispose();
  await sandbox.stop();
  await collector.close();
  await fs.rm(dir, { recursive: true, force: true });
});

function startWorker(): ChildProcess {
  const { NODE_ENV: _, ...inherited } = process.env;
  const { config } = wire;
  const child = spawn(process.execPath, [WORKER], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      ...inherited,
      DATABASE_URL: config.databaseUrl,
      DATA_DIR: config.dataDir,
      MALOTE_KEY: config.chave.toString("base64"),
      SANDBOX: "1",
      SANDBOX_FILE: path.join(dir, "sandbox.json"),
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_METRIC_EXPORT_INTERVAL: "1000",
      LOG_LEVEL: "debug",
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (out += data));
  return child;
}

const hex = (uuid: string): string => uuid.replaceAll("-", "");
const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan | undefined =>
  spans.find((span) => span.name === name);

test("one e-mail is one trace, from the mailbox through the threads and SEFAZ to an ERP's webhook", async () => {
  const { chaves } = await sandbox.playScenario("nota-autorizada");
  const emailId = async (): Promise<string | undefined> => {
    const [row] = await wire.asOwner<{ id: string }>(
      `SELECT a.email_id AS id FROM documento d JOIN anexo a ON a.documento_id = d.id WHERE d.chave = $1`,
      [chaves[0]],
    );
    return row?.id;
  };
  await expect.poll(emailId, { timeout: 100_000, interval: 100 }).toBeDefined();
  const id = String(await emailId());
  const ofEmail = (): ReceivedSpan[] => collector.spans.filter(({ traceId }) => traceId === hex(id));
  const names = (): string[] => ofEmail().map(({ name }) => name);
  await expect
    .poll(names, { timeout: 100_000, interval: 100 })
    .toEqual(
      expect.arrayContaining(["email", "ingest", "publica", "validate", "sefaz consulta", "webhook-entrega"]),
    );
  const all = ofEmail();
  const first = named(all, "email");
  expect(first).toMatchObject({ spanId: hex(id).slice(16), parentSpanId: undefined });
  for (const name of ["ingest", "validate", "webhook-entrega"])
    expect(named(all, name)?.parentSpanId, name).toBe(first?.spanId);
  for (const stage of ["split-email", "open-anexo", "find-chaves", "read-dfe"])
    expect(named(all, stage)?.parentSpanId, stage).toBe(named(all, "ingest")?.spanId);
  expect(named(all, "publica")?.parentSpanId).toBe(named(all, "read-dfe")?.spanId);
  expect(named(all, "sefaz consulta")).toMatchObject({
    parentSpanId: named(all, "validate-nota")?.spanId,
    attributes: { "sefaz.servico": "consulta", "sefaz.cstat": "100", "sefaz.modelo": "55" },
  });
  expect(named(all, "webhook-entrega")?.attributes["malote.entrega"]).toBe(endpoint.received[0]?.id);
  const visit = collector.spans.find(({ spanId }) => spanId === first?.links[0]?.spanId);
  expect(visit?.name).toBe("poll-caixa");
});

test("exported data contains no chave, CNPJ, name or address", async () => {
  const [nota] = await wire.asOwner<Record<string, string>>(
    "SELECT chave, cnpj_emitente, cnpj_destinatario, nome_emitente FROM nota LIMIT 1",
  );
  const [email] = await wire.asOwner<Record<string, string>>("SELECT remetente, assunto FROM email LIMIT 1");
  const sent = collector.texts.join("\n");
  const secrets = [
    ...Object.values(nota ?? {}),
    ...Object.values(email ?? {}),
    endpoint.url,
    ana.token,
    "demo",
  ];
  expect(secrets.length).toBeGreaterThan(6);
  for (const secret of secrets) expect(sent.includes(secret), secret).toBe(false);
});

test("a SEFAZ timeout marks its span as failed, and its log line has the trace id of the e-mail", async () => {
  await sandbox.playScenario("sefaz-fora-por-duas-horas");
  const failed = (): ReceivedSpan | undefined =>
    collector.spans.find(({ name, status }) => name === "validate" && status === 2);
  await expect.poll(failed, { timeout: 100_000, interval: 100 }).toBeDefined();
  const lines = out.split("\n").filter((line) => line.includes("um serviço externo não respondeu"));
  expect(lines.map((line) => JSON.parse(line).trace_id)).toContain(failed()?.traceId);
  const [email] = await wire.asOwner("SELECT id FROM email WHERE replace(id::text, '-', '') = $1", [
    failed()?.traceId,
  ]);
  expect(email).toBeDefined();
});

test("a request is a span with entry point and method, and an external traceparent only becomes a link", async () => {
  const foreign = { traceId: "a".repeat(32), spanId: "b".repeat(16) };
  const body = { id: 1, method: "Conta.getConta", params: {}, authToken: ana.token };
  const traceparent = `00-${foreign.traceId}-${foreign.spanId}-01`;
  await post(wire, body, { headers: { traceparent } });
  await post(wire, body, { headers: { traceparent: `00-${"0".repeat(32)}-x` } });
  await fetch(`${wire.server.url}/saude`);
  const linked = (): ReceivedSpan | undefined =>
    collector.spans.find(({ links }) => links[0]?.traceId === foreign.traceId);
  await expect.poll(linked, { timeout: 60_000 }).toBeDefined();
  expect(linked()).toMatchObject({
    name: "POST rpc Conta.getConta",
    parentSpanId: undefined,
    attributes: { "http.route": "rpc", "http.request.method": "POST", "http.response.status_code": 200 },
  });
  expect(linked()?.traceId).not.toBe(foreign.traceId);
  expect(collector.spans.filter(({ name }) => name.includes("saude"))).toEqual([]);
});

test("the collector receives the metrics of /metrics, histograms with their buckets", async () => {
  await expect
    .poll(() => collector.metrics.get("malote_trabalho_segundos"), { timeout: 60_000 })
    .toBeDefined();
  const registry = await wire.ctx.metrics.registry.getMetricsAsJSON();
  expect(registry.filter(({ name }) => !collector.metrics.has(name)).map(({ name }) => name)).toEqual([]);
  const points = collector.metrics.get("malote_trabalho_segundos")?.histogram?.dataPoints ?? [];
  for (const { count, bucketCounts = [], explicitBounds = [] } of points) {
    expect(bucketCounts.reduce((sum, each) => sum + Number(each), 0)).toBe(Number(count));
    expect(bucketCounts).toHaveLength(explicitBounds.length + 1);
  }
});
