import { DAY_MS } from "@malote/syntax";
import { beforeEach, expect, test } from "vitest";
import { EMPRESAS_DEMO, type Empresa } from "../../document-generator/companies/companies.ts";
import type { Detalhe } from "../../document-generator/evento/evento.ts";
import { desacordo } from "../../document-generator/evento/transport-eventos.ts";
import { createTestSefaz, type TestSefaz, textOf } from "../../tests/test-sefaz.ts";
import { makeTransportFixture, type TransportFixture } from "../../tests/transport-fixture.ts";
import { hasSchemas, validateSchema } from "../../tests/validate-schema.ts";

const OBSERVACAO = "O frete cobrado não é o combinado";
const [demo, outra] = EMPRESAS_DEMO;

let testSefaz: TestSefaz;
let transport: TransportFixture;

beforeEach(async () => {
  testSefaz = await createTestSefaz();
  transport = makeTransportFixture(testSefaz);
  return () => testSefaz.stop();
}, 60_000);

function desistencia(protocolo: string): Detalhe {
  const descricao = "Cancelamento Prestação do Serviço em Desacordo";
  const campos = `<descEvento>${descricao}</descEvento><nProtEvPrestDes>${protocolo}</nProtEvPrestDes>`;
  return {
    tpEvento: "610111",
    descricao,
    xml: `<evCancPrestDesacordo>${campos}</evCancPrestDesacordo>`,
  };
}

async function send(detalhe: Detalhe, { nSeq = 1, autor = demo }: { nSeq?: number; autor?: Empresa } = {}) {
  const { eventoXml } = testSefaz.generator.signEvento({
    documento: transport.cte,
    detalhe,
    autor,
    dataEvento: testSefaz.clock.now(),
    nSeqEvento: nSeq,
  });
  return testSefaz.ask("CTeRecepcaoEventoV4", eventoXml, {
    autorizador: transport.autorizadorCte,
    modelo: "57",
    transmissor: autor.cnpj,
  });
}

test("the tomador registers a desacordo once per sequence number, and withdraws it", async () => {
  const { cStat, xml } = await send(desacordo(OBSERVACAO));
  expect(cStat).toBe("135");
  expect(textOf(xml, "xMotivo")).toMatch(/^Evento registrado e vinculado a CT-e/);
  if (hasSchemas) validateSchema("retEventoCTe_v4.00.xsd", xml, "cte");
  expect((await send(desacordo(OBSERVACAO))).cStat).toBe("631");
  expect((await send(desistencia("135260000000000"))).cStat).toBe("493");
  expect((await send(desistencia(textOf(xml, "nProt") ?? ""))).cStat).toBe("135");
  expect(testSefaz.ledger.eventos(transport.cte.chaveAcesso).map(({ tpEvento }) => tpEvento)).toEqual([
    "610110",
    "610111",
  ]);
});

test("a desacordo by an author other than the tomador (575) or after 45 days (596) is refused", async () => {
  expect((await send(desacordo(OBSERVACAO), { autor: outra })).cStat).toBe("575");
  testSefaz.clock.advance(46 * DAY_MS);
  expect((await send(desacordo(OBSERVACAO))).cStat).toBe("596");
});

test("a desacordo about a cancelled CT-e (580) or with a short text (493) is refused", async () => {
  expect((await send(desacordo("a".repeat(14)))).cStat).toBe("493");
  transport.cancelCte();
  expect((await send(desacordo(OBSERVACAO))).cStat).toBe("580");
});

test("a message that is not an event returns 215", async () => {
  const answer = await testSefaz.ask("CTeRecepcaoEventoV4", '<evento xmlns="x"></evento>', {
    autorizador: transport.autorizadorCte,
    modelo: "57",
  });
  expect(answer.cStat).toBe("215");
});
