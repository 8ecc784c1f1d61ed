import { createServer } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { CodigoFalha } from "../failure/codes.ts";
import { MailOutage } from "../failure/outage.ts";
import { DEFAULT_REDE, type RedePolitica } from "../network/endpoint.ts";
import type { CaixaConfig } from "../source/mail-source.ts";
import { openMailSource } from "../source/open.ts";
import { type Certificado, createCertificado, impressaoOf } from "../tests/certificates.ts";
import { caixaOf, type Pop3Falso, type Roteiro, startPop3 } from "../tests/pop3-server.ts";

const SERVIDOR = "pop.exemplo.com.br";
const RAIZ = createCertificado({ dns: "AC Inventada", ca: true }, null);
const EMISSOR = { nome: "AC Inventada", key: RAIZ.key };
const BOM = createCertificado({ dns: SERVIDOR }, EMISSOR);
const MENSAGEM = Buffer.from("From: a@b\r\n\r\nsobre TLS\r\n");
const SEGREDOS = /USER|PASS|AUTH/;

const REDE: RedePolitica = {
  ...DEFAULT_REDE,
  permitirPrivado: true,
  conexaoMs: 5000,
  ociosoMs: 500,
  ancoras: [RAIZ.cert],
};

const servers: Pop3Falso[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

type Resultado = { lida: Uint8Array | null; falha: MailOutage | null; comandos: string[] };

/** Fetches one message; the name resolves to loopback, as with a private DNS. */
async function collect(
  roteiro: Partial<Roteiro>,
  mais: Partial<CaixaConfig>,
  rede: Partial<RedePolitica> = {},
): Promise<Resultado> {
  const server = await startPop3({ mensagens: [MENSAGEM], ...roteiro });
  servers.push(server);
  const caixa = caixaOf(server.porta, { servidor: SERVIDOR, ...mais });
  const { comandos } = server;
  try {
    const source = await openMailSource(caixa, { ...REDE, ...rede }, async () => ["127.0.0.1"]);
    const [ref] = (await source.list()).refs;
    if (ref === undefined) throw new Error("no message");
    const lida = await source.fetch(ref);
    await source.close();
    return { lida, falha: null, comandos };
  } catch (error) {
    if (error instanceof MailOutage) return { lida: null, falha: error, comandos };
    throw error;
  }
}

const SPOP3 = { tipo: "spop3" } as const;
const STLS = { tipo: "pop3-starttls" } as const;

test("accepts a certificate of a known authority for this name", async () => {
  expect((await collect({ tls: BOM }, SPOP3)).lida).toEqual(MENSAGEM);
});

const RECUSADOS: [string, Certificado, Partial<RedePolitica>, CodigoFalha][] = [
  ["self-signed", createCertificado({ dns: SERVIDOR }, null), {}, "tls-auto-assinado"],
  ["of an unknown authority", BOM, { ancoras: [] }, "tls-cadeia-incompleta"],
  ["for another name", createCertificado({ dns: "outro.exemplo.com.br" }, EMISSOR), {}, "tls-outro-nome"],
  ["expired", createCertificado({ dns: SERVIDOR, vencido: true }, EMISSOR), {}, "tls-vencido"],
  ["not yet valid", createCertificado({ dns: SERVIDOR, futuro: true }, EMISSOR), {}, "tls-ainda-nao-vale"],
];

describe.each(RECUSADOS)("refuses a certificate: %s", (_, certificado, rede, codigo) => {
  test("with TLS from the first byte", async () => {
    const { falha, comandos } = await collect({ tls: certificado }, SPOP3, rede);
    expect(falha).toMatchObject({ causa: "tls", codigo });
    expect(comandos).toEqual([]);
  });

  test("after STLS", async () => {
    const { falha, comandos } = await collect({ starttls: certificado }, STLS, rede);
    expect(falha).toMatchObject({ causa: "tls", codigo });
    expect(comandos.join()).not.toMatch(SEGREDOS);
  });

  test("unless this certificate is pinned", async () => {
    const certificadoFixado = impressaoOf(certificado);
    expect((await collect({ tls: certificado }, { ...SPOP3, certificadoFixado }, rede)).lida).toEqual(
      MENSAGEM,
    );
    expect((await collect({ starttls: certificado }, { ...STLS, certificadoFixado }, rede)).lida).toEqual(
      MENSAGEM,
    );
  });
});

describe("a pinned certificate is compared by its whole fingerprint", () => {
  test.each<[string, Partial<Roteiro>, Partial<CaixaConfig>]>([
    ["over TLS", { tls: BOM }, SPOP3],
    ["after STLS", { starttls: BOM }, STLS],
  ])("refuses a valid but different certificate %s", async (_, roteiro, mais) => {
    const certificadoFixado = impressaoOf(createCertificado({ dns: SERVIDOR }, null));
    const { falha, comandos } = await collect(roteiro, { ...mais, certificadoFixado });
    expect(falha).toMatchObject({ causa: "tls", codigo: "tls-outro-certificado" });
    expect(comandos.join()).not.toMatch(SEGREDOS);
  });

  test.each(["", "AA", impressaoOf(BOM).toLowerCase(), `${impressaoOf(BOM)} `])(
    "refuses a self-signed certificate for the malformed pin %j",
    async (certificadoFixado) => {
      const tls = createCertificado({ dns: SERVIDOR }, null);
      expect((await collect({ tls }, { ...SPOP3, certificadoFixado })).falha?.causa).toBe("tls");
    },
  );
});

describe("STLS", () => {
  test("starts TLS before USER and requests CAPA again", async () => {
    const { lida, comandos } = await collect({ starttls: BOM }, STLS);
    expect(lida).toEqual(MENSAGEM);
    expect(comandos.slice(0, 5)).toEqual(["CAPA", "STLS", "TLS", "CAPA", "USER ana"]);
  });

  test.each<[string, Partial<Roteiro>, CodigoFalha]>([
    ["is not offered", {}, "starttls-nao-oferecido"],
    ["is refused", { starttls: BOM, respostas: { STLS: "-ERR not now\r\n" } }, "starttls-recusado"],
    [
      "is unknown to a server without CAPA",
      { respostas: { CAPA: "-ERR what?\r\n" } },
      "starttls-nao-oferecido",
    ],
    ["is followed by injected replies", { starttls: BOM, injeta: "+OK\r\n+OK\r\n" }, "starttls-injetado"],
    ["is followed by one injected byte", { starttls: BOM, injeta: "+" }, "starttls-injetado"],
  ])("sends no credentials when STLS %s", async (_, roteiro, codigo) => {
    const { falha, comandos } = await collect(roteiro, STLS);
    expect(falha).toMatchObject({ causa: "tls", codigo });
    expect(comandos.join()).not.toMatch(SEGREDOS);
  });

  test("tries STLS on a server without CAPA", async () => {
    const { lida } = await collect({ starttls: BOM, respostas: { CAPA: "-ERR what?\r\n" } }, STLS);
    expect(lida).toEqual(MENSAGEM);
  });

  test("a handshake that never starts ends at the deadline", async () => {
    const { falha } = await collect({ respostas: { STLS: "+OK\r\n", CAPA: "-ERR\r\n" } }, STLS, {
      conexaoMs: 300,
    });
    expect(falha?.causa).toMatch(/tempo|tls|interrompida/);
  });
});

test("refuses TLS 1.1", async () => {
  const tls = { ...BOM, minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
  expect((await collect({ tls }, SPOP3)).falha).toMatchObject({ causa: "tls", codigo: "tls-antigo" });
});

test("reports a server without TLS on the port", async () => {
  expect((await collect({}, SPOP3)).falha).toMatchObject({ causa: "tls", codigo: "tls-nao-falado" });
});

test("a server that accepts and stays silent fails at the connect deadline", async () => {
  const mute = createServer((socket) => socket.on("error", () => undefined));
  await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
  const address = mute.address();
  const porta = typeof address === "object" && address !== null ? address.port : 0;
  const caixa = caixaOf(porta, { tipo: "spop3", servidor: SERVIDOR });
  const begin = Date.now();
  await expect(
    openMailSource(caixa, { ...REDE, conexaoMs: 300 }, async () => ["127.0.0.1"]),
  ).rejects.toMatchObject({ causa: "tempo" });
  expect(Date.now() - begin).toBeLessThan(4000);
  mute.close();
});
