import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { seedKeySet, startSandbox } from "@malote/sandbox";
import { MINUTE_MS } from "@malote/syntax";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Listening } from "../../src/http/listen.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import {
  byChave,
  byNsu,
  byUltNsu,
  type ClientCertificate,
  FEED_PATH,
  type FeedAnswer,
  type FeedPage,
  type FeedRequest,
  mediaOf,
  openFeed,
  readAnswer,
  sendFeedRequest,
  writeRequest,
} from "../setup/feed-client.ts";
import { HOSTILE_XML } from "../setup/hostile-bodies.ts";
import { inventChave } from "../setup/invent-notas.ts";
import { type ContaFixture, NOSSA, openContaFixture, writeCopy, writeEvento } from "../setup/nota-copies.ts";
import { INVALID_REQUESTS, NON_REQUESTS } from "./feed-sefaz-cases.ts";

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

let t: TestContext;
let sandbox: Sandbox;
let feed: Listening;
let OUR_CERTIFICATE: ClientCertificate;
let dir: string;
let icp: string;

beforeAll(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-feed-"));
  await seedKeySet(dir);
  sandbox = await startSandbox({ dir, consolePort: 0 });
  // The operator trusts the sandbox's authority, so real contas are served too.
  icp = path.join(dir, "icp");
  await fs.mkdir(icp);
  await fs.writeFile(path.join(icp, "ac.pem"), sandbox.info.ancoraPem);
  t = await createTestContext({ sandbox: { info: sandbox.info }, icpBrasilDir: icp });
  feed = await openFeed(t);
  OUR_CERTIFICATE = await sandbox.certificateIssuer.make({ cnpj: NOSSA });
});
afterAll(async () => {
  await feed.stop();
  await t.dispose();
  await sandbox.stop();
  await fs.rm(dir, { recursive: true, force: true });
});

const sendRequest = async (corpo: string | Buffer, o: Partial<FeedRequest> = {}): Promise<FeedAnswer> =>
  await sendFeedRequest(feed, {
    certificate: OUR_CERTIFICATE,
    ancoraPem: sandbox.info.ancoraPem,
    body: corpo,
    ...o,
  });

const read = async (
  query: string,
  o: Partial<FeedRequest> & { cnpj?: string; tpAmb?: string } = {},
): Promise<FeedPage> => {
  const { cnpj = NOSSA, tpAmb = "1", ...rest } = o;
  return readAnswer(await sendRequest(writeRequest(query, { cnpj, tpAmb }), rest));
};

/** A conta with a certificate of its company NOSSA and an enabled feed; disables the feeds of
 * earlier tests. */
async function openEnabledConta(): Promise<ContaFixture> {
  await t.asOwner("UPDATE empresa SET feed_sefaz = false");
  const fixture = await openContaFixture(t);
  await enableFeed(fixture);
  await storeCertificate(fixture);
  return fixture;
}

/** Stores certificates of its companies, valid for some days. */
const storeCertificate = async ({ contaId }: ContaFixture, days = 30): Promise<unknown> =>
  await t.asOwner(
    `INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, valido_de, valido_ate, cadeia)
     SELECT conta_id, id, id, '', '', $2::timestamptz - interval '1 year', $2::timestamptz + $3 * interval '1 day', 'verificada' FROM empresa
     WHERE conta_id = $1 ON CONFLICT (conta_id, id) DO UPDATE SET valido_ate = excluded.valido_ate`,
    [contaId, t.clock.now(), days],
  );

const enableFeed = async ({ contaId }: ContaFixture): Promise<unknown> =>
  await t.asOwner("UPDATE empresa SET feed_sefaz = true WHERE conta_id = $1", [contaId]);

const nsusOf = ({ docs }: FeedPage): number[] => docs.map(({ nsu }) => nsu);

describe("an NSU of the feed always returns the same document, or none", () => {
  test("a better copy gets its own NSU, and the first one stays at its NSU", async () => {
    const fixture = await openEnabledConta();
    const [withoutProtocolo, withProtocolo] = [writeCopy({ cStat: null }), writeCopy({})];
    await fixture.receive([withoutProtocolo, { achados: ["sem-protocolo"] }]);
    expect(await read(byNsu(1))).toMatchObject({ cStat: "138", docs: [{ nsu: 1, xml: withoutProtocolo }] });
    await fixture.receive([withProtocolo]);
    const { docs } = await read(byUltNsu(0));
    expect(docs.map(({ nsu, xml }) => [nsu, xml])).toEqual([
      [1, withoutProtocolo],
      [2, withProtocolo],
    ]);
    expect(await read(byNsu(1))).toMatchObject({ docs: [{ nsu: 1, xml: withoutProtocolo }] });
    expect(await read(byChave(inventChave(1)))).toMatchObject({
      cStat: "138",
      docs: [{ nsu: 2, xml: withProtocolo }],
    });
  });

  test("after a restore, a client that read beyond the backup continues by itself and gets what came since", async () => {
    const fixture = await openEnabledConta();
    await fixture.receive([writeCopy({})]);
    await fixture.receive([writeCopy({ numero: 2 })]);
    expect(nsusOf(await read(byUltNsu(0)))).toEqual([1, 2]);
    // The backup has only the first document.
    await t.asOwner("DELETE FROM feed WHERE conta_id = $1 AND sequencia > 1", [fixture.contaId]);
    await t.asOwner("UPDATE conta_sequencia SET sequencia = 1 WHERE conta_id = $1", [fixture.contaId]);
    await t.ctx.database.gatekeeper.beginFeedEpoch();
    const nothing = await read(byUltNsu(2));
    expect(nothing).toMatchObject({ cStat: "137", docs: [] });
    expect([nothing.ultNSU, (nothing.maxNSU ?? 0) > 1_700_000_000_000]).toEqual([nothing.maxNSU, true]);
    await fixture.receive([writeCopy({ numero: 3 })]);
    const next = (nothing.maxNSU ?? 0) + 1;
    for (const afterNsu of [1, 2, nothing.ultNSU ?? 0]) {
      expect({ antes: afterNsu, numeros: nsusOf(await read(byUltNsu(afterNsu))) }).toEqual({
        antes: afterNsu,
        numeros: [next],
      });
    }
    expect(nsusOf(await read(byUltNsu(0)))).toEqual([1, next]);
  });

  test("flags and SEFAZ statuses have no document, so their NSU are skipped", async () => {
    const fixture = await openEnabledConta();
    await fixture.receive([writeCopy({})]);
    await fixture.applyAnswer({ numero: 1, cStat: "100" });
    await fixture.receive([writeEvento({ chave: inventChave(1) })]);
    expect(await fixture.feed()).toEqual(["nota", "status", "evento"]);
    const page = await read(byUltNsu(0));
    expect([nsusOf(page), page.ultNSU, page.maxNSU]).toEqual([[1, 3], 3, 3]);
    expect(page.docs.map(({ schema }) => schema)).toEqual(["procNFe_v4.00.xsd", "procEventoNFe_v1.00.xsd"]);
    expect(await read(byNsu(2))).toMatchObject({ cStat: "137", docs: [], ultNSU: 2, maxNSU: 3 });
  });

  test("a quarantined nota is left out, and follows with its eventos once it is released", async () => {
    const fixture = await openEnabledConta();
    await fixture.receive([writeCopy({ digVal: "DUVIDA=" }), { achados: ["cadeia-desconhecida"] }]);
    await fixture.receive([writeEvento({ chave: inventChave(1) })]);
    expect(await read(byUltNsu(0))).toMatchObject({ cStat: "137", maxNSU: 0 });
    expect(await read(byChave(inventChave(1)))).toMatchObject({ cStat: "137", ultNSU: null });
    await fixture.receive([writeCopy({ digVal: "CERTA=" })]);
    const { docs } = await read(byUltNsu(0));
    expect(docs.map(({ schema }) => schema)).toEqual(["procNFe_v4.00.xsd", "procEventoNFe_v1.00.xsd"]);
    expect(docs[0]?.xml).toContain("CERTA=");
  });

  test("a copy that SEFAZ proves wrong is no longer returned at any NSU", async () => {
    const fixture = await openEnabledConta();
    await fixture.receive([writeCopy({ digVal: "FALSA=" })]);
    expect(nsusOf(await read(byUltNsu(0)))).toEqual([1]);
    await fixture.applyAnswer({ numero: 1, digVal: "OUTRA=" });
    expect(await read(byUltNsu(0))).toMatchObject({ docs: [] });
    expect(await read(byNsu(1))).toMatchObject({ cStat: "137", docs: [] });
    await fixture.receive([writeCopy({ digVal: "OUTRA=" })]);
    const { docs } = await read(byUltNsu(0));
    expect(docs.map(({ xml }) => xml.includes("OUTRA="))).toEqual([true]);
  });

  test("an evento from SEFAZ is returned even if its signature is invalid", async () => {
    const fixture = await openEnabledConta();
    await fixture.receive([writeCopy({})]);
    await fixture.applyAnswer({ numero: 1, cStat: "101", eventos: [writeEvento({ chave: inventChave(1) })] });
    await t.asOwner(
      "UPDATE documento SET veredito = 'assinatura-invalida' WHERE conta_id = $1 AND natureza = 'evento'",
      [fixture.contaId],
    );
    const { docs } = await read(byUltNsu(0));
    expect(docs.map(({ schema }) => schema)).toEqual(["procNFe_v4.00.xsd", "procEventoNFe_v1.00.xsd"]);
  });

  test("the feed returns at most 50 documents a page, each once, and continues where the last page ended", async () => {
    const fixture = await openEnabledConta();
    const xmls = Array.from({ length: 120 }, (_, n): [string] => [writeCopy({ numero: n + 1 })]);
    await fixture.receive(...xmls);
    const seen: number[] = [];
    const sizes: number[] = [];
    for (let ultNSU = 0; ; ) {
      const page = await read(byUltNsu(ultNSU));
      seen.push(...nsusOf(page));
      sizes.push(page.docs.length);
      if (page.ultNSU === page.maxNSU) break;
      ultNSU = page.ultNSU ?? 0;
    }
    expect(sizes).toEqual([50, 50, 20]);
    expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => n + 1));
    // Deleted XMLs leave gaps and hide no later document.
    await t.asOwner(
      `DELETE FROM documento_xml x USING feed f WHERE f.conta_id = $1 AND f.sequencia < 110 AND x.conta_id = $1 AND x.documento_id = f.documento_id`,
      [fixture.contaId],
    );
    const rest = await read(byUltNsu(0));
    expect([nsusOf(rest)[0], rest.docs.length, rest.ultNSU]).toEqual([110, 11, 120]);
  });
});

describe("a certificate opens the feed of its company and no other", () => {
  test.each([
    ["no certificate", null, "280"],
    ["one that has expired", { cnpj: NOSSA, validoDias: -1 }, "281"],
    ["a server's", { cnpj: NOSSA, deServidor: true }, "280"],
    ["one without a number", { cnpj: NOSSA, semDocumento: true }, "282"],
    ["a person's", { cnpj: "52998224725" }, "282"],
    ["one of an authority that nobody knows", { cnpj: NOSSA, estranho: true }, "285"],
    ["one of another company", { cnpj: "33000167000101" }, "593"],
  ] as const)("a client certificate is refused with SEFAZ's own cStat: %s", async (_, pedido, cStat) => {
    await openEnabledConta();
    const certificate = pedido === null ? null : await sandbox.certificateIssuer.make(pedido);
    expect(await read(byUltNsu(0), { certificate })).toMatchObject({ cStat, docs: [] });
  });

  test("a request without a usable certificate is answered before its body has arrived", async () => {
    const serverCertificate = await sandbox.certificateIssuer.make({ cnpj: NOSSA, deServidor: true });
    for (const certificate of [null, serverCertificate]) {
      const corpo = " ".repeat(32_768);
      const feedAnswer = await sendRequest(corpo, { certificate, sent: 10 });
      expect(readAnswer(feedAnswer).cStat).toBe("280");
    }
  });

  test("a certificate of a branch opens the feed of its headquarters, named in the request", async () => {
    await openEnabledConta();
    const certificate = await sandbox.certificateIssuer.make({ cnpj: "11222333000262" });
    expect(await read(byUltNsu(0), { certificate })).toMatchObject({ cStat: "137" });
    expect(await read(byUltNsu(0), { certificate, cnpj: "11222333000262" })).toMatchObject({ cStat: "999" });
  });

  test("a company with a disabled feed is answered with where to enable it", async () => {
    await openEnabledConta();
    await t.asOwner("UPDATE empresa SET feed_sefaz = false");
    expect(await read(byUltNsu(0))).toMatchObject({
      cStat: "999",
      xMotivo: expect.stringContaining("Administrador, Empresas"),
    });
  });

  test("of two contas with one CNPJ, the path names the conta; otherwise the one with a valid certificate is used", async () => {
    const owning = await openEnabledConta();
    const sharing = await openContaFixture(t);
    await enableFeed(sharing);
    await owning.receive([writeCopy({ numero: 1 })]);
    await sharing.receive([writeCopy({ numero: 2 })]);
    const readsFirst = async (o: Partial<FeedRequest> = {}): Promise<boolean[]> =>
      (await read(byUltNsu(0), o)).docs.map(({ xml }) => xml.includes(inventChave(1)));
    expect(await readsFirst()).toEqual([true]);
    expect(await readsFirst({ caminho: `${FEED_PATH}/${owning.identificador}` })).toEqual([true]);
    expect(await readsFirst({ caminho: `${FEED_PATH}/${sharing.identificador.toUpperCase()}` })).toEqual([
      false,
    ]);
    await storeCertificate(owning, -1);
    expect(await read(byUltNsu(0))).toMatchObject({
      cStat: "999",
      xMotivo: expect.stringContaining("mais de uma conta"),
    });
    await storeCertificate(sharing);
    expect(await readsFirst()).toEqual([false]);
    expect(await read(byUltNsu(0), { caminho: `${FEED_PATH}/ninguem` })).toMatchObject({ cStat: "999" });
  });

  test("a conta without a valid certificate for the CNPJ is found only by its identificador in the path", async () => {
    const fixture = await openEnabledConta();
    await storeCertificate(fixture, -1);
    expect(await read(byUltNsu(0))).toMatchObject({
      cStat: "999",
      xMotivo: expect.stringContaining("identificador"),
    });
    expect(await read(byUltNsu(0), { caminho: `${FEED_PATH}/${fixture.identificador}` })).toMatchObject({
      cStat: "137",
    });
  });

  test("an unproven company gets no documents, even with the identificador in the path", async () => {
    const fixture = await openEnabledConta();
    await fixture.receive([writeCopy({})]);
    expect(await read(byUltNsu(0))).toMatchObject({ cStat: "138" });
    await t.asOwner("UPDATE empresa SET provada_por = NULL, provada_em = NULL WHERE conta_id = $1", [
      fixture.contaId,
    ]);
    for (const caminho of [FEED_PATH, `${FEED_PATH}/${fixture.identificador}`]) {
      expect(await read(byUltNsu(0), { caminho })).toMatchObject({
        cStat: "999",
        xMotivo: expect.stringContaining("comprovada"),
        docs: [],
      });
    }
  });

  test("a conta that is not proven for the CNPJ does not hide the one that is", async () => {
    const fixture = await openEnabledConta();
    await fixture.receive([writeCopy({})]);
    const attacker = await openContaFixture(t);
    await enableFeed(attacker);
    await storeCertificate(attacker);
    await t.asOwner("UPDATE empresa SET provada_por = NULL, provada_em = NULL WHERE conta_id = $1", [
      attacker.contaId,
    ]);
    expect(await read(byUltNsu(0))).toMatchObject({ cStat: "138" });
  });

  test("a demo conta is ignored when a real conta has the same CNPJ", async () => {
    const demo = await openEnabledConta();
    await t.asOwner("UPDATE conta SET sandbox = true WHERE id = $1", [demo.contaId]);
    expect(await read(byUltNsu(0))).toMatchObject({ cStat: "137" });
    const real = await openContaFixture(t);
    await enableFeed(real);
    expect(await read(byUltNsu(0))).toMatchObject({ cStat: "999" });
    await storeCertificate(real);
    await real.receive([writeCopy({})]);
    expect(await read(byUltNsu(0))).toMatchObject({ cStat: "138" });
  });

  test("the sandbox's authority opens no real conta unless the operator trusts it", async () => {
    await openEnabledConta();
    const ctx = { ...t.ctx, config: { ...t.ctx.config, icpBrasilDir: null } };
    const untrusting = await openFeed({ ...t, ctx });
    const corpo = writeRequest(byUltNsu(0), { cnpj: NOSSA });
    const answer = await sendFeedRequest(untrusting, {
      certificate: OUR_CERTIFICATE,
      ancoraPem: sandbox.info.ancoraPem,
      body: corpo,
    });
    expect(readAnswer(answer)).toMatchObject({ cStat: "999" });
    await t.asOwner(
      "UPDATE conta SET sandbox = true WHERE id IN (SELECT conta_id FROM empresa WHERE feed_sefaz)",
    );
    const demo = await sendFeedRequest(untrusting, {
      certificate: OUR_CERTIFICATE,
      ancoraPem: sandbox.info.ancoraPem,
      body: corpo,
    });
    expect(readAnswer(demo)).toMatchObject({ cStat: "137" });
    await untrusting.stop();
  });

  test("a company does not receive the notas that it issued, as at SEFAZ, but receives their eventos", async () => {
    const fixture = await openEnabledConta();
    await t.createEmpresa(fixture.contaId, { cnpj: "11444777000161" });
    await enableFeed(fixture);
    await storeCertificate(fixture);
    await fixture.receive([writeCopy({})]);
    await fixture.receive([writeEvento({ chave: inventChave(1) })]);
    expect(await fixture.feed()).toEqual(["nota", "nota", "evento", "evento"]);
    const certificate = await sandbox.certificateIssuer.make({ cnpj: "11444777000161" });
    const theirs = await read(byUltNsu(0), { certificate, cnpj: "11444777000161" });
    const ours = await read(byUltNsu(0));
    expect(ours.docs.map(({ schema }) => schema)).toEqual(["procNFe_v4.00.xsd", "procEventoNFe_v1.00.xsd"]);
    expect(theirs.docs.map(({ schema }) => schema)).toEqual(["procEventoNFe_v1.00.xsd"]);
    expect(nsusOf(ours)).not.toContain(nsusOf(theirs)[0]);
    const chave = byChave(inventChave(1));
    expect(await read(chave, { certificate, cnpj: "11444777000161" })).toMatchObject({ cStat: "137" });
  });
});

describe("an invalid request to the feed gets SEFAZ's own code", () => {
  test.each(INVALID_REQUESTS)(
    "a request with %s is answered with SEFAZ's own cStat",
    async (_, dados, cStat) => {
      await openEnabledConta();
      const feedAnswer = await sendRequest(writeRequest("", { dados }));
      expect([feedAnswer.status, readAnswer(feedAnswer).cStat]).toEqual([200, cStat]);
    },
  );

  test("a costly request is refused with a short answer, with any certificate", async () => {
    const unknownAuthority = await sandbox.certificateIssuer.make({ cnpj: NOSSA, estranho: true });
    for (const [nome, write] of HOSTILE_XML) {
      const { text: texto } = await sendRequest(write(32_000), { certificate: unknownAuthority });
      expect([nome, texto.length < 2_000, texto.includes("Receiver")]).toEqual([nome, true, false]);
    }
  });

  test("SOAP 1.1 and SOAP 1.2 requests are answered in their own envelopes", async () => {
    await openEnabledConta();
    for (const soap of ["1.1", "1.2"] as const) {
      const feedAnswer = await sendRequest(writeRequest(byUltNsu(0), { cnpj: NOSSA, soap }), {
        media: mediaOf(soap),
      });
      expect(feedAnswer.headers["content-type"]).toBe(mediaOf(soap));
      expect(readAnswer(feedAnswer).cStat).toBe("137");
    }
  });

  test.each(NON_REQUESTS)("a request with %s is refused by HTTP status", async (_, corpo, o, status) => {
    const feedAnswer = await sendRequest(corpo, o);
    expect(feedAnswer.status).toBe(status);
    expect(feedAnswer.text).not.toContain("at ");
    expect(feedAnswer.text).not.toContain("Receiver");
  });

  test("the feed serves its WSDL at both paths, with the requested address", async () => {
    for (const caminho of [FEED_PATH, "/NFeDistribuicaoDFe/NFeDistribuicaoDFe.asmx"]) {
      const { status, text: texto } = await sendRequest("", {
        metodo: "GET",
        caminho: `${caminho}?wsdl`,
        certificate: null,
      });
      expect(status).toBe(200);
      expect(texto).toContain(`location="https://127.0.0.1:${feed.port}${caminho}"`);
    }
  });
});

test("randomly mutated requests to the feed never cause an internal error", async () => {
  await openEnabledConta();
  const right = writeRequest(byUltNsu(0), { cnpj: NOSSA });
  const bend = fc.record({
    at: fc.nat(right.length - 1),
    cut: fc.nat(12),
    put: fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.constantFrom(
        "<",
        "&",
        "]]>",
        "<![CDATA[",
        "<!--",
        "\0",
        "é",
        "</",
        '"',
        "<?x?>",
        "<!DOCTYPE a>",
        "&#0;",
      ),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(bend, { minLength: 1, maxLength: 3 }), async (bends) => {
      const bent = bends.reduce(
        (text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut),
        right,
      );
      const { status, text: texto } = await sendRequest(bent);
      expect(texto).not.toContain("Receiver");
      expect(texto).not.toContain("Server");
      // A fault of SOAP 1.1, which also answers an unknown version, always has status 500.
      expect([200, 400, 500]).toContain(status);
      if (status === 500) expect(texto).toMatch(/soap:(Client|VersionMismatch)/);
    }),
    { numRuns: 200, seed: 20_261_122 },
  );
});

/** Sets the use of a rate limit, now and in the next minute. */
async function fillRateLimit(chave: string, uses: number): Promise<void> {
  const window = Math.floor(t.clock.now().getTime() / MINUTE_MS) * MINUTE_MS;
  for (const at of [new Date(window), new Date(window + 60_000)]) {
    await t.asOwner(
      "INSERT INTO limite_uso (chave, janela, usos) VALUES ($1, $2, $3) ON CONFLICT (chave, janela) DO UPDATE SET usos = $3",
      [chave, at, uses],
    );
  }
}

test("beyond the limit a company's requests to the feed get 429 with Retry-After", async () => {
  const fixture = await openEnabledConta();
  const [empresa] = await t.asOwner<{ id: string }>("SELECT id FROM empresa WHERE conta_id = $1", [
    fixture.contaId,
  ]);
  await fillRateLimit(`feed:${empresa?.id}`, 600);
  const feedAnswer = await sendRequest(writeRequest(byUltNsu(0), { cnpj: NOSSA }));
  expect([feedAnswer.status, feedAnswer.headers["retry-after"]]).toEqual([429, "60"]);
});

test("a client that changes its certificate each time is limited before the chains are verified", async () => {
  await openEnabledConta();
  const chave = `feed-cadeia:${createHash("sha256").update("127.0.0.1").digest("base64url")}`;
  await fillRateLimit(chave, 300);
  const certificate = await sandbox.certificateIssuer.make({ cnpj: NOSSA });
  const feedAnswer = await sendRequest(writeRequest(byUltNsu(0), { cnpj: NOSSA }), { certificate });
  expect([feedAnswer.status, feedAnswer.headers["retry-after"]]).toEqual([429, "60"]);
  expect(await read(byUltNsu(0))).toMatchObject({ cStat: "137" });
});
