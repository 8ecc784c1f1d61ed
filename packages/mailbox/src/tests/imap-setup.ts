import { afterEach } from "vitest";
import { MailOutage } from "../failure/outage.ts";
import { openImapSource } from "../imap/source.ts";
import { DEFAULT_NETWORK, type NetworkPolicy } from "../network/endpoint.ts";
import type { MailboxConfig, MailSource, MessageRef } from "../source/mail-source.ts";
import { type ImapScript, type ScriptedImap, startImap } from "./imap-server.ts";

/** Deadlines of a test, long enough that a busy machine does not look like a silent server. */
export const NETWORK: NetworkPolicy = {
  ...DEFAULT_NETWORK,
  permitirPrivado: true,
  conexaoMs: 2_000,
  ociosoMs: 20_000,
  totalMs: 40_000,
};
/** For servers that stall. */
export const IMPATIENT = { ociosoMs: 400 };

export const CAIXA: MailboxConfig = {
  tipo: "imap",
  servidor: "imap.exemplo.test",
  usuario: "ana@exemplo.test",
  entrada: { kind: "senha", senha: "segredo" },
};

/** A message with content that is hard for protocols. */
export const MESSAGE = Buffer.from(
  "From: a@b\r\nSubject: um\r\n\r\n.\r\n..\r\n* 1 FETCH (UID 1 BODY[] {2}\r\nab)\r\nA9 OK\r\n\0\xff\xe9\nfim",
  "latin1",
);

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

export async function serve(script: Partial<ImapScript> = {}): Promise<ScriptedImap> {
  const server = await startImap({ mensagens: [MESSAGE], ...script });
  closing.push(() => server.stop());
  return server;
}

/**
 * Opens the mailbox of a scripted server; the name does not resolve, so the connection uses the
 * checked address.
 */
export async function open(
  server: { porta: number },
  mailbox: Partial<MailboxConfig> = {},
  network: Partial<NetworkPolicy> = {},
): Promise<MailSource> {
  const endpoint = { nome: CAIXA.servidor, porta: server.porta, enderecos: ["127.0.0.1"] };
  const source = await openImapSource({ ...CAIXA, ...mailbox }, endpoint, { ...NETWORK, ...network });
  closing.push(() => source.abort());
  return source;
}

export async function firstOf(source: MailSource): Promise<MessageRef> {
  const [first] = (await source.list()).refs;
  if (first === undefined) throw new Error("no message");
  return first;
}

/** Returns the outage that rejects this work; any other result fails the test. */
export async function outageOf(work: Promise<unknown>): Promise<MailOutage> {
  const error: unknown = await work.then(
    (value) => `no outage, but ${JSON.stringify(value)}`,
    (reason: unknown) => reason,
  );
  if (error instanceof MailOutage) return error;
  throw new Error(`not an outage: ${String(error)}`, { cause: error });
}

/** Returns the cause of the outage, and its code if any. */
export async function causeOf(work: Promise<unknown>): Promise<string> {
  const { causa, codigo } = await outageOf(work);
  return codigo === null ? causa : `${causa} ${codigo}`;
}
