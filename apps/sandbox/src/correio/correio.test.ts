import { X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createRelogio } from "../clock.ts";
import { openAcervo } from "../papelaria/acervo.ts";
import { seedAcervo } from "../papelaria/acervo-comum.ts";
import { createSorteio } from "../sorteio.ts";
import { type Conversa, openConversa } from "../tests/conversa.ts";
import { https } from "../tests/conversations.ts";
import { type Correio, portasOf, startCorreio } from "./correio.ts";
import { readGuardado, writeGuardado } from "./guardado.ts";

const USUARIO = "caixa@casa.example";
const CORPO = "linha de corpo\r\n".repeat(4_000);
const MENSAGEM = `Subject: a nota\r\n\r\n${CORPO}`;

let dir: string;
let ca: string;
let correio: Correio;
let abertas: Conversa[] = [];
const relogio = createRelogio();
const guardado = readGuardado(null, USUARIO);
const { senha } = guardado.credencial;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-correio-"));
  await seedAcervo(dir);
  const { raiz, intermediaria, servidor } = await openAcervo(dir, new Date());
  ca = raiz.certificadoPem;
  const casa = { ...servidor, certificadoPem: `${servidor.certificadoPem}${intermediaria.certificadoPem}` };
  const now = () => relogio.now();
  correio = await startCorreio({ dir, guardado, casa, sorteio: createSorteio(), now });
  correio.caixa.put(Buffer.from(MENSAGEM));
}, 60_000);

afterEach(async () => {
  for (const conversa of abertas) conversa.close();
  abertas = [];
  correio.oauth.falha = "nenhuma";
  relogio.reset();
  await correio.setFalha("nenhuma");
});

afterAll(async () => {
  await correio.stop();
  rmSync(dir, { recursive: true, force: true });
});

function call(porta: number, tls?: Parameters<typeof openConversa>[1]): Conversa {
  const conversa = openConversa(porta, tls);
  abertas.push(conversa);
  return conversa;
}

const LINHA = /^[^\n]*\r\n/;

/** Opens a signed-in session of each protocol. */
async function enterPop3(porta = correio.pop3.porta, tls?: object): Promise<Conversa> {
  const conversa = call(porta, tls);
  await conversa.until(LINHA);
  await conversa.ask(`USER ${USUARIO}`, LINHA);
  return admitted(conversa, await conversa.ask(`PASS ${senha}`, LINHA));
}

async function enterImap(porta = correio.imap.porta, tls?: object): Promise<Conversa> {
  const conversa = call(porta, tls);
  await conversa.until(LINHA);
  admitted(conversa, await conversa.ask(`a LOGIN ${USUARIO} ${senha}`, LINHA));
  await conversa.ask("b SELECT INBOX", /b OK[^\n]*\n/);
  return conversa;
}

function admitted(conversa: Conversa, answer: string): Conversa {
  if (/^(\+OK|a OK)/.test(answer)) return conversa;
  throw new Error(answer);
}

const RETR = { pop3: "RETR 1", imap: "c UID FETCH 1:* BODY.PEEK[]" };
const INTEIRA = { pop3: /\r\n\.\r\n/, imap: /\r\nc OK done\r\n/ };

describe("the ports", () => {
  test("TLS from the first byte uses the test CA, for 127.0.0.1", async () => {
    const tls = { ca, rejectUnauthorized: true, minVersion: "TLSv1.2" as const };
    const pop3 = await enterPop3(correio.pop3.portas.tls, tls);
    expect(await pop3.ask("RETR 1", INTEIRA.pop3)).toContain(CORPO);
    const imap = await enterImap(correio.imap.portas.tls, tls);
    expect(await imap.ask(RETR.imap, INTEIRA.imap)).toContain(CORPO);
    expect(await imap.ask("d CAPABILITY", /d OK/)).not.toContain("STARTTLS");
  });

  test("the self-signed certificate matches its fingerprint and no authority", async () => {
    const stranger = call(correio.pop3.portas.autoAssinada, { ca, rejectUnauthorized: true });
    expect(await stranger.fim).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
    for (const { portas } of [correio.pop3, correio.imap]) {
      let seen = "";
      const checkServerIdentity = (_: string, { fingerprint256 }: { fingerprint256: string }) => {
        seen = fingerprint256;
        return undefined;
      };
      const conversa = call(portas.autoAssinada, {
        rejectUnauthorized: true,
        ca: await pemOf(portas.autoAssinada),
        checkServerIdentity,
      });
      await conversa.until(/OK/);
      expect(seen).toBe(correio.impressao);
    }
    expect(correio.impressao).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  });

  test("STLS and STARTTLS continue inside TLS on the unencrypted ports", async () => {
    const pop3 = call(correio.pop3.porta);
    await pop3.until(LINHA);
    expect(await pop3.ask("CAPA", /\r\n\.\r\n/)).toContain("\r\nSASL PLAIN XOAUTH2\r\n");
    await pop3.ask("STLS", /^\+OK begin TLS\r\n/);
    await pop3.secure({ ca, host: "127.0.0.1" });
    expect(await pop3.ask("CAPA", /\r\n\.\r\n/)).not.toContain("STLS");
    const plain = Buffer.from(`\0${USUARIO}\0${senha}`).toString("base64");
    await pop3.ask(`AUTH PLAIN ${plain}`, /^\+OK/);
    const imap = call(correio.imap.porta);
    await imap.until(/STARTTLS[^\n]*\n/);
    await imap.ask("a STARTTLS", /^a OK begin TLS\r\n/);
    await imap.secure({ ca, host: "127.0.0.1" });
    await imap.ask(`b LOGIN ${USUARIO} ${senha}`, /^b OK/);
  });

  test("ignores commands sent in the clear behind STLS", async () => {
    const conversa = call(correio.pop3.porta);
    await conversa.until(LINHA);
    conversa.say("STLS", `USER ${USUARIO}`, `PASS ${senha}`, "STAT");
    await conversa.until(/^\+OK begin TLS\r\n/);
    await conversa.secure({ ca, host: "127.0.0.1" });
    expect(await conversa.ask("NOOP", LINHA)).toBe("-ERR [AUTH] sign in first\r\n");
  });

  test("ports, password and secrets survive a restart", () => {
    const kept = JSON.stringify(writeGuardado({ ...guardado, portas: portasOf(correio) }));
    const { portas, credencial, oauth } = readGuardado(JSON.parse(kept), USUARIO);
    expect(portas).toEqual(portasOf(correio));
    expect([credencial, oauth]).toEqual([guardado.credencial, guardado.oauth]);
  });
});

describe("tokens", () => {
  const ask = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    https(correio.oauth.cliente.tokenUrl, { ca, headers }, new URLSearchParams(form).toString());
  const cliente = () => ({
    client_id: correio.oauth.cliente.clientId,
    client_secret: correio.oauth.cliente.clientSecret,
  });
  const xoauth2 = (token: string) =>
    Buffer.from(`user=${USUARIO}\x01auth=Bearer ${token}\x01\x01`).toString("base64");
  const enter = async (token: string): Promise<string> => {
    const pop3 = call(correio.pop3.porta);
    await pop3.until(LINHA);
    const answer = await pop3.ask(`AUTH XOAUTH2 ${xoauth2(token)}`, LINHA);
    return answer.startsWith("+ ") ? pop3.ask("", LINHA) : answer;
  };

  test("are issued for client_credentials and refresh_token, and open the mailbox", async () => {
    const first = await ask({ grant_type: "client_credentials", ...cliente() });
    const { refreshToken } = correio.oauth.cliente;
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
    const imap = call(correio.imap.porta);
    await imap.until(LINHA);
    await imap.ask(`a AUTHENTICATE XOAUTH2 ${xoauth2(JSON.parse(first.body).access_token)}`, /^a OK/);
  });

  test("expire by the clock of the sandbox; a forged token is refused", async () => {
    const token = correio.oauth.issueToken();
    relogio.advance(correio.oauth.validadeMs - 1_000);
    expect(await enter(token)).toMatch(/^\+OK/);
    relogio.advance(2_000);
    expect(await enter(token)).toMatch(/^-ERR \[AUTH\]/);
    relogio.reset();
    expect(await enter(`9${token}`)).toMatch(/^-ERR \[AUTH\]/);
    await correio.setFalha({ nome: "token-vencido", vezes: 1 });
    expect(await enter(token)).toMatch(/^-ERR \[AUTH\]/);
    expect(await enter(token)).toMatch(/^\+OK/);
  });

  test.each([
    ["a wrong secret", { grant_type: "client_credentials", client_secret: "x" }, 401, "invalid_client"],
    ["an unknown grant", { grant_type: "password" }, 400, "unsupported_grant_type"],
    ["a wrong refresh token", { grant_type: "refresh_token", refresh_token: "x" }, 400, "invalid_grant"],
  ])("refuses %s", async (_, form, status, error) => {
    const answer = await ask({ ...cliente(), ...form });
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([status, error]);
  });

  test("the endpoint plays its faults: refusal, outage, silence", async () => {
    const good = { grant_type: "client_credentials", ...cliente() };
    correio.oauth.falha = "recusar";
    expect((await ask(good)).status).toBe(400);
    correio.oauth.falha = "fora-do-ar";
    expect((await ask(good)).status).toBe(503);
    correio.oauth.falha = "sem-resposta";
    const silence = new Promise((resolve) => setTimeout(resolve, 100, "silence"));
    const asked = https(correio.oauth.cliente.tokenUrl, { ca, timeout: 300 }, "x").catch(() => "hung up");
    expect(await Promise.race([asked, silence])).toBe("silence");
  });
});

describe.each(["pop3", "imap"] as const)("the faults over %s", (protocolo) => {
  const enter = protocolo === "pop3" ? enterPop3 : enterImap;

  test("a message is cut in the middle by a close, a stall or a reset", async () => {
    const ends = { "cair-no-retr": "fim", "resetar-no-meio": "ECONNRESET" } as const;
    for (const [nome, end] of Object.entries(ends)) {
      const conversa = await enter();
      await correio.setFalha({ nome: nome as keyof typeof ends, vezes: 1 });
      const before = conversa.ouvido().length;
      conversa.say(RETR[protocolo]);
      expect(await conversa.fim).toBe(end);
      const got = conversa.ouvido().length - before;
      expect(got).toBeLessThanOrEqual(MENSAGEM.length / 2 + 100);
      if (end === "fim") expect(got).toBeGreaterThan(MENSAGEM.length / 2);
    }
    await correio.setFalha("parar-no-meio");
    const conversa = await enter();
    conversa.say(RETR[protocolo]);
    await conversa.until(/linha de corpo/);
    const silence = new Promise((resolve) => setTimeout(resolve, 150, "silence"));
    expect(await Promise.race([conversa.fim, silence])).toBe("silence");
    expect(conversa.ouvido().length).toBeLessThan(MENSAGEM.length);
  });

  test("a connection is cut after an exact number of bytes, with and without TLS", async () => {
    const server = correio[protocolo];
    for (const [porta, tls] of [
      [server.porta, undefined],
      [server.portas.tls, { ca }],
    ] as const) {
      for (const byte of [0, 1, 20]) {
        await server.setFalha({ nome: "cair-no-retr", byte });
        const conversa = call(porta, tls);
        await conversa.fim;
        expect(conversa.ouvido()).toHaveLength(byte);
      }
    }
    await server.setFalha({ nome: "cair-no-retr", byte: "acaso", vezes: 1 });
    const conversa = await enter();
    conversa.say(RETR[protocolo]);
    expect(await conversa.fim).toBe("fim");
    expect(server.falha).toBe("nenhuma");
  });

  test("a message arrives in small pieces", async () => {
    await correio.setFalha({ nome: "gotejar", vezes: 1, gota: { bytes: 16_000, ms: 30 } });
    const conversa = await enter();
    const start = Date.now();
    expect(await conversa.ask(RETR[protocolo], INTEIRA[protocolo])).toContain(CORPO);
    expect(Date.now() - start).toBeGreaterThan(80);
  });

  test("refuses a password as often as set", async () => {
    await correio.setFalha({ nome: "recusar-senha", vezes: 1 });
    await expect(enter()).rejects.toThrow(/AUTH/);
    await enter();
  });

  test("accepts but stays silent, or closes its ports, and then recovers on the same ports", async () => {
    await correio.setFalha("travar");
    const conversa = call(correio[protocolo].porta);
    const silence = new Promise((resolve) => setTimeout(resolve, 100, "silence"));
    expect(await Promise.race([conversa.until(LINHA), silence])).toBe("silence");
    await correio.setFalha("fora-do-ar");
    for (const porta of Object.values(correio[protocolo].portas))
      expect(await call(porta).fim).toBe("ECONNREFUSED");
    await correio.setFalha("nenhuma");
    await enter();
  });

  test("does not offer TLS, or injects bytes before the handshake", async () => {
    const offer = protocolo === "pop3" ? "CAPA" : "a CAPABILITY";
    const [start, agreed] =
      protocolo === "pop3" ? ["STLS", /^\+OK[^\n]*\n/] : ["a STARTTLS", /^a OK[^\n]*\n/];
    await correio.setFalha("sem-starttls");
    const plain = call(correio[protocolo].porta);
    await plain.until(LINHA);
    expect(await plain.ask(offer, /(\.|a OK done)\r\n/)).not.toMatch(/STLS|STARTTLS/);
    expect(await plain.ask(start as string, LINHA)).toMatch(/^(-ERR|a BAD)/);
    await correio.setFalha("injetar-no-starttls");
    const injected = call(correio[protocolo].porta);
    await injected.until(LINHA);
    await injected.ask(start as string, agreed as RegExp);
    await injected.until(/injected/i);
  });
});

test("POP3 repeats, renumbers or omits its UIDLs by a fault", async () => {
  correio.caixa.put(Buffer.from("Subject: outra\r\n\r\n"));
  const uidls = async (): Promise<string[]> => {
    const conversa = await enterPop3();
    const answer = await conversa.ask("UIDL", /^(-ERR[^\n]*\n|\+OK[\s\S]*?\r\n\.\r\n)/);
    return answer.split("\r\n").flatMap((line) => /^[0-9]+ (.+)$/.exec(line)?.[1] ?? []);
  };
  const honest = await uidls();
  expect(new Set(honest).size).toBe(2);
  await correio.setFalha("uidl-repetido");
  expect(await uidls()).toEqual([honest[0], honest[0]]);
  await correio.setFalha("uidl-renumerado");
  expect(await uidls()).toEqual(["1", "2"]);
  await correio.setFalha("sem-uidl");
  expect(await uidls()).toEqual([]);
  await correio.setFalha("nenhuma");
  correio.caixa.rebuild();
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
