import { X509Certificate } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MailOutage } from "../failure/outage.ts";
import { DEFAULT_NETWORK, type NetworkPolicy } from "../network/endpoint.ts";
import { createCertificate } from "../tests/certificates.ts";
import { type Dovecot, HAS_DOVECOT, PASSWORD, startDovecot, TOKEN, USUARIO } from "../tests/dovecot.ts";
import { asServed, createStoredMessages, sha256 } from "../tests/dovecot-messages.ts";
import type { MailboxConfig, MailboxType, MailSource } from "./mail-source.ts";
import { openMailSource } from "./open.ts";

const SERVER = "correio.exemplo.test";
const ROOT = createCertificate({ dns: "AC Inventada", ca: true }, null);
const CERTIFICADO = createCertificate({ dns: SERVER }, { nome: "AC Inventada", key: ROOT.key });
const NETWORK: NetworkPolicy = {
  ...DEFAULT_NETWORK,
  permitirPrivado: true,
  ociosoMs: 8_000,
  trustedCas: [ROOT.cert],
};
const POP3: readonly MailboxType[] = ["pop3", "pop3-starttls", "spop3"];
const IMAP: readonly MailboxType[] = ["imap", "imap-starttls", "imaps"];
const SECURE: readonly MailboxType[] = ["pop3-starttls", "spop3", "imap-starttls", "imaps"];
const FORMS = createStoredMessages(60);

describe.skipIf(!HAS_DOVECOT)("a real Dovecot server (skipped when not installed)", () => {
  let dovecot: Dovecot;
  const open: MailSource[] = [];

  beforeAll(async () => {
    dovecot = await startDovecot(CERTIFICADO);
    for (const { bytes } of FORMS) await dovecot.deliver(bytes);
  }, 20_000);
  afterAll(async () => {
    for (const source of open) source.abort();
    await dovecot?.stop();
  });

  async function connect(tipo: MailboxType, other: Partial<MailboxConfig> = {}): Promise<MailSource> {
    const porta = dovecot.portas[tipo.replace("-starttls", "") as keyof Dovecot["portas"]];
    const entrada = { kind: "senha", senha: PASSWORD } as const;
    const mailbox = { tipo, servidor: SERVER, porta, usuario: USUARIO, entrada, ...other };
    const source = await openMailSource(mailbox, NETWORK, async () => ["127.0.0.1"]);
    open.push(source);
    return source;
  }

  async function readAll(tipo: MailboxType): Promise<(string | undefined)[]> {
    const source = await connect(tipo);
    const { refs } = await source.list();
    const got: string[] = [];
    for (const ref of refs) got.push(sha256(await source.fetch(ref)));
    await source.close();
    const protocolo = tipo.startsWith("imap") ? "imap" : "pop3";
    const known = new Map(FORMS.map(({ nome, bytes }) => [sha256(asServed(bytes, protocolo)), nome]));
    return got.map((hash) => known.get(hash));
  }

  async function causeOf(tipo: MailboxType, other: Partial<MailboxConfig>): Promise<string> {
    const error: unknown = await connect(tipo, other).catch((reason: unknown) => reason);
    return error instanceof MailOutage ? `${error.causa} ${error.codigo}` : String(error);
  }

  test.each(IMAP)("%s: every fetched message equals the stored bytes", async (tipo) => {
    expect(await readAll(tipo)).toEqual(FORMS.map(({ nome }) => nome));
  });

  test("fetching over IMAP marks no message as read", async () => {
    const files = await dovecot.arquivos();
    expect(files.filter((name) => /:2,.*S/.test(name))).toEqual([]);
    expect(files.length).toBe(FORMS.length);
  });

  test.each(POP3)("%s: every fetched message equals the stored bytes", async (tipo) => {
    expect(await readAll(tipo)).toEqual(FORMS.map(({ nome }) => nome));
  });

  // in parallel: the server delays each failed sign-in by half a second
  test("reports a wrong password as such for all six mailbox types", async () => {
    const entrada = { kind: "senha", senha: "outra" } as const;
    const causes = await Promise.all([...POP3, ...IMAP].map((tipo) => causeOf(tipo, { entrada })));
    expect(causes).toEqual(Array(6).fill("senha senha-recusada"));
  });

  test("accepts the right OAuth token and rejects another", async () => {
    const causes = SECURE.map(async (tipo) => {
      const source = await connect(tipo, { entrada: { kind: "oauth2", token: TOKEN } });
      expect((await source.list()).refs.length).toBe(FORMS.length);
      await source.close();
      return causeOf(tipo, { entrada: { kind: "oauth2", token: "outra.ficha" } });
    });
    expect(await Promise.all(causes)).toEqual(SECURE.map(() => "autorizacao autorizacao-recusada"));
  });

  test("accepts a pinned certificate by its fingerprint alone", async () => {
    const impressao = new X509Certificate(CERTIFICADO.cert).fingerprint256;
    const other = impressao.replace(/^../, (first) => (first === "00" ? "01" : "00"));
    const causes = SECURE.map(async (tipo) => {
      const source = await connect(tipo, { servidor: "outro-nome.test", certificadoFixado: impressao });
      expect((await source.list()).refs.length).toBe(FORMS.length);
      await source.close();
      return causeOf(tipo, { certificadoFixado: other });
    });
    expect(await Promise.all(causes)).toEqual(SECURE.map(() => "tls tls-outro-certificado"));
  });

  test("opens a folder with accents; its uids differ from those of INBOX", async () => {
    const message = Buffer.from("From: a@exemplo.test\r\n\r\nna pasta\r\n");
    await dovecot.deliver(message, "Emiss&AOM-o");
    const source = await connect("imaps", { pasta: "Emissão" });
    const { refs, marca } = await source.list();
    expect(refs.map(({ uid }) => uid)).toEqual([expect.stringMatching(/^[0-9a-f]{8}\.\d+\.1$/)]);
    expect(marca).toBe(refs[0]?.uid);
    if (refs[0]) expect(await source.fetch(refs[0])).toEqual(message);
    await source.close();
    expect(await causeOf("imaps", { pasta: "Não existe" })).toBe("pasta pasta-inexistente");
  });

  test("resumes a listing after its mark; find returns only existing messages", async () => {
    const source = await connect("imap");
    const { refs, marca } = await source.list();
    expect((await source.list(marca)).refs).toEqual([]);
    expect((await source.list(refs[49]?.uid)).refs).toEqual(refs.slice(50));
    const some = [refs[3], refs[7]].flatMap((ref) => (ref ? [ref] : []));
    expect(await source.find([...some.map(({ uid }) => uid), "1.1", `${marca}9`])).toEqual(some);
    const [proof] = await Promise.all(some.map((ref) => source.prove(ref)));
    expect(proof).toMatch(/^[0-9a-f]{64}$/);
    await source.close();
  });

  test("a new message or the signal ends the wait", async () => {
    const source = await connect("imap-starttls");
    const { marca } = await source.list();
    const waiting = source.waitForNews?.(new AbortController().signal);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const message = Buffer.from("From: a@exemplo.test\r\n\r\nchegou\r\n");
    await dovecot.deliver(message);
    await waiting;
    const { refs, marca: after } = await source.list(marca);
    expect(refs.length).toBe(1);
    if (refs[0]) expect(await source.fetch(refs[0])).toEqual(message);
    await source.waitForNews?.(AbortSignal.timeout(100));
    expect((await source.list(after)).refs).toEqual([]);
    await source.close();
  });

  test("remove deletes exactly the named messages, not those marked by another client", async () => {
    await dovecot.markDeleted(2);
    const source = await connect("imap");
    const { refs } = await source.list();
    const named = [refs[0], refs[2]].flatMap((ref) => (ref ? [ref] : []));
    await source.remove(named);
    expect(await source.find(named.map(({ uid }) => uid))).toEqual([]);
    expect((await source.list()).refs.length).toBe(refs.length - 2);
    await source.close();
    const left = (await dovecot.arquivos()).map((name) => Number(/\.M(\d+)P1\./.exec(name)?.[1]));
    expect([left.includes(1), left.includes(2), left.includes(3)]).toEqual([false, true, false]);
  });

  test("after a UIDVALIDITY change, lists everything under new uids", async () => {
    const before = await connect("imap");
    const { refs, marca } = await before.list();
    await before.close();
    await dovecot.renumber();
    const after = await connect("imap");
    const listed = await after.list(marca);
    expect(listed.refs.length).toBe(refs.length);
    expect(listed.refs.some(({ uid }) => refs.some((ref) => ref.uid === uid))).toBe(false);
    expect(await after.find(refs.map(({ uid }) => uid))).toEqual([]);
    await after.close();
  });
});
