import { inspect } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import type { FailureCode } from "../failure/codes.ts";
import { type FailureCause, MailOutage } from "../failure/outage.ts";
import { DEFAULT_NETWORK } from "../network/endpoint.ts";
import type { MailboxConfig, MailSource } from "../source/mail-source.ts";
import { openMailSource } from "../source/open.ts";
import { mailboxOf, type Pop3Script, type ScriptedPop3, startPop3 } from "../tests/pop3-server.ts";

const NETWORK = { ...DEFAULT_NETWORK, permitirPrivado: true, ociosoMs: 20_000, totalMs: 40_000 };

const servers: ScriptedPop3[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function start(
  script: Partial<Pop3Script> = {},
): Promise<{ server: ScriptedPop3; mailbox: MailboxConfig }> {
  const server = await startPop3({ mensagens: [], ...script });
  servers.push(server);
  return { server, mailbox: mailboxOf(server.porta) };
}

async function causeOf(work: Promise<unknown>): Promise<FailureCause | "nada"> {
  try {
    await work;
    return "nada";
  } catch (error) {
    if (error instanceof MailOutage) return error.causa;
    throw error;
  }
}

/** Opens and closes a session; returns its commands. */
async function talk(script: Partial<Pop3Script>, extra: Partial<MailboxConfig> = {}): Promise<string[]> {
  const { server, mailbox } = await start(script);
  const source: MailSource = await openMailSource({ ...mailbox, ...extra }, NETWORK);
  await source.close();
  return server.commands;
}

describe("signing in by POP3", () => {
  const openWith = (
    script: Partial<Pop3Script>,
    mailbox: Partial<MailboxConfig> = {},
    network = NETWORK,
  ): Promise<unknown> =>
    start(script).then((started) => openMailSource({ ...started.mailbox, ...mailbox }, network));

  test.each<[string, Partial<Pop3Script>, Partial<MailboxConfig>, FailureCause]>([
    ["a wrong password", {}, { entrada: { kind: "senha", senha: "errada" } }, "senha"],
    ["a refused user", { replies: { USER: "-ERR no such user\r\n" } }, {}, "senha"],
    ["a locked mailbox", { replies: { PASS: "-ERR [IN-USE] mailbox locked\r\n" } }, {}, "recusada"],
    ["a temporary failure", { replies: { PASS: "-ERR [SYS/TEMP] try again\r\n" } }, {}, "recusada"],
    ["an -ERR greeting", { greeting: "-ERR too many connections\r\n" }, {}, "recusada"],
    ["no greeting", { greeting: "" }, {}, "tempo"],
    ["a web server", { greeting: "HTTP/1.1 400 Bad Request\r\n" }, {}, "protocolo"],
  ])("sign-in classifies %s", async (_, script, mailbox, causa) => {
    const network = causa === "tempo" ? { ...NETWORK, ociosoMs: 400 } : NETWORK;
    expect(await causeOf(openWith(script, mailbox, network))).toBe(causa);
  });

  test("reports a closed port as such", async () => {
    const { server, mailbox } = await start();
    await server.stop();
    expect(await causeOf(openMailSource(mailbox, NETWORK))).toBe("recusada");
  });

  test.each(["a\r\nDELE 1", "a\nDELE 1", "a\0", ""])(
    "no command is sent with user or password %j",
    async (text) => {
      const { server, mailbox } = await start();
      expect(await causeOf(openMailSource({ ...mailbox, usuario: text }, NETWORK))).toBe("senha");
      expect(
        await causeOf(openMailSource({ ...mailbox, entrada: { kind: "senha", senha: text } }, NETWORK)),
      ).toBe("senha");
      expect(server.commands).toEqual([]);
    },
  );

  test("the error has the password redacted", async () => {
    const { mailbox } = await start({ replies: { PASS: "-ERR bad password segredo\r\n" } });
    const error: unknown = await openMailSource(mailbox, NETWORK).catch((failure: unknown) => failure);
    expect(String(error)).toContain("***");
    expect(String(error)).not.toContain("segredo");
  });
});

test("the error has no password when the server echoes it", async () => {
  const { mailbox } = await start({ replies: { USER: "+OK\r\n", PASS: "PASS segredo\r\n" } });
  const error: unknown = await openMailSource(mailbox, NETWORK).catch((failure: unknown) => failure);
  expect(error).toMatchObject({ causa: "protocolo" });
  expect(inspect(error, { depth: 9 })).not.toContain("segredo");
});

test("later errors have no password either", async () => {
  const { mailbox } = await start({ replies: { LIST: "-ERR after PASS segredo\r\n" } });
  const source = await openMailSource(mailbox, NETWORK);
  const error: unknown = await source.list().catch((failure: unknown) => failure);
  expect(String(error)).toContain("after PASS ***");
  await source.close();
});

const BASE64 = (text: string): string => Buffer.from(text).toString("base64");

describe("choosing the sign-in mechanism", () => {
  const password = (text: string): Partial<MailboxConfig> => ({ entrada: { kind: "senha", senha: text } });
  const token = (text: string): Partial<MailboxConfig> => ({ entrada: { kind: "oauth2", token: text } });
  const XOAUTH2 = ["UIDL", "SASL PLAIN XOAUTH2"];

  test("sign-in without SASL uses USER and PASS", async () => {
    expect(await talk({})).toEqual(["CAPA", "USER ana", "PASS segredo", "CAPA", "QUIT"]);
  });

  test("sign-in by PLAIN is encoded in UTF-8", async () => {
    const said = await talk({ senha: "çé 1", capabilities: ["SASL LOGIN PLAIN"] }, password("çé 1"));
    expect(said[1]).toBe(`AUTH PLAIN ${BASE64("\0ana\0çé 1")}`);
  });

  test("a SASL response longer than a command line is sent on its own line", async () => {
    const long = "s".repeat(300);
    const said = await talk({ senha: long, capabilities: ["SASL PLAIN"] }, password(long));
    expect(said.slice(1, 3)).toEqual(["AUTH PLAIN", BASE64(`\0ana\0${long}`)]);
  });

  test("sign-in with a short or long token uses XOAUTH2", async () => {
    expect(await talk({ token: "t", capabilities: XOAUTH2 }, token("t"))).toContain(
      `AUTH XOAUTH2 ${BASE64("user=ana\u0001auth=Bearer t\u0001\u0001")}`,
    );
    const long = "t".repeat(2000);
    expect((await talk({ token: long, capabilities: XOAUTH2 }, token(long)))[1]).toBe("AUTH XOAUTH2");
  });

  test("the error has an echoed SASL response redacted", async () => {
    const answer = BASE64("\0ana\0segredo");
    const { mailbox } = await start({
      capabilities: ["SASL PLAIN"],
      replies: { AUTH: `-ERR bad: AUTH PLAIN ${answer}\r\n` },
    });
    const error: unknown = await openMailSource(mailbox, NETWORK).catch((e: unknown) => e);
    expect(String(error)).toContain("AUTH PLAIN ***");
  });

  test("a rejected token is reported as autorizacao and redacted", async () => {
    const { mailbox } = await start({ token: "bom", capabilities: XOAUTH2 });
    const error: unknown = await openMailSource({ ...mailbox, ...token("ruim") }, NETWORK).catch(
      (e: unknown) => e,
    );
    expect(error).toMatchObject({ causa: "autorizacao", codigo: "autorizacao-recusada" });
    expect(String(error)).not.toMatch(/ruim|cnVpb/);
  });

  test("no token is sent to a server without XOAUTH2", async () => {
    const { server, mailbox } = await start({});
    await expect(openMailSource({ ...mailbox, ...token("t") }, NETWORK)).rejects.toMatchObject({
      causa: "autorizacao",
      codigo: "entrada-sem-oauth",
    });
    expect(server.commands).toEqual(["CAPA"]);
  });

  test("a SASL exchange without end is stopped", async () => {
    const replies = { AUTH: "+ \r\n+ \r\n+ \r\n" };
    const { mailbox } = await start({ capabilities: ["SASL PLAIN"], replies });
    expect(await causeOf(openMailSource(mailbox, NETWORK))).toBe("protocolo");
  });
});

test.each<[string, FailureCause, FailureCode]>([
  ["[AUTH] invalid login", "senha", "senha-recusada"],
  ["[AUTH] Application-specific password required: https://support.google.example/", "senha", "senha-de-app"],
  ["[SYS/PERM] Your account is not enabled for POP access.", "senha", "acesso-desligado"],
  ["POP3 access is disabled", "senha", "acesso-desligado"],
  [
    "[AUTH] Plaintext authentication disallowed on non-secure (SSL/TLS) connections.",
    "senha",
    "entrada-exige-tls",
  ],
  ["must use STLS first", "senha", "entrada-exige-tls"],
  ["[IN-USE] Unable to lock maildrop", "recusada", "caixa-em-uso"],
  ["maildrop is locked by another session", "recusada", "caixa-em-uso"],
  ["[LOGIN-DELAY] minimum time between mail checks", "recusada", "entrada-mais-tarde"],
  ["[SYS/TEMP] service temporarily unavailable", "recusada", "entrada-mais-tarde"],
  ["Account is temporarily locked", "recusada", "entrada-mais-tarde"],
  ["Logon failure: unknown user name or bad password.", "senha", "senha-recusada"],
])("a refused sign-in is classified by its text: %s", async (text, causa, codigo) => {
  const { mailbox } = await start({ replies: { PASS: `-ERR ${text}\r\n` } });
  await expect(openMailSource(mailbox, NETWORK)).rejects.toMatchObject({ causa, codigo });
});

test.each<[string, FailureCode]>([
  ["pop.gmail.com", "senha-recusada-google"],
  ["outlook.office365.com", "senha-recusada-microsoft"],
  ["pop.exemplo.com.br", "senha-recusada"],
  ["gmail.com.exemplo.com.br", "senha-recusada"],
])("a password refused by %s has the code %s", async (servidor, codigo) => {
  const { mailbox } = await start({ senha: "outra" });
  const opening = openMailSource({ ...mailbox, servidor }, NETWORK, async () => ["127.0.0.1"]);
  await expect(opening).rejects.toMatchObject({ causa: "senha", codigo });
});
