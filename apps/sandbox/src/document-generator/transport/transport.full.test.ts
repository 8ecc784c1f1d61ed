import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { examineDfe } from "@malote/dfe";
import { checkDigit, isChaveAcesso, isCnpj, isCpf, splitChaveAcesso } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRandomSource } from "../../random-source.ts";
import { hasSchemas, validateSchema } from "../../tests/validate-schema.ts";
import { hasXmlsec, isSignatureValid } from "../../tests/verify-signature.ts";
import { openKeySet, trustedCasPem } from "../certificates/key-set.ts";
import { seedKeySet } from "../certificates/shared-key-set.ts";
import { INSURER, TRANSPORTADORA, TRANSPORTADORA_ALFANUMERICA } from "../companies/carriers.ts";
import { EMPRESAS_DEMO, type Empresa } from "../companies/companies.ts";
import { FORNECEDOR_ALFANUMERICO, FORNECEDORES } from "../companies/suppliers.ts";
import type { CteInput } from "../cte/cte-input.ts";
import type { CteOsInput } from "../cte/cte-os.ts";
import type { CteSimplificadoInput } from "../cte/cte-simplificado.ts";
import { createDocumentGenerator, type DocumentGenerator } from "../document-generator.ts";
import type { SignedDocumento } from "../documento/documento.ts";
import { makeProtocolo, writeProc } from "../documento/protocolo.ts";
import type { MdfeInput } from "../mdfe/mdfe.ts";

const NOW = new Date("2026-11-20T13:00:00Z");
/** A key with the month of `NOW` and number 4217. */
function keyOf(uf: string, { cnpj }: Empresa, modelo: string): string {
  const body = `${uf}2611${cnpj}${modelo}001000004217119876543`;
  return `${body}${checkDigit(body)}`;
}

const CARGA = {
  descricao: "Café torrado & derivados",
  ncm: "09012100",
  valor: 18_432_50n,
  pesoKg: "1250.5000",
  volumes: 64,
};

let dir: string;
let generator: DocumentGenerator;
let trustedCas: string[];

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-transporte-"));
  await seedKeySet(dir);
  const keySet = await openKeySet(dir, NOW);
  trustedCas = [trustedCasPem(keySet)];
  generator = createDocumentGenerator(keySet, createRandomSource());
}, 30_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

const [remetente, expedidor] = FORNECEDORES;
const [destinatario, recebedor] = EMPRESAS_DEMO;
if (!remetente || !expedidor) throw new Error("no suppliers");
const CHAVES_NFE = [keyOf("31", remetente, "55"), keyOf("42", FORNECEDOR_ALFANUMERICO, "55")];
const CHAVES_CTE = [keyOf("35", TRANSPORTADORA, "57")];

const EMISSAO = { emissao: NOW, serie: 1, numero: 20_417 };
const CTE_INPUT: CteInput = {
  ...EMISSAO,
  transportadora: TRANSPORTADORA,
  remetente,
  destinatario,
  tomador: "destinatario",
  modal: "rodoviario",
  carga: CARGA,
  valorPrestacao: 1_843_27n,
  chavesNFe: CHAVES_NFE,
};
const CTE_SIMPLIFICADO_INPUT: CteSimplificadoInput = {
  ...EMISSAO,
  transportadora: TRANSPORTADORA,
  tomador: destinatario,
  carga: CARGA,
  deliveries: [
    {
      origem: remetente.endereco,
      destino: destinatario.endereco,
      valorPrestacao: 900_00n,
      chavesNFe: CHAVES_NFE,
    },
    {
      origem: remetente.endereco,
      destino: recebedor.endereco,
      valorPrestacao: 333_33n,
      chavesNFe: CHAVES_NFE,
    },
  ],
};
const CTE_OS_INPUT: CteOsInput = {
  ...EMISSAO,
  transportadora: TRANSPORTADORA,
  tomador: destinatario,
  origem: destinatario.endereco,
  destino: remetente.endereco,
  percurso: ["RJ"],
  passageiros: 42,
  valorPrestacao: 2_640_00n,
};
const MDFE_INPUT: MdfeInput = {
  ...EMISSAO,
  transportadora: TRANSPORTADORA,
  contratante: destinatario,
  origem: remetente.endereco,
  descargas: [{ destino: destinatario.endereco, chavesCTe: CHAVES_CTE, chavesNFe: [] }],
  percurso: ["RJ"],
  carga: CARGA,
  unidade: "01",
};

type TestCase = {
  nome: string;
  schema: string;
  pacote: "cte" | "mdfe";
  modelo: string;
  sign(): SignedDocumento;
};

const cte = (nome: string, changes: Partial<CteInput>): TestCase => ({
  nome: `a CT-e ${nome}`,
  schema: "procCTe_v4.00.xsd",
  pacote: "cte",
  modelo: "57",
  sign: () => generator.signCte({ ...CTE_INPUT, ...changes }),
});
const mdfe = (nome: string, changes: Partial<MdfeInput>): TestCase => ({
  nome: `an MDF-e ${nome}`,
  schema: "procMDFe_v3.00.xsd",
  pacote: "mdfe",
  modelo: "58",
  sign: () => generator.signMdfe({ ...MDFE_INPUT, ...changes }),
});

const TEST_CASES: readonly TestCase[] = [
  cte("by road, paid by the destinatário", {}),
  cte("by road, of four parties, paid by the recebedor", { expedidor, recebedor, tomador: "recebedor" }),
  cte("paid by another (toma4)", { tomador: recebedor }),
  cte("by air", { modal: "aereo" }),
  cte("multimodal", { modal: "multimodal" }),
  cte("of a carrier whose CNPJ has letters", { transportadora: TRANSPORTADORA_ALFANUMERICA }),
  cte("of homologação", { ambiente: "2" }),
  cte("in contingency", {
    contingencia: { tpEmis: "5", justificativa: "SEFAZ fora do ar desde as nove horas" },
  }),
  {
    nome: "a CT-e simplificado",
    schema: "procCTeSimp_v4.00.xsd",
    pacote: "cte",
    modelo: "57",
    sign: () => generator.signCteSimplificado(CTE_SIMPLIFICADO_INPUT),
  },
  {
    nome: "a CT-e OS",
    schema: "procCTeOS_v4.00.xsd",
    pacote: "cte",
    modelo: "67",
    sign: () => generator.signCteOs(CTE_OS_INPUT),
  },
  mdfe("with CT-e, in kilograms", {}),
  mdfe("with NF-e, in tonnes", {
    unidade: "02",
    descargas: [{ destino: destinatario.endereco, chavesCTe: [], chavesNFe: CHAVES_NFE }],
  }),
  mdfe("in contingency, of homologação", {
    ambiente: "2",
    contingencia: { tpEmis: "2", justificativa: "Sem acesso à internet na estrada" },
  }),
];

test("carriers, drivers and insurer have CNPJs and CPFs with valid check digits", () => {
  const carriers = [TRANSPORTADORA, TRANSPORTADORA_ALFANUMERICA];
  expect([...carriers, INSURER].every(({ cnpj }) => isCnpj(cnpj))).toBe(true);
  expect(carriers.every(({ condutor }) => isCpf(condutor.cpf))).toBe(true);
});

describe.each(TEST_CASES)("generating $nome", ({ sign, modelo, schema, pacote }) => {
  test("the document has a valid key with its model, carrier and number", () => {
    const documento = sign();
    const partes = splitChaveAcesso(documento.chaveAcesso);
    expect(isChaveAcesso(documento.chaveAcesso)).toBe(true);
    expect([partes.modelo, partes.documento, partes.numero]).toEqual([
      modelo,
      documento.emitente.cnpj,
      "000020417",
    ]);
  });

  test.skipIf(!hasXmlsec)(
    "xmlsec1 accepts the signature of the document, and refuses it after a change",
    () => {
      const documento = sign();
      expect(isSignatureValid(documento.xml, documento.familia.inf)).toBe(true);
      const forged = documento.xml
        .replace("Avenida das Balsas", "Avenida das Barcas")
        .replace("km 12", "km 13");
      expect(isSignatureValid(forged, documento.familia.inf)).toBe(false);
    },
  );

  test.skipIf(!hasSchemas)(
    `the document is valid by ${schema} (../shared/schemas), and invalid without its Signature`,
    () => {
      const documento = sign();
      const xml = writeProc(documento, makeProtocolo(documento, 4_217));
      validateSchema(schema, xml, pacote);
      const unsigned = xml.replace(/<Signature .*<\/Signature>/, "");
      expect(() => validateSchema(schema, unsigned, pacote)).toThrow();
    },
  );
});

test.each(TEST_CASES)("$nome can be read, and is authentic in our own validation", ({ sign, modelo }) => {
  const documento = sign();
  const xml = writeProc(documento, makeProtocolo(documento, 4_217));
  const {
    reading: leitura,
    veredito,
    achados,
  } = examineDfe(Buffer.from(xml, "utf8"), { trustedCas: trustedCas });
  expect(leitura).toMatchObject({ kind: "nota", nota: { chaveAcesso: documento.chaveAcesso, modelo } });
  const homologacao = documento.ambiente === "2";
  expect(veredito).toBe(homologacao ? "nao-autorizada" : "autentica");
  expect(achados.map(({ codigo }) => codigo)).toEqual(homologacao ? ["ambiente-homologacao"] : []);
});

/** The content of infModal has its own schema. */
test.skipIf(!hasSchemas).each([
  ["rodo", "cte", "cteModalRodoviario_v4.00.xsd", () => generator.signCte(CTE_INPUT)],
  ["aereo", "cte", "cteModalAereo_v4.00.xsd", () => generator.signCte({ ...CTE_INPUT, modal: "aereo" })],
  [
    "multimodal",
    "cte",
    "cteMultiModal_v4.00.xsd",
    () => generator.signCte({ ...CTE_INPUT, modal: "multimodal" }),
  ],
  ["rodoOS", "cte", "cteModalRodoviarioOS_v4.00.xsd", () => generator.signCteOs(CTE_OS_INPUT)],
  ["rodo", "mdfe", "mdfeModalRodoviario_v3.00.xsd", () => generator.signMdfe(MDFE_INPUT)],
] as const)(
  "the element %s with the modal of a %s is valid by %s (../shared/schemas)",
  (raiz, pacote, schema, sign) => {
    const { xml, familia } = sign();
    const modal = new RegExp(`<${raiz}>.*</${raiz}>`).exec(xml)?.[0] ?? "";
    const alone = modal.replace(raiz, `${raiz} xmlns="${familia.namespace}"`);
    validateSchema(schema, alone, pacote);
    expect(() => validateSchema(schema, alone.replace(/<[A-Za-z]+>[^<]+</, "<a>b<"), pacote)).toThrow();
  },
);

test("a CT-e simplificado declares gross weight in kilograms and volumes in units", () => {
  const { xml } = generator.signCteSimplificado(CTE_SIMPLIFICADO_INPUT);
  const measures = [...xml.matchAll(/<cUnid>(.+?)<\/cUnid><tpMed>(.+?)<\/tpMed>/g)].map(
    ([, ...each]) => each,
  );
  expect(measures).toEqual([
    ["01", "02"],
    ["03", "99"],
  ]);
});

test("the total of a CT-e simplificado is the sum of its deliveries", () => {
  const { xml, valorTotal } = generator.signCteSimplificado(CTE_SIMPLIFICADO_INPUT);
  expect(valorTotal).toBe("1233.33");
  expect(xml).toContain("<total><vTPrest>1233.33</vTPrest>");
});

test("the weight of an MDF-e in tonnes is a thousandth of its weight in kilograms", () => {
  const { xml } = generator.signMdfe({ ...MDFE_INPUT, unidade: "02" });
  expect(xml).toContain("<cUnid>02</cUnid><qCarga>1.2505</qCarga>");
});
