// `npm run test:long -- imap [sessions] [seed]`: sessions with randomly damaged replies. Each
// message has its own bytes or fails with an outage; no hang, no uncaught error.
import type { Socket } from "node:net";
import { MailOutage } from "../../src/failure/outage.ts";
import { openImapSource } from "../../src/imap/source.ts";
import { DEFAULT_NETWORK } from "../../src/network/endpoint.ts";
import type { MailboxConfig } from "../../src/source/mail-source.ts";
import { type ImapCommand, startImap } from "../../src/tests/imap-server.ts";

const HANG_MS = 15_000;
const SIDE_BY_SIDE = 24;
const MESSAGES = ["um", "dois\r\n.\r\n* 1 EXISTS\r\n", `tres\0\xff${"x".repeat(300)}`].map((body) =>
  Buffer.from(`Subject: n\r\n\r\n${body}`, "latin1"),
);
const network = {
  ...DEFAULT_NETWORK,
  permitirPrivado: true,
  conexaoMs: 3_000,
  ociosoMs: 250,
  totalMs: 2_000,
};

const sessoes = Number(process.argv[2] ?? 5_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
let state = seed;
const wrong: string[] = [];
const causes = new Map<string, number>();
let whole = 0;
process.on("uncaughtException", (error) => wrong.push(`não apanhado: ${error.stack}`));
process.on("unhandledRejection", (error) => wrong.push(`rejeição solta: ${String(error)}`));

console.log(`${sessoes} sessões, semente ${seed}`);
let started = 0;
await Promise.all(
  Array.from({ length: SIDE_BY_SIDE }, async () => {
    while (started < sessoes) await runOne(++started);
  }),
);
console.log(`${whole} mensagens inteiras; falhas: ${JSON.stringify(Object.fromEntries(causes))}`);
for (const what of wrong.slice(0, 20)) console.log(`errado: ${what}`);
process.exitCode = wrong.length === 0 ? 0 : 1;

async function runOne(index: number): Promise<void> {
  const spoilAt = Math.floor(random() * 14);
  let answers = 0;
  const entrega = (socket: Socket, answer: Buffer, command: ImapCommand): void => {
    deliver(socket, answers++ === spoilAt ? damage(answer, command) : answer);
  };
  const capabilities = `IMAP4rev1 UIDPLUS IDLE ID NAMESPACE${random() < 0.5 ? " AUTH=PLAIN" : ""}`;
  const server = await startImap({ mensagens: MESSAGES, capabilities, entrega });
  const timer = setTimeout(() => wrong.push(`sessão ${index}: parada`), HANG_MS);
  try {
    await useBox(server.porta, index);
  } catch (error) {
    if (error instanceof MailOutage) causes.set(error.causa, (causes.get(error.causa) ?? 0) + 1);
    else wrong.push(`sessão ${index}: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    clearTimeout(timer);
    await server.stop();
  }
}

async function useBox(porta: number, index: number): Promise<void> {
  const entrada = { kind: "senha", senha: "segredo" } as const;
  const mailbox: MailboxConfig = { tipo: "imap", servidor: "x.exemplo.test", usuario: "ana", entrada };
  const source = await openImapSource(
    mailbox,
    { nome: "x.exemplo.test", porta, enderecos: ["127.0.0.1"] },
    network,
  );
  try {
    const { refs } = await source.list();
    for (const ref of refs) {
      const bytes = await source.fetch(ref);
      if (MESSAGES[ref.numero - 1]?.equals(bytes)) whole++;
      else wrong.push(`sessão ${index}: bytes de outra mensagem`);
    }
    await source.waitForNews?.(AbortSignal.timeout(5));
    await source.remove(refs.slice(0, 1));
    await source.close();
  } finally {
    source.abort();
  }
}

/**
 * Damages a reply; null breaks the connection. Of a message only the framing is damaged, since
 * damaged content is undetectable.
 */
function damage(answer: Buffer, { nome, resto }: ImapCommand): Buffer | null {
  const isBody = nome === "UID FETCH" && resto.includes("PEEK[]");
  const head = isBody ? answer.indexOf("}\r\n") + 3 : answer.length;
  const tail = isBody ? answer.lastIndexOf(")\r\n") : answer.length;
  const inTail = isBody && random() < 0.5;
  const framing = Buffer.from(inTail ? answer.subarray(tail) : answer.subarray(0, head));
  const at = Math.floor(random() * framing.length);
  const kind = Math.floor(random() * 6);
  if (kind === 0) return null;
  if (kind === 1) framing[at] = Math.floor(random() * 256);
  const piece = framing.subarray(at, at + Math.floor(random() * 20));
  const spoiled = [
    ...(kind === 2 ? [framing.subarray(0, at), framing.subarray(at + piece.length)] : []), // a gap
    ...(kind === 3 ? [framing.subarray(0, at), piece, framing.subarray(at)] : []), // repeated
    ...(kind === 4 ? [framing.subarray(0, at)] : []), // truncated, then silence
    ...(kind === 5 ? [framing.subarray(0, at), Buffer.from("{9}\r\n(((*\0"), framing.subarray(at)] : []),
    ...(kind === 1 ? [framing] : []),
  ];
  return inTail
    ? Buffer.concat([answer.subarray(0, tail), ...spoiled])
    : Buffer.concat([...spoiled, ...(kind === 4 ? [] : [answer.subarray(head)])]);
}

function deliver(socket: Socket, answer: Buffer | null): void {
  if (socket.destroyed) return;
  if (answer !== null) socket.write(answer);
  else if (random() < 0.5) socket.resetAndDestroy();
  else socket.end();
}

/** Deterministic numbers 0..1 (mulberry32). */
function random(): number {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
