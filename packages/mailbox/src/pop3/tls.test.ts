import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { FailureCode } from "../failure/codes.ts";
import { MailOutage } from "../failure/outage.ts";
import { DEFAULT_NETWORK, type NetworkPolicy } from "../network/endpoint.ts";
import type { MailboxConfig } from "../source/mail-source.ts";
import { openMailSource } from "../source/open.ts";
import { createCertificate, fingerprintOf, type TestCertificate } from "../tests/certificates.ts";
import { mailboxOf, type Pop3Script, type ScriptedPop3, startPop3 } from "../tests/pop3-server.ts";

const SERVER = "pop.exemplo.com.br";
const ROOT = createCertificate({ dns: "AC Inventada", ca: true }, null);
const ISSUER = { nome: "AC Inventada", key: ROOT.key };
const VALID = createCertificate({ dns: SERVER }, ISSUER);
const MESSAGE = Buffer.from("From: a@b\r\n\r\nsobre TLS\r\n");
const SECRETS = /USER|PASS|AUTH/;

const NETWORK: NetworkPolicy = {
  ...DEFAULT_NETWORK,
  permitirPrivado: true,
  conexaoMs: 5000,
  ociosoMs: 500,
  trustedCas: [ROOT.cert],
};

const servers: ScriptedPop3[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

type CollectResult = { lida: Uint8Array | null; falha: MailOutage | null; commands: string[] };

/** Fetches one message; the name resolves to loopback, as with a private DNS. */
async function collect(
  script: Partial<Pop3Script>,
  extra: Partial<MailboxConfig>,
  network: Partial<NetworkPolicy> = {},
): Promise<CollectResult> {
  const server = await startPop3({ mensagens: [MESSAGE], ...script });
  servers.push(server);
  const mailbox = mailboxOf(server.porta, { servidor: SERVER, ...extra });
  const { commands } = server;
  try {
    const source = await openMailSource(mailbox, { ...NETWORK, ...network }, async () => ["127.0.0.1"]);
    const [ref] = (await source.list()).refs;
    if (ref === undefined) throw new Error("no message");
    const lida = await source.fetch(ref);
    await source.close();
    return { lida, falha: null, commands };
  } catch (error) {
    if (error instanceof MailOutage) return { lida: null, falha: error, commands };
    throw error;
  }
}

const SPOP3 = { tipo: "spop3" } as const;
const STLS = { tipo: "pop3-starttls" } as const;

test("a certificate of a known authority for this name is accepted", async () => {
  expect((await collect({ tls: VALID }, SPOP3)).lida).toEqual(MESSAGE);
});

const REFUSED: [string, TestCertificate, Partial<NetworkPolicy>, FailureCode][] = [
  ["self-signed", createCertificate({ dns: SERVER }, null), {}, "tls-auto-assinado"],
  ["of an unknown authority", VALID, { trustedCas: [] }, "tls-cadeia-incompleta"],
  ["for another name", createCertificate({ dns: "outro.exemplo.com.br" }, ISSUER), {}, "tls-outro-nome"],
  ["expired", createCertificate({ dns: SERVER, vencido: true }, ISSUER), {}, "tls-vencido"],
  ["not yet valid", createCertificate({ dns: SERVER, futuro: true }, ISSUER), {}, "tls-ainda-nao-vale"],
];

describe.each(REFUSED)("a POP3 certificate that is %s", (_, certificado, network, codigo) => {
  test("the certificate is refused with TLS from the first byte", async () => {
    const { falha, commands } = await collect({ tls: certificado }, SPOP3, network);
    expect(falha).toMatchObject({ causa: "tls", codigo });
    expect(commands).toEqual([]);
  });

  test("the certificate is refused after STLS", async () => {
    const { falha, commands } = await collect({ starttls: certificado }, STLS, network);
    expect(falha).toMatchObject({ causa: "tls", codigo });
    expect(commands.join()).not.toMatch(SECRETS);
  });

  test("the certificate is accepted when it is pinned", async () => {
    const certificadoFixado = fingerprintOf(certificado);
    expect((await collect({ tls: certificado }, { ...SPOP3, certificadoFixado }, network)).lida).toEqual(
      MESSAGE,
    );
    expect((await collect({ starttls: certificado }, { ...STLS, certificadoFixado }, network)).lida).toEqual(
      MESSAGE,
    );
  });
});

describe("a pinned certificate is compared by its whole fingerprint", () => {
  test.each<[string, Partial<Pop3Script>, Partial<MailboxConfig>]>([
    ["over TLS", { tls: VALID }, SPOP3],
    ["after STLS", { starttls: VALID }, STLS],
  ])("refuses a valid but different certificate %s", async (_, script, extra) => {
    const certificadoFixado = fingerprintOf(createCertificate({ dns: SERVER }, null));
    const { falha, commands } = await collect(script, { ...extra, certificadoFixado });
    expect(falha).toMatchObject({ causa: "tls", codigo: "tls-outro-certificado" });
    expect(commands.join()).not.toMatch(SECRETS);
  });

  test.each(["", "AA", fingerprintOf(VALID).toLowerCase(), `${fingerprintOf(VALID)} `])(
    "refuses a self-signed certificate for the malformed pin %j",
    async (certificadoFixado) => {
      const tls = createCertificate({ dns: SERVER }, null);
      expect((await collect({ tls }, { ...SPOP3, certificadoFixado })).falha?.causa).toBe("tls");
    },
  );
});

describe("starting TLS by STLS", () => {
  test("STLS is sent before USER, and CAPA is requested again", async () => {
    const { lida, commands } = await collect({ starttls: VALID }, STLS);
    expect(lida).toEqual(MESSAGE);
    expect(commands.slice(0, 5)).toEqual(["CAPA", "STLS", "TLS", "CAPA", "USER ana"]);
  });

  test.each<[string, Partial<Pop3Script>, FailureCode]>([
    ["is not offered", {}, "starttls-nao-oferecido"],
    ["is refused", { starttls: VALID, replies: { STLS: "-ERR not now\r\n" } }, "starttls-recusado"],
    [
      "is unknown to a server without CAPA",
      { replies: { CAPA: "-ERR what?\r\n" } },
      "starttls-nao-oferecido",
    ],
    ["is followed by injected replies", { starttls: VALID, injected: "+OK\r\n+OK\r\n" }, "starttls-injetado"],
    ["is followed by one injected byte", { starttls: VALID, injected: "+" }, "starttls-injetado"],
  ])("sends no credentials when STLS %s", async (_, script, codigo) => {
    const { falha, commands } = await collect(script, STLS);
    expect(falha).toMatchObject({ causa: "tls", codigo });
    expect(commands.join()).not.toMatch(SECRETS);
  });

  test("STLS is tried on a server without CAPA", async () => {
    const { lida } = await collect({ starttls: VALID, replies: { CAPA: "-ERR what?\r\n" } }, STLS);
    expect(lida).toEqual(MESSAGE);
  });

  test("a TLS handshake that never starts ends at the deadline", async () => {
    const { falha } = await collect({ replies: { STLS: "+OK\r\n", CAPA: "-ERR\r\n" } }, STLS, {
      conexaoMs: 300,
    });
    expect(falha?.causa).toMatch(/tempo|tls|interrompida/);
  });
});

test("a server with TLS 1.1 is refused", async () => {
  const tls = {
    ...VALID,
    minVersion: "TLSv1",
    maxVersion: "TLSv1.1",
    ciphers: "DEFAULT@SECLEVEL=0",
  } as const;
  expect((await collect({ tls }, SPOP3)).falha).toMatchObject({ causa: "tls", codigo: "tls-antigo" });
});

test("a port without TLS is reported as such", async () => {
  expect((await collect({}, SPOP3)).falha).toMatchObject({ causa: "tls", codigo: "tls-nao-falado" });
});

test("a server that accepts and stays silent fails at the connect deadline", async () => {
  const mute = createServer((socket) => socket.on("error", () => undefined));
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
  const address = mute.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const mailbox = mailboxOf(port, { tipo: "spop3", servidor: SERVER });
  const begin = Date.now();
  // The default deadline is 15 s.
  await expect(
    openMailSource(mailbox, { ...NETWORK, conexaoMs: 300 }, async () => ["127.0.0.1"]),
  ).rejects.toMatchObject({ causa: "tempo" });
  expect(Date.now() - begin).toBeLessThan(12_000);
  mute.close();
});
