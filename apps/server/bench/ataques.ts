// Cost of the attacks that once stopped Malote: CPU of the attacked process, bytes of its answer, and the
// response time of http (/saude) and the worker (/metrics) meanwhile. The reference is the limit of each.
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { seedKeySet, startSandbox } from "@malote/sandbox";
import { MINUTE_MS } from "@malote/syntax";
import {
  environmentOf,
  findPort,
  type ProcessUnderTest,
  startProcess,
} from "../tests/cost/process-under-test.ts";
import { sendRequest } from "../tests/cost/send-http.ts";
import { storeMail, waitForRead } from "../tests/jobs/neighbours/neighbours.ts";
import { createTestContext } from "../tests/setup/context.ts";
import { emailOfFortyLotes, emailOfOneLote } from "../tests/setup/costly-emails.ts";
import { HOSTILE_PARAMS, HOSTILE_XML, writeCall } from "../tests/setup/hostile-bodies.ts";
import { signInNewUser, type Wire } from "../tests/setup/wire.ts";

const LIMITS = { cpuMs: 200, emailMsPerKb: 50, bytes: 65_536, answerMs: 200 };
const WAIT_MS = 2 * MINUTE_MS;
const PROBE_PAUSE_MS = 10;
const WARM_UP = 4;

/** cpuMs: the allowed CPU time. */
type Attack = { nome: string; of: "http" | "worker"; cpuMs: number; run(): Promise<number> };

process.env.TEST_DATABASE_URL ??= process.env.DATABASE_URL;
const dir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-ataques-"));
await seedKeySet(dir);
const sandbox = await startSandbox({ dir, consolePort: 0 });
const context = await createTestContext({ sandbox: { info: sandbox.info }, allowPrivate: true });
const [port, feedPort, metricsPort] = [await findPort(), await findPort(), await findPort()];
const env = await environmentOf(context, sandbox, {
  PORT: String(port),
  FEED_PORT: String(feedPort),
  METRICS_PORT: String(metricsPort),
});
const [http, worker] = await Promise.all([startProcess("http", env), startProcess("worker", env)]);
try {
  for (const attack of await listAttacks()) await measure(attack);
} finally {
  await Promise.all([http.stop(), worker.stop()]);
  await context.dispose();
  await sandbox.stop();
  await fs.rm(dir, { recursive: true, force: true });
}
process.disconnect?.();

async function listAttacks(): Promise<Attack[]> {
  const ana = await signInNewUser(context as Wire);
  const { caixaId } = await context.createCaixa(ana.contaId);
  const keys = writeOf(HOSTILE_PARAMS, "unknown keys");
  const nested = writeOf(HOSTILE_XML, "declarations in each other");
  const json = "POST /Services/ HTTP/1.1\r\nContent-Type: application/json";
  const rest = `POST /Services/rest/v1/webhooks HTTP/1.1\r\nContent-Type: application/json\r\nAuthorization: Bearer ${ana.token}`;
  const soap = "POST /Services/soap/MailInvoice HTTP/1.1\r\nContent-Type: text/xml; charset=utf-8";
  const feed =
    "POST /NFeDistribuicaoDFe/NFeDistribuicaoDFe.asmx HTTP/1.1\r\nContent-Type: application/soap+xml; charset=utf-8";
  const call = (params: string): string => writeCall("Auth.logar", params);
  const request = (nome: string, head: string, text: string): Attack => ({
    nome,
    of: "http",
    cpuMs: LIMITS.cpuMs,
    run: async () => {
      const address = { port: head === feed ? feedPort : port, secure: head === feed, ip: "127.0.0.1" };
      return (await sendRequest({ head, body: Buffer.from(text) }, { ...address, waitMs: WAIT_MS })).bytes;
    },
  });
  const { procXml } = sandbox.environment.emitNota();
  const email = async (nome: string, raw: Buffer): Promise<Attack> => ({
    nome: `${nome} (${Math.round(raw.length / 1_024)} KB)`,
    of: "worker",
    cpuMs: (LIMITS.emailMsPerKb * raw.length) / 1_024,
    run: async () => {
      const [id = ""] = await storeMail(context, { user: ana, caixaId }, [raw]);
      await waitForRead(context, id, WAIT_MS);
      return 0;
    },
  });
  return [
    request("chaves desconhecidas, 49 KB, JSON-RPC", json, call(keys(49_000))),
    request("chaves desconhecidas, 49 KB, REST com sessão", rest, keys(49_000)),
    request("chaves desconhecidas, 0,9 MB, JSON-RPC", json, call(keys(900_000))),
    request("xmlns aninhados, 0,9 MB, SOAP", soap, nested(900_000)),
    request("xmlns aninhados, 32 KB, SOAP", soap, nested(32_000)),
    request("xmlns aninhados, 0,9 MB, feed sem certificado", feed, nested(900_000)),
    await email("e-mail com um lote de 190 docZips quebrados", await emailOfOneLote(String(procXml))),
    await email("e-mail com 40 lotes desses", await emailOfFortyLotes(String(procXml))),
  ];
}

function writeOf(all: typeof HOSTILE_PARAMS, nome: string): (bytes: number) => string {
  const found = all.find(([known]) => known === nome);
  if (found === undefined) throw new Error(`no generator for ${nome}`);
  return found[1];
}

/** Runs each attack several times before measuring: code is compiled and connections are open by then. */
async function measure({ nome, of, cpuMs: limit, run }: Attack): Promise<void> {
  for (let n = 0; n < WARM_UP; n++) await run();
  // Measure CPU without the probes, which also cost the processes CPU.
  const attacked: ProcessUnderTest = of === "http" ? http : worker;
  const before = await attacked.readKernelMs();
  const began = performance.now();
  const bytes = await run();
  const wallMs = performance.now() - began;
  const cpuMs = (await attacked.readKernelMs()) - before;
  let running = true;
  const probes = Promise.all([
    probe(`http://127.0.0.1:${port}/saude`, () => running),
    probe(`http://127.0.0.1:${metricsPort + 1}/metrics`, () => running),
  ]);
  await sleep(200);
  await run();
  running = false;
  const [healthMs, metricsMs] = await probes;
  report(`${nome}: CPU (${Math.round(wallMs)} ms de relógio)`, "ms", { nosso: cpuMs, limit });
  if (of === "http") report(`${nome}: resposta`, "bytes", { nosso: bytes, limit: LIMITS.bytes });
  report(`${nome}: /saude do http, a mais lenta`, "ms", { nosso: healthMs, limit: LIMITS.answerMs });
  report(`${nome}: /metrics do worker, a mais lenta`, "ms", { nosso: metricsMs, limit: LIMITS.answerMs });
}

/** @returns ms of the slowest answer */
async function probe(url: string, isRunning: () => boolean): Promise<number> {
  let slowest = 0;
  while (isRunning()) {
    const began = performance.now();
    await (await fetch(url)).arrayBuffer();
    slowest = Math.max(slowest, performance.now() - began);
    await sleep(PROBE_PAUSE_MS);
  }
  return slowest;
}

function report(nome: string, unidade: string, { nosso, limit }: { nosso: number; limit: number }): void {
  process.send?.({ medida: { nome, unidade, nosso, referencia: { nome: "limite", valor: limit } } });
}
