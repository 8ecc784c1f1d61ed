import type { Caixa, StoredMessage } from "../caixa.ts";
import type { CaixaGate } from "../caixa-gate.ts";
import { claimSize, type FaultScript } from "../mail-faults.ts";
import { MECHANISMS, type Sasl, startSasl } from "../sasl.ts";
import { type Connection, type Reply, type Session, textReply } from "../session.ts";
import { stuffDots, topOf, uidlOf } from "./message.ts";

export type Pop3Options = {
  caixa: Caixa;
  gate: CaixaGate;
  script: FaultScript;
  connection: Pick<Connection, "isSecure">;
};

type SessionState = {
  isSecure: boolean;
  usuario: string | null;
  /** The SASL exchange that waits for the next line. */
  sasl: Extract<Sasl, { kind: "pergunta" }> | null;
  /** The mailbox as it was at sign-in, numbered for this session; null before. */
  messages: readonly StoredMessage[] | null;
  deletedUidls: Set<string>;
};

type Pop3Request = Pop3Options & { state: SessionState; args: string[] };
type Command = (request: Pop3Request) => Reply;

/** Longest accepted line; an OAuth token does not fit into the 255 octets of RFC 2449. */
const LINE_MAX = 16_384;

/**
 * One POP3 session over a mailbox, without its socket.
 * @source RFC 1939; RFC 2449 (CAPA, RESP-CODES); RFC 2595 (STLS); RFC 5034 (AUTH)
 */
export function createPop3Session(options: Pop3Options): Session {
  const { isSecure } = options.connection;
  const state: SessionState = {
    isSecure,
    usuario: null,
    sasl: null,
    messages: null,
    deletedUidls: new Set(),
  };
  let pending = Buffer.alloc(0);
  return {
    greeting: Buffer.from("+OK Malote: caixa de demonstração pronta\r\n"),
    receive: function* (chunk) {
      pending = Buffer.concat([pending, chunk]);
      for (let end = pending.indexOf("\n"); end >= 0; end = pending.indexOf("\n")) {
        const line = pending.subarray(0, end).toString("utf8").replace(/\r$/, "");
        pending = pending.subarray(end + 1);
        yield answer(line, options, state);
      }
      if (pending.length > LINE_MAX) yield { ...err("line too long"), followUp: "fim" };
    },
    secure: () => {
      pending = Buffer.alloc(0);
      state.isSecure = true;
      state.usuario = null;
    },
    leave: () => undefined,
  };
}

function answer(line: string, options: Pop3Options, state: SessionState): Reply {
  if (state.sasl) return continueSasl(state.sasl.answer(line), options.caixa, state);
  const [word = "", ...args] = line.split(" ");
  const command = word.toUpperCase();
  const run = (state.messages ? TRANSACTION : AUTHORIZATION).get(command) ?? ALWAYS.get(command);
  if (run) return run({ ...options, state, args });
  return err(TRANSACTION.has(command) ? "[AUTH] sign in first" : "unknown command");
}

const ALWAYS = new Map<string, Command>([
  ["CAPA", capa],
  ["QUIT", quit],
]);

const AUTHORIZATION = new Map<string, Command>([
  ["USER", user],
  ["PASS", pass],
  ["AUTH", auth],
  ["STLS", stls],
]);

const TRANSACTION = new Map<string, Command>([
  ["NOOP", () => ok("")],
  ["STAT", stat],
  ["RSET", rset],
  ["LIST", ({ state, script, args }) => listing(state, args[0], (m) => String(claimSize(script, m.tamanho)))],
  ["UIDL", uidl],
  ["DELE", dele],
  ["RETR", retr],
  ["TOP", top],
]);

function capa({ state, script }: Pop3Request): Reply {
  const rows = ["TOP", "USER", `SASL ${MECHANISMS.join(" ")}`, "RESP-CODES", "AUTH-RESP-CODE", "PIPELINING"];
  if (!script.plays("sem-uidl")) rows.push("UIDL");
  if (!state.isSecure && !script.plays("sem-starttls")) rows.push("STLS");
  return multiline("Capability list follows", [...rows, "IMPLEMENTATION Malote-Sandbox"]);
}

function stls({ state, script }: Pop3Request): Reply {
  if (state.isSecure) return err("TLS is on already");
  if (script.plays("sem-starttls")) return err("unknown command");
  const extra = script.strikes("injetar-no-starttls") ? "+OK injected\r\n" : "";
  return { ...textReply(`+OK begin TLS\r\n${extra}`), followUp: "tls" };
}

function user({ state, args }: Pop3Request): Reply {
  const usuario = args.join(" ");
  if (!usuario) return err("USER needs a name");
  state.usuario = usuario;
  return ok("send PASS");
}

function pass({ state, args, caixa, gate }: Pop3Request): Reply {
  const { usuario } = state;
  if (usuario === null) return err("USER first");
  state.usuario = null;
  // @NOTE a password may contain spaces (RFC 1939 §7): it is the rest of the line.
  return gate.admitPassword(usuario, args.join(" ")) ? enter(state, caixa) : refuse();
}

function auth({ state, args, caixa, gate }: Pop3Request): Reply {
  const [mechanism, inicial = null] = args;
  if (mechanism === undefined) return multiline("mechanisms", MECHANISMS);
  const sasl = startSasl(mechanism, inicial, gate);
  return sasl ? continueSasl(sasl, caixa, state) : err("unknown mechanism");
}

function continueSasl(sasl: Sasl, caixa: Caixa, state: SessionState): Reply {
  state.sasl = sasl.kind === "pergunta" ? sasl : null;
  if (sasl.kind === "pergunta") return textReply(`+ ${sasl.challenge}\r\n`);
  if (sasl.kind === "entra") return enter(state, caixa);
  return sasl.kind === "recusa" ? refuse() : err("malformed or cancelled");
}

function enter(state: SessionState, caixa: Caixa): Reply {
  state.messages = [...caixa.list()];
  return ok(`${state.messages.length} messages`);
}

function refuse(): Reply {
  return err("[AUTH] invalid user or password");
}

function quit({ state, caixa }: Pop3Request): Reply {
  caixa.remove(state.deletedUidls);
  return { ...ok("bye"), followUp: "fim" };
}

function stat(request: Pop3Request): Reply {
  const { count, octets } = measure(request.state, request.script);
  return ok(`${count} ${octets}`);
}

function rset({ state }: Pop3Request): Reply {
  state.deletedUidls.clear();
  return ok("");
}

function uidl({ state, script, args }: Pop3Request): Reply {
  if (script.plays("sem-uidl")) return err("unknown command");
  return listing(state, args[0], (_, index) => uidlOf(script, state.messages ?? [], index));
}

function dele({ state, args }: Pop3Request): Reply {
  const message = find(state, args[0]);
  if (!message) return err("no such message");
  state.deletedUidls.add(message.uidl);
  return ok("deleted at QUIT");
}

function retr(request: Pop3Request): Reply {
  const { script } = request;
  const raw = readMessage(request);
  if (!Buffer.isBuffer(raw)) return raw;
  if (script.strikes("recusar-mensagem")) return err("[SYS/TEMP] cannot read this message now");
  const status = Buffer.from(`+OK ${claimSize(script, raw.length)} octets\r\n`);
  return { partes: [{ bytes: Buffer.concat([status, stuffDots(raw)]), mensagem: true }] };
}

function top(request: Pop3Request): Reply {
  const raw = readMessage(request);
  if (!Buffer.isBuffer(raw)) return raw;
  const lines = Number(request.args[1]);
  if (!Number.isInteger(lines) || lines < 0) return err("TOP needs a message and a number of lines");
  return { partes: [{ bytes: Buffer.concat([Buffer.from("+OK\r\n"), stuffDots(topOf(raw, lines))]) }] };
}

function readMessage({ state, args, caixa }: Pop3Request): Buffer | Reply {
  const message = find(state, args[0]);
  if (!message) return err("no such message");
  try {
    return caixa.read(message);
  } catch {
    return err("[SYS/TEMP] message is gone");
  }
}

function measure(state: SessionState, script: FaultScript): { count: number; octets: number } {
  const alive = (state.messages ?? []).filter((message) => !state.deletedUidls.has(message.uidl));
  const octets = alive.reduce((sum, message) => sum + claimSize(script, message.tamanho), 0);
  return { count: alive.length, octets };
}

function find(state: SessionState, number: string | undefined): StoredMessage | null {
  if (!number || !/^[0-9]{1,9}$/.test(number)) return null;
  const message = state.messages?.[Number(number) - 1];
  return message && !state.deletedUidls.has(message.uidl) ? message : null;
}

function listing(
  state: SessionState,
  number: string | undefined,
  write: (message: StoredMessage, index: number) => string,
): Reply {
  if (number !== undefined) {
    const message = find(state, number);
    return message ? ok(`${number} ${write(message, Number(number) - 1)}`) : err("no such message");
  }
  const rows = (state.messages ?? []).flatMap((message, index) =>
    state.deletedUidls.has(message.uidl) ? [] : [`${index + 1} ${write(message, index)}`],
  );
  return multiline(`${rows.length} messages`, rows);
}

function ok(text: string): Reply {
  return textReply(text ? `+OK ${text}\r\n` : "+OK\r\n");
}

function err(text: string): Reply {
  return textReply(`-ERR ${text}\r\n`);
}

function multiline(text: string, rows: readonly string[]): Reply {
  return textReply(`${[`+OK ${text}`, ...rows, "."].join("\r\n")}\r\n`);
}
