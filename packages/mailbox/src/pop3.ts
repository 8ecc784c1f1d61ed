import { createHash } from "node:crypto";
import { MailOutage, toPrintable } from "./failure.ts";
import type { Corpo } from "./framing.ts";
import type { Pop3Connection, Status } from "./pop3-connection.ts";

/** Largest UIDL or LIST answer: 200 000 messages need about 16 MB. */
const LISTAGEM_MAX_BYTES = 64 * 1024 * 1024;
const CAPA_MAX_BYTES = 65_536;
const SERVIDOR_SEM_UIDL = "the server has no UIDL: its messages cannot be told apart between two sessions";

/** Refusals that say "later", not "wrong password". @source RFC 2449 §8, RFC 3206 §4; the words are what servers write */
const LOGIN_DEPOIS =
  /^\[(IN-USE|LOGIN-DELAY|SYS\/)|\b(lock|locked|in use|busy|try again|too many|temporar|unavailable)/i;

/** Reads the greeting.  @throws MailOutage recusada, when the server opens with -ERR */
export async function greet(pop: Pop3Connection): Promise<void> {
  const status = await pop.greet();
  if (!status.ok) throw new MailOutage("recusada", `greeting: ${status.texto}`);
}

/** What the server says it can do: upper-case keyword and its arguments; empty when it does not know CAPA.
 * @source RFC 2449 §5 */
export async function askCapa(pop: Pop3Connection): Promise<Map<string, string>> {
  const { corpo } = await pop.askCorpo("CAPA", CAPA_MAX_BYTES);
  const capa = new Map<string, string>();
  for (const line of corpo?.bytes.toString("latin1").split("\n") ?? []) {
    const [keyword, ...rest] = line.trim().split(/\s+/);
    if (keyword) capa.set(keyword.toUpperCase(), rest.join(" "));
  }
  return capa;
}

/** Signs in with USER and PASS.  @throws MailOutage senha; recusada when the server asks to come back later */
export async function login(pop: Pop3Connection, conta: { usuario: string; senha: string }): Promise<void> {
  refuseControls(conta.usuario);
  refuseControls(conta.senha);
  const usuario = await pop.ask(`USER ${conta.usuario}`);
  const status = usuario.ok ? await pop.ask(`PASS ${conta.senha}`) : usuario;
  if (status.ok) return;
  const texto = status.texto.replaceAll(conta.senha, "***");
  throw new MailOutage(LOGIN_DEPOIS.test(texto) ? "recusada" : "senha", texto);
}

/** Unique id by message number.  @throws MailOutage protocolo, when the server has no UIDL */
export async function askUidl(pop: Pop3Connection): Promise<Map<number, string>> {
  const { ok, texto, corpo } = await pop.askCorpo("UIDL", LISTAGEM_MAX_BYTES);
  if (!ok || corpo === null) throw new MailOutage("protocolo", `${SERVIDOR_SEM_UIDL} (${texto})`);
  return parseListagem(corpo, "UIDL");
}

/** Size in bytes by message number, as the server claims: some lie.  @throws MailOutage protocolo */
export async function askList(pop: Pop3Connection): Promise<Map<number, number>> {
  const { ok, texto, corpo } = await pop.askCorpo("LIST", LISTAGEM_MAX_BYTES);
  if (!ok || corpo === null) throw new MailOutage("protocolo", `LIST refused: ${texto}`);
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

/** Proves that the answers still belong to the questions: a server that lets a bare `.` line through would leave
 * the tail of the message here.  @throws MailOutage protocolo */
export async function proveInStep(pop: Pop3Connection): Promise<void> {
  const status: Status = await pop.ask("NOOP");
  if (!status.ok) throw new MailOutage("protocolo", `NOOP refused: ${status.texto}`);
}

/** @NOTE a CR or LF here would be a second command, chosen by whoever typed the mailbox. */
function refuseControls(text: string): void {
  if (text === "") throw new MailOutage("senha", "empty user or password");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\x00-\x1f\x7f]/.test(text)) throw new MailOutage("senha", "control character in user or password");
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

/** Longest unique id kept as it is; RFC 1939 §7 allows 70 characters, some servers write more. */
const UID_MAX = 255;

/** A unique id fit to be stored: printable ASCII of bounded length; anything else becomes its SHA-256. */
export function cleanUid(uid: string): string {
  if (uid.length <= UID_MAX && /^[\x21-\x7e]+$/.test(uid)) return uid;
  return `sha256-${createHash("sha256").update(uid, "latin1").digest("hex")}`;
}
