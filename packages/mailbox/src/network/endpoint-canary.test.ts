import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { MailOutage } from "../failure/outage.ts";
import { probeServer } from "../probe/probe.ts";
import type { MailboxType } from "../source/mail-source.ts";
import { openMailSource } from "../source/open.ts";
import { mailboxOf } from "../tests/pop3-server.ts";
import { DEFAULT_NETWORK } from "./endpoint.ts";
import { fetchToken } from "./token.ts";

const TIPOS: readonly MailboxType[] = ["pop3", "pop3-starttls", "spop3", "imap", "imap-starttls", "imaps"];

/** Internal addresses in every spelling that a resolver, browser or library accepts. */
const SPELLINGS = [
  ...["127.0.0.1", "127.255.255.254", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1", "0X7F.0.0.1"],
  ...[
    "0177.0.0.1",
    "017700000001",
    "127.0.0.1.",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "%31%32%37.0.0.1",
    " 127.0.0.1 ",
  ],
  ...["0.0.0.0", "0", "0x0", "0.1.2.3", "10.0.0.1", "10.1", "012.0.0.1", "172.16.0.1", "172.31.255.255"],
  ...["192.168.0.1", "192.168.257", "3232235521", "100.64.0.1", "100.127.255.255"],
  ...["169.254.169.254", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.254.43518"],
  ...[
    "::1",
    "[::1]",
    "0:0:0:0:0:0:0:1",
    "::",
    "[::]",
    "fc00::1",
    "[fdff::1]",
    "fe80::1",
    "fe80::1%lo",
    "[fe80::1%25lo]",
  ],
  ...[
    "::ffff:127.0.0.1",
    "[::ffff:127.0.0.1]",
    "::FFFF:7F00:1",
    "0:0:0:0:0:ffff:10.0.0.1",
    "::ffff:169.254.169.254",
  ],
  ...[
    "::127.0.0.1",
    "::7f00:1",
    "::ffff:0:127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
  ],
  ...[
    "2002:7f00:1::",
    "2001::1",
    "2001:db8::1",
    "ff02::1",
    "fec0::1",
    "localhost",
    "LOCALHOST",
    "localhost.",
  ],
  ...["255.255.255.255", "224.0.0.1", "240.0.0.1", "198.18.0.1", "192.0.2.1"],
];

/** Possible DNS answers, in standard and non-standard form. */
const RESPONSES = SPELLINGS.filter((spelling) => /^[0-9a-fx.:%]+$/i.test(spelling));

let sockets = 0;
const count = (): void => {
  sockets++;
};
const canary = createServer((socket) => {
  sockets++;
  socket.destroy();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
  // counts every client socket of this process
  subscribe("net.client.socket", count);
});
afterAll(() => {
  unsubscribe("net.client.socket", count);
  canary.close();
});
beforeEach(() => {
  sockets = 0;
});

function portOfCanary(): number {
  const address = canary.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

const OAUTH = { clientId: "c", clientSecret: "s", refreshToken: null, escopo: "" };

/** Tries each way to reach a host: collection by each protocol, mailbox test, token. */
async function tryAll(servidor: string, addresses?: readonly string[]): Promise<void> {
  const resolver = addresses && (async () => addresses);
  for (const tipo of TIPOS) {
    const { porta: _, ...mailbox } = mailboxOf(0, { tipo, servidor });
    await expect(openMailSource(mailbox, DEFAULT_NETWORK, resolver), servidor).rejects.toThrow(MailOutage);
  }
  const proof = await probeServer(mailboxOf(110, { servidor }), DEFAULT_NETWORK, resolver);
  expect(proof).toMatchObject({ ok: false, certificado: null });
  const tokenUrl = `https://${servidor.includes(":") && !servidor.includes("[") ? `[${servidor}]` : servidor}/token`;
  await expect(fetchToken({ ...OAUTH, tokenUrl }, DEFAULT_NETWORK, resolver), servidor).rejects.toThrow(
    MailOutage,
  );
}

test("the canary server detects a connection to it", async () => {
  const network = { ...DEFAULT_NETWORK, permitirPrivado: true };
  await expect(openMailSource(mailboxOf(portOfCanary()), network)).rejects.toThrow(MailOutage);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sockets).toBe(2);
});

test("no spelling of an internal address opens a socket", async () => {
  for (const spelling of SPELLINGS) await tryAll(spelling);
  expect(sockets).toBe(0);
});

test("no name that resolves to internal addresses opens a socket", async () => {
  for (const address of RESPONSES) await tryAll("caixa.exemplo.com.br", [address]);
  await tryAll("caixa.exemplo.com.br", RESPONSES);
  expect(sockets).toBe(0);
});

test("no port outside mail opens a socket", async () => {
  for (const port of [1, 22, 25, 80, 443, 465, 587, 3306, 5432, 6379, 8080, 65_535]) {
    await expect(
      openMailSource(mailboxOf(port, { servidor: "8.8.8.8" }), DEFAULT_NETWORK),
    ).rejects.toMatchObject({
      causa: "endereco-proibido",
    });
  }
  for (const port of [80, 110, 993, 8443]) {
    const tokenUrl = `https://8.8.8.8:${port}/`;
    await expect(fetchToken({ ...OAUTH, tokenUrl }, DEFAULT_NETWORK)).rejects.toMatchObject({
      causa: "endereco-proibido",
    });
  }
  expect(sockets).toBe(0);
});

test("special ranges such as cloud metadata stay closed even with permitirPrivado", async () => {
  const network = { ...DEFAULT_NETWORK, permitirPrivado: true };
  for (const servidor of [
    "169.254.169.254",
    "0.0.0.0",
    "::",
    "fe80::1%lo",
    "64:ff9b::7f00:1",
    "2852039166",
    "0",
  ]) {
    await expect(openMailSource(mailboxOf(portOfCanary(), { servidor }), network)).rejects.toMatchObject({
      causa: "endereco-proibido",
    });
  }
  expect(sockets).toBe(0);
});
