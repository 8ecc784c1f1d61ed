import { DAY_MS, HOUR_MS } from "@malote/syntax";
import { beforeEach, describe, expect, test } from "vitest";
import { EMPRESAS_DEMO } from "../../document-generator/companies/companies.ts";
import { manifestacao } from "../../document-generator/evento/nfe-eventos.ts";
import {
  consChNFe,
  consNSU,
  createTestSefaz,
  distNSU,
  docZips,
  type TestSefaz,
  textOf,
} from "../../tests/test-sefaz.ts";
import { makeTransportFixture } from "../../tests/transport-fixture.ts";
import { registerEvento } from "../authorize.ts";
import { openLedger } from "../ledger.ts";

const [demo, outra] = EMPRESAS_DEMO;

let testSefaz: TestSefaz;

beforeEach(async () => {
  testSefaz = await createTestSefaz();
  return () => testSefaz.stop();
}, 60_000);

const dist = (payload: string, transmissor = demo.cnpj) =>
  testSefaz.ask("NFeDistribuicaoDFe", payload, { transmissor });

async function manifest(nota: ReturnType<TestSefaz["emitNota"]>): Promise<string | undefined> {
  const detalhe = manifestacao("ciencia", "");
  const dataEvento = testSefaz.clock.now();
  const evento = testSefaz.generator.signEvento({
    documento: nota,
    detalhe,
    autor: demo,
    dataEvento,
    ambienteNacional: true,
  });
  const lote = `<envEvento xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00"><idLote>1</idLote>${evento.eventoXml}</envEvento>`;
  return textOf((await testSefaz.ask("NFeRecepcaoEvento4", lote)).xml.split("<retEvento")[1] ?? "", "cStat");
}

test("a summary of a nota is queued for its destinatário", async () => {
  const nota = testSefaz.emitNota();
  const { cStat, xml } = await dist(distNSU(0));
  expect(cStat).toBe("138");
  expect(docZips(xml)).toMatchObject([{ nsu: 1, schema: "resNFe_v1.01.xsd" }]);
  expect(docZips(xml)[0]?.xml).toContain(`<chNFe>${nota.chaveAcesso}</chNFe>`);
  expect([textOf(xml, "ultNSU"), textOf(xml, "maxNSU")]).toEqual(["000000000000001", "000000000000001"]);
});

test("ciência releases the whole nota, and later events are queued whole", async () => {
  const nota = testSefaz.emitNota();
  expect(await manifest(nota)).toBe("135");
  const { xml } = await dist(distNSU(0));
  expect(docZips(xml).map(({ schema }) => schema)).toEqual(["resNFe_v1.01.xsd", "procNFe_v4.00.xsd"]);
  expect(docZips(xml)[1]?.xml).toContain("<nfeProc ");
  cancel(nota, testSefaz.clock.now());
  testSefaz.clock.advance(HOUR_MS);
  const after = await dist(distNSU(2));
  expect(docZips(after.xml)).toMatchObject([{ nsu: 3, schema: "procEventoNFe_v1.00.xsd" }]);
});

function cancel(nota: ReturnType<TestSefaz["emitNota"]>, dataEvento: Date): void {
  const protocolo = testSefaz.ledger.find(nota.chaveAcesso)?.protocolo;
  if (!protocolo) throw new Error("not authorized");
  const justificativa = "Mercadoria não embarcada, a pedido do comprador";
  const evento = testSefaz.generator.signCancelamento({ ...nota, protocolo }, { dataEvento, justificativa });
  registerEvento(evento, testSefaz.ledger);
}

test("a future event enters the queue when it happens, after documents queued in between", async () => {
  const nota = testSefaz.emitNota();
  cancel(nota, new Date(testSefaz.clock.now().getTime() + HOUR_MS));
  expect(docZips((await dist(distNSU(0))).xml)).toHaveLength(1);
  testSefaz.emitNota();
  testSefaz.clock.advance(2 * HOUR_MS);
  const documentos = docZips((await dist(distNSU(1))).xml);
  expect(documentos.map(({ nsu, schema }) => [nsu, schema])).toEqual([
    [2, "resNFe_v1.01.xsd"],
    [3, "resEvento_v1.01.xsd"],
  ]);
  const again = openLedger(testSefaz.dir, () => testSefaz.clock.now());
  expect(again.queues().maxNsu({ distribuidor: "NFe", interessado: demo.cnpj })).toBe(3);
  expect(again.queues().find({ distribuidor: "NFe", interessado: demo.cnpj }, 3)?.schema).toBe(
    "resEvento_v1.01.xsd",
  );
});

test("a response has at most fifty documents, and the NSU of the last one", async () => {
  for (let count = 0; count < 51; count += 1) testSefaz.emitNota();
  const first = await dist(distNSU(0));
  expect(docZips(first.xml)).toHaveLength(50);
  expect([textOf(first.xml, "ultNSU"), textOf(first.xml, "maxNSU")]).toEqual([
    "000000000000050",
    "000000000000051",
  ]);
  expect(docZips((await dist(distNSU(50))).xml)).toHaveLength(1);
});

describe("improper use of the distribution queue (656)", () => {
  test("a request within an hour of reaching the end returns 656 with ultNSU, and blocks the caller for an hour", async () => {
    testSefaz.emitNota();
    await dist(distNSU(0));
    const early = await dist(distNSU(1));
    expect([early.cStat, textOf(early.xml, "ultNSU")]).toEqual(["656", "000000000000001"]);
    testSefaz.clock.advance(HOUR_MS - 1000);
    expect((await dist(distNSU(1))).cStat).toBe("656");
    // The call while blocked restarted the hour.
    testSefaz.clock.advance(HOUR_MS - 1000);
    expect((await dist(consNSU(1))).cStat).toBe("656");
    testSefaz.clock.advance(HOUR_MS);
    expect((await dist(distNSU(1))).cStat).toBe("137");
    expect(testSefaz.usage.indevidos).toMatchObject({ distribuicaoAntesDaHora: 1, bloqueado: 2 });
  });

  test("a request that does not continue from the last NSU is improper", async () => {
    testSefaz.emitNota();
    await dist(distNSU(0));
    testSefaz.clock.advance(2 * HOUR_MS);
    const back = await dist(distNSU(0));
    expect([back.cStat, back.xml.includes("Deve ser utilizado o ultNSU")]).toEqual(["656", true]);
    expect(testSefaz.usage.indevidos).toMatchObject({ nsuForaDeSequencia: 1 });
  });

  test("a repeated request after a lost response is not improper, at the start or at the end of the queue", async () => {
    testSefaz.emitNota();
    const lost = await dist(distNSU(0));
    lost.undo?.();
    const again = await dist(distNSU(0));
    expect(again.cStat).toBe("138");
    testSefaz.clock.advance(HOUR_MS);
    testSefaz.emitNota();
    (await dist(distNSU(1))).undo?.();
    expect((await dist(distNSU(2))).cStat).toBe("137");
    expect(testSefaz.usage.indevidos).toMatchObject({ nsuForaDeSequencia: 0, distribuicaoAntesDaHora: 0 });
  });

  test("the 21st request by NSU or key within an hour is improper", async () => {
    const nota = testSefaz.emitNota();
    for (let count = 0; count < 10; count += 1) {
      expect((await dist(consNSU(1))).cStat).toBe("138");
      expect((await dist(consChNFe(nota.chaveAcesso))).cStat).toBe("138");
    }
    expect((await dist(consNSU(1))).cStat).toBe("656");
    expect(testSefaz.usage.indevidos).toMatchObject({ consultasPontuais: 1 });
  });
});

test("gaps and damaged zips are created on command, and gaps survive a restart", async () => {
  const owner = { distribuidor: "NFe" as const, interessado: demo.cnpj };
  testSefaz.emitNota();
  testSefaz.ledger.skipNsu(owner, 3);
  testSefaz.emitNota();
  expect(testSefaz.ledger.queues().breakZip(owner, 5)).toBe(true);
  expect(testSefaz.ledger.queues().breakZip(owner, 4)).toBe(false);
  const { xml } = await dist(distNSU(0));
  expect(() => docZips(xml)).toThrow();
  expect([...xml.matchAll(/NSU="0*([0-9]+)"/g)].map(([, nsu]) => nsu)).toEqual(["1", "5"]);
  const hole = await dist(consNSU(3));
  expect([hole.cStat, textOf(hole.xml, "ultNSU"), textOf(hole.xml, "maxNSU")]).toEqual([
    "137",
    "000000000000003",
    "000000000000005",
  ]);
  expect(openLedger(testSefaz.dir).queues().maxNsu(owner)).toBe(5);
});

test("a query by key returns the whole nota after ciência, a summary before, and nothing to third parties", async () => {
  const nota = testSefaz.emitNota();
  const alheia = testSefaz.emitNota({ destinatario: outra });
  expect(docZips((await dist(consChNFe(nota.chaveAcesso))).xml)[0]?.schema).toBe("resNFe_v1.01.xsd");
  await manifest(nota);
  expect(docZips((await dist(consChNFe(nota.chaveAcesso))).xml)[0]?.schema).toBe("procNFe_v4.00.xsd");
  expect((await dist(consChNFe(alheia.chaveAcesso))).cStat).toBe("640");
  const unknown = await dist(
    consChNFe(`${nota.chaveAcesso.slice(0, 43)}${(Number(nota.chaveAcesso[43]) + 1) % 10}`),
  );
  expect([unknown.cStat, unknown.xml.includes("NSU")]).toEqual(["137", false]);
  cancel(alheia, testSefaz.clock.now());
  const own = (payload: string) => dist(payload, outra.cnpj);
  expect((await own(consChNFe(alheia.chaveAcesso, outra.cnpj))).cStat).toBe("653");
});

test("documents stay available in the queue for ninety days", async () => {
  const nota = testSefaz.emitNota();
  testSefaz.clock.advance(90 * DAY_MS - HOUR_MS);
  expect((await dist(consNSU(1))).cStat).toBe("138");
  testSefaz.clock.advance(DAY_MS);
  expect((await dist(consNSU(1))).cStat).toBe("137");
  expect((await dist(consChNFe(nota.chaveAcesso))).cStat).toBe("632");
  expect((await dist(distNSU(0))).cStat).toBe("137");
});

test("a CT-e and its cancellation are queued whole for the tomador; the CT-e service refuses a query by key", async () => {
  const transport = makeTransportFixture(testSefaz);
  const cte = (payload: string) =>
    testSefaz.ask("CTeDistribuicaoDFe", payload.replace("/nfe", "/cte").replace('"1.01"', '"1.00"'), {
      modelo: "57",
    });
  const first = await cte(distNSU(0));
  expect(first.xml).toContain('<retDistDFeInt versao="1.00" xmlns="http://www.portalfiscal.inf.br/cte">');
  expect(docZips(first.xml).map(({ nsu, schema }) => [nsu, schema])).toEqual([
    [1, "procCTe_v4.00.xsd"],
    [2, "procCTeOS_v4.00.xsd"],
  ]);
  transport.cancelCte();
  testSefaz.clock.advance(HOUR_MS);
  const after = await cte(distNSU(2));
  expect(docZips(after.xml)).toMatchObject([{ nsu: 3, schema: "procEventoCTe_v4.00.xsd" }]);
  expect((await cte(consNSU(1))).cStat).toBe("138");
  expect((await cte(consChNFe(transport.cte.chaveAcesso))).cStat).toBe("215");
});

test("a caller of another CNPJ root (593), an invalid CNPJ (489) and an NSU beyond the last (589) are refused", async () => {
  const refused = await dist(distNSU(0), outra.cnpj);
  expect([refused.cStat, textOf(refused.xml, "ultNSU")]).toEqual(["593", "000000000000000"]);
  expect((await dist(distNSU(0, "99827364000290"))).cStat).toBe("489");
  expect((await dist(distNSU(1))).cStat).toBe("589");
  expect((await dist(consNSU(9))).cStat).toBe("589");
});

test.each([
  ["another version", distNSU(0).replace("1.01", "1.00")],
  ["an NSU of other length", distNSU(0).replace("000000000000000", "0")],
  [
    "two questions at once",
    distNSU(0).replace("</distDFeInt>", "<consNSU><NSU>000000000000001</NSU></consNSU></distDFeInt>"),
  ],
  ["no CNPJ", distNSU(0).replace(/<CNPJ>.*<\/CNPJ>/, "")],
])("a request with %s returns 215", async (_what, payload) => {
  expect((await dist(payload)).cStat).toBe("215");
});
