import { type Arg, parseArgs } from "./args.ts";

export type Command = { tag: string; nome: string; args: readonly Arg[] };

/**
 * Client input: a command, an expected line, a literal that awaits a continuation, or malformed
 * input.
 */
export type ClientInput =
  | { kind: "comando"; command: Command }
  | { kind: "linha"; linha: string }
  | { kind: "literal" }
  | { kind: "malfeito"; tag: string; fim: boolean };

export type CommandReader = {
  feed(chunk: Buffer): void;
  /** The next complete input; null when more bytes are needed. */
  next(mode: "comando" | "linha", maxLiteral: number): ClientInput | null;
  /** Discards unread bytes. */
  clear(): void;
};

const LINE_MAX = 65_536;
const LITERAL = /\{([0-9]{1,10})(\+?)\}$/;
const LF = 0x0a;

/**
 * Splits received bytes into commands with their literals.
 * @source RFC 3501 §2.2.1, §4.3; RFC 7888 (LITERAL+)
 */
export function createCommandReader(): CommandReader {
  let chunks: Buffer[] = [];
  let size = 0;
  /** Where the search for the end of the command continues, after known literals. */
  let from = 0;
  /** Number of bytes needed before the next search. */
  let needed = 0;
  const join = (): Buffer => {
    const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    chunks = [all];
    return all;
  };
  const take = (length: number): Buffer => {
    const all = join();
    chunks = [all.subarray(length)];
    size -= length;
    from = 0;
    needed = 0;
    return all.subarray(0, length);
  };
  const next: CommandReader["next"] = (mode, maxLiteral) => {
    while (size >= needed) {
      const all = join();
      const end = all.indexOf(LF, from);
      if (end < 0) return size - from > LINE_MAX ? { kind: "malfeito", tag: "*", fim: true } : null;
      const line = all.subarray(from, end).toString("latin1").replace(/\r$/, "");
      const literal = mode === "comando" ? LITERAL.exec(line) : null;
      if (!literal) return read(take(end + 1), mode);
      const length = Number(literal[1]);
      const sync = literal[2] === "";
      if (length > maxLiteral) {
        const tag = tagOf(take(end + 1));
        return { kind: "malfeito", tag, fim: !sync };
      }
      from = end + 1 + length;
      needed = from + 1;
      if (sync) return { kind: "literal" };
    }
    return null;
  };
  return {
    feed: (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
    },
    next,
    clear: () => void take(size),
  };
}

function read(bytes: Buffer, mode: "comando" | "linha"): ClientInput {
  const text = bytes.toString("latin1").replace(/\r?\n$/, "");
  if (mode === "linha") return { kind: "linha", linha: text };
  const match = /^([^\s(){%*"\\]+) ([A-Za-z]+)(?: |$)/.exec(text);
  if (!match) return { kind: "malfeito", tag: tagOf(bytes), fim: false };
  const [head, tag = "", nome = ""] = match;
  const args = parseArgs(text.slice(head.length));
  if (!args) return { kind: "malfeito", tag, fim: false };
  return { kind: "comando", command: { tag, nome: nome.toUpperCase(), args } };
}

function tagOf(bytes: Buffer): string {
  return /^[A-Za-z0-9._-]{1,64}(?= )/.exec(bytes.subarray(0, 80).toString("latin1"))?.[0] ?? "*";
}
