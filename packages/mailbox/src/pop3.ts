import { MailOutage, toPrintable } from "./failure.ts";
import type { Corpo } from "./framing.ts";
import type { Pop3Connection } from "./pop3-connection.ts";

/** Largest UIDL or LIST answer: 200 000 messages need about 16 MB. */
const LISTAGEM_MAX_BYTES = 64 * 1024 * 1024;
const CAPA_MAX_BYTES = 65_536;

/** What a server says it can do: upper-case keyword and its arguments; empty when it does not know CAPA. */
export type Capa = ReadonlyMap<string, string>;

/** Reads the greeting.  @throws MailOutage recusada, when the server opens with -ERR */
export async function greet(pop: Pop3Connection): Promise<void> {
  const status = await pop.greet();
  if (status.ok) return;
  throw new MailOutage("recusada", `greeting: ${status.texto}`, { codigo: "saudacao-recusada" });
}

/** @source RFC 2449 §5 */
export async function askCapa(pop: Pop3Connection): Promise<Capa> {
  const { corpo } = await pop.askCorpo("CAPA", CAPA_MAX_BYTES);
  const capa = new Map<string, string>();
  for (const line of corpo?.bytes.toString("latin1").split("\n") ?? []) {
    const [keyword, ...rest] = line.trim().split(/\s+/);
    if (keyword) capa.set(keyword.toUpperCase(), rest.join(" "));
  }
  return capa;
}

/** Unique id by message number; null when the server has no UIDL.  @throws MailOutage protocolo */
export async function askUidl(pop: Pop3Connection): Promise<Map<number, string> | null> {
  const { ok, corpo } = await pop.askCorpo("UIDL", LISTAGEM_MAX_BYTES);
  return ok && corpo !== null ? parseListagem(corpo, "UIDL") : null;
}

/** Size in bytes by message number, as the server claims: some lie.  @throws MailOutage protocolo */
export async function askList(pop: Pop3Connection): Promise<Map<number, number>> {
  const { ok, texto, corpo } = await pop.askCorpo("LIST", LISTAGEM_MAX_BYTES);
  if (!ok || corpo === null) {
    throw new MailOutage("protocolo", `LIST refused: ${texto}`, { codigo: "listagem-recusada" });
  }
  const sizes = new Map<number, number>();
  for (const [numero, texto] of parseListagem(corpo, "LIST")) {
    const size = Number.parseInt(texto, 10);
    sizes.set(numero, Number.isSafeInteger(size) && size >= 0 ? size : 0);
  }
  return sizes;
}

/** The whole message.  @throws MailOutage protocolo, when the server refuses to hand it over */
export async function askRetr(pop: Pop3Connection, numero: number, maxBytes: number): Promise<Corpo> {
  const { ok, texto, corpo } = await pop.askCorpo(`RETR ${numero}`, maxBytes);
  if (!ok || corpo === null)
    throw new MailOutage("protocolo", `RETR refused: ${texto}`, { soMensagem: true });
  return corpo;
}

/** The header of a message; null where the server does not give it. */
export async function askTop(
  pop: Pop3Connection,
  numero: number,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const { corpo } = await pop.askCorpo(`TOP ${numero} 0`, maxBytes);
  return corpo === null || corpo.excedeu ? null : corpo.bytes;
}

/** Proves that the answers still belong to the questions: a server that lets a bare `.` line through would leave
 * the tail of the message here.  @throws MailOutage protocolo */
export async function proveInStep(pop: Pop3Connection): Promise<void> {
  const status = await pop.ask("NOOP");
  if (!status.ok) throw new MailOutage("protocolo", `NOOP refused: ${status.texto}`);
}

function parseListagem(corpo: Corpo, comando: string): Map<number, string> {
  if (corpo.excedeu) throw new MailOutage("protocolo", `${comando}: endless list`);
  const items = new Map<number, string>();
  for (const line of corpo.bytes.toString("latin1").split("\n")) {
    const text = line.trim();
    if (text === "") continue;
    const match = /^(\d{1,9})\s+(\S.*)$/.exec(text);
    if (match === null) throw new MailOutage("protocolo", `${comando}: ${toPrintable(text)}`);
    items.set(Number(match[1]), match[2] ?? "");
  }
  return items;
}
