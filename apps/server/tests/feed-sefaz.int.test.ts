import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { seedAcervo, startSandbox } from "@malote/sandbox";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Listening } from "../src/doors/listen.ts";
import { createTestContext, type TestContext } from "./context.ts";
import { type Casa, NOSSA, openCasa, writeCopia, writeEvento } from "./copias.ts";
import { XML_HOSTIS } from "./corpos-hostis.ts";
import {
  CAMINHO,
  type Cracha,
  type Lido,
  mediaOf,
  openFeed,
  type Pergunta,
  porChave,
  porNsu,
  porUltimo,
  type Resposta,
  readResposta,
  send,
  writePergunta,
} from "./feed-sefaz.ts";
import { ERRADAS, NADAS } from "./feed-sefaz-casos.ts";
import { inventChave } from "./wire-notas.ts";

type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

let t: TestContext;
let sandbox: Sandbox;
let feed: Listening;
let nossa: Cracha;
let dir: string;
let icp: string;

beforeAll(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-feed-"));
  await seedAcervo(dir);
  sandbox = await startSandbox({ dir, consolePort: 0 });
  // The operator trusts the sandbox's authority, so real contas are served too.
  icp = path.join(dir, "icp");
  await fs.mkdir(icp);
  await fs.writeFile(path.join(icp, "ac.pem"), sandbox.info.ancoraPem);
  t = await createTestContext({ sandbox: { info: sandbox.info }, icpBrasilDir: icp });
  feed = await openFeed(t);
  nossa = await sandbox.emissora.make({ cnpj: NOSSA });
});
afterAll(async () => {
  await feed.stop();
  await t.dispose();
  await sandbox.stop();
  await fs.rm(dir, { recursive: true, force: true });
});

const ask = async (corpo: string | Buffer, o: Partial<Pergunta> = {}): Promise<Resposta> =>
  await send(feed, { cracha: nossa, ancoraPem: sandbox.info.ancoraPem, corpo, ...o });

const read = async (
  por: string,
  o: Partial<Pergunta> & { cnpj?: string; tpAmb?: string } = {},
): Promise<Lido> => {
  const { cnpj = NOSSA, tpAmb = "1", ...rest } = o;
  return readResposta(await ask(writePergunta(por, { cnpj, tpAmb }), rest));
};

/** A conta with a certificate of its company NOSSA and an enabled feed; disables the feeds of
 * earlier tests. */
async function openAberta(): Promise<Casa> {
  await t.asOwner("UPDATE empresa SET feed_sefaz = false");
  const casa = await openCasa(t);
  await open(casa);
  await prove(casa);
  return casa;
}

/** Stores certificates of its companies, valid for some days. */
const prove = async ({ contaId }: Casa, dias = 30): Promise<unknown> =>
  await t.asOwner(
    `INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, valido_de, valido_ate, cadeia)
     SELECT conta_id, id, id, '', '', $2::timestamptz - interval '1 year', $2::timestamptz + $3 * interval '1 day', 'verificada' FROM empresa
     WHERE conta_id = $1 ON CONFLICT (conta_id, id) DO UPDATE SET valido_ate = excluded.valido_ate`,
    [contaId, t.clock.now(), dias],
  );

const open = async ({ contaId }: Casa): Promise<unknown> =>
  await t.asOwner("UPDATE empresa SET feed_sefaz = true WHERE conta_id = $1", [contaId]);

const numeros = ({ docs }: Lido): number[] => docs.map(({ nsu }) => nsu);

describe("an NSU always returns the same document, or none", () => {
  test("a better copy gets its own NSU, and the first one stays at its NSU", async () => {
    const casa = await openAberta();
    const [pobre, boa] = [writeCopia({ cStat: null }), writeCopia({})];
    await casa.receive([pobre, { achados: ["sem-protocolo"] }]);
    expect(await read(porNsu(1))).toMatchObject({ cStat: "138", docs: [{ nsu: 1, xml: pobre }] });
    await casa.receive([boa]);
    const { docs } = await read(porUltimo(0));
    expect(docs.map(({ nsu, xml }) => [nsu, xml])).toEqual([
      [1, pobre],
      [2, boa],
    ]);
    expect(await read(porNsu(1))).toMatchObject({ docs: [{ nsu: 1, xml: pobre }] });
    expect(await read(porChave(inventChave(1)))).toMatchObject({
      cStat: "138",
      docs: [{ nsu: 2, xml: boa }],
    });
  });

  test("after a restore, a client that read beyond the backup continues by itself and gets what came since", async () => {
    const casa = await openAberta();
    await casa.receive([writeCopia({})]);
    await casa.receive([writeCopia({ numero: 2 })]);
    expect(numeros(await read(porUltimo(0)))).toEqual([1, 2]);
    // The backup has only the first document.
    await t.asOwner("DELETE FROM feed WHERE conta_id = $1 AND sequencia > 1", [casa.contaId]);
    await t.asOwner("UPDATE conta_sequencia SET sequencia = 1 WHERE conta_id = $1", [casa.contaId]);
    await t.ctx.database.portaria.beginFeedEpoch();
    const nothing = await read(porUltimo(2));
    expect(nothing).toMatchObject({ cStat: "137", docs: [] });
    expect([nothing.ultNSU, (nothing.maxNSU ?? 0) > 1_700_000_000_000]).toEqual([nothing.maxNSU, true]);
    await casa.receive([writeCopia({ numero: 3 })]);
    const next = (nothing.maxNSU ?? 0) + 1;
    for (const antes of [1, 2, nothing.ultNSU ?? 0]) {
      expect({ antes, numeros: numeros(await read(porUltimo(antes))) }).toEqual({ antes, numeros: [next] });
    }
    expect(numeros(await read(porUltimo(0)))).toEqual([1, next]);
  });

  test("flags and SEFAZ statuses have no document, so their NSU are skipped", async () => {
    const casa = await openAberta();
    await casa.receive([writeCopia({})]);
    await casa.hear({ numero: 1, cStat: "100" });
    await casa.receive([writeEvento({ chave: inventChave(1) })]);
    expect(await casa.feed()).toEqual(["nota", "status", "evento"]);
    const lido = await read(porUltimo(0));
    expect([numeros(lido), lido.ultNSU, lido.maxNSU]).toEqual([[1, 3], 3, 3]);
    expect(lido.docs.map(({ schema }) => schema)).toEqual(["procNFe_v4.00.xsd", "procEventoNFe_v1.00.xsd"]);
    expect(await read(porNsu(2))).toMatchObject({ cStat: "137", docs: [], ultNSU: 2, maxNSU: 3 });
  });

  test("a quarantined nota is left out, and follows with its eventos once it is released", async () => {
    const casa = await openAberta();
    await casa.receive([writeCopia({ digVal: "DUVIDA=" }), { achados: ["cadeia-desconhecida"] }]);
    await casa.receive([writeEvento({ chave: inventChave(1) })]);
    expect(await read(porUltimo(0))).toMatchObject({ cStat: "137", maxNSU: 0 });
    expect(await read(porChave(inventChave(1)))).toMatchObject({ cStat: "137", ultNSU: null });
    await casa.receive([writeCopia({ digVal: "CERTA=" })]);
    const { docs } = await read(porUltimo(0));
    expect(docs.map(({ schema }) => schema)).toEqual(["procNFe_v4.00.xsd", "procEventoNFe_v1.00.xsd"]);
    expect(docs[0]?.xml).toContain("CERTA=");
  });

  test("a copy that SEFAZ proves wrong is no longer returned at any NSU", async () => {
    const casa = await openAberta();
    await casa.receive([writeCopia({ digVal: "FALSA=" })]);
    expect(numeros(await read(porUltimo(0)))).toEqual([1]);
    await casa.hear({ numero: 1, digVal: "OUTRA=" });
    expect(await read(porUltimo(0))).toMatchObject({ docs: [] });
    expect(await read(porNsu(1))).toMatchObject({ cStat: "137", docs: [] });
    await casa.receive([writeCopia({ digVal: "OUTRA=" })]);
    const { docs } = await read(porUltimo(0));
    expect(docs.map(({ xml }) => xml.includes("OUTRA="))).toEqual([true]);
  });

  test("an evento from SEFAZ is returned even if its signature is invalid", async () => {
    const casa = await openAberta();
    await casa.receive([writeCopia({})]);
    await casa.hear({ numero: 1, cStat: "101", eventos: [writeEvento({ chave: inventChave(1) })] });
    await t.asOwner(
      "UPDATE documento SET veredito = 'assinatura-invalida' WHERE conta_id = $1 AND natureza = 'evento'",
      [casa.contaId],
    );
    const { docs } = await read(porUltimo(0));
    expect(docs.map(({ schema }) => schema)).toEqual(["procNFe_v4.00.xsd", "procEventoNFe_v1.00.xsd"]);
  });

  test("returns at most 50 documents a page, each once, and continues where the last page ended", async () => {
    const casa = await openAberta();
    const xmls = Array.from({ length: 120 }, (_, n): [string] => [writeCopia({ numero: n + 1 })]);
    await casa.receive(...xmls);
    const seen: number[] = [];
    const sizes: number[] = [];
    for (let ultNSU = 0; ; ) {
      const lido = await read(porUltimo(ultNSU));
      seen.push(...numeros(lido));
      sizes.push(lido.docs.length);
      if (lido.ultNSU === lido.maxNSU) break;
      ultNSU = lido.ultNSU ?? 0;
    }
    expect(sizes).toEqual([50, 50, 20]);
    expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => n + 1));
    // Deleted XMLs leave gaps and hide no later document.
    await t.asOwner(
      `DELETE FROM documento_xml x USING feed f WHERE f.conta_id = $1 AND f.sequencia < 110 AND x.conta_id = $1 AND x.documento_id = f.documento_id`,
      [casa.contaId],
    );
    const rest = await read(porUltimo(0));
    expect([numeros(rest)[0], rest.docs.length, rest.ultNSU]).toEqual([110, 11, 120]);
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
  ] as const)("refuses a client certificate with SEFAZ's own cStat: %s", async (_, pedido, cStat) => {
    await openAberta();
    const cracha = pedido === null ? null : await sandbox.emissora.make(pedido);
    expect(await read(porUltimo(0), { cracha })).toMatchObject({ cStat, docs: [] });
  });

  test("a request without a usable certificate is answered before its body has arrived", async () => {
    const servidor = await sandbox.emissora.make({ cnpj: NOSSA, deServidor: true });
    for (const cracha of [null, servidor]) {
      const corpo = " ".repeat(32_768);
      const resposta = await ask(corpo, { cracha, sent: 10 });
      expect(readResposta(resposta).cStat).toBe("280");
    }
  });

  test("a certificate of a branch opens the feed of its headquarters, named in the request", async () => {
    await openAberta();
    const cracha = await sandbox.emissora.make({ cnpj: "11222333000262" });
    expect(await read(porUltimo(0), { cracha })).toMatchObject({ cStat: "137" });
    expect(await read(porUltimo(0), { cracha, cnpj: "11222333000262" })).toMatchObject({ cStat: "999" });
  });

  test("a company with a disabled feed is answered with where to enable it", async () => {
    await openAberta();
    await t.asOwner("UPDATE empresa SET feed_sefaz = false");
    expect(await read(porUltimo(0))).toMatchObject({
      cStat: "999",
      xMotivo: expect.stringContaining("Administrador, Empresas"),
    });
  });

  test("of two contas with one CNPJ, the path names the conta; otherwise the one with a valid certificate is used", async () => {
    const um = await openAberta();
    const dois = await openCasa(t);
    await open(dois);
    await um.receive([writeCopia({ numero: 1 })]);
    await dois.receive([writeCopia({ numero: 2 })]);
    const chavesDe = async (o: Partial<Pergunta> = {}): Promise<boolean[]> =>
      (await read(porUltimo(0), o)).docs.map(({ xml }) => xml.includes(inventChave(1)));
    expect(await chavesDe()).toEqual([true]);
    expect(await chavesDe({ caminho: `${CAMINHO}/${um.identificador}` })).toEqual([true]);
    expect(await chavesDe({ caminho: `${CAMINHO}/${dois.identificador.toUpperCase()}` })).toEqual([false]);
    await prove(um, -1);
    expect(await read(porUltimo(0))).toMatchObject({
      cStat: "999",
      xMotivo: expect.stringContaining("mais de uma conta"),
    });
    await prove(dois);
    expect(await chavesDe()).toEqual([false]);
    expect(await read(porUltimo(0), { caminho: `${CAMINHO}/ninguem` })).toMatchObject({ cStat: "999" });
  });

  test("a conta without a valid certificate for the CNPJ is found only by its identificador in the path", async () => {
    const casa = await openAberta();
    await prove(casa, -1);
    expect(await read(porUltimo(0))).toMatchObject({
      cStat: "999",
      xMotivo: expect.stringContaining("identificador"),
    });
    expect(await read(porUltimo(0), { caminho: `${CAMINHO}/${casa.identificador}` })).toMatchObject({
      cStat: "137",
    });
  });

  test("an unproven company gets no documents, even with the identificador in the path", async () => {
    const casa = await openAberta();
    await casa.receive([writeCopia({})]);
    expect(await read(porUltimo(0))).toMatchObject({ cStat: "138" });
    await t.asOwner("UPDATE empresa SET provada_por = NULL, provada_em = NULL WHERE conta_id = $1", [
      casa.contaId,
    ]);
    for (const caminho of [CAMINHO, `${CAMINHO}/${casa.identificador}`]) {
      expect(await read(porUltimo(0), { caminho })).toMatchObject({
        cStat: "999",
        xMotivo: expect.stringContaining("comprovada"),
        docs: [],
      });
    }
  });

  test("a conta that is not proven for the CNPJ does not hide the one that is", async () => {
    const casa = await openAberta();
    await casa.receive([writeCopia({})]);
    const atacante = await openCasa(t);
    await open(atacante);
    await prove(atacante);
    await t.asOwner("UPDATE empresa SET provada_por = NULL, provada_em = NULL WHERE conta_id = $1", [
      atacante.contaId,
    ]);
    expect(await read(porUltimo(0))).toMatchObject({ cStat: "138" });
  });

  test("a demo conta is ignored when a real conta has the same CNPJ", async () => {
    const demo = await openAberta();
    await t.asOwner("UPDATE conta SET sandbox = true WHERE id = $1", [demo.contaId]);
    expect(await read(porUltimo(0))).toMatchObject({ cStat: "137" });
    const real = await openCasa(t);
    await open(real);
    expect(await read(porUltimo(0))).toMatchObject({ cStat: "999" });
    await prove(real);
    await real.receive([writeCopia({})]);
    expect(await read(porUltimo(0))).toMatchObject({ cStat: "138" });
  });

  test("the sandbox's authority opens no real conta unless the operator trusts it", async () => {
    await openAberta();
    const ctx = { ...t.ctx, config: { ...t.ctx.config, icpBrasilDir: null } };
    const sem = await openFeed({ ...t, ctx });
    const corpo = writePergunta(porUltimo(0), { cnpj: NOSSA });
    const answer = await send(sem, { cracha: nossa, ancoraPem: sandbox.info.ancoraPem, corpo });
    expect(readResposta(answer)).toMatchObject({ cStat: "999" });
    await t.asOwner(
      "UPDATE conta SET sandbox = true WHERE id IN (SELECT conta_id FROM empresa WHERE feed_sefaz)",
    );
    const demo = await send(sem, { cracha: nossa, ancoraPem: sandbox.info.ancoraPem, corpo });
    expect(readResposta(demo)).toMatchObject({ cStat: "137" });
    await sem.stop();
  });

  test("a company does not receive the notas that it issued, as at SEFAZ, but receives their eventos", async () => {
    const casa = await openAberta();
    await t.createEmpresa(casa.contaId, { cnpj: "11444777000161" });
    await open(casa);
    await prove(casa);
    await casa.receive([writeCopia({})]);
    await casa.receive([writeEvento({ chave: inventChave(1) })]);
    expect(await casa.feed()).toEqual(["nota", "nota", "evento", "evento"]);
    const cracha = await sandbox.emissora.make({ cnpj: "11444777000161" });
    const deles = await read(porUltimo(0), { cracha, cnpj: "11444777000161" });
    const nossos = await read(porUltimo(0));
    expect(nossos.docs.map(({ schema }) => schema)).toEqual(["procNFe_v4.00.xsd", "procEventoNFe_v1.00.xsd"]);
    expect(deles.docs.map(({ schema }) => schema)).toEqual(["procEventoNFe_v1.00.xsd"]);
    expect(numeros(nossos)).not.toContain(numeros(deles)[0]);
    const chave = porChave(inventChave(1));
    expect(await read(chave, { cracha, cnpj: "11444777000161" })).toMatchObject({ cStat: "137" });
  });
});

describe("an invalid request gets SEFAZ's own code", () => {
  test.each(ERRADAS)("answers a request with %s by SEFAZ's own cStat", async (_, dados, cStat) => {
    await openAberta();
    const resposta = await ask(writePergunta("", { dados }));
    expect([resposta.status, readResposta(resposta).cStat]).toEqual([200, cStat]);
  });

  test("a costly request is refused with a short answer, with any certificate", async () => {
    const estranho = await sandbox.emissora.make({ cnpj: NOSSA, estranho: true });
    for (const [nome, write] of XML_HOSTIS) {
      const { texto } = await ask(write(32_000), { cracha: estranho });
      expect([nome, texto.length < 2_000, texto.includes("Receiver")]).toEqual([nome, true, false]);
    }
  });

  test("answers SOAP 1.1 and SOAP 1.2 in their own envelopes", async () => {
    await openAberta();
    for (const soap of ["1.1", "1.2"] as const) {
      const resposta = await ask(writePergunta(porUltimo(0), { cnpj: NOSSA, soap }), {
        media: mediaOf(soap),
      });
      expect(resposta.headers["content-type"]).toBe(mediaOf(soap));
      expect(readResposta(resposta).cStat).toBe("137");
    }
  });

  test.each(NADAS)("%s is refused by HTTP status", async (_, corpo, o, status) => {
    const resposta = await ask(corpo, o);
    expect(resposta.status).toBe(status);
    expect(resposta.texto).not.toContain("at ");
    expect(resposta.texto).not.toContain("Receiver");
  });

  test("serves its WSDL at both paths, with the requested address", async () => {
    for (const caminho of [CAMINHO, "/NFeDistribuicaoDFe/NFeDistribuicaoDFe.asmx"]) {
      const { status, texto } = await ask("", { metodo: "GET", caminho: `${caminho}?wsdl`, cracha: null });
      expect(status).toBe(200);
      expect(texto).toContain(`location="https://127.0.0.1:${feed.port}${caminho}"`);
    }
  });
});

test("randomly mutated requests never cause an internal error", async () => {
  await openAberta();
  const right = writePergunta(porUltimo(0), { cnpj: NOSSA });
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
      const { status, texto } = await ask(bent);
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
async function fillUso(chave: string, usos: number): Promise<void> {
  const janela = Math.floor(t.clock.now().getTime() / 60_000) * 60_000;
  for (const at of [new Date(janela), new Date(janela + 60_000)]) {
    await t.asOwner(
      "INSERT INTO limite_uso (chave, janela, usos) VALUES ($1, $2, $3) ON CONFLICT (chave, janela) DO UPDATE SET usos = $3",
      [chave, at, usos],
    );
  }
}

test("beyond the limit a company's requests get 429 with Retry-After", async () => {
  const casa = await openAberta();
  const [empresa] = await t.asOwner<{ id: string }>("SELECT id FROM empresa WHERE conta_id = $1", [
    casa.contaId,
  ]);
  await fillUso(`feed:${empresa?.id}`, 600);
  const resposta = await ask(writePergunta(porUltimo(0), { cnpj: NOSSA }));
  expect([resposta.status, resposta.headers["retry-after"]]).toEqual([429, "60"]);
});

test("a client with ever new certificates is limited before their chains are verified", async () => {
  await openAberta();
  const chave = `feed-cadeia:${createHash("sha256").update("127.0.0.1").digest("base64url")}`;
  await fillUso(chave, 300);
  const cracha = await sandbox.emissora.make({ cnpj: NOSSA });
  const resposta = await ask(writePergunta(porUltimo(0), { cnpj: NOSSA }), { cracha });
  expect([resposta.status, resposta.headers["retry-after"]]).toEqual([429, "60"]);
  expect(await read(porUltimo(0))).toMatchObject({ cStat: "137" });
});
