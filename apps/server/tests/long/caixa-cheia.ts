// `npm run test:long -- caixa-cheia [messages] [visits]`: the first sync of a full mailbox, and
// each later poll. The server is a separate process. The whole listing is measured; the total fetch
// time is extrapolated from the first polls.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { setInterval } from "node:timers";
import { HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { runPipelineJob } from "../../src/pipeline/run-pipeline-job.ts";
import { findPending } from "../../src/services/caixa-email/caixa-message.rows.ts";
import { findPollCaixa } from "../../src/services/caixa-email/caixa-poll.rows.ts";
import { openCaixa } from "../../src/services/caixa-email/open-caixa.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";

/** Required limits (product.md C.3, R5). */
const LIST_MAX_MS = 10_000;
const RSS_MAX_MB = 300;
const COMPARE_MAX_MS = 1_000;
const POLL_MS = 5 * MINUTE_MS;

const MB = 1_048_576;
const BODY = `${"x".repeat(70)}\r\n`.repeat(60);

const uidOf = (n: number): string => `GmailId18c${n.toString(16).padStart(13, "0")}`;
const rawOf = (n: number): string =>
  `From: a@b.example\r\nSubject: mensagem ${n}\r\nMessage-ID: <${n}@b.example>\r\n\r\noi ${n}\r\n${BODY}`;

/** A POP3 server whose messages are generated on request. */
function serve(total: number): void {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.write("+OK\r\n");
    socket.on("data", (data) => {
      for (const line of data.toString("latin1").split("\r\n").filter(Boolean)) answer(socket, line, total);
    });
  });
  server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
  process.once("disconnect", () => process.exit(0));
}

function answer(socket: Socket, line: string, total: number): void {
  const [verb, argument] = line.split(" ");
  const all = (each: (n: number) => string): string =>
    `+OK\r\n${Array.from({ length: total }, (_, i) => `${i + 1} ${each(i + 1)}\r\n`).join("")}.\r\n`;
  if (verb === "CAPA") socket.write("+OK\r\nUSER\r\nUIDL\r\nTOP\r\n.\r\n");
  else if (verb === "UIDL") socket.write(all(uidOf));
  else if (verb === "LIST") socket.write(all((n) => String(rawOf(n).length)));
  else if (verb === "RETR") socket.write(`+OK\r\n${rawOf(Number(argument))}.\r\n`);
  else socket.write("+OK\r\n");
  if (verb === "QUIT") socket.end();
}

type Measurement = { name: string; value: number; unit: string; max?: number };

async function measure(total: number, visits: number): Promise<Measurement[]> {
  const server = fork(import.meta.filename, ["serve", String(total)], { execArgv: process.execArgv });
  const [{ port }] = (await once(server, "message")) as [{ port: number }];
  const t = await createTestContext({ allowPrivate: true });
  let peak = 0;
  const base = process.memoryUsage.rss();
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  try {
    const { contaId } = await t.createConta({ sandbox: true });
    const { caixaId } = await t.createCaixa(contaId, { port: port });
    const measurements = await list(t, contaId, caixaId);
    measurements.push(...(await sync(t, { contaId, caixaId, visits, total })));
    measurements.push(...(await measureLaterPolls(t, { contaId, caixaId, total })));
    measurements.push({ name: "memória (RSS) antes de tudo", value: base / MB, unit: "MB" });
    return [
      ...measurements,
      { name: "memória (RSS), no máximo", value: peak / MB, unit: "MB", max: RSS_MAX_MB },
    ];
  } finally {
    clearInterval(watch);
    server.disconnect();
    await t.dispose();
  }
}

async function list(t: TestContext, contaId: string, caixaId: string): Promise<Measurement[]> {
  const caixa = await t.ctx.database.withConta(contaId, (db) => findPollCaixa(db, contaId, caixaId));
  if (caixa === null) throw new Error("the mailbox is missing");
  const started = performance.now();
  const source = await openCaixa(t.ctx, caixa, { contaId, totalMs: 60_000 });
  const { refs } = await source.list();
  const ms = performance.now() - started;
  await source.close();
  console.log(`${refs.length} mensagens listadas`);
  return [{ name: "uma listagem inteira", value: ms, unit: "ms", max: LIST_MAX_MS }];
}

type Caixa = { contaId: string; caixaId: string; total: number };

async function pollOnce(t: TestContext, { contaId, caixaId }: Caixa): Promise<number> {
  const started = performance.now();
  const deadline = new Date(t.clock.now().getTime() + 295_000);
  const job = {
    contaId,
    tipo: "poll",
    alvo: caixaId,
    tarefaId: caixaId,
    tentativa: 1,
    prazo: deadline,
  } as const;
  await runPipelineJob(t.ctx, job);
  return performance.now() - started;
}

async function sync(t: TestContext, o: Caixa & { visits: number }): Promise<Measurement[]> {
  let longest = 0;
  let sum = 0;
  for (let n = 0; n < o.visits; n += 1) {
    const ms = await pollOnce(t, o);
    longest = Math.max(longest, ms);
    sum += ms;
  }
  const [row] = await t.asOwner<{ n: number }>("SELECT count(*)::int AS n FROM caixa_mensagem");
  const kept = row?.n ?? 0;
  const hours = ((sum / kept) * o.total) / HOUR_MS;
  return [
    { name: `guardadas em ${o.visits} visitas`, value: kept, unit: "mensagens" },
    { name: "uma visita, no máximo", value: longest, unit: "ms", max: POLL_MS },
    { name: "mensagens guardadas por segundo", value: (kept / sum) * 1_000, unit: "/s" },
    { name: "a caixa inteira, pela conta", value: hours, unit: "h" },
  ];
}

/** Later polls: the remaining messages are recorded as if they had been fetched. */
async function measureLaterPolls(t: TestContext, o: Caixa): Promise<Measurement[]> {
  await t.asOwner(
    `INSERT INTO caixa_mensagem (conta_id, caixa_id, uid, email_id, tamanho, vista_em)
     SELECT $1, $2, 'GmailId18c' || lpad(to_hex(n), 13, '0'), (SELECT id FROM email LIMIT 1), NULL, now() FROM generate_series(1, $3 - 1) n
     ON CONFLICT DO NOTHING`,
    [o.contaId, o.caixaId, o.total],
  );
  await t.asOwner("ANALYZE caixa_mensagem");
  const listing = Array.from({ length: o.total }, (_, i) => ({ uid: uidOf(i + 1), tamanho: 1 }));
  const about = { caixaId: o.caixaId, geracao: 1, lista: listing, limite: 501, maxBytes: 50 * MB };
  const started = performance.now();
  await t.ctx.database.withConta(o.contaId, (db) => findPending(db, o.contaId, about));
  const comparison = performance.now() - started;
  const before = await t.asOwner("SELECT FROM email");
  const whole = await pollOnce(t, o);
  const after = await t.asOwner("SELECT FROM email");
  const quiet = await pollOnce(t, o);
  if (after.length - before.length !== 1) throw new Error("the one new message was not kept");
  return [
    { name: "a comparação com o que se conhece", value: comparison, unit: "ms", max: COMPARE_MAX_MS },
    { name: "uma visita que traz uma mensagem nova", value: whole, unit: "ms" },
    { name: "uma visita sem novidade", value: quiet, unit: "ms" },
  ];
}

async function main(): Promise<void> {
  const total = Number(process.argv[2] ?? 200_000);
  const measurements = await measure(total, Number(process.argv[3] ?? 6));
  for (const { name: nome, value: valor, unit: unidade, max } of measurements) {
    const limit = max === undefined ? "" : valor <= max ? `  (até ${max}: ok)` : `  (até ${max}: FALHOU)`;
    console.log(`${nome}: ${valor.toFixed(valor < 10 ? 2 : 0)} ${unidade}${limit}`);
  }
  process.exitCode = measurements.every(({ value: valor, max }) => max === undefined || valor <= max) ? 0 : 1;
}

if (process.argv[2] === "serve") serve(Number(process.argv[3]));
else await main();
