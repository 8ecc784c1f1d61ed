import { MailOutage } from "../failure/outage.ts";
import { classifyRefusal } from "../failure/sign-in-refusal.ts";
import { connectTcp, protectionOf, startTls } from "../network/connection.ts";
import type { Endpoint, NetworkPolicy } from "../network/endpoint.ts";
import { refuseControls, withoutSecret } from "../source/credentials.ts";
import type { MailboxConfig, MailSource } from "../source/mail-source.ts";
import { type Capabilities, greet, readCapabilities } from "./commands.ts";
import { Pop3Connection, type Status } from "./connection.ts";
import { Pop3Source } from "./source.ts";

/**
 * Longest command line, CRLF included; a longer initial response goes on its own line.
 * @source RFC 2449 §4, RFC 5034 §4
 */
const COMMAND_MAX = 255;

/**
 * Connects to a POP3 mailbox, starts TLS as its type requires, and signs in.
 * @throws MailOutage
 */
export async function openPop3Source(
  mailbox: MailboxConfig,
  endpoint: Endpoint,
  network: NetworkPolicy,
): Promise<MailSource> {
  refuseControls(mailbox);
  const protection = protectionOf(mailbox.tipo);
  const target = { nome: endpoint.nome, certificadoFixado: mailbox.certificadoFixado ?? null };
  const tcp = await connectTcp(endpoint, network);
  const pop = new Pop3Connection(protection === "tls" ? await startTls(tcp, target, network) : tcp, network);
  try {
    await greet(pop);
    let capabilities = await readCapabilities(pop);
    if (protection === "starttls") {
      await requestStls(pop, capabilities);
      await pop.protect((socket) => startTls(socket, target, network));
      // @NOTE capabilities from before the handshake may be forged, so they are requested again
      // (RFC 2595 §4)
      capabilities = await readCapabilities(pop);
    }
    await signIn(pop, mailbox, capabilities);
    pop.cleanWith((text) => withoutSecret(text, mailbox));
    // capabilities may differ after sign-in (RFC 2449 §5)
    return new Pop3Source(pop, network, await readCapabilities(pop));
  } catch (error) {
    pop.destroy();
    throw error;
  }
}

/**
 * Starts TLS on this connection; sends nothing more when TLS is unavailable.
 * @source RFC 2595 §4  @throws MailOutage tls
 */
async function requestStls(pop: Pop3Connection, capabilities: Capabilities): Promise<void> {
  // a server without CAPA may support STLS; a CAPA reply without STLS means that it does not
  if (capabilities.size > 0 && !capabilities.has("STLS")) {
    throw new MailOutage("tls", "STLS is not offered", { codigo: "starttls-nao-oferecido" });
  }
  const status = await pop.ask("STLS");
  if (status.ok) return;
  const codigo = capabilities.size > 0 ? "starttls-recusado" : "starttls-nao-oferecido";
  throw new MailOutage("tls", `STLS refused: ${status.texto}`, { codigo });
}

async function signIn(
  pop: Pop3Connection,
  mailbox: MailboxConfig,
  capabilities: Capabilities,
): Promise<void> {
  const { entrada, usuario } = mailbox;
  const mechanisms = (capabilities.get("SASL") ?? "").toUpperCase().split(" ");
  if (entrada.kind === "oauth2") {
    if (capabilities.size > 0 && !mechanisms.includes("XOAUTH2")) {
      throw new MailOutage("autorizacao", "XOAUTH2 is not offered", { codigo: "entrada-sem-oauth" });
    }
    const answer = encode(`user=${usuario}\u0001auth=Bearer ${entrada.token}\u0001\u0001`);
    return accept(await authenticate(pop, "XOAUTH2", answer), mailbox);
  }
  const { senha } = entrada;
  if (mechanisms.includes("PLAIN")) {
    const answer = encode(`\0${usuario}\0${senha}`);
    return accept(await authenticate(pop, "PLAIN", answer), mailbox);
  }
  const status = await pop.ask(`USER ${usuario}`);
  return accept(status.ok ? await pop.ask(`PASS ${senha}`) : status, mailbox);
}

/**
 * @source RFC 5034 §4 (initial response), RFC 4616 (PLAIN); XOAUTH2 as Google and Microsoft document it
 */
function authenticate(pop: Pop3Connection, mechanism: string, answer: string): Promise<Status> {
  const inOne = `AUTH ${mechanism} ${answer}`;
  return inOne.length + 2 <= COMMAND_MAX
    ? pop.askSasl(inOne, null)
    : pop.askSasl(`AUTH ${mechanism}`, answer);
}

function encode(answer: string): string {
  return Buffer.from(answer).toString("base64");
}

function accept(status: Status, mailbox: MailboxConfig): void {
  if (status.ok) return;
  const { servidor, entrada } = mailbox;
  const { causa, codigo } = classifyRefusal({ texto: status.texto, servidor, entrada });
  throw new MailOutage(causa, withoutSecret(status.texto, mailbox), { codigo });
}
