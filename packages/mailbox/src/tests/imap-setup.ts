import { afterEach } from "vitest";
import { MailOutage } from "../failure/outage.ts";
import { openImapSource } from "../imap/source.ts";
import { DEFAULT_REDE, type RedePolitica } from "../network/endpoint.ts";
import type { CaixaConfig, MailSource, MensagemRef } from "../source/mail-source.ts";
import { type ImapFalso, type RoteiroImap, startImap } from "./imap-server.ts";

/** Deadlines of a test, long enough that a busy machine does not look like a silent server. */
export const REDE: RedePolitica = {
  ...DEFAULT_REDE,
  permitirPrivado: true,
  conexaoMs: 2_000,
  ociosoMs: 20_000,
  totalMs: 40_000,
};
/** For servers that stall. */
export const IMPACIENTE = { ociosoMs: 400 };

export const CAIXA: CaixaConfig = {
  tipo: "imap",
  servidor: "imap.exemplo.test",
  usuario: "ana@exemplo.test",
  entrada: { kind: "senha", senha: "segredo" },
};

/** A message with content that is hard for protocols. */
export const MENSAGEM = Buffer.from(
  "From: a@b\r\nSubject: um\r\n\r\n.\r\n..\r\n* 1 FETCH (UID 1 BODY[] {2}\r\nab)\r\nA9 OK\r\n\0\xff\xe9\nfim",
  "latin1",
);

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

export async function serve(roteiro: Partial<RoteiroImap> = {}): Promise<ImapFalso> {
  const server = await startImap({ mensagens: [MENSAGEM], ...roteiro });
  closing.push(() => server.stop());
  return server;
}

/**
 * Opens the mailbox of a scripted server; the name does not resolve, so the connection uses the
 * checked address.
 */
export async function open(
  server: { porta: number },
  caixa: Partial<CaixaConfig> = {},
  rede: Partial<RedePolitica> = {},
): Promise<MailSource> {
  const destino = { nome: CAIXA.servidor, porta: server.porta, enderecos: ["127.0.0.1"] };
  const source = await openImapSource({ ...CAIXA, ...caixa }, destino, { ...REDE, ...rede });
  closing.push(() => source.abort());
  return source;
}

export async function firstOf(source: MailSource): Promise<MensagemRef> {
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
export async function causaOf(work: Promise<unknown>): Promise<string> {
  const { causa, codigo } = await outageOf(work);
  return codigo === null ? causa : `${causa} ${codigo}`;
}
