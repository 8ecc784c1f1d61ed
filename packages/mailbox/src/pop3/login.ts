import { MailOutage } from "../failure/outage.ts";
import { classifyRecusa } from "../failure/sign-in-refusal.ts";
import { connectTcp, protecaoOf, startTls } from "../network/connection.ts";
import type { Destino, RedePolitica } from "../network/endpoint.ts";
import { refuseControls, withoutSecret } from "../source/credentials.ts";
import type { CaixaConfig, MailSource } from "../source/mail-source.ts";
import { askCapa, type Capa, greet } from "./commands.ts";
import { Pop3Connection, type Status } from "./connection.ts";
import { Pop3Source } from "./source.ts";

/**
 * Longest command line, CRLF included; a longer initial response goes on its own line.
 * @source RFC 2449 §4, RFC 5034 §4
 */
const COMANDO_MAX = 255;

/**
 * Connects to a POP3 mailbox, starts TLS as its type requires, and signs in.
 * @throws MailOutage
 */
export async function openPop3Source(
  caixa: CaixaConfig,
  destino: Destino,
  rede: RedePolitica,
): Promise<MailSource> {
  refuseControls(caixa);
  const protecao = protecaoOf(caixa.tipo);
  const alvo = { nome: destino.nome, certificadoFixado: caixa.certificadoFixado ?? null };
  const tcp = await connectTcp(destino, rede);
  const pop = new Pop3Connection(protecao === "tls" ? await startTls(tcp, alvo, rede) : tcp, rede);
  try {
    await greet(pop);
    let capa = await askCapa(pop);
    if (protecao === "starttls") {
      await askStls(pop, capa);
      await pop.protect((socket) => startTls(socket, alvo, rede));
      // @NOTE capabilities from before the handshake may be forged, so they are requested again
      // (RFC 2595 §4)
      capa = await askCapa(pop);
    }
    await signIn(pop, caixa, capa);
    pop.cleanWith((texto) => withoutSecret(texto, caixa));
    // capabilities may differ after sign-in (RFC 2449 §5)
    return new Pop3Source(pop, rede, await askCapa(pop));
  } catch (error) {
    pop.destroy();
    throw error;
  }
}

/**
 * Starts TLS on this connection; sends nothing more when TLS is unavailable.
 * @source RFC 2595 §4  @throws MailOutage tls
 */
async function askStls(pop: Pop3Connection, capa: Capa): Promise<void> {
  // a server without CAPA may support STLS; a CAPA reply without STLS means that it does not
  if (capa.size > 0 && !capa.has("STLS")) {
    throw new MailOutage("tls", "STLS is not offered", { codigo: "starttls-nao-oferecido" });
  }
  const status = await pop.ask("STLS");
  if (status.ok) return;
  const codigo = capa.size > 0 ? "starttls-recusado" : "starttls-nao-oferecido";
  throw new MailOutage("tls", `STLS refused: ${status.texto}`, { codigo });
}

async function signIn(pop: Pop3Connection, caixa: CaixaConfig, capa: Capa): Promise<void> {
  const { entrada, usuario } = caixa;
  const mechanisms = (capa.get("SASL") ?? "").toUpperCase().split(" ");
  if (entrada.kind === "oauth2") {
    if (capa.size > 0 && !mechanisms.includes("XOAUTH2")) {
      throw new MailOutage("autorizacao", "XOAUTH2 is not offered", { codigo: "entrada-sem-oauth" });
    }
    const answer = encode(`user=${usuario}\u0001auth=Bearer ${entrada.token}\u0001\u0001`);
    return accept(await authenticate(pop, "XOAUTH2", answer), caixa);
  }
  const { senha } = entrada;
  if (mechanisms.includes("PLAIN")) {
    const answer = encode(`\0${usuario}\0${senha}`);
    return accept(await authenticate(pop, "PLAIN", answer), caixa);
  }
  const status = await pop.ask(`USER ${usuario}`);
  return accept(status.ok ? await pop.ask(`PASS ${senha}`) : status, caixa);
}

/**
 * @source RFC 5034 §4 (initial response), RFC 4616 (PLAIN); XOAUTH2 as Google and Microsoft document it
 */
function authenticate(pop: Pop3Connection, mechanism: string, answer: string): Promise<Status> {
  const inOne = `AUTH ${mechanism} ${answer}`;
  return inOne.length + 2 <= COMANDO_MAX
    ? pop.askSasl(inOne, null)
    : pop.askSasl(`AUTH ${mechanism}`, answer);
}

function encode(answer: string): string {
  return Buffer.from(answer).toString("base64");
}

function accept(status: Status, caixa: CaixaConfig): void {
  if (status.ok) return;
  const { servidor, entrada } = caixa;
  const { causa, codigo } = classifyRecusa({ texto: status.texto, servidor, entrada });
  throw new MailOutage(causa, withoutSecret(status.texto, caixa), { codigo });
}
