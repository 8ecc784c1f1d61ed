import { X509Certificate } from "node:crypto";
import { inspect } from "node:util";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { MailboxConfig } from "../source/mail-source.ts";
import { createCertificate } from "../tests/certificates.ts";
import { CAIXA, causeOf, firstOf, IMPATIENT, MESSAGE, open, outageOf, serve } from "../tests/imap-setup.ts";

const ROOT = createCertificate({ dns: "AC Inventada", ca: true }, null);
const ISSUER = { nome: "AC Inventada", key: ROOT.key };
const VALID = createCertificate({ dns: CAIXA.servidor }, ISSUER);
const SELF_SIGNED = createCertificate({ dns: "caseiro.test" }, null);
const TRUSTED_CAS = { trustedCas: [ROOT.cert] };
const OAUTH2: Partial<MailboxConfig> = { entrada: { kind: "oauth2", token: "ficha.inventada" } };

/** All commands, with base64 credentials decoded. */
function saidIn(commands: readonly string[]): string {
  return commands
    .map((line) => `${line} ${Buffer.from(line.split(" ").at(-1) ?? "", "base64").toString()}`)
    .join("\n");
}

const spoken: string[] = [];
beforeEach(() => {
  for (const method of ["log", "info", "warn", "error", "debug", "trace"] as const) {
    vi.spyOn(console, method).mockImplementation((...args) => void spoken.push(JSON.stringify(args)));
  }
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(spoken.splice(0)).toEqual([]);
});

test.each<[string, Partial<MailboxConfig>, string]>([
  ["PLAIN", {}, "IMAP4rev1 AUTH=PLAIN"],
  ["LOGIN when PLAIN is not offered", {}, "IMAP4rev1"],
  ["LOGIN with a backslash in the name", { usuario: "DOMINIO\\ana" }, "IMAP4rev1 AUTH=PLAIN"],
  ["XOAUTH2", OAUTH2, "IMAP4rev1 SASL-IR AUTH=XOAUTH2"],
])("signs in by the mechanism %s", async (_name, mailbox, capabilities) => {
  const source = await open(await serve({ capabilities, token: "ficha.inventada" }), mailbox);
  expect(await source.fetch(await firstOf(source))).toEqual(MESSAGE);
  await source.close();
});

test("accepts a password with accents, quotes and spaces", async () => {
  const senha = 'ação "1" \\ 日本';
  const entrada = { kind: "senha", senha } as const;
  const source = await open(await serve({ senha }), { entrada });
  await source.close();
});

test.each<[string, string, Partial<MailboxConfig>]>([
  ["senha senha-recusada", "%t NO [AUTHENTICATIONFAILED] segredo errado", {}],
  ["senha senha-de-app", "%t NO Application-specific password required", {}],
  ["autorizacao autorizacao-recusada", "%t NO [AUTHENTICATIONFAILED] recusado", OAUTH2],
  ["recusada entrada-mais-tarde", "%t NO [UNAVAILABLE] Temporary authentication failure", {}],
  ["recusada caixa-em-uso", "%t NO [INUSE] mailbox locked", {}],
  ["recusada entrada-mais-tarde", "* BYE Too many connections", {}],
  ["protocolo entrada-estranha", "%t BAD o que", {}],
  ["interrompida entrada-interrompida", "hang up", {}],
  ["interrompida entrada-interrompida", "reset", {}],
  ["tempo entrada-sem-resposta", "silence", {}],
])("classifies a failed sign-in as %s: %s", async (cause, answer, mailbox) => {
  const server = await serve({
    capabilities: "IMAP4rev1 AUTH=PLAIN AUTH=XOAUTH2",
    responde: ({ nome }, socket) => {
      if (nome !== "AUTHENTICATE") return undefined;
      if (answer === "hang up") socket.end();
      if (answer === "reset") socket.resetAndDestroy();
      return answer.includes(" ") && answer !== "hang up" ? `${answer}\r\n` : null;
    },
  });
  const outage = await outageOf(open(server, mailbox, answer === "silence" ? IMPATIENT : {}));
  expect(`${outage.causa} ${outage.codigo}`).toBe(cause);
  expect(JSON.stringify([outage, outage.message])).not.toMatch(/segredo|ficha\.inventada/);
});

const PLAIN = Buffer.from("\0ana@exemplo.test\0segredo").toString("base64");
test.each<[string, string]>([
  ["in a refusal", `%t NO bad ${PLAIN}`],
  ["in a truncated refusal", `%t NO ${"x".repeat(270)} ${PLAIN} segredo`],
  ["in a BYE", `* BYE bad ${PLAIN} segredo`],
  ["in a BAD reply", `%t BAD ${PLAIN} segredo`],
  ["in an unparsable line", `* X ((( ${PLAIN} segredo\r\n%t BAD ${PLAIN}`],
  ["in an invalid reply", `%t ${PLAIN} segredo`],
])("an echoed password is kept out of the error and its cause: %s", async (_, answer) => {
  const responde = ({ nome }: { nome: string }) => (nome === "AUTHENTICATE" ? `${answer}\r\n` : undefined);
  const outage = await outageOf(
    open(await serve({ capabilities: "IMAP4rev1 AUTH=PLAIN SASL-IR", responde })),
  );
  expect(inspect(outage, { depth: 9 })).not.toMatch(/segredo|AGFuYU|c2VncmVkb/);
});

test.each<[string, string, Partial<MailboxConfig>]>([
  ["senha entrada-exige-tls", "IMAP4rev1 LOGINDISABLED", {}],
  ["autorizacao entrada-sem-oauth", "IMAP4rev1 AUTH=PLAIN", OAUTH2],
])("%s: no credentials are sent", async (cause, capabilities, mailbox) => {
  const server = await serve({ capabilities });
  expect(await causeOf(open(server, mailbox))).toBe(cause);
  expect(saidIn(server.commands)).not.toMatch(/segredo|ficha\.inventada/);
});

test.each<[string, Partial<MailboxConfig>]>([
  ["senha senha-mal-formada", { usuario: "ana\r\nA LOGOUT" }],
  ["senha senha-mal-formada", { entrada: { kind: "senha", senha: "a\0b" } }],
  ["senha senha-mal-formada", { entrada: { kind: "senha", senha: "" } }],
  ["autorizacao senha-mal-formada", { entrada: { kind: "oauth2", token: "a\u0001b" } }],
])("%s: invalid characters in credentials are refused before a connection", async (cause, mailbox) => {
  const server = await serve();
  expect(await causeOf(open(server, mailbox))).toBe(cause);
  expect(server.connections()).toBe(0);
});

test.each([
  ["recusada saudacao-recusada", "* BYE lotado\r\n"],
  ["protocolo saudacao-estranha", "+OK POP3 pronto\r\n"],
  ["protocolo saudacao-estranha", "HTTP/1.1 400 Bad Request\r\n\r\n"],
  ["protocolo saudacao-estranha", "* (((\r\n"],
  ["tempo saudacao-sem-resposta", ""],
])("classifies a bad greeting as %s: %j", async (cause, greeting) => {
  const network = greeting === "" ? IMPATIENT : {};
  expect(await causeOf(open(await serve({ greeting }), {}, network))).toBe(cause);
});

test("reports a closed port as such", async () => {
  const server = await serve();
  await server.stop();
  expect((await outageOf(open(server))).causa).toBe("recusada");
});

test.each<MailboxConfig["tipo"]>(["imaps", "imap-starttls"])(
  "%s: the right certificate is accepted",
  async (tipo) => {
    const server = await serve({ tls: VALID, starttls: tipo === "imap-starttls" });
    const source = await open(server, { tipo }, TRUSTED_CAS);
    expect(await source.fetch(await firstOf(source))).toEqual(MESSAGE);
    await source.close();
  },
);

test.each<[string, string | undefined, object]>([
  ["from an unknown authority", undefined, {}],
  ["for another name", undefined, { tls: createCertificate({ dns: "outro.test" }, ISSUER) }],
  ["that expired", undefined, { tls: createCertificate({ dns: CAIXA.servidor, vencido: true }, ISSUER) }],
  ["other than the pinned one", new X509Certificate(SELF_SIGNED.cert).fingerprint256, {}],
])("refuses a certificate %s before it sends credentials", async (name, certificadoFixado, script) => {
  const network = name === "from an unknown authority" ? {} : TRUSTED_CAS;
  for (const tipo of ["imaps", "imap-starttls"] as const) {
    const server = await serve({ tls: VALID, starttls: tipo === "imap-starttls", ...script });
    const mailbox = { tipo, ...(certificadoFixado && { certificadoFixado }) };
    expect((await outageOf(open(server, mailbox, network))).causa).toBe("tls");
    expect(saidIn(server.commands)).not.toMatch(/LOGIN|AUTHENTICATE|segredo/);
  }
});

test.each(["imaps", "imap-starttls"] as const)(
  "%s: a self-signed certificate is accepted by its fingerprint",
  async (tipo) => {
    const certificadoFixado = new X509Certificate(SELF_SIGNED.cert).fingerprint256;
    const server = await serve({ tls: SELF_SIGNED, starttls: tipo === "imap-starttls" });
    const source = await open(server, { tipo, certificadoFixado });
    expect(await source.fetch(await firstOf(source))).toEqual(MESSAGE);
  },
);

test.each([
  ["tls starttls-nao-oferecido", "not offered", {}],
  ["tls starttls-nao-oferecido", "refused", { capacidades: "IMAP4rev1 STARTTLS AUTH=PLAIN", recusa: true }],
  ["tls starttls-nao-oferecido", "PREAUTH greeting", { saudacao: "* PREAUTH [CAPABILITY IMAP4rev1] oi\r\n" }],
])(
  "%s: no password is sent without STARTTLS (%s)",
  async (cause, _name, { recusa, ...script }: Record<string, unknown>) => {
    const server = await serve({
      ...script,
      responde: ({ nome }) => (nome === "STARTTLS" && recusa === true ? "%t NO agora nao\r\n" : undefined),
    });
    expect(await causeOf(open(server, { tipo: "imap-starttls" }, TRUSTED_CAS))).toBe(cause);
    expect(saidIn(server.commands)).not.toMatch(/LOGIN|AUTHENTICATE|segredo/);
  },
);

test("refuses bytes injected before the TLS handshake", async () => {
  const server = await serve({
    tls: VALID,
    starttls: true,
    responde: ({ nome }) =>
      nome === "STARTTLS" ? "%t OK vamos\r\n* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n3 OK\r\n" : undefined,
  });
  expect(await causeOf(open(server, { tipo: "imap-starttls" }, TRUSTED_CAS))).toBe("tls starttls-injetado");
  expect(saidIn(server.commands)).not.toMatch(/segredo/);
});

test.each<[string, string]>([
  ["silence", "tempo"],
  ["hang up", "interrompida"],
  ["garbage", "tls"],
])("a TLS handshake that fails with %s is reported as %s", async (how, cause) => {
  const server = await serve({
    capabilities: "IMAP4rev1 STARTTLS",
    responde: ({ nome }, socket) => {
      if (nome !== "STARTTLS") return undefined;
      socket.removeAllListeners("data");
      if (how === "hang up") socket.once("data", () => socket.end());
      if (how === "garbage")
        socket.once("data", () => socket.write("isto nao e TLS, mas e bastante longo\r\n"));
      return "%t OK vamos\r\n";
    },
  });
  const network = how === "silence" ? { ...TRUSTED_CAS, ...IMPATIENT } : TRUSTED_CAS;
  expect((await outageOf(open(server, { tipo: "imap-starttls" }, network))).causa).toBe(cause);
});

test("reports TLS on a plain port, and a plain server on a TLS port", async () => {
  expect((await outageOf(open(await serve(), { tipo: "imaps" }, TRUSTED_CAS))).causa).toBe("tls");
  expect((await outageOf(open(await serve({ tls: VALID }), {}, IMPATIENT))).causa).toBe("tempo");
});

test("the mailbox type without TLS never uses STARTTLS, because the owner chose so", async () => {
  const server = await serve({ capabilities: "IMAP4rev1 STARTTLS AUTH=PLAIN" });
  await (await open(server)).close();
  expect(server.commands.some((line) => line.includes("STARTTLS"))).toBe(false);
});

test("the next address is tried after a failed connection, but not after a refused password", async () => {
  const { openImapSource } = await import("./source.ts");
  const { NETWORK: REDE } = await import("../tests/imap-setup.ts");
  const server = await serve();
  const enderecos = ["127.0.0.2", "127.0.0.1"]; // the server listens on the second one only
  const endpoint = { nome: CAIXA.servidor, porta: server.porta, enderecos };
  const source = await openImapSource(CAIXA, endpoint, REDE);
  await source.close();
  const entrada = { kind: "senha", senha: "outra" } as const;
  const repeated = { ...endpoint, enderecos: ["127.0.0.1", "127.0.0.1"] };
  expect(await causeOf(openImapSource({ ...CAIXA, entrada }, repeated, REDE))).toBe("senha senha-recusada");
  expect(server.connections()).toBe(2);
});
