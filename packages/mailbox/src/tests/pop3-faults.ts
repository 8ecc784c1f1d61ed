import type { Socket } from "node:net";
import { MailOutage } from "../failure/outage.ts";
import { DEFAULT_NETWORK, type NetworkPolicy } from "../network/endpoint.ts";
import type { MailSource, MessageRef } from "../source/mail-source.ts";
import { openMailSource } from "../source/open.ts";
import { mailboxOf, type Pop3Script, startPop3 } from "./pop3-server.ts";

/** Reproducible whole numbers below a bound. */
export type Random = (below: number) => number;

/** @source Mulberry32 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/**
 * A fault in the reply to one RETR. `repete`: the reply never arrives whole, so a retry is needed.
 */
export type FaultClass = {
  nome: string;
  needsRetry: boolean;
  entrega: (socket: Socket, answer: Buffer, random: Random) => Promise<void> | void;
  /** Selects the messages that show the fault. */
  serve?: (message: Buffer) => boolean;
  /** Each message costs a whole deadline, so a sample is enough. */
  slow?: boolean;
};

/** Results of one fault class. */
export type FaultTally = {
  mensagens: number;
  identical: number;
  /** Identical after a clean outage and a retry. */
  retried: number;
  wrong: number;
  hung: number;
  unexpected: string[];
};

const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;

function kindOf(byte: number | undefined): number {
  return [CR, LF, DOT].indexOf(byte ?? -1) + 1;
}

/**
 * One offset for each class of boundary in a reply: the kinds (CR, LF, dot, other) of the two bytes
 * before and after.
 */
export function cutsOf(answer: Buffer, random: Random): number[] {
  const classes = new Map<number, number[]>();
  for (let at = 1; at < answer.length; at++) {
    const around = [at - 2, at - 1, at, at + 1].map((index) => kindOf(answer[index]));
    const key = around.reduce((sum, kind) => sum * 4 + kind, 0);
    const offsets = classes.get(key);
    if (offsets === undefined) classes.set(key, [at]);
    else offsets.push(at);
  }
  return [...classes.values()].map((offsets) => offsets[random(offsets.length)] ?? 1);
}

function oneCut(answer: Buffer, random: Random): number {
  const cuts = cutsOf(answer, random);
  return cuts[random(cuts.length)] ?? 1;
}

/**
 * Writes pieces in separate turns of the event loop, so that client and server (one process) see
 * separate segments.
 */
async function writeApart(socket: Socket, pieces: Iterable<Buffer>): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function* slices(answer: Buffer, cuts: readonly number[]): Iterable<Buffer> {
  let from = 0;
  for (const cut of [...cuts].sort((a, b) => a - b)) {
    if (cut > from) yield answer.subarray(from, cut);
    from = Math.max(from, cut);
  }
  yield answer.subarray(from);
}

const everyByte = (answer: Buffer): number[] => Array.from({ length: answer.length - 1 }, (_, n) => n + 1);
/** Bytes sent one by one; the rest of a longer reply follows in pieces of 509. */
const ONE_BY_ONE_MAX = 4_000;

export const CLASSES: readonly FaultClass[] = [
  { nome: "all at once", needsRetry: false, entrega: (socket, answer) => void socket.write(answer) },
  {
    nome: "in two, at a boundary",
    needsRetry: false,
    entrega: (socket, answer, random) => writeApart(socket, slices(answer, [oneCut(answer, random)])),
  },
  {
    nome: "split at each kind of boundary",
    needsRetry: false,
    entrega: (socket, answer, random) => writeApart(socket, slices(answer, cutsOf(answer, random))),
  },
  {
    nome: "one byte per segment",
    needsRetry: false,
    entrega: (socket, answer) =>
      writeApart(
        socket,
        slices(
          answer,
          everyByte(answer).filter((at) => at <= ONE_BY_ONE_MAX || at > answer.length - 40 || at % 509 === 0),
        ),
      ),
  },
  {
    nome: "random segments",
    needsRetry: false,
    entrega: (socket, answer, random) =>
      writeApart(
        socket,
        slices(
          answer,
          Array.from({ length: 12 }, () => 1 + random(answer.length - 1)),
        ),
      ),
  },
  {
    nome: "closes right after the end",
    needsRetry: false,
    entrega: (socket, answer) => void socket.end(answer),
  },
  {
    nome: "stalls midway",
    needsRetry: true,
    entrega: (socket, answer, random) => void socket.write(answer.subarray(0, oneCut(answer, random))),
  },
  {
    nome: "closes midway",
    needsRetry: true,
    entrega: (socket, answer, random) => void socket.end(answer.subarray(0, oneCut(answer, random))),
  },
  {
    nome: "resets midway",
    needsRetry: true,
    entrega: async (socket, answer, random) => {
      await writeApart(socket, [answer.subarray(0, oneCut(answer, random))]);
      socket.resetAndDestroy();
    },
  },
  {
    nome: "-ERR midway, then closes",
    needsRetry: true,
    entrega: (socket, answer, random) =>
      void socket.end(
        Buffer.concat([answer.subarray(0, oneCut(answer, random)), Buffer.from("\r\n-ERR disk\r\n")]),
      ),
  },
  {
    nome: "-ERR instead of the message",
    needsRetry: true,
    entrega: (socket) => void socket.write("-ERR [SYS/TEMP] later\r\n"),
  },
  {
    nome: "neither +OK nor -ERR",
    needsRetry: true,
    entrega: (socket, answer) => void socket.write(answer.subarray(3)),
  },
  {
    nome: "unstuffed dot line",
    needsRetry: true,
    entrega: (socket, answer) =>
      void socket.write(answer.toString("latin1").replaceAll("\r\n..\r\n", "\r\n.\r\n"), "latin1"),
    serve: (message) => message.includes("\r\n.\r\n"),
  },
  {
    nome: "garbage after the end",
    needsRetry: true,
    entrega: (socket, answer) => void socket.write(Buffer.concat([answer, Buffer.from("resto\r\n")])),
  },
  {
    nome: "drips beyond the deadline",
    needsRetry: true,
    slow: true,
    entrega: async (socket, answer) => {
      for (let at = 0; at < answer.length && !socket.destroyed; at++) {
        socket.write(answer.subarray(at, at + 1));
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    serve: (message) => message.length > 100,
  },
];

const PIECES = [
  "valor 1.234,56",
  ".",
  "..",
  "...",
  ".começa com ponto",
  "termina com ponto.",
  "",
  "\0nulo\0",
  "LF\nsolto",
  "LF\n.\nponto",
  "CR\rsolto",
  "\r",
  "ponto CR .\r",
  "\xe3\xff\x80",
  "+OK",
  "-ERR",
  "QUIT",
];

/**
 * Creates messages of content hard for parsers; one in 50 has a line of 64 KB, one in 40 no final
 * line end.
 */
export function createMessages(count: number, seed: number): Buffer[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, n) => {
    const lines = Array.from({ length: 1 + random(12) }, () => PIECES[random(PIECES.length)] ?? "");
    if (n % 50 === 7) lines.push((random(2) === 0 ? "x" : ".").repeat(65_536 + random(3)));
    const head = `From: a@b.example\r\nMessage-ID: <${n}.${seed}@b.example>\r\n\r\n`;
    return Buffer.from(head + lines.join("\r\n") + (n % 40 === 3 ? "" : "\r\n"), "latin1");
  });
}

/** The expected bytes: the message, with the final line end that POP3 requires. */
export function expectedOf(message: Buffer): Buffer {
  return message.subarray(-2).equals(Buffer.from("\r\n"))
    ? message
    : Buffer.concat([message, Buffer.from("\r\n")]);
}

/** Deadlines of the suite: a stall ends after 80 ms, any reply after two seconds. */
const NETWORK: NetworkPolicy = {
  ...DEFAULT_NETWORK,
  permitirPrivado: true,
  conexaoMs: 4_000,
  ociosoMs: 80,
  totalMs: 2_000,
  maxBytes: 1_000_000,
};
/** Deadlines for replies that finally arrive whole, on a slow machine too. */
const PATIENCE_MS = 30_000;
/** A call that exceeds its deadline by this time hangs. */
const SLACK_MS = 3_000;
const ATTEMPTS = 6;

/** Collects a mailbox whose first RETR of each message has a fault. */
export async function runFault(
  fault: FaultClass,
  mensagens: readonly Buffer[],
  { seed, script = {} }: { seed: number; script?: Partial<Pop3Script> },
): Promise<FaultTally> {
  const random = createRandom(seed);
  const asked = new Set<number>();
  const server = await startPop3({
    mensagens,
    ...script,
    entrega: (socket, answer, number) => {
      if (asked.has(number)) return void socket.write(answer);
      asked.add(number);
      return fault.entrega(socket, answer, random);
    },
  });
  const network = fault.needsRetry ? NETWORK : { ...NETWORK, ociosoMs: PATIENCE_MS, totalMs: PATIENCE_MS };
  const poll = new FaultRun(() => openMailSource(mailboxOf(server.porta), network), {
    mensagens,
    presaMs: network.totalMs + SLACK_MS,
  });
  await poll.run();
  await server.stop();
  return poll.tally;
}

class FaultRun {
  readonly tally: FaultTally;
  readonly #open: () => Promise<MailSource>;
  readonly #mensagens: readonly Buffer[];
  readonly #presaMs: number;
  #session: { source: MailSource; refs: readonly MessageRef[] } | null = null;

  constructor(
    open: () => Promise<MailSource>,
    { mensagens, presaMs }: { mensagens: readonly Buffer[]; presaMs: number },
  ) {
    this.#open = open;
    this.#mensagens = mensagens;
    this.#presaMs = presaMs;
    this.tally = {
      mensagens: mensagens.length,
      identical: 0,
      retried: 0,
      wrong: 0,
      hung: 0,
      unexpected: [],
    };
  }

  async run(): Promise<void> {
    for (const [index, message] of this.#mensagens.entries())
      await this.#collect(index + 1, expectedOf(message));
    await this.#session?.source.close();
  }

  async #collect(number: number, expected: Buffer): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const got = await this.#inTime(() => this.#fetch(number));
      if (got === null) continue;
      if (!Buffer.from(got).equals(expected)) this.tally.wrong++;
      else if (attempt === 1) this.tally.identical++;
      else this.tally.retried++;
      return;
    }
  }

  async #fetch(number: number): Promise<Uint8Array> {
    if (this.#session === null) {
      const source = await this.#open();
      this.#session = { source, refs: [] };
      this.#session = { source, refs: (await source.list()).refs };
    }
    const ref = this.#session.refs[number - 1];
    if (ref === undefined) throw new Error(`message ${number} is not listed`);
    return this.#session.source.fetch(ref);
  }

  /** @returns null after a clean outage, or after another error, which is recorded */
  async #inTime<T>(work: () => Promise<T>): Promise<T | null> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("presa")), this.#presaMs);
    });
    try {
      return await Promise.race([work(), late]);
    } catch (error) {
      if (!(error instanceof MailOutage)) this.#writeDown(error);
      if (!(error instanceof MailOutage && error.soMensagem)) {
        this.#session?.source.abort();
        this.#session = null;
      }
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  #writeDown(error: unknown): void {
    if (error instanceof Error && error.message === "presa") this.tally.hung++;
    else this.tally.unexpected.push(String(error));
  }
}
