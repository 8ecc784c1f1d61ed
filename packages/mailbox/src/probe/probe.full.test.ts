import { createServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { FailureCode, ProbeStep } from "../failure/codes.ts";
import { MailOutage } from "../failure/outage.ts";
import { DEFAULT_NETWORK, type NetworkPolicy } from "../network/endpoint.ts";
import { createCertificate, fingerprintOf } from "../tests/certificates.ts";
import { type ImapCommand, type ImapScript, type ScriptedImap, startImap } from "../tests/imap-server.ts";
import { mailboxOf, type Pop3Script, type ScriptedPop3, startPop3 } from "../tests/pop3-server.ts";
import { type ProbeTarget, probeServer } from "./probe.ts";
import type { ProbeResult } from "./step-log.ts";

const SERVER = "pop.exemplo.com.br";
const ROOT = createCertificate({ dns: "AC Inventada", ca: true }, null);
const VALID = createCertificate({ dns: SERVER }, { nome: "AC Inventada", key: ROOT.key });
const SELF_SIGNED = createCertificate({ dns: SERVER }, null);
const MESSAGE = Buffer.from("Subject: x\r\n\r\nx\r\n");
const NETWORK = {
  ...DEFAULT_NETWORK,
  permitirPrivado: true,
  conexaoMs: 2000,
  ociosoMs: 300,
  trustedCas: [ROOT.cert],
};

const servers: ScriptedPop3[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

type ProbeCase = {
  script?: Partial<Pop3Script>;
  mailbox?: Partial<ProbeTarget>;
  network?: Partial<NetworkPolicy>;
};

async function probe({ script, mailbox, network }: ProbeCase): Promise<ProbeResult & { commands: string[] }> {
  const server = await startPop3({ mensagens: [MESSAGE, MESSAGE], ...script });
  servers.push(server);
  const config = { ...mailboxOf(server.porta, { servidor: SERVER }), ...mailbox };
  const proof = await probeServer(config, { ...NETWORK, ...network }, async () => ["127.0.0.1"]);
  return { ...proof, commands: server.commands };
}

function stepsOf({ passos }: ProbeResult): string[] {
  return passos.map(({ passo, ok, codigo }) => `${passo} ${ok ? "ok" : "não"} ${codigo}`);
}

describe("testing a working mailbox", () => {
  test("a test over TLS yields each step", async () => {
    const proof = await probe({ script: { tls: VALID }, mailbox: { tipo: "spop3" } });
    expect(stepsOf(proof)).toEqual([
      "dns ok dns-encontrado",
      "tcp ok tcp-aberta",
      "tls ok tls-verificado",
      "saudacao ok saudacao-recebida",
      "entrada ok entrada-aceita",
      "listagem ok listagem-recebida",
    ]);
    expect(proof).toMatchObject({ ok: true, mensagens: 2, causa: null });
    expect(proof.certificado).toMatchObject({
      impressao: fingerprintOf(VALID),
      titular: SERVER,
      emissor: "AC Inventada",
      confiavel: true,
    });
    expect(proof.certificado?.validoAte.getTime()).toBeGreaterThan(Date.now());
    expect(proof.passos.map(({ valores }) => valores).slice(0, 3)).toMatchObject([
      { servidor: SERVER },
      { porta: expect.any(Number) },
      { protocolo: "TLSv1.3" },
    ]);
  });

  test("a test without TLS yields each step", async () => {
    const proof = await probe({});
    expect(proof.passos.map(({ passo }) => passo)).toEqual(["dns", "tcp", "saudacao", "entrada", "listagem"]);
    expect(proof.certificado).toBeNull();
  });

  test("a test with STLS yields each step, with the greeting before TLS", async () => {
    const proof = await probe({ script: { starttls: VALID }, mailbox: { tipo: "pop3-starttls" } });
    expect(proof.passos.map(({ passo }) => passo)).toEqual([
      "dns",
      "tcp",
      "saudacao",
      "tls",
      "entrada",
      "listagem",
    ]);
    expect(proof.certificado?.confiavel).toBe(true);
  });

  test("a test with a pinned certificate yields each step", async () => {
    const certificadoFixado = fingerprintOf(SELF_SIGNED);
    const proof = await probe({
      script: { tls: SELF_SIGNED },
      mailbox: { tipo: "spop3", certificadoFixado },
    });
    expect(stepsOf(proof)).toContain("tls ok tls-fixado");
    expect(proof).toMatchObject({ ok: true, certificado: { confiavel: true } });
  });

  test("weak or missing uids are reported", async () => {
    const weak = await probe({ script: { uids: ["1", "2"] } });
    expect(stepsOf(weak).at(-1)).toBe("listagem ok listagem-uids-fracos");
    const none = await probe({ script: { replies: { UIDL: "-ERR no\r\n" } } });
    expect(stepsOf(none).at(-1)).toBe("listagem ok listagem-sem-uidl");
  });
});

describe("testing a mailbox with an untrusted certificate", () => {
  test.each<[string, Partial<Pop3Script>, Partial<ProbeTarget>]>([
    ["over TLS", { tls: SELF_SIGNED }, { tipo: "spop3" }],
    ["after STLS", { starttls: SELF_SIGNED }, { tipo: "pop3-starttls" }],
  ])("an untrusted certificate is shown and no credentials are sent: %s", async (_, script, mailbox) => {
    const proof = await probe({ script, mailbox });
    expect(proof).toMatchObject({ ok: false, causa: "tls", mensagens: null });
    expect(stepsOf(proof).at(-1)).toBe("tls não tls-auto-assinado");
    expect(proof.certificado).toMatchObject({ impressao: fingerprintOf(SELF_SIGNED), confiavel: false });
    expect(proof.commands.join()).not.toMatch(/USER|PASS|AUTH/);
  });

  test("a test with an untrusted certificate does not request a token", async () => {
    let asked = 0;
    const entrada = async () => {
      asked++;
      return { kind: "oauth2", token: "t" } as const;
    };
    await probe({ script: { tls: SELF_SIGNED }, mailbox: { tipo: "spop3", entrada } });
    expect(asked).toBe(0);
  });

  test("a certificate other than the pinned one is shown", async () => {
    const certificadoFixado = fingerprintOf(SELF_SIGNED);
    const proof = await probe({ script: { tls: VALID }, mailbox: { tipo: "spop3", certificadoFixado } });
    expect(stepsOf(proof).at(-1)).toBe("tls não tls-outro-certificado");
    expect(proof.certificado).toMatchObject({ impressao: fingerprintOf(VALID), confiavel: false });
  });
});

describe("testing a mailbox that does not work", () => {
  const nunca = { replies: { CAPA: "" } };
  test.each<[string, ProbeCase, ProbeStep, FailureCode]>([
    ["an invalid name", { mailbox: { servidor: "a b" } }, "dns", "dns-nome-invalido"],
    [
      "a private address",
      { network: { permitirPrivado: false }, mailbox: { porta: 110 } },
      "dns",
      "endereco-proibido",
    ],
    [
      "a port outside mail",
      { network: { permitirPrivado: false }, mailbox: { porta: 25 } },
      "tcp",
      "porta-proibida",
    ],
    ["a closed port", { mailbox: { porta: 1 } }, "tcp", "tcp-recusada"],
    ["plain POP3 on a TLS port", { mailbox: { tipo: "spop3" } }, "tls", "tls-nao-falado"],
    ["no STLS", { mailbox: { tipo: "pop3-starttls" } }, "tls", "starttls-nao-oferecido"],
    ["a busy server", { script: { greeting: "-ERR busy\r\n" } }, "saudacao", "saudacao-recusada"],
    ["a web server", { script: { greeting: "HTTP/1.1 400\r\n" } }, "saudacao", "saudacao-estranha"],
    ["a silent server", { script: { greeting: "" } }, "saudacao", "saudacao-sem-resposta"],
    ["a wrong password", { script: { senha: "outra" } }, "entrada", "senha-recusada"],
    ["a locked mailbox", { script: { replies: { PASS: "-ERR [IN-USE] x\r\n" } } }, "entrada", "caixa-em-uso"],
    ["silence during sign-in", { script: nunca }, "entrada", "entrada-sem-resposta"],
    [
      "neither UIDL nor TOP",
      { script: { replies: { UIDL: "-ERR\r\n", TOP: "-ERR\r\n" } } },
      "listagem",
      "sem-uidl",
    ],
    [
      "an invalid list",
      { script: { replies: { LIST: "+OK\r\nx\r\n.\r\n" } } },
      "listagem",
      "listagem-estranha",
    ],
    ["silence during LIST", { script: { replies: { LIST: "" } } }, "listagem", "listagem-sem-resposta"],
  ])("the test reports the failed step and its cause: %s", async (_, trial, passo, codigo) => {
    const proof = await probe(trial);
    expect(proof.ok).toBe(false);
    expect(proof.causa).not.toBeNull();
    expect(proof.passos.at(-1)).toEqual({ passo, ok: false, codigo, valores: {} });
    expect(proof.passos.slice(0, -1).every(({ ok }) => ok)).toBe(true);
  });

  test("the test reports a name that does not exist", async () => {
    const resolver = async (): Promise<string[]> => {
      throw Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" });
    };
    const proof = await probeServer(mailboxOf(110, { servidor: "nao.exemplo" }), DEFAULT_NETWORK, resolver);
    expect(stepsOf(proof)).toEqual(["dns não dns-nao-existe"]);
  });

  test("the test reports a refused token", async () => {
    const entrada = async () => {
      throw new MailOutage("autorizacao", "refused", { codigo: "token-recusado" });
    };
    const proof = await probe({ mailbox: { entrada } });
    expect(stepsOf(proof).at(-1)).toBe("token não token-recusado");
    expect(proof.causa).toBe("autorizacao");
  });

  test("errors of our own code are rethrown", async () => {
    const entrada = async () => {
      throw new TypeError("bug");
    };
    await expect(probe({ mailbox: { entrada } })).rejects.toThrow("bug");
  });
});

describe("testing an IMAP mailbox", () => {
  const imaps: ScriptedImap[] = [];
  afterEach(async () => {
    await Promise.all(imaps.splice(0).map((server) => server.stop()));
  });

  async function probeImap(script: Partial<ImapScript>, mailbox: Partial<ProbeTarget>): Promise<ProbeResult> {
    const server = await startImap({ mensagens: [MESSAGE], ...script });
    imaps.push(server);
    const config = { ...mailboxOf(server.porta, { servidor: SERVER }), ...mailbox };
    return probeServer(config, NETWORK, async () => ["127.0.0.1"]);
  }

  test("a test yields each step over TLS, and after STARTTLS", async () => {
    const direct = await probeImap({ tls: VALID }, { tipo: "imaps" });
    expect(direct).toMatchObject({ ok: true, mensagens: 1, certificado: { confiavel: true } });
    const after = await probeImap({ tls: VALID, starttls: true }, { tipo: "imap-starttls" });
    expect(after).toMatchObject({ ok: true, mensagens: 1, certificado: { confiavel: true } });
    expect(after.passos.map(({ passo }) => passo).slice(2, 4)).toEqual(["saudacao", "tls"]);
  });

  test("a missing folder is not reported as a wrong password", async () => {
    const responde = ({ nome }: ImapCommand) =>
      nome === "LIST" ? "%t OK\r\n" : nome === "EXAMINE" ? "%t NO nao existe\r\n" : undefined;
    const proof = await probeImap({ responde }, { tipo: "imap", pasta: "Fiscal" });
    expect(proof.causa).toBe("pasta");
    expect(stepsOf(proof).slice(-2)).toEqual(["entrada ok entrada-aceita", "listagem não pasta-inexistente"]);
  });

  test("the test reports POP3 on the port, missing STARTTLS and a wrong password", async () => {
    const pop = await probeImap({ greeting: "+OK POP3\r\n" }, { tipo: "imap" });
    expect(stepsOf(pop).at(-1)).toBe("saudacao não saudacao-estranha");
    const responde = ({ nome }: ImapCommand) => (nome === "STARTTLS" ? "%t BAD what?\r\n" : undefined);
    const open = await probeImap({ responde }, { tipo: "imap-starttls" });
    expect(stepsOf(open).at(-1)).toBe("tls não starttls-nao-oferecido");
    const wrong = await probeImap({ senha: "outra" }, { tipo: "imap" });
    expect(stepsOf(wrong).at(-1)).toBe("entrada não senha-recusada");
  });
});

test("the test of a forbidden address yields no other details", async () => {
  const inside = createServer().listen(0, "127.0.0.1");
  let connections = 0;
  inside.on("connection", (socket: Socket) => {
    connections++;
    socket.destroy();
  });
  const answers = new Set<string>();
  for (const servidor of ["127.0.0.1", "10.0.0.1", "192.168.0.1", "169.254.169.254", "::1"]) {
    const proof = await probeServer(mailboxOf(110, { servidor }), DEFAULT_NETWORK);
    answers.add(JSON.stringify(proof));
  }
  expect([...answers]).toEqual([
    JSON.stringify({
      ok: false,
      mensagens: null,
      causa: "endereco-proibido",
      passos: [{ passo: "dns", ok: false, codigo: "endereco-proibido", valores: {} }],
      certificado: null,
    }),
  ]);
  expect(connections).toBe(0);
  inside.close();
});
