import type { CaixaGate } from "./caixa-gate.ts";

/** State of a SASL exchange: finished, or waiting for the next line of the client. */
export type Sasl =
  | { kind: "entra" }
  | { kind: "recusa" }
  | { kind: "malfeito" }
  | { kind: "pergunta"; challenge: string; answer(line: string): Sasl };

export const MECHANISMS = ["PLAIN", "XOAUTH2"] as const;

/** The challenge of Google and Microsoft for a rejected token, before the refusal. */
const REFUSED_TOKEN = Buffer.from(
  JSON.stringify({ status: "401", schemes: "bearer", scope: "https://malote.example/correio" }),
).toString("base64");

/**
 * Starts an exchange; `inicial` is the initial response, if any ("=" is an empty one).
 * @returns null for an unknown mechanism
 * @source RFC 4616 (PLAIN); RFC 4954 §4; Google, "XOAUTH2 Protocol"
 */
export function startSasl(mechanism: string, inicial: string | null, gate: CaixaGate): Sasl | null {
  const judge = judgeOf(mechanism.toUpperCase(), gate);
  if (!judge) return null;
  if (inicial === null) return ask("", (line) => judge(line));
  return judge(inicial === "=" ? "" : inicial);
}

function judgeOf(mechanism: string, gate: CaixaGate): ((base64: string) => Sasl) | null {
  if (mechanism === "PLAIN") return (base64) => judgePlain(base64, gate);
  if (mechanism === "XOAUTH2") return (base64) => judgeToken(base64, gate);
  return null;
}

function ask(challenge: string, then: (line: string) => Sasl): Sasl {
  return {
    kind: "pergunta",
    challenge,
    answer: (line) => (line === "*" ? { kind: "malfeito" } : then(line)),
  };
}

function judgePlain(base64: string, gate: CaixaGate): Sasl {
  const [, usuario, senha, ...rest] = decode(base64).split("\0");
  if (usuario === undefined || senha === undefined || rest.length > 0) return { kind: "malfeito" };
  return { kind: gate.admitPassword(usuario, senha) ? "entra" : "recusa" };
}

function judgeToken(base64: string, gate: CaixaGate): Sasl {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ^A separates the fields of XOAUTH2
  const match = /^user=([^\x01]*)\x01auth=Bearer ([^\x01]+)\x01\x01$/i.exec(decode(base64));
  if (!match) return { kind: "malfeito" };
  const [, usuario = "", token = ""] = match;
  if (gate.admitToken(usuario, token)) return { kind: "entra" };
  return ask(REFUSED_TOKEN, () => ({ kind: "recusa" }));
}

function decode(base64: string): string {
  return Buffer.from(base64, "base64").toString("utf8");
}
