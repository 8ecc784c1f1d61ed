import { MECHANISMS, type Sasl, startSasl } from "../sasl.ts";
import { textOf, utf8Of } from "./args.ts";
import {
  type CommandResult,
  type ImapCommand,
  type ImapOptions,
  type ImapRequest,
  type ImapSessionState,
  replyWith,
} from "./imap-request.ts";

/** The commands that are valid at any time.   @source RFC 3501 §6.1; RFC 2971 (ID) */
export const ALWAYS_COMMANDS: readonly (readonly [string, ImapCommand])[] = [
  [
    "CAPABILITY",
    (request) => replyWith([`* CAPABILITY ${listCapabilities(request, request.state)}`], "OK done"),
  ],
  ["ID", () => replyWith(['* ID ("name" "Malote-Sandbox")'], "OK done")],
  ["NOOP", () => "OK done"],
  ["LOGOUT", () => replyWith(["* BYE até logo"], "OK done")],
];

/** The commands before sign-in.   @source RFC 3501 §6.2; RFC 4959 (SASL-IR) */
export const SIGN_IN_COMMANDS: readonly (readonly [string, ImapCommand])[] = [
  ["STARTTLS", starttls],
  ["LOGIN", login],
  ["AUTHENTICATE", authenticate],
];

export function listCapabilities({ script }: ImapOptions, { isSecure, signedIn }: ImapSessionState): string {
  const words = ["IMAP4rev1", "LITERAL+", "ID", "NAMESPACE", "UNSELECT"];
  if (!script.plays("sem-uidplus")) words.push("UIDPLUS");
  if (!script.plays("sem-idle")) words.push("IDLE");
  if (signedIn) return words.join(" ");
  if (!isSecure && !script.plays("sem-starttls")) words.push("STARTTLS");
  return [...words, "SASL-IR", ...MECHANISMS.map((mechanism) => `AUTH=${mechanism}`)].join(" ");
}

function starttls({ state, script }: ImapRequest): CommandResult {
  if (state.isSecure) return "BAD TLS is on already";
  return script.plays("sem-starttls") ? "BAD unknown command" : "OK begin TLS";
}

const REFUSAL = "NO [AUTHENTICATIONFAILED] invalid user or password";

function login({ state, gate, args }: ImapRequest): CommandResult {
  const [usuario, senha] = [utf8Of(args[0]), utf8Of(args[1])];
  if (usuario === null || senha === null) return "BAD LOGIN needs a user and a password";
  if (!gate.admitPassword(usuario, senha)) return REFUSAL;
  state.signedIn = true;
  return "OK welcome";
}

function authenticate({ state, gate, args }: ImapRequest): CommandResult {
  const sasl = startSasl(textOf(args[0]) ?? "", textOf(args[1]), gate);
  return sasl ? continueSasl(sasl, state) : "NO [CANNOT] unknown mechanism";
}

function continueSasl(sasl: Sasl, state: ImapSessionState): CommandResult {
  if (sasl.kind === "pergunta")
    return { challenge: sasl.challenge, answer: (line) => continueSasl(sasl.answer(line), state) };
  if (sasl.kind === "malfeito") return "BAD malformed or cancelled";
  if (sasl.kind === "recusa") return REFUSAL;
  state.signedIn = true;
  return "OK welcome";
}
