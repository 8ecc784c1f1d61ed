import { DAY_MS } from "@malote/syntax";
import { beforeEach, describe, expect, test } from "vitest";
import { createTestSefaz, type TestSefaz, textOf } from "../../tests/test-sefaz.ts";
import { makeTransportFixture, type TransportFixture } from "../../tests/transport-fixture.ts";
import { hasSchemas, validateSchema } from "../../tests/validate-schema.ts";

const CTE = "http://www.portalfiscal.inf.br/cte";
const MDFE = "http://www.portalfiscal.inf.br/mdfe";

let testSefaz: TestSefaz;
let transport: TransportFixture;

beforeEach(async () => {
  testSefaz = await createTestSefaz();
  transport = makeTransportFixture(testSefaz);
  return () => testSefaz.stop();
}, 60_000);

function consSitCTe(chave: string): string {
  return `<consSitCTe xmlns="${CTE}" versao="4.00"><tpAmb>1</tpAmb><xServ>CONSULTAR</xServ><chCTe>${chave}</chCTe></consSitCTe>`;
}

function consSitMDFe(chave: string): string {
  return `<consSitMDFe xmlns="${MDFE}" versao="3.00"><tpAmb>1</tpAmb><xServ>CONSULTAR</xServ><chMDFe>${chave}</chMDFe></consSitMDFe>`;
}

function mdfeCabecMsg(servico: string, cUF = "35", versao = "3.00"): string {
  return `<mdfeCabecMsg xmlns="${MDFE}/wsdl/${servico}"><cUF>${cUF}</cUF><versaoDados>${versao}</versaoDados></mdfeCabecMsg>`;
}

const askCte = (chave: string, o: { autorizador?: string; modelo?: string } = {}) =>
  testSefaz.ask("CTeConsultaV4", consSitCTe(chave), {
    autorizador: transport.autorizadorCte,
    modelo: "57",
    ...o,
  });
const askMdfe = (chave: string, cabecalho = mdfeCabecMsg("MDFeConsulta")) =>
  testSefaz.ask("MDFeConsulta", consSitMDFe(chave), { autorizador: "SVRS", modelo: "58", cabecalho });

describe("the consulta of a CT-e", () => {
  test("the consulta of a CT-e returns its protocol, in CT-e terms", async () => {
    const { cStat, xml } = await askCte(transport.cte.chaveAcesso);
    expect([cStat, textOf(xml, "xMotivo")]).toEqual(["100", "Autorizado o uso do CT-e"]);
    expect(xml).toContain(`<protCTe versao="4.00"><infProt`);
    expect(xml).not.toContain("<dhRecbto>undefined");
  });

  test("the consulta of a cancelled CT-e returns 101 with its events", async () => {
    transport.cancelCte();
    const { cStat, xml } = await askCte(transport.cte.chaveAcesso);
    expect([cStat, textOf(xml, "xMotivo")]).toEqual(["101", "Cancelamento de CT-e homologado"]);
    expect(xml).toContain(`<procEventoCTe xmlns="${CTE}" versao="4.00">`);
  });

  test("each model and State of a CT-e has its own endpoint", async () => {
    expect((await askCte(transport.cteOs.chaveAcesso)).cStat).toBe("450");
    expect((await askCte(transport.cteOs.chaveAcesso, { modelo: "67" })).cStat).toBe("100");
    expect((await askCte(transport.nota.chaveAcesso)).cStat).toBe("618");
    expect((await askCte(transport.cte.chaveAcesso, { autorizador: "MT" })).cStat).toBe("226");
  });

  test("a CT-e can be queried at most ten times per hour (678)", async () => {
    for (let time = 0; time < 10; time += 1)
      expect((await askCte(transport.cte.chaveAcesso)).cStat).toBe("100");
    expect((await askCte(transport.cte.chaveAcesso)).cStat).toBe("678");
    // The caller is blocked for an hour, for any query there.
    expect((await askCte(transport.cteOs.chaveAcesso, { modelo: "67" })).cStat).toBe("678");
    expect(testSefaz.usage.indevidos).toMatchObject({ mesmaChave: 1, bloqueado: 1 });
  });

  test("a CT-e cannot be queried more than 180 days after its emission (526)", async () => {
    testSefaz.clock.advance(179 * DAY_MS);
    expect((await askCte(transport.cte.chaveAcesso)).cStat).not.toBe("526");
    testSefaz.clock.advance(2 * DAY_MS);
    expect((await askCte(transport.cte.chaveAcesso)).cStat).toBe("526");
    expect(testSefaz.usage.indevidos).toMatchObject({ chaveVelha: 1 });
  });

  test.skipIf(!hasSchemas)("the response about an unknown CT-e is valid by the schema", async () => {
    const { xml } = await askCte(
      `${transport.cte.chaveAcesso.slice(0, 43)}${(Number(transport.cte.chaveAcesso[43]) + 1) % 10}`,
    );
    validateSchema("retConsSitCTe_v4.00.xsd", xml, "cte");
  });
});

describe("the consulta of an MDF-e", () => {
  test("the consulta of an MDF-e returns 100, and 132 after its closing", async () => {
    const { cStat, xml } = await askMdfe(transport.mdfe.chaveAcesso);
    expect([cStat, textOf(xml, "xMotivo")]).toEqual(["100", "Autorizado o uso do MDF-e"]);
    transport.endMdfe();
    expect((await askMdfe(transport.mdfe.chaveAcesso)).cStat).toBe("132");
  });

  test("the consulta of an MDF-e requires its SOAP header", async () => {
    const { chaveAcesso } = transport.mdfe;
    expect((await askMdfe(chaveAcesso, "")).cStat).toBe("409");
    expect((await askMdfe(chaveAcesso, mdfeCabecMsg("MDFeConsulta", "00"))).cStat).toBe("410");
    expect((await askMdfe(chaveAcesso, mdfeCabecMsg("MDFeConsulta", "35", "1.00"))).cStat).toBe("411");
  });

  test.skipIf(!hasSchemas)("the consulta of an unknown MDF-e returns 217 in a valid response", async () => {
    const other = testSefaz.generator.signMdfe(transport.orderMdfe());
    const { cStat, xml } = await askMdfe(other.chaveAcesso);
    expect([cStat, textOf(xml, "xMotivo")]).toEqual([
      "217",
      "Rejeição: MDF-e não consta na base de dados da SEFAZ",
    ]);
    validateSchema("retConsSitMDFe_v3.00.xsd", xml, "mdfe");
  });
});

test("a consulta returns 613 if a nota of the same number is known under another key", async () => {
  const nota = testSefaz.emitNota();
  const other = transport.withOtherCodigo(nota.chaveAcesso);
  const consSit = `<consSitNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><tpAmb>1</tpAmb><xServ>CONSULTAR</xServ><chNFe>${other}</chNFe></consSitNFe>`;
  const { cStat } = await testSefaz.ask("NFeConsultaProtocolo4", consSit, { autorizador: nota.uf });
  expect(cStat).toBe("613");
});

describe("the status of a SEFAZ service", () => {
  const status = (suffix: string, ns: string, versao: string, cUF: string) =>
    `<consStatServ${suffix} xmlns="${ns}" versao="${versao}"><tpAmb>1</tpAmb>${cUF}<xServ>STATUS</xServ></consStatServ${suffix}>`;

  test("the status of CT-e and MDF-e is 107, each in a valid response", async () => {
    const cte = await testSefaz.ask("CTeStatusServicoV4", status("CTe", CTE, "4.00", "<cUF>35</cUF>"), {
      autorizador: "SP",
      modelo: "57",
    });
    expect(cte.cStat).toBe("107");
    const mdfe = await testSefaz.ask("MDFeStatusServico", status("MDFe", MDFE, "3.00", ""), {
      autorizador: "SVRS",
      modelo: "58",
      cabecalho: mdfeCabecMsg("MDFeStatusServico"),
    });
    expect(mdfe.cStat).toBe("107");
    if (!hasSchemas) return;
    validateSchema("retConsStatServCTe_v4.00.xsd", cte.xml, "cte");
    validateSchema("retConsStatServMDFe_v3.00.xsd", mdfe.xml, "mdfe");
  });

  test("the status may be requested once every three minutes (656)", async () => {
    const ask = () =>
      testSefaz.ask("CTeStatusServicoV4", status("CTe", CTE, "4.00", "<cUF>35</cUF>"), {
        autorizador: "SP",
        modelo: "57",
      });
    expect((await ask()).cStat).toBe("107");
    testSefaz.clock.advance(179_000);
    expect((await ask()).cStat).toBe("656");
    testSefaz.clock.advance(180_001);
    expect((await ask()).cStat).toBe("107");
    expect(testSefaz.usage.indevidos).toMatchObject({ statusSeguido: 1 });
  });
});
