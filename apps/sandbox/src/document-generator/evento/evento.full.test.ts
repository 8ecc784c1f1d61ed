import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { examineDfe } from "@malote/dfe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRandomSource } from "../../random-source.ts";
import { hasSchemas, type SchemaPackage, validateSchema } from "../../tests/validate-schema.ts";
import { hasXmlsec, isSignatureValid } from "../../tests/verify-signature.ts";
import { openKeySet, trustedCasPem } from "../certificates/key-set.ts";
import { seedKeySet } from "../certificates/shared-key-set.ts";
import { TRANSPORTADORA } from "../companies/carriers.ts";
import { EMPRESAS_DEMO, type Empresa } from "../companies/companies.ts";
import { FORNECEDOR_ALFANUMERICO, FORNECEDORES, type Fornecedor } from "../companies/suppliers.ts";
import { createDocumentGenerator, type DocumentGenerator } from "../document-generator.ts";
import type { SignedDocumento } from "../documento/documento.ts";
import { makeProtocolo, writeProc } from "../documento/protocolo.ts";
import type { SignedNota } from "../nfe/nfe.ts";
import { writeResEvento, writeResNFe, writeRetDistDFeInt } from "../sefaz-messages/distribuicao.ts";
import { writeEnviNFe, writeRetEnvEvento } from "../sefaz-messages/lote.ts";
import { type Detalhe, type SignedEvento, writeProcEvento } from "./evento.ts";
import {
  atorInteressado,
  cancelamentoDetail,
  cartaCorrecao,
  creditoPresumido,
  type Manifestacao,
  manifestacao,
} from "./nfe-eventos.ts";
import {
  cancelamentoCte,
  cancelamentoMdfe,
  cartaCorrecaoCte,
  desacordo,
  encerramento,
} from "./transport-eventos.ts";

const NOW = new Date("2026-11-20T13:00:00Z");
const REGISTRO = { verAplic: "TESTE", numero: "135260000000002", dataRegistro: NOW };
const PROTOCOLO = "135260000000001";
const REASON = "Mercadoria não embarcada por desistência do comprador";
const EMISSAO = { emissao: NOW, serie: 1, numero: 4217 };
const CARGA = { descricao: "Café", ncm: "09012100", valor: 100_00n, pesoKg: "10.0000", volumes: 1 };

let dir: string;
let generator: DocumentGenerator;
let trustedCas: string[];

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-evento-"));
  await seedKeySet(dir);
  const keySet = await openKeySet(dir, NOW);
  trustedCas = [trustedCasPem(keySet)];
  generator = createDocumentGenerator(keySet, createRandomSource());
}, 30_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

const [destinatario] = EMPRESAS_DEMO;
const [fornecedor] = FORNECEDORES;
if (!fornecedor) throw new Error("no supplier");

function nfe(de: Fornecedor = fornecedor as Fornecedor): SignedNota {
  return generator.signNota({
    ...EMISSAO,
    fornecedor: de,
    destinatario,
    itens: generator.inventItens(de),
  });
}

function cte(): SignedDocumento {
  return generator.signCte({
    ...EMISSAO,
    transportadora: TRANSPORTADORA,
    remetente: fornecedor as Fornecedor,
    destinatario,
    tomador: "destinatario",
    modal: "rodoviario",
    carga: CARGA,
    valorPrestacao: 100_00n,
    chavesNFe: [nfe().chaveAcesso],
  });
}

function mdfe(): SignedDocumento {
  const chavesCTe = [cte().chaveAcesso];
  return generator.signMdfe({
    ...EMISSAO,
    transportadora: TRANSPORTADORA,
    contratante: destinatario,
    origem: TRANSPORTADORA.endereco,
    descargas: [{ destino: destinatario.endereco, chavesCTe, chavesNFe: [] }],
    percurso: [],
    carga: CARGA,
    unidade: "01",
  });
}

type TestCase = {
  nome: string;
  documento: () => SignedDocumento;
  detalhe: Detalhe;
  autor: Empresa;
  ambienteNacional?: boolean;
  /** The schema of the whole event, and that of the content of detEvento. */
  schemas: { pacote: SchemaPackage; proc: string; detalhe: string };
};

const daNfe = (detalhe: Detalhe, autor: Empresa, changes: Partial<TestCase> = {}): TestCase => ({
  nome: `${detalhe.tpEvento} of an NF-e`,
  documento: nfe,
  detalhe,
  autor,
  schemas: { pacote: "nfe", proc: "procEventoNFe_v1.00.xsd", detalhe: `e${detalhe.tpEvento}_v1.00.xsd` },
  ...changes,
});
const manifesta = (qual: Manifestacao): TestCase =>
  daNfe(manifestacao(qual, REASON), destinatario, { ambienteNacional: true });
const doTransporte = (
  pacote: "cte" | "mdfe",
  detalhe: Detalhe,
  schema: string,
  autor: Empresa = TRANSPORTADORA,
): TestCase => ({
  nome: `${detalhe.tpEvento} of a ${pacote}`,
  documento: pacote === "cte" ? cte : mdfe,
  detalhe,
  autor,
  schemas: {
    pacote,
    proc: pacote === "cte" ? "procEventoCTe_v4.00.xsd" : "procEventoMDFe_v3.00.xsd",
    detalhe: schema,
  },
});

const TEST_CASES: readonly TestCase[] = [
  daNfe(cancelamentoDetail(PROTOCOLO, REASON), fornecedor),
  daNfe(cancelamentoDetail(PROTOCOLO, REASON), FORNECEDOR_ALFANUMERICO, {
    nome: "110111 of an NF-e whose CNPJ has letters",
    documento: () => nfe(FORNECEDOR_ALFANUMERICO),
  }),
  daNfe(cartaCorrecao("O peso bruto correto do volume é de 12,5 kg."), fornecedor),
  daNfe(atorInteressado(fornecedor, TRANSPORTADORA), fornecedor),
  daNfe(creditoPresumido(destinatario, 1_000_00n), destinatario, { ambienteNacional: true }),
  manifesta("confirmacao"),
  manifesta("ciencia"),
  manifesta("desconhecimento"),
  manifesta("nao-realizada"),
  doTransporte("cte", cancelamentoCte(PROTOCOLO, REASON), "evCancCTe_v4.00.xsd"),
  doTransporte(
    "cte",
    cartaCorrecaoCte([{ grupo: "compl", campo: "xObs", valor: "Entregar na doca 4" }]),
    "evCCeCTe_v4.00.xsd",
  ),
  doTransporte(
    "cte",
    desacordo("A carga chegou com dois dias de atraso"),
    "evPrestDesacordo_v4.00.xsd",
    destinatario,
  ),
  doTransporte("mdfe", cancelamentoMdfe(PROTOCOLO, REASON), "evCancMDFe_v3.00.xsd"),
  doTransporte(
    "mdfe",
    encerramento(PROTOCOLO, { dia: "2026-11-20", destino: destinatario.endereco }),
    "evEncMDFe_v3.00.xsd",
  ),
];

function signTestCase({ documento, detalhe, autor, ambienteNacional = false }: TestCase): SignedEvento {
  const input = { documento: documento(), detalhe, autor, dataEvento: NOW, destinatario };
  return generator.signEvento({ ...input, ambienteNacional });
}

/** The element with its own schema, as a document: detEvento in the NF-e, its only child in the others. */
function detalheAlone(xml: string, testCase: TestCase, namespace: string): string {
  const [det = "", inside = ""] = /<detEvento [^>]*>(.*)<\/detEvento>/.exec(xml) ?? [];
  const alone = testCase.schemas.pacote === "nfe" ? det : inside;
  return alone.replace(/^<([A-Za-z]+)/, `<$1 xmlns="${namespace}"`);
}

describe.each(TEST_CASES)("the event $nome", (testCase) => {
  test("the event has an Id composed of its type, key and sequence", () => {
    const { familia, eventoXml, chaveAcesso } = signTestCase(testCase);
    const sequencia = familia.evento.digitosSequencia === 2 ? "01" : "001";
    expect(eventoXml).toContain(`Id="ID${testCase.detalhe.tpEvento}${chaveAcesso}${sequencia}"`);
  });

  test.skipIf(!hasXmlsec)("xmlsec1 accepts the signature of the event, and refuses it after a change", () => {
    const { eventoXml } = signTestCase(testCase);
    expect(isSignatureValid(eventoXml, "infEvento")).toBe(true);
    const forged = eventoXml.replace("<tpAmb>1<", "<tpAmb>2<");
    expect(isSignatureValid(forged, "infEvento")).toBe(false);
  });

  test("the event has no finding in our own validation, except that its author is not verified", () => {
    const evento = signTestCase(testCase);
    const xml = writeProcEvento(evento, REGISTRO);
    const {
      reading: leitura,
      veredito,
      achados,
    } = examineDfe(Buffer.from(xml, "utf8"), { trustedCas: trustedCas });
    const { chaveAcesso, tpEvento } = evento;
    expect(leitura).toMatchObject({ kind: "evento", evento: { chaveAcesso, tpEvento, cStat: "135" } });
    // An evento alone does not show that its author is the destinatário or the tomador.
    const isDeTerceiro = /^(?:21|6101)/.test(tpEvento);
    expect({ veredito, achados: achados.map(({ codigo }) => codigo) }).toEqual({
      veredito: isDeTerceiro ? "integra" : "autentica",
      achados: isDeTerceiro ? ["autor-nao-conferido"] : [],
    });
  });

  test.skipIf(!hasSchemas)(
    "the event is valid by the schemas of event and detail (../shared/schemas)",
    () => {
      const evento = signTestCase(testCase);
      const { pacote, proc, detalhe } = testCase.schemas;
      validateSchema(proc, writeProcEvento(evento, REGISTRO), pacote);
      const alone = detalheAlone(evento.eventoXml, testCase, evento.familia.namespace);
      validateSchema(detalhe, alone, pacote);
      const changed = alone.replace("<descEvento>", "<descEvento>x");
      expect(() => validateSchema(detalhe, changed, pacote)).toThrow();
    },
  );
});

describe("messages that SEFAZ sends about documents", () => {
  test("a summary repeats the fields of its nota or event", () => {
    const nota = nfe();
    const protocolo = makeProtocolo(nota, 9);
    const resNFe = writeResNFe(nota, protocolo);
    expect(resNFe).toContain(`<chNFe>${nota.chaveAcesso}</chNFe>`);
    expect(resNFe).toContain(`<vNF>${nota.valorTotal}</vNF><digVal>${nota.digVal}</digVal>`);
    const [first] = TEST_CASES;
    if (!first) throw new Error("no event");
    const resEvento = writeResEvento(signTestCase(first), REGISTRO);
    expect(resEvento).toContain("<tpEvento>110111</tpEvento>");
    if (!hasSchemas) return;
    validateSchema("resNFe_v1.01.xsd", resNFe);
    validateSchema("resEvento_v1.01.xsd", resEvento);
  });

  test("a distribution message contains the unchanged documents, zipped", () => {
    const nota = nfe();
    const protocolo = makeProtocolo(nota, 9);
    const documentos = [
      { nsu: 101, schema: "resNFe_v1.01.xsd", xml: writeResNFe(nota, protocolo) },
      { nsu: 102, schema: "procNFe_v4.00.xsd", xml: writeProc(nota, protocolo) },
    ];
    const xml = writeRetDistDFeInt(documentos, "2026-11-20T10:00:00-03:00");
    const zips = [...xml.matchAll(/<docZip NSU="([0-9]{15})" schema="([^"]+)">([^<]+)</g)];
    expect(zips.map(([, nsu, schema]) => [Number(nsu), schema])).toEqual(
      documentos.map(({ nsu, schema }) => [nsu, schema]),
    );
    const inside = zips.map(([, , , base64 = ""]) => gunzipSync(Buffer.from(base64, "base64")).toString());
    expect(inside).toEqual(documentos.map((documento) => documento.xml));
    expect(xml).toContain("<ultNSU>000000000000102</ultNSU>");
    const empty = writeRetDistDFeInt([], "2026-11-20T10:00:00-03:00");
    expect(empty).toContain("<cStat>137</cStat>");
    if (!hasSchemas) return;
    validateSchema("retDistDFeInt_v1.01.xsd", xml);
    validateSchema("retDistDFeInt_v1.01.xsd", empty);
  });

  test("a lote of notas contains them unchanged, and the answer to a lote of events is valid", () => {
    const [first] = TEST_CASES;
    if (!first) throw new Error("no event");
    const reply = writeRetEnvEvento([signTestCase(first)], REGISTRO);
    const notas = [nfe(), nfe(), nfe()];
    const lote = writeEnviNFe(notas, "7");
    expect(reply).toContain("<cStat>128</cStat>");
    expect(notas.every(({ xml }) => lote.includes(xml))).toBe(true);
    if (!hasSchemas) return;
    validateSchema("retEnvEvento_v1.00.xsd", reply);
    validateSchema("enviNFe_v4.00.xsd", lote);
  });
});
