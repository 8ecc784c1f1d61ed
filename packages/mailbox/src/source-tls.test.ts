import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type CausaFalha, MailOutage } from "./failure.ts";
import { DEFAULT_REDE, type RedePolitica } from "./rede.ts";
import { openMailSource } from "./source-open.ts";
import { type Certificado, createCertificado } from "./tests/certificates.ts";
import { caixaOf, type Pop3Falso, startPop3 } from "./tests/pop3-server.ts";

const SERVIDOR = "pop.exemplo.com.br";
const RAIZ = createCertificado({ dns: "AC Inventada", ca: true }, null);
const EMISSOR = { nome: "AC Inventada", key: RAIZ.key };
const MENSAGEM = Buffer.from("From: a@b\r\n\r\nsobre TLS\r\n");

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

/** Opens over TLS; the name resolves to loopback, as a private DNS would. */
async function openSegura(
  tls: Certificado | undefined,
  rede: Partial<RedePolitica> = {},
): Promise<Uint8Array | CausaFalha> {
  const server = await startPop3({ mensagens: [MENSAGEM], ...(tls && { tls }) });
  servers.push(server);
  const caixa = caixaOf(server.porta, { tipo: "spop3", servidor: SERVIDOR });
  try {
    const source = await openMailSource(caixa, { ...REDE, ...rede }, async () => ["127.0.0.1"]);
    const [ref] = (await source.list()).refs;
    if (ref === undefined) throw new Error("no message");
    const bytes = await source.fetch(ref);
    await source.close();
    return bytes;
  } catch (error) {
    if (error instanceof MailOutage) return error.causa;
    throw error;
  }
}

test("a certificate of a known authority for that very name is accepted", async () => {
  expect(await openSegura(createCertificado({ dns: SERVIDOR }, EMISSOR))).toEqual(MENSAGEM);
});

test.each<[string, Certificado | undefined, Partial<RedePolitica>]>([
  ["self-signed", createCertificado({ dns: SERVIDOR }, null), {}],
  ["of an unknown authority", createCertificado({ dns: SERVIDOR }, EMISSOR), { ancoras: [] }],
  ["for another name", createCertificado({ dns: "outro.exemplo.com.br" }, EMISSOR), {}],
  ["expired", createCertificado({ dns: SERVIDOR, vencido: true }, EMISSOR), {}],
  ["absent: the server speaks plain POP3", undefined, {}],
])("a certificate is refused as tls: %s", async (_, tls, rede) => {
  expect(await openSegura(tls, rede)).toBe("tls");
});

test("a server that accepts and then says nothing is given up at the connect deadline", async () => {
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
