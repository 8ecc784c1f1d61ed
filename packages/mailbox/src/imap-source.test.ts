import { afterEach, expect, test } from "vitest";
import { MailOutage } from "./failure.ts";
import { openImapSource } from "./imap-source.ts";
import { DEFAULT_REDE, type RedePolitica } from "./rede.ts";
import type { CaixaConfig, MailSource } from "./source.ts";
import { type ImapFalso, type RoteiroImap, startImap } from "./tests/imap-server.ts";

const REDE: RedePolitica = {
  ...DEFAULT_REDE,
  permitirPrivado: true,
  conexaoMs: 2_000,
  ociosoMs: 300,
  totalMs: 1_500,
};
const MENSAGEM = Buffer.from("From: a@b\r\nSubject: um\r\n\r\ncorpo\r\n.\r\n..\r\n");
const CAIXA: CaixaConfig = {
  tipo: "imap",
  servidor: "imap.exemplo.test",
  usuario: "ana@exemplo.test",
  entrada: { kind: "senha", senha: "segredo" },
};

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function serve(roteiro: RoteiroImap): Promise<ImapFalso> {
  const server = await startImap(roteiro);
  closing.push(() => server.stop());
  return server;
}

async function open(
  server: ImapFalso,
  caixa: Partial<CaixaConfig> = {},
  rede: Partial<RedePolitica> = {},
): Promise<MailSource> {
  const destino = { nome: CAIXA.servidor, porta: server.porta, enderecos: ["127.0.0.1"] };
  const source = await openImapSource({ ...CAIXA, ...caixa }, destino, { ...REDE, ...rede });
  closing.push(() => source.abort());
  return source;
}

async function outageOf(work: Promise<unknown>): Promise<MailOutage> {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof MailOutage) return error;
  throw new Error(`not an outage: ${String(error)}`);
}

test("messages come byte for byte, without being marked as read", async () => {
  const server = await serve({
    mensagens: [MENSAGEM, Buffer.from("X: 2\r\n\r\n\u00e9\0\xff", "latin1")],
    uids: [4, 9],
  });
  const source = await open(server);
  const { refs, marca } = await source.list();
  expect(refs.map(({ uid, tamanho }) => [uid, tamanho])).toEqual([
    ["7.4", MENSAGEM.length],
    ["7.9", 11],
  ]);
  expect(marca).toBe("7.9");
  const [first, second] = refs;
  if (first === undefined || second === undefined) throw new Error("no message");
  expect(await source.fetch(first)).toEqual(MENSAGEM);
  expect(Buffer.from(await source.fetch(second))).toEqual(Buffer.from("X: 2\r\n\r\n\u00e9\0\xff", "latin1"));
  await source.close();
  expect(server.comandos.filter((line) => /SELECT|STORE|BODY\[/.test(line))).toEqual([]);
});
