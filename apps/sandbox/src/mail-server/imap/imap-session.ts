import { type Reply, type ReplyPart, type Session, textReply } from "../session.ts";
import { textOf } from "./args.ts";
import { type ClientInput, type Command, createCommandReader } from "./command-reader.ts";
import { FOLDER_COMMANDS } from "./folder-commands.ts";
import type { CommandResult, ImapCommand, ImapOptions, ImapSessionState } from "./imap-request.ts";
import { BYE_REBUILT, MESSAGE_COMMANDS, UID_COMMANDS } from "./message-commands.ts";
import { ALWAYS_COMMANDS, listCapabilities, SIGN_IN_COMMANDS } from "./sign-in.ts";

/** Longest literal: a password before sign-in, a message to append after it. */
const LITERAL_SIGNED_OUT_MAX = 16_384;
const LITERAL_SIGNED_IN_MAX = 64 * 1024 * 1024;

const ALWAYS = new Map<string, ImapCommand>(ALWAYS_COMMANDS);
const SIGNED_OUT = new Map<string, ImapCommand>(SIGN_IN_COMMANDS);
const SIGNED_IN = new Map<string, ImapCommand>([...FOLDER_COMMANDS, ...MESSAGE_COMMANDS]);

/**
 * One IMAP session over the demo folders, without its socket: what imapflow and mail programs need
 * of IMAP4rev1.
 * @source RFC 3501; RFC 2595 §3.1 (STARTTLS); RFC 4959 (SASL-IR); RFC 2971 (ID); RFC 2177 (IDLE); RFC 4315
 * (UIDPLUS)
 */
export function createImapSession(options: ImapOptions): Session {
  const reader = createCommandReader();
  const { isSecure } = options.connection;
  const stopIdling = (): void => undefined;
  const state: ImapSessionState = {
    tag: "*",
    isSecure,
    signedIn: false,
    view: null,
    awaitLine: null,
    stopIdling,
  };
  const greeting = `* OK [CAPABILITY ${listCapabilities(options, state)}] Malote: caixa de demonstração pronta\r\n`;
  const next = (): ClientInput | null =>
    reader.next(
      state.awaitLine ? "linha" : "comando",
      state.signedIn ? LITERAL_SIGNED_IN_MAX : LITERAL_SIGNED_OUT_MAX,
    );
  return {
    greeting: Buffer.from(greeting),
    receive: function* (chunk) {
      reader.feed(chunk);
      for (let input = next(); input; input = next()) yield answer(input, options, state);
    },
    secure: () => {
      reader.clear();
      state.isSecure = true;
    },
    leave: () => state.stopIdling(),
  };
}

function answer(input: ClientInput, options: ImapOptions, state: ImapSessionState): Reply {
  if (input.kind === "comando") return run(input.command, options, state);
  if (input.kind === "literal") return textReply("+ go on\r\n");
  if (input.kind === "linha")
    return respond(state.awaitLine?.(input.linha) ?? "BAD nothing was asked", state);
  const refusal = textReply(`${input.tag} BAD malformed command\r\n`);
  return input.fim ? { ...refusal, followUp: "fim" } : refusal;
}

function run(command: Command, options: ImapOptions, state: ImapSessionState): Reply {
  const { view } = state;
  if (view && view.caixa.uidValidity !== view.uidValidity)
    return { ...textReply(`${BYE_REBUILT}\r\n`), followUp: "fim" };
  const byUid = command.nome === "UID";
  const nome = byUid ? (textOf(command.args[0])?.toUpperCase() ?? "") : command.nome;
  const args = byUid ? command.args.slice(1) : command.args;
  state.tag = command.tag;
  const result = find(nome, { byUid, state })({ ...options, state, args, byUid });
  const reply = respond(result, state);
  if (nome === "LOGOUT") return { ...reply, followUp: "fim" };
  if (nome !== "STARTTLS" || result !== STARTED) return reply;
  const injected = options.script.strikes("injetar-no-starttls")
    ? textReply("* CAPABILITY IMAP4rev1 INJECTED\r\n").partes
    : [];
  return { partes: [...reply.partes, ...injected], followUp: "tls" };
}

const STARTED = "OK begin TLS";

function find(nome: string, { byUid, state }: { byUid: boolean; state: ImapSessionState }): ImapCommand {
  if (byUid && !UID_COMMANDS.has(nome)) return () => "BAD unknown command";
  const known = (state.signedIn ? SIGNED_IN : SIGNED_OUT).get(nome) ?? ALWAYS.get(nome);
  if (known) return known;
  if (SIGNED_IN.has(nome)) return () => "NO [AUTHENTICATIONFAILED] sign in first";
  return () => (SIGNED_OUT.has(nome) ? "BAD signed in already" : "BAD unknown command");
}

function respond(result: CommandResult, state: ImapSessionState): Reply {
  state.awaitLine = typeof result === "object" && "challenge" in result ? result.answer : null;
  if (typeof result === "object" && "challenge" in result) return textReply(`+ ${result.challenge}\r\n`);
  const { tag } = state;
  if (typeof result === "string") return textReply(`${tag} ${result}\r\n`);
  return { partes: finish(result, tag) };
}

function* finish(untagged: Generator<ReplyPart, string>, tag: string): Generator<ReplyPart> {
  const status = yield* untagged;
  yield { bytes: Buffer.from(`${tag} ${status}\r\n`) };
}
