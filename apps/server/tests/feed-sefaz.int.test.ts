import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { seedAcervo, startSandbox } from "@malote/sandbox";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Listening } from "../src/doors/listen.ts";
import { createTestContext, type TestContext } from "./context.ts";
import { type Casa, NOSSA, openCasa, writeCopia, writeEvento } from "./copias.ts";
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
  // The operator trusts the same authority here: real contas are served too.
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

/** A conta of the company NOSSA whose feed is open; the contas of earlier tests shut theirs. */
async function openAberta(): Promise<Casa> {
  await t.asOwner("UPDATE empresa SET feed_sefaz = false");
  const casa = await openCasa(t);
  await open(casa);
  return casa;
}

const open = async ({ contaId }: Casa): Promise<unknown> =>
  await t.asOwner("UPDATE empresa SET feed_sefaz = true WHERE conta_id = $1", [contaId]);

const numeros = ({ docs }: Lido): number[] => docs.map(({ nsu }) => nsu);

describe("a number always brings the same document, or none", () => {
  test("the better copy comes at a number of its own, and the first stays where it was", async () => {
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

  test("marks and SEFAZ's status have no document: their numbers are passed over", async () => {
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

  test("a document in quarantine is not read, and comes with its eventos once it is released or was wrongly held", async () => {
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

  test("what SEFAZ proves wrong is brought by no number any more", async () => {
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

  test("50 at a time, each once, and where one stopped the next goes on", async () => {
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
  ] as const)("%s is answered %s", async (_, pedido, cStat) => {
    await openAberta();
    const cracha = pedido === null ? null : await sandbox.emissora.make(pedido);
    expect(await read(porUltimo(0), { cracha })).toMatchObject({ cStat, docs: [] });
  });

  test("a branch's opens that of its headquarters, which the question names", async () => {
    await openAberta();
    const cracha = await sandbox.emissora.make({ cnpj: "11222333000262" });
    expect(await read(porUltimo(0), { cracha })).toMatchObject({ cStat: "137" });
    expect(await read(porUltimo(0), { cracha, cnpj: "11222333000262" })).toMatchObject({ cStat: "999" });
  });

  test("a company that enabled nothing is told where that is done", async () => {
    await openAberta();
    await t.asOwner("UPDATE empresa SET feed_sefaz = false");
    expect(await read(porUltimo(0))).toMatchObject({
      cStat: "999",
      xMotivo: expect.stringContaining("Administração"),
    });
  });

  test("of two contas with the CNPJ the address says which; without it, the one that has shown the company's certificate", async () => {
    const um = await openAberta();
    const dois = await openCasa(t);
    await open(dois);
    await um.receive([writeCopia({ numero: 1 })]);
    await dois.receive([writeCopia({ numero: 2 })]);
    expect(await read(porUltimo(0))).toMatchObject({
      cStat: "999",
      xMotivo: expect.stringContaining("identificador"),
    });
    const chavesDe = async (o: Partial<Pergunta>): Promise<boolean[]> =>
      (await read(porUltimo(0), o)).docs.map(({ xml }) => xml.includes(inventChave(1)));
    expect(await chavesDe({ caminho: `${CAMINHO}/${um.identificador}` })).toEqual([true]);
    expect(await chavesDe({ caminho: `${CAMINHO}/${dois.identificador}` })).toEqual([false]);
    await t.asOwner(
      `INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, valido_de, valido_ate, cadeia)
       SELECT conta_id, id, id, '', '', now(), now(), 'verificada' FROM empresa WHERE conta_id = $1`,
      [dois.contaId],
    );
    expect(await chavesDe({})).toEqual([false]);
    expect(await read(porUltimo(0), { caminho: `${CAMINHO}/ninguem` })).toMatchObject({ cStat: "999" });
  });

  test("the sandbox's authority opens no real conta where the operator does not trust it", async () => {
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

  test("documents of another company of the conta are not read", async () => {
    const casa = await openAberta();
    await t.createEmpresa(casa.contaId, { cnpj: "11444777000161" });
    await open(casa);
    await casa.receive([writeCopia({})]);
    expect(await casa.feed()).toEqual(["nota", "nota"]);
    const cracha = await sandbox.emissora.make({ cnpj: "11444777000161" });
    const deles = await read(porUltimo(0), { cracha, cnpj: "11444777000161" });
    const nossos = await read(porUltimo(0));
    expect([numeros(nossos).length, numeros(deles).length]).toEqual([1, 1]);
    expect(numeros(nossos)).not.toEqual(numeros(deles));
  });
});

describe("what is asked wrongly is answered with SEFAZ's own code", () => {
  const dist = (inner: string, attributes = 'versao="1.01"'): string =>
    `<distDFeInt xmlns="http://www.portalfiscal.inf.br/nfe" ${attributes}>${inner}</distDFeInt>`;
  const quem = `<tpAmb>1</tpAmb><cUFAutor>35</cUFAutor><CNPJ>${NOSSA}</CNPJ>`;
  const chave = inventChave(1);
  const trocado = chave.slice(0, 43) + ((Number(chave[43]) + 1) % 10);
  test.each([
    ["a field too many", dist(`${quem}<x/>${porUltimo(0)}`), "215"],
    ["no environment", dist(`<CNPJ>${NOSSA}</CNPJ>${porUltimo(0)}`), "215"],
    ["an NSU of 14 digits", dist(`${quem}<distNSU><ultNSU>${"0".repeat(14)}</ultNSU></distNSU>`), "215"],
    ["two questions", dist(`${quem}${porUltimo(0)}${porNsu(1)}`), "215"],
    ["no question", dist(quem), "215"],
    ["a state that is none", dist(quem.replace("35", "99") + porUltimo(0)), "215"],
    ["an old version", dist(quem + porUltimo(0), 'versao="1.00"'), "239"],
    ["a prefix", `<n:distDFeInt xmlns:n="http://www.portalfiscal.inf.br/nfe" versao="1.01"/>`, "404"],
    ["text that is no XML", "&lt;distDFeInt", "243"],
    ["a message as text", `<![CDATA[${dist(quem + porUltimo(0))}]]>`, "137"],
    ["a CNPJ with a wrong digit", dist(`<tpAmb>1</tpAmb><CNPJ>11222333000180</CNPJ>${porUltimo(0)}`), "489"],
    ["a CPF with a wrong digit", dist(`<tpAmb>1</tpAmb><CPF>52998224724</CPF>${porUltimo(0)}`), "490"],
    ["a CPF", dist(`<tpAmb>1</tpAmb><CPF>52998224725</CPF>${porUltimo(0)}`), "472"],
    ["the other environment", dist(quem.replace(">1<", ">2<") + porUltimo(0)), "252"],
    ["a key with a wrong digit", dist(quem + porChave(trocado)), "236"],
    ["a key that is none", dist(quem + porChave("1".repeat(40))), "215"],
    ["a key of nobody's", dist(quem + porChave(inventChave(999))), "137"],
    ["a number beyond the last", dist(quem + porUltimo(7)), "589"],
  ])("%s: %s", async (_, dados, cStat) => {
    await openAberta();
    const resposta = await ask(writePergunta("", { dados }));
    expect([resposta.status, readResposta(resposta).cStat]).toEqual([200, cStat]);
  });

  test("both SOAPs are answered in their own envelope", async () => {
    await openAberta();
    for (const soap of ["1.1", "1.2"] as const) {
      const resposta = await ask(writePergunta(porUltimo(0), { cnpj: NOSSA, soap }), {
        media: mediaOf(soap),
      });
      expect(resposta.headers["content-type"]).toBe(mediaOf(soap));
      expect(readResposta(resposta).cStat).toBe("137");
    }
  });

  test.each([
    ["a document type", "<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>", {}, 400],
    ["no envelope", "<x/>", {}, 500],
    ["half an envelope", writePergunta(porUltimo(0)).slice(0, 200), {}, 400],
    ["another operation", writePergunta(porUltimo(0)).replaceAll("nfeDistDFeInteresse", "outra"), {}, 400],
    ["another encoding", Buffer.from(writePergunta(porUltimo(0)), "utf16le"), {}, 400],
    ["JSON", "{}", { media: "application/json" }, 415],
    ["a body too large", " ".repeat(40_000), {}, 413],
    ["another verb", "", { metodo: "PUT" }, 405],
    ["another address", "", { caminho: "/Services/" }, 404],
  ] as const)("%s is no call", async (_, corpo, o, status) => {
    const resposta = await ask(corpo, o);
    expect(resposta.status).toBe(status);
    expect(resposta.texto).not.toContain("at ");
    expect(resposta.texto).not.toContain("Receiver");
  });

  test("its WSDL is served at both of its addresses, with the address that was asked", async () => {
    for (const caminho of [CAMINHO, "/NFeDistribuicaoDFe/NFeDistribuicaoDFe.asmx"]) {
      const { status, texto } = await ask("", { metodo: "GET", caminho: `${caminho}?wsdl`, cracha: null });
      expect(status).toBe(200);
      expect(texto).toContain(`location="https://127.0.0.1:${feed.port}${caminho}"`);
    }
  });
});

test("questions that are bent at random are answered cleanly: never with an error of ours", async () => {
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
      // SOAP 1.1, in which an envelope of no known version is answered, has no other status for a fault.
      expect([200, 400, 500]).toContain(status);
      if (status === 500) expect(texto).toMatch(/soap:(Client|VersionMismatch)/);
    }),
    { numRuns: 200, seed: 20_261_122 },
  );
});

test("beyond its bound a company's questions wait, and are told for how long", async () => {
  const casa = await openAberta();
  const [empresa] = await t.asOwner<{ id: string }>("SELECT id FROM empresa WHERE conta_id = $1", [
    casa.contaId,
  ]);
  const janela = new Date(Math.floor(t.clock.now().getTime() / 60_000) * 60_000);
  const chave = `feed:${empresa?.id}`;
  for (const at of [janela, new Date(janela.getTime() + 60_000)]) {
    await t.asOwner("INSERT INTO limite_uso (chave, janela, usos) VALUES ($1, $2, 600)", [chave, at]);
  }
  const resposta = await ask(writePergunta(porUltimo(0), { cnpj: NOSSA }));
  expect([resposta.status, resposta.headers["retry-after"]]).toEqual([429, "60"]);
});
