import type { Porteiro } from "./porteiro.ts";

/** State of a SASL exchange: finished, or waiting for the next line of the client. */
export type Sasl =
  | { kind: "entra" }
  | { kind: "recusa" }
  | { kind: "malfeito" }
  | { kind: "pergunta"; desafio: string; answer(linha: string): Sasl };

export const MECANISMOS = ["PLAIN", "XOAUTH2"] as const;

/** The challenge of Google and Microsoft for a rejected token, before the refusal. */
const TOKEN_RECUSADO = Buffer.from(
  JSON.stringify({ status: "401", schemes: "bearer", scope: "https://malote.example/correio" }),
).toString("base64");

/**
 * Starts an exchange; `inicial` is the initial response, if any ("=" is an empty one).
 * @returns null for an unknown mechanism
 * @source RFC 4616 (PLAIN); RFC 4954 §4; Google, "XOAUTH2 Protocol"
 */
export function startSasl(mecanismo: string, inicial: string | null, porteiro: Porteiro): Sasl | null {
  const judge = judgeOf(mecanismo.toUpperCase(), porteiro);
  if (!judge) return null;
  if (inicial === null) return ask("", (linha) => judge(linha));
  return judge(inicial === "=" ? "" : inicial);
}

function judgeOf(mecanismo: string, porteiro: Porteiro): ((base64: string) => Sasl) | null {
  if (mecanismo === "PLAIN") return (base64) => judgePlain(base64, porteiro);
  if (mecanismo === "XOAUTH2") return (base64) => judgeToken(base64, porteiro);
  return null;
}

function ask(desafio: string, then: (linha: string) => Sasl): Sasl {
  return {
    kind: "pergunta",
    desafio,
    answer: (linha) => (linha === "*" ? { kind: "malfeito" } : then(linha)),
  };
}

function judgePlain(base64: string, porteiro: Porteiro): Sasl {
  const [, usuario, senha, ...rest] = decode(base64).split("\0");
  if (usuario === undefined || senha === undefined || rest.length > 0) return { kind: "malfeito" };
  return { kind: porteiro.admitSenha(usuario, senha) ? "entra" : "recusa" };
}

function judgeToken(base64: string, porteiro: Porteiro): Sasl {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ^A separates the fields of XOAUTH2
  const match = /^user=([^\x01]*)\x01auth=Bearer ([^\x01]+)\x01\x01$/i.exec(decode(base64));
  if (!match) return { kind: "malfeito" };
  const [, usuario = "", token = ""] = match;
  if (porteiro.admitToken(usuario, token)) return { kind: "entra" };
  return ask(TOKEN_RECUSADO, () => ({ kind: "recusa" }));
}

function decode(base64: string): string {
  return Buffer.from(base64, "base64").toString("utf8");
}
