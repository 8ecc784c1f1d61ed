import { describe, expect, test } from "vitest";
import { MailOutage } from "../failure/outage.ts";
import { probeServer } from "../probe/probe.ts";
import { openMailSource } from "../source/open.ts";
import { mailboxOf, startPop3 } from "../tests/pop3-server.ts";
import { DEFAULT_NETWORK, isAddressAllowed, resolveEndpoint } from "./endpoint.ts";

const PRIVATE = [
  "127.0.0.1",
  "127.255.255.254",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "100.64.0.1",
  "100.127.255.255",
  "::1",
  "fc00::1",
  "fdff:ffff::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:c0a8:101",
];

const NEVER = [
  "0.0.0.0",
  "0.1.2.3",
  "169.254.169.254",
  "::ffff:169.254.169.254",
  "192.0.0.8",
  "192.0.2.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::7f00:1",
  "fe80::1",
  "fe80::1%lo",
  "fec0::1",
  "ff02::1",
  "64:ff9b::7f00:1",
  "64:ff9b::808:808",
  "64:ff9b:1::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "5f00::1",
  "nada",
  "",
];

const PUBLIC = [
  "8.8.8.8",
  "172.15.0.1",
  "172.32.0.1",
  "100.63.255.255",
  "100.128.0.1",
  "2800:3f0:4001::1",
  "2606:4700::1111",
];

describe("isAddressAllowed", () => {
  test.each(PRIVATE)("isAddressAllowed allows %s only with permitirPrivado", (ip) => {
    expect(isAddressAllowed(ip, false)).toBe(false);
    expect(isAddressAllowed(ip, true)).toBe(true);
  });
  test.each(NEVER)("isAddressAllowed never allows %s", (ip) => {
    expect(isAddressAllowed(ip, false)).toBe(false);
    expect(isAddressAllowed(ip, true)).toBe(false);
  });
  test.each(PUBLIC)("isAddressAllowed always allows %s", (ip) => {
    expect(isAddressAllowed(ip, false)).toBe(true);
  });
});

describe("resolveEndpoint checks a server before a socket exists", () => {
  test.each([
    "127.0.0.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "127.1",
    "[::1]",
    "::1",
    "⑯⑨。254。⑯⑨。254",
    "[::ffff:10.0.0.1]",
  ])("forbids an internal address written as %s", async (servidor) => {
    await expect(resolveEndpoint({ servidor, porta: 110 }, DEFAULT_NETWORK)).rejects.toMatchObject({
      causa: "endereco-proibido",
    });
  });

  test("forbids a name that resolves to a private address", async () => {
    await expect(
      resolveEndpoint({ servidor: "localhost", porta: 995 }, DEFAULT_NETWORK),
    ).rejects.toMatchObject({
      causa: "endereco-proibido",
    });
  });

  test("resolveEndpoint keeps only the public addresses of a name", async () => {
    const resolver = async (): Promise<string[]> => ["10.0.0.1", "8.8.8.8", "::1"];
    const endpoint = await resolveEndpoint(
      { servidor: "Pop.Exemplo.com.br.", porta: 995 },
      DEFAULT_NETWORK,
      resolver,
    );
    expect(endpoint).toEqual({ nome: "pop.exemplo.com.br", porta: 995, enderecos: ["8.8.8.8"] });
  });

  test.each([25, 443, 587, 5432, 80, 0, -1, 70_000, 110.5])("forbids port %d", async (porta) => {
    await expect(resolveEndpoint({ servidor: "8.8.8.8", porta }, DEFAULT_NETWORK)).rejects.toMatchObject({
      causa: "endereco-proibido",
    });
  });

  test.each(["", " ", "a b", "a@b", "http://x/", "pop.exemplo.com.br:995", "a..b", "-\r\n"])(
    "rejects %j as a server name",
    async (servidor) => {
      await expect(resolveEndpoint({ servidor, porta: 110 }, DEFAULT_NETWORK)).rejects.toMatchObject({
        causa: "dns",
      });
    },
  );

  test("reports a name that does not exist as dns", async () => {
    const resolver = async (): Promise<string[]> => {
      throw Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
    };
    await expect(
      resolveEndpoint({ servidor: "nao.exemplo", porta: 110 }, DEFAULT_NETWORK, resolver),
    ).rejects.toMatchObject({
      causa: "dns",
    });
  });

  test("reports a resolver that does not answer as tempo", async () => {
    const resolver = (): Promise<string[]> => new Promise(() => undefined);
    const network = { ...DEFAULT_NETWORK, conexaoMs: 50 };
    await expect(
      resolveEndpoint({ servidor: "lento.exemplo", porta: 110 }, network, resolver),
    ).rejects.toMatchObject({
      causa: "tempo",
    });
  });
});

describe("a canary server on a private address", () => {
  const canary = { mensagens: [Buffer.from("From: a@b\r\n\r\nx\r\n")] };

  test("the canary gets no connection by address, name or DNS rebinding", async () => {
    const server = await startPop3(canary);
    let asked = 0;
    const rebind = async (): Promise<string[]> => (asked++ === 0 ? ["10.9.9.9"] : ["127.0.0.1"]);
    for (const servidor of ["127.0.0.1", "localhost", "rebind.exemplo"]) {
      for (const porta of [server.porta, 110]) {
        const mailbox = mailboxOf(porta, { servidor });
        const resolver = servidor === "rebind.exemplo" ? rebind : undefined;
        await expect(openMailSource(mailbox, DEFAULT_NETWORK, resolver)).rejects.toThrow(MailOutage);
        asked = 0;
        expect(await probeServer(mailbox, DEFAULT_NETWORK, resolver)).toMatchObject({
          ok: false,
          causa: "endereco-proibido",
          certificado: null,
        });
      }
    }
    expect(server.connections()).toBe(0);
    await server.stop();
  });

  test("the connection uses the checked address, and the name is resolved once", async () => {
    const server = await startPop3(canary);
    let asked = 0;
    const resolver = async (): Promise<string[]> => {
      asked++;
      return ["127.0.0.1"];
    };
    const mailbox = mailboxOf(server.porta, { servidor: "pop.exemplo" });
    const network = { ...DEFAULT_NETWORK, permitirPrivado: true };
    const source = await openMailSource(mailbox, network, resolver);
    expect((await source.list()).refs).toHaveLength(1);
    await source.close();
    expect([asked, server.connections()]).toEqual([1, 1]);
    await server.stop();
  });

  test("a connection continues with the next address when one does not respond", async () => {
    const server = await startPop3(canary);
    const mailbox = mailboxOf(server.porta, { servidor: "pop.exemplo" });
    const network = { ...DEFAULT_NETWORK, permitirPrivado: true };
    const source = await openMailSource(mailbox, network, async () => ["127.0.0.9", "127.0.0.1"]);
    await source.close();
    expect(server.connections()).toBe(1);
    await server.stop();
  });
});
