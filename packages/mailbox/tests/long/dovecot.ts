// `npm run test:long -- dovecot [messages] [listed]`: compares the bytes of messages fetched from a
// real Dovecot over six mailbox types. Then lists a very large mailbox in bounded memory.
import { DEFAULT_NETWORK } from "../../src/network/endpoint.ts";
import type { MailboxConfig, MailboxType, MailSource } from "../../src/source/mail-source.ts";
import { openMailSource } from "../../src/source/open.ts";
import { createCertificate } from "../../src/tests/certificates.ts";
import {
  type Dovecot,
  FULL_USUARIO,
  HAS_DOVECOT,
  PASSWORD,
  startDovecot,
  USUARIO,
} from "../../src/tests/dovecot.ts";
import { asServed, createStoredMessages, sha256 } from "../../src/tests/dovecot-messages.ts";

const SERVER = "correio.exemplo.test";
const TIPOS: readonly MailboxType[] = ["pop3", "pop3-starttls", "spop3", "imap", "imap-starttls", "imaps"];
const RSS_MAX = 300e6;
/** Most memory that one listing may add, its result included: some hundred bytes per message. */
const SUM_MAX = 130e6;

const messages = Number(process.argv[2] ?? 1_000);
const listed = Number(process.argv[3] ?? 200_000);
const root = createCertificate({ dns: "AC Inventada", ca: true }, null);
const certificado = createCertificate({ dns: SERVER }, { nome: "AC Inventada", key: root.key });
const network = { ...DEFAULT_NETWORK, permitirPrivado: true, trustedCas: [root.cert] };
const wrong: string[] = [];

if (HAS_DOVECOT) await prove();
else console.log("pulado: o Dovecot não está instalado");
for (const what of wrong.slice(0, 20)) console.log(`errado: ${what}`);
process.exitCode = wrong.length === 0 ? 0 : 1;

async function prove(): Promise<void> {
  const dovecot = await startDovecot(certificado);
  try {
    // first, while the process uses little memory
    await listMany(dovecot);
    await compareAll(dovecot);
  } finally {
    await dovecot.stop();
  }
}

async function connect(dovecot: Dovecot, tipo: MailboxType, usuario: string): Promise<MailSource> {
  const porta = dovecot.portas[tipo.replace("-starttls", "") as keyof Dovecot["portas"]];
  const entrada = { kind: "senha", senha: PASSWORD } as const;
  const mailbox: MailboxConfig = { tipo, servidor: SERVER, porta, usuario, entrada };
  return openMailSource(mailbox, network, async () => ["127.0.0.1"]);
}

async function compareAll(dovecot: Dovecot): Promise<void> {
  const formas = createStoredMessages(messages);
  for (const { bytes } of formas) await dovecot.deliver(bytes);
  for (const tipo of TIPOS) {
    const started = performance.now();
    const source = await connect(dovecot, tipo, USUARIO);
    const { refs } = await source.list();
    if (refs.length !== formas.length) wrong.push(`${tipo}: ${refs.length} de ${formas.length}`);
    let identical = 0;
    for (const [index, ref] of refs.entries()) {
      const { nome = "", bytes = Buffer.alloc(0) } = formas[index] ?? {};
      const served = asServed(bytes, tipo.startsWith("imap") ? "imap" : "pop3");
      if (sha256(await source.fetch(ref)) === sha256(served)) identical++;
      else wrong.push(`${tipo}: ${nome}`);
    }
    await source.close();
    console.log(`${tipo}: ${identical} de ${formas.length} idênticas por sha256, ${secondsSince(started)} s`);
  }
}

async function listMany(dovecot: Dovecot): Promise<void> {
  await dovecot.fill(listed);
  // IMAP first: it makes Dovecot compute the sizes that POP3 needs
  for (const tipo of ["imaps", "spop3", "imaps"] as const) {
    const before = process.memoryUsage().rss;
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 20);
    const source = await connect(dovecot, tipo, FULL_USUARIO);
    const started = performance.now();
    const { refs } = await source.list();
    const seconds = secondsSince(started);
    clearInterval(timer);
    await source.close();
    console.log(
      `${tipo}: ${refs.length} listadas em ${seconds} s, RSS no pico ${Math.round(peak / 1e6)} MB (+${Math.round((peak - before) / 1e6)} MB)`,
    );
    if (refs.length !== listed) wrong.push(`${tipo}: ${refs.length} listadas de ${listed}`);
    if (peak - before > SUM_MAX) wrong.push(`${tipo}: +${Math.round((peak - before) / 1e6)} MB`);
    if (peak > RSS_MAX) wrong.push(`${tipo}: ${Math.round(peak / 1e6)} MB`);
  }
}

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 100) / 10;
}
