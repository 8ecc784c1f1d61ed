import type { Socket } from "node:net";
import { MailOutage } from "../failure.ts";
import { DEFAULT_REDE, type RedePolitica } from "../rede.ts";
import type { MailSource, MensagemRef } from "../source.ts";
import { openMailSource } from "../source-open.ts";
import { caixaOf, type Roteiro, startPop3 } from "./pop3-server.ts";

/** Pseudo-random whole numbers below a bound, the same ones for the same seed. */
export type Sorte = (below: number) => number;

/** @source Mulberry32 */
export function createSorte(seed: number): Sorte {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** How the answer to one RETR is spoiled. `repete`: it cannot arrive whole, and must be had at a second try. */
export type Classe = {
  nome: string;
  repete: boolean;
  entrega: (socket: Socket, answer: Buffer, sorte: Sorte) => Promise<void> | void;
  /** Only messages in which the fault can be seen. */
  serve?: (message: Buffer) => boolean;
  /** Each message costs a whole deadline: a sample has to do. */
  lenta?: boolean;
};

/** What became of the messages of one class. */
export type Placar = {
  mensagens: number;
  identicas: number;
  /** Identical after a clean outage and another try. */
  repetidas: number;
  erradas: number;
  presas: number;
  estranhos: string[];
};

const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;

function kindOf(byte: number | undefined): number {
  return [CR, LF, DOT].indexOf(byte ?? -1) + 1;
}

/** One offset of each class of boundary in an answer: what the two bytes before and the two after it are (CR, LF, dot, other). */
export function cutsOf(answer: Buffer, sorte: Sorte): number[] {
  const classes = new Map<number, number[]>();
  for (let at = 1; at < answer.length; at++) {
    const around = [at - 2, at - 1, at, at + 1].map((index) => kindOf(answer[index]));
    const key = around.reduce((sum, kind) => sum * 4 + kind, 0);
    const offsets = classes.get(key);
    if (offsets === undefined) classes.set(key, [at]);
    else offsets.push(at);
  }
  return [...classes.values()].map((offsets) => offsets[sorte(offsets.length)] ?? 1);
}

function oneCut(answer: Buffer, sorte: Sorte): number {
  const cuts = cutsOf(answer, sorte);
  return cuts[sorte(cuts.length)] ?? 1;
}

/** Segments that arrive apart: server and client share this process, so a turn of its loop lies between them. */
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
/** Bytes sent one by one; the rest of a longer answer follows in pieces of 509. */
const UM_A_UM_MAX = 4_000;

export const CLASSES: readonly Classe[] = [
  { nome: "de uma vez", repete: false, entrega: (socket, answer) => void socket.write(answer) },
  {
    nome: "em dois, num limite",
    repete: false,
    entrega: (socket, answer, sorte) => writeApart(socket, slices(answer, [oneCut(answer, sorte)])),
  },
  {
    nome: "cortada em cada classe de limite",
    repete: false,
    entrega: (socket, answer, sorte) => writeApart(socket, slices(answer, cutsOf(answer, sorte))),
  },
  {
    nome: "um byte por segmento",
    repete: false,
    entrega: (socket, answer) =>
      writeApart(
        socket,
        slices(
          answer,
          everyByte(answer).filter((at) => at <= UM_A_UM_MAX || at > answer.length - 40 || at % 509 === 0),
        ),
      ),
  },
  {
    nome: "segmentos ao acaso",
    repete: false,
    entrega: (socket, answer, sorte) =>
      writeApart(
        socket,
        slices(
          answer,
          Array.from({ length: 12 }, () => 1 + sorte(answer.length - 1)),
        ),
      ),
  },
  {
    nome: "fecha logo após o fim",
    repete: false,
    entrega: (socket, answer) => void socket.end(answer),
  },
  {
    nome: "para no meio",
    repete: true,
    entrega: (socket, answer, sorte) => void socket.write(answer.subarray(0, oneCut(answer, sorte))),
  },
  {
    nome: "fecha no meio",
    repete: true,
    entrega: (socket, answer, sorte) => void socket.end(answer.subarray(0, oneCut(answer, sorte))),
  },
  {
    nome: "reseta no meio",
    repete: true,
    entrega: async (socket, answer, sorte) => {
      await writeApart(socket, [answer.subarray(0, oneCut(answer, sorte))]);
      socket.resetAndDestroy();
    },
  },
  {
    nome: "-ERR no meio, e fecha",
    repete: true,
    entrega: (socket, answer, sorte) =>
      void socket.end(
        Buffer.concat([answer.subarray(0, oneCut(answer, sorte)), Buffer.from("\r\n-ERR disk\r\n")]),
      ),
  },
  {
    nome: "-ERR em vez da mensagem",
    repete: true,
    entrega: (socket) => void socket.write("-ERR [SYS/TEMP] later\r\n"),
  },
  {
    nome: "nem +OK nem -ERR",
    repete: true,
    entrega: (socket, answer) => void socket.write(answer.subarray(3)),
  },
  {
    nome: "linha de ponto não duplicada",
    repete: true,
    entrega: (socket, answer) =>
      void socket.write(answer.toString("latin1").replaceAll("\r\n..\r\n", "\r\n.\r\n"), "latin1"),
    serve: (message) => message.includes("\r\n.\r\n"),
  },
  {
    nome: "lixo após o fim",
    repete: true,
    entrega: (socket, answer) => void socket.write(Buffer.concat([answer, Buffer.from("resto\r\n")])),
  },
  {
    nome: "goteja além do prazo",
    repete: true,
    lenta: true,
    entrega: async (socket, answer) => {
      for (let at = 0; at < answer.length && !socket.destroyed; at++) {
        socket.write(answer.subarray(at, at + 1));
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    serve: (message) => message.length > 100,
  },
];

const PEDACOS = [
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

/** Messages out of the pieces that trip a reader; one in 50 has a line of 64 KB, one in 40 no last line end. */
export function createMensagens(count: number, seed: number): Buffer[] {
  const sorte = createSorte(seed);
  return Array.from({ length: count }, (_, n) => {
    const lines = Array.from({ length: 1 + sorte(12) }, () => PEDACOS[sorte(PEDACOS.length)] ?? "");
    if (n % 50 === 7) lines.push((sorte(2) === 0 ? "x" : ".").repeat(65_536 + sorte(3)));
    const head = `From: a@b.example\r\nMessage-ID: <${n}.${seed}@b.example>\r\n\r\n`;
    return Buffer.from(head + lines.join("\r\n") + (n % 40 === 3 ? "" : "\r\n"), "latin1");
  });
}

/** What must arrive: the message, with the line end that POP3 cannot do without. */
export function expectedOf(message: Buffer): Buffer {
  return message.subarray(-2).equals(Buffer.from("\r\n"))
    ? message
    : Buffer.concat([message, Buffer.from("\r\n")]);
}

/** Patience of the suite: a stall is known after 80 ms, no answer may take two seconds. */
const REDE: RedePolitica = {
  ...DEFAULT_REDE,
  permitirPrivado: true,
  conexaoMs: 4_000,
  ociosoMs: 80,
  totalMs: 2_000,
  maxBytes: 1_000_000,
};
/** With answers that arrive whole in the end, however slow the machine is. */
const PACIENCIA_MS = 30_000;
/** A call that takes this much longer than its deadline hangs. */
const FOLGA_MS = 3_000;
const TENTATIVAS = 6;

/** Collects a box whose every first RETR is spoiled. */
export async function runClasse(
  classe: Classe,
  mensagens: readonly Buffer[],
  { seed, roteiro = {} }: { seed: number; roteiro?: Partial<Roteiro> },
): Promise<Placar> {
  const sorte = createSorte(seed);
  const asked = new Set<number>();
  const server = await startPop3({
    mensagens,
    ...roteiro,
    entrega: (socket, answer, numero) => {
      if (asked.has(numero)) return void socket.write(answer);
      asked.add(numero);
      return classe.entrega(socket, answer, sorte);
    },
  });
  const rede = classe.repete ? REDE : { ...REDE, ociosoMs: PACIENCIA_MS, totalMs: PACIENCIA_MS };
  const coleta = new Coleta(() => openMailSource(caixaOf(server.porta), rede), {
    mensagens,
    presaMs: rede.totalMs + FOLGA_MS,
  });
  await coleta.run();
  await server.stop();
  return coleta.placar;
}

class Coleta {
  readonly placar: Placar;
  readonly #open: () => Promise<MailSource>;
  readonly #mensagens: readonly Buffer[];
  readonly #presaMs: number;
  #sessao: { source: MailSource; refs: readonly MensagemRef[] } | null = null;

  constructor(
    open: () => Promise<MailSource>,
    { mensagens, presaMs }: { mensagens: readonly Buffer[]; presaMs: number },
  ) {
    this.#open = open;
    this.#mensagens = mensagens;
    this.#presaMs = presaMs;
    this.placar = {
      mensagens: mensagens.length,
      identicas: 0,
      repetidas: 0,
      erradas: 0,
      presas: 0,
      estranhos: [],
    };
  }

  async run(): Promise<void> {
    for (const [index, message] of this.#mensagens.entries())
      await this.#collect(index + 1, expectedOf(message));
    await this.#sessao?.source.close();
  }

  async #collect(numero: number, expected: Buffer): Promise<void> {
    for (let tentativa = 1; tentativa <= TENTATIVAS; tentativa++) {
      const got = await this.#inTime(() => this.#fetch(numero));
      if (got === null) continue;
      if (!Buffer.from(got).equals(expected)) this.placar.erradas++;
      else if (tentativa === 1) this.placar.identicas++;
      else this.placar.repetidas++;
      return;
    }
  }

  async #fetch(numero: number): Promise<Uint8Array> {
    if (this.#sessao === null) {
      const source = await this.#open();
      this.#sessao = { source, refs: [] };
      this.#sessao = { source, refs: (await source.list()).refs };
    }
    const ref = this.#sessao.refs[numero - 1];
    if (ref === undefined) throw new Error(`message ${numero} is not listed`);
    return this.#sessao.source.fetch(ref);
  }

  /** @returns null after a clean outage, or anything that is none (and is then written down) */
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
        this.#sessao?.source.abort();
        this.#sessao = null;
      }
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  #writeDown(error: unknown): void {
    if (error instanceof Error && error.message === "presa") this.placar.presas++;
    else this.placar.estranhos.push(String(error));
  }
}
