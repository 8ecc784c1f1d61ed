import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createClock } from "../clock.ts";
import { openKeySet } from "../document-generator/certificates/key-set.ts";
import { seedKeySet } from "../document-generator/certificates/shared-key-set.ts";
import { createRandomSource } from "../random-source.ts";
import { type ClientConnection, openConnection } from "../tests/client-connection.ts";
import { https } from "../tests/http-and-pop3.ts";
import { type MailServer, portsOf, startMailServer } from "./mail-server.ts";
import { readMailState, writeMailState } from "./stored-state.ts";

const USER = "caixa@casa.example";
const BODY = "linha de corpo\r\n".repeat(4_000);
const MESSAGE = `Subject: a nota\r\n\r\n${BODY}`;

let dir: string;
let ca: string;
let mail: MailServer;
let openConnections: ClientConnection[] = [];
const relogio = createClock();
const storedState = readMailState(null, USER);
const { senha } = storedState.credencial;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-correio-"));
  await seedKeySet(dir);
  const { raiz, intermediaria, servidor } = await openKeySet(dir, new Date());
  ca = raiz.certificadoPem;
  const serverCertificate = {
    ...servidor,
    certificadoPem: `${servidor.certificadoPem}${intermediaria.certificadoPem}`,
  };
  const now = () => relogio.now();
  mail = await startMailServer({ dir, storedState, serverCertificate, random: createRandomSource(), now });
  mail.caixa.put(Buffer.from(MESSAGE));
}, 60_000);

afterEach(async () => {
  for (const session of openConnections) session.close();
  openConnections = [];
  mail.oauth.fault = "nenhuma";
  relogio.reset();
  await mail.setFault("nenhuma");
});

afterAll(async () => {
  await mail.stop();
  rmSync(dir, { recursive: true, force: true });
});

function call(porta: number, tls?: Parameters<typeof openConnection>[1]): ClientConnection {
  const session = openConnection(porta, tls);
  openConnections.push(session);
  return session;
}

const LINE = /^[^\n]*\r\n/;

/** Opens a signed-in session of each protocol. */
async function enterPop3(porta = mail.pop3.porta, tls?: object): Promise<ClientConnection> {
  const session = call(porta, tls);
  await session.until(LINE);
  await session.ask(`USER ${USER}`, LINE);
  return admitted(session, await session.ask(`PASS ${senha}`, LINE));
}

async function enterImap(porta = mail.imap.porta, tls?: object): Promise<ClientConnection> {
  const session = call(porta, tls);
  await session.until(LINE);
  admitted(session, await session.ask(`a LOGIN ${USER} ${senha}`, LINE));
  await session.ask("b SELECT INBOX", /b OK[^\n]*\n/);
  return session;
}

function admitted(session: ClientConnection, answer: string): ClientConnection {
  if (/^(\+OK|a OK)/.test(answer)) return session;
  throw new Error(answer);
}

const RETR = { pop3: "RETR 1", imap: "c UID FETCH 1:* BODY.PEEK[]" };
const COMPLETE = { pop3: /\r\n\.\r\n/, imap: /\r\nc OK done\r\n/ };

describe("the ports of the mail server", () => {
  test("the ports with immediate TLS use a certificate of the test CA for 127.0.0.1", async () => {
    const tls = { ca, rejectUnauthorized: true, minVersion: "TLSv1.2" as const };
    const pop3 = await enterPop3(mail.pop3.portas.tls, tls);
    expect(await pop3.ask("RETR 1", COMPLETE.pop3)).toContain(BODY);
    const imap = await enterImap(mail.imap.portas.tls, tls);
    expect(await imap.ask(RETR.imap, COMPLETE.imap)).toContain(BODY);
    expect(await imap.ask("d CAPABILITY", /d OK/)).not.toContain("STARTTLS");
  });

  test("the self-signed certificate matches its fingerprint and is signed by no authority", async () => {
    const stranger = call(mail.pop3.portas.autoAssinada, { ca, rejectUnauthorized: true });
    expect(await stranger.closed).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
    for (const { portas } of [mail.pop3, mail.imap]) {
      let seen = "";
      const checkServerIdentity = (_: string, { fingerprint256 }: { fingerprint256: string }) => {
        seen = fingerprint256;
        return undefined;
      };
      const session = call(portas.autoAssinada, {
        rejectUnauthorized: true,
        ca: await pemOf(portas.autoAssinada),
        checkServerIdentity,
      });
      await session.until(/OK/);
      expect(seen).toBe(mail.impressao);
    }
    expect(mail.impressao).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  });

  test("STLS and STARTTLS start TLS on the unencrypted ports, and the session continues", async () => {
    const pop3 = call(mail.pop3.porta);
    await pop3.until(LINE);
    expect(await pop3.ask("CAPA", /\r\n\.\r\n/)).toContain("\r\nSASL PLAIN XOAUTH2\r\n");
    await pop3.ask("STLS", /^\+OK begin TLS\r\n/);
    await pop3.secure({ ca, host: "127.0.0.1" });
    expect(await pop3.ask("CAPA", /\r\n\.\r\n/)).not.toContain("STLS");
    const plain = Buffer.from(`\0${USER}\0${senha}`).toString("base64");
    await pop3.ask(`AUTH PLAIN ${plain}`, /^\+OK/);
    const imap = call(mail.imap.porta);
    await imap.until(/STARTTLS[^\n]*\n/);
    await imap.ask("a STARTTLS", /^a OK begin TLS\r\n/);
    await imap.secure({ ca, host: "127.0.0.1" });
    await imap.ask(`b LOGIN ${USER} ${senha}`, /^b OK/);
  });

  test("commands sent unencrypted after STLS are ignored", async () => {
    const session = call(mail.pop3.porta);
    await session.until(LINE);
    session.send("STLS", `USER ${USER}`, `PASS ${senha}`, "STAT");
    await session.until(/^\+OK begin TLS\r\n/);
    await session.secure({ ca, host: "127.0.0.1" });
    expect(await session.ask("NOOP", LINE)).toBe("-ERR [AUTH] sign in first\r\n");
  });

  test("ports, password and secrets of the mail server survive a restart", () => {
    const kept = JSON.stringify(writeMailState({ ...storedState, portas: portsOf(mail) }));
    const { portas, credencial, oauth } = readMailState(JSON.parse(kept), USER);
    expect(portas).toEqual(portsOf(mail));
    expect([credencial, oauth]).toEqual([storedState.credencial, storedState.oauth]);
  });
});

describe("OAuth2 tokens of the mail server", () => {
  const ask = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    https(mail.oauth.client.tokenUrl, { ca, headers }, new URLSearchParams(form).toString());
  const cliente = () => ({
    client_id: mail.oauth.client.clientId,
    client_secret: mail.oauth.client.clientSecret,
  });
  const xoauth2 = (token: string) =>
    Buffer.from(`user=${USER}\x01auth=Bearer ${token}\x01\x01`).toString("base64");
  const enter = async (token: string): Promise<string> => {
    const pop3 = call(mail.pop3.porta);
    await pop3.until(LINE);
    const answer = await pop3.ask(`AUTH XOAUTH2 ${xoauth2(token)}`, LINE);
    return answer.startsWith("+ ") ? pop3.ask("", LINE) : answer;
  };

  test("tokens are issued for client_credentials and refresh_token, and open the mailbox", async () => {
    const first = await ask({ grant_type: "client_credentials", ...cliente() });
    const { refreshToken } = mail.oauth.client;
    const { client_id, client_secret } = cliente();
    const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`;
    const second = await ask(
      { grant_type: "refresh_token", refresh_token: refreshToken },
      { Authorization: basic },
    );
    for (const { status, body } of [first, second]) {
      expect([status, JSON.parse(body).token_type, JSON.parse(body).expires_in]).toEqual([
        200,
        "Bearer",
        3600,
      ]);
      expect(await enter(JSON.parse(body).access_token)).toBe("+OK 1 messages\r\n");
    }
    const imap = call(mail.imap.porta);
    await imap.until(LINE);
    await imap.ask(`a AUTHENTICATE XOAUTH2 ${xoauth2(JSON.parse(first.body).access_token)}`, /^a OK/);
  });

  test("tokens expire by the clock of the sandbox, and a forged token is refused", async () => {
    const token = mail.oauth.issueToken();
    relogio.advance(mail.oauth.validadeMs - 1_000);
    expect(await enter(token)).toMatch(/^\+OK/);
    relogio.advance(2_000);
    expect(await enter(token)).toMatch(/^-ERR \[AUTH\]/);
    relogio.reset();
    expect(await enter(`9${token}`)).toMatch(/^-ERR \[AUTH\]/);
    await mail.setFault({ nome: "token-vencido", vezes: 1 });
    expect(await enter(token)).toMatch(/^-ERR \[AUTH\]/);
    expect(await enter(token)).toMatch(/^\+OK/);
  });

  test.each([
    ["a wrong secret", { grant_type: "client_credentials", client_secret: "x" }, 401, "invalid_client"],
    ["an unknown grant", { grant_type: "password" }, 400, "unsupported_grant_type"],
    ["a wrong refresh token", { grant_type: "refresh_token", refresh_token: "x" }, 400, "invalid_grant"],
  ])("the token endpoint refuses %s", async (_, form, status, error) => {
    const answer = await ask({ ...cliente(), ...form });
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([status, error]);
  });

  test("the token endpoint has faults: refusal, outage, silence", async () => {
    const good = { grant_type: "client_credentials", ...cliente() };
    mail.oauth.fault = "recusar";
    expect((await ask(good)).status).toBe(400);
    mail.oauth.fault = "fora-do-ar";
    expect((await ask(good)).status).toBe(503);
    mail.oauth.fault = "sem-resposta";
    const silence = new Promise((resolve) => setTimeout(resolve, 100, "silence"));
    const asked = https(mail.oauth.client.tokenUrl, { ca, timeout: 300 }, "x").catch(() => "hung up");
    expect(await Promise.race([asked, silence])).toBe("silence");
  });
});

describe.each(["pop3", "imap"] as const)("faults of the mail server over %s", (protocol) => {
  const enter = protocol === "pop3" ? enterPop3 : enterImap;

  test("a message is cut in the middle by a closed, stalled or reset connection", async () => {
    const ends = { "cair-no-retr": "fim", "resetar-no-meio": "ECONNRESET" } as const;
    for (const [nome, end] of Object.entries(ends)) {
      const session = await enter();
      await mail.setFault({ nome: nome as keyof typeof ends, vezes: 1 });
      const before = session.received().length;
      session.send(RETR[protocol]);
      expect(await session.closed).toBe(end);
      const got = session.received().length - before;
      expect(got).toBeLessThanOrEqual(MESSAGE.length / 2 + 100);
      if (end === "fim") expect(got).toBeGreaterThan(MESSAGE.length / 2);
    }
    await mail.setFault("parar-no-meio");
    const conversa = await enter();
    conversa.send(RETR[protocol]);
    await conversa.until(/linha de corpo/);
    const silence = new Promise((resolve) => setTimeout(resolve, 150, "silence"));
    expect(await Promise.race([conversa.closed, silence])).toBe("silence");
    expect(conversa.received().length).toBeLessThan(MESSAGE.length);
  });

  test("a connection is cut after an exact number of bytes, with and without TLS", async () => {
    const server = mail[protocol];
    for (const [porta, tls] of [
      [server.porta, undefined],
      [server.portas.tls, { ca }],
    ] as const) {
      for (const byte of [0, 1, 20]) {
        await server.setFault({ nome: "cair-no-retr", byte });
        const session = call(porta, tls);
        await session.closed;
        expect(session.received()).toHaveLength(byte);
      }
    }
    await server.setFault({ nome: "cair-no-retr", byte: "acaso", vezes: 1 });
    const conversa = await enter();
    conversa.send(RETR[protocol]);
    expect(await conversa.closed).toBe("fim");
    expect(server.fault).toBe("nenhuma");
  });

  test("a slow message arrives in small pieces", async () => {
    await mail.setFault({ nome: "gotejar", vezes: 1, gota: { bytes: 16_000, ms: 30 } });
    const session = await enter();
    const start = Date.now();
    expect(await session.ask(RETR[protocol], COMPLETE[protocol])).toContain(BODY);
    expect(Date.now() - start).toBeGreaterThan(80);
  });

  test("the server refuses a password as often as the fault is set to", async () => {
    await mail.setFault({ nome: "recusar-senha", vezes: 1 });
    await expect(enter()).rejects.toThrow(/AUTH/);
    await enter();
  });

  test("the server accepts connections but stays silent, or closes its ports, then recovers on the same ports", async () => {
    await mail.setFault("travar");
    const session = call(mail[protocol].porta);
    const silence = new Promise((resolve) => setTimeout(resolve, 100, "silence"));
    expect(await Promise.race([session.until(LINE), silence])).toBe("silence");
    await mail.setFault("fora-do-ar");
    for (const porta of Object.values(mail[protocol].portas))
      expect(await call(porta).closed).toBe("ECONNREFUSED");
    await mail.setFault("nenhuma");
    await enter();
  });

  test("the server does not offer TLS, or injects bytes before the handshake", async () => {
    const offer = protocol === "pop3" ? "CAPA" : "a CAPABILITY";
    const [start, agreed] = protocol === "pop3" ? ["STLS", /^\+OK[^\n]*\n/] : ["a STARTTLS", /^a OK[^\n]*\n/];
    await mail.setFault("sem-starttls");
    const plain = call(mail[protocol].porta);
    await plain.until(LINE);
    expect(await plain.ask(offer, /(\.|a OK done)\r\n/)).not.toMatch(/STLS|STARTTLS/);
    expect(await plain.ask(start as string, LINE)).toMatch(/^(-ERR|a BAD)/);
    await mail.setFault("injetar-no-starttls");
    const injected = call(mail[protocol].porta);
    await injected.until(LINE);
    await injected.ask(start as string, agreed as RegExp);
    await injected.until(/injected/i);
  });
});

test("a fault makes POP3 repeat, renumber or omit its UIDLs", async () => {
  mail.caixa.put(Buffer.from("Subject: outra\r\n\r\n"));
  const uidls = async (): Promise<string[]> => {
    const session = await enterPop3();
    const answer = await session.ask("UIDL", /^(-ERR[^\n]*\n|\+OK[\s\S]*?\r\n\.\r\n)/);
    return answer.split("\r\n").flatMap((line) => /^[0-9]+ (.+)$/.exec(line)?.[1] ?? []);
  };
  const honest = await uidls();
  expect(new Set(honest).size).toBe(2);
  await mail.setFault("uidl-repetido");
  expect(await uidls()).toEqual([honest[0], honest[0]]);
  await mail.setFault("uidl-renumerado");
  expect(await uidls()).toEqual(["1", "2"]);
  await mail.setFault("sem-uidl");
  expect(await uidls()).toEqual([]);
  await mail.setFault("nenhuma");
  mail.caixa.rebuild();
  const rebuilt = await uidls();
  expect(rebuilt.filter((uidl) => honest.includes(uidl))).toEqual([]);
});

/** The certificate of a port, read without verification. */
async function pemOf(porta: number): Promise<string> {
  const { connect } = await import("node:tls");
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port: porta, rejectUnauthorized: false }, () => {
      const { raw } = socket.getPeerCertificate();
      socket.destroy();
      resolve(new X509Certificate(raw).toString());
    });
    socket.on("error", reject);
  });
}
