import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { examineDfe } from "@malote/dfe";
import { checkDigit, isChaveAcesso, isCnpj, isCpf, splitChaveAcesso } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSorteio } from "../sorteio.ts";
import { hasSchemas, validateSchema } from "../tests/validate-schema.ts";
import { hasXmlsec, isSignatureValid } from "../tests/verify-signature.ts";
import { ancoraPem, openAcervo } from "./acervo.ts";
import { seedAcervo } from "./acervo-comum.ts";
import type { PedidoCte } from "./cte.ts";
import type { PedidoCteOs } from "./cte-os.ts";
import type { PedidoCteSimplificado } from "./cte-simplificado.ts";
import type { DocumentoAssinado } from "./documento.ts";
import { EMPRESAS_DEMO, type Empresa } from "./empresas.ts";
import { FORNECEDOR_ALFANUMERICO, FORNECEDORES } from "./fornecedores.ts";
import type { PedidoMdfe } from "./mdfe.ts";
import { createPapelaria, type Papelaria } from "./papelaria.ts";
import { makeProtocolo, writeProc } from "./protocolo.ts";
import { SEGURADORA, TRANSPORTADORA, TRANSPORTADORA_ALFANUMERICA } from "./transportadoras.ts";

const AGORA = new Date("2026-11-20T13:00:00Z");
/** A key with the month of `AGORA` and number 4217. */
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
let papelaria: Papelaria;
let ancoras: string[];

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-transporte-"));
  await seedAcervo(dir);
  const acervo = await openAcervo(dir, AGORA);
  ancoras = [ancoraPem(acervo)];
  papelaria = createPapelaria(acervo, createSorteio());
}, 30_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

const [remetente, expedidor] = FORNECEDORES;
const [destinatario, recebedor] = EMPRESAS_DEMO;
if (!remetente || !expedidor) throw new Error("no suppliers");
const CHAVES_NFE = [keyOf("31", remetente, "55"), keyOf("42", FORNECEDOR_ALFANUMERICO, "55")];
const CHAVES_CTE = [keyOf("35", TRANSPORTADORA, "57")];

const EMISSAO = { emissao: AGORA, serie: 1, numero: 20_417 };
const PEDIDO_CTE: PedidoCte = {
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
const PEDIDO_SIMPLIFICADO: PedidoCteSimplificado = {
  ...EMISSAO,
  transportadora: TRANSPORTADORA,
  tomador: destinatario,
  carga: CARGA,
  entregas: [
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
const PEDIDO_OS: PedidoCteOs = {
  ...EMISSAO,
  transportadora: TRANSPORTADORA,
  tomador: destinatario,
  origem: destinatario.endereco,
  destino: remetente.endereco,
  percurso: ["RJ"],
  passageiros: 42,
  valorPrestacao: 2_640_00n,
};
const PEDIDO_MDFE: PedidoMdfe = {
  ...EMISSAO,
  transportadora: TRANSPORTADORA,
  contratante: destinatario,
  origem: remetente.endereco,
  descargas: [{ destino: destinatario.endereco, chavesCTe: CHAVES_CTE, chavesNFe: [] }],
  percurso: ["RJ"],
  carga: CARGA,
  unidade: "01",
};

type Caso = {
  nome: string;
  schema: string;
  pacote: "cte" | "mdfe";
  modelo: string;
  sign(): DocumentoAssinado;
};

const cte = (nome: string, mudanca: Partial<PedidoCte>): Caso => ({
  nome: `a CT-e ${nome}`,
  schema: "procCTe_v4.00.xsd",
  pacote: "cte",
  modelo: "57",
  sign: () => papelaria.signCte({ ...PEDIDO_CTE, ...mudanca }),
});
const mdfe = (nome: string, mudanca: Partial<PedidoMdfe>): Caso => ({
  nome: `an MDF-e ${nome}`,
  schema: "procMDFe_v3.00.xsd",
  pacote: "mdfe",
  modelo: "58",
  sign: () => papelaria.signMdfe({ ...PEDIDO_MDFE, ...mudanca }),
});

const CASOS: readonly Caso[] = [
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
    sign: () => papelaria.signCteSimplificado(PEDIDO_SIMPLIFICADO),
  },
  {
    nome: "a CT-e OS",
    schema: "procCTeOS_v4.00.xsd",
    pacote: "cte",
    modelo: "67",
    sign: () => papelaria.signCteOs(PEDIDO_OS),
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

test("carriers, drivers and insurer have valid check digits", () => {
  const carriers = [TRANSPORTADORA, TRANSPORTADORA_ALFANUMERICA];
  expect([...carriers, SEGURADORA].every(({ cnpj }) => isCnpj(cnpj))).toBe(true);
  expect(carriers.every(({ condutor }) => isCpf(condutor.cpf))).toBe(true);
});

describe.each(CASOS)("$nome", ({ sign, modelo, schema, pacote }) => {
  test("has a valid key with its model, carrier and number", () => {
    const documento = sign();
    const partes = splitChaveAcesso(documento.chaveAcesso);
    expect(isChaveAcesso(documento.chaveAcesso)).toBe(true);
    expect([partes.modelo, partes.documento, partes.numero]).toEqual([
      modelo,
      documento.emitente.cnpj,
      "000020417",
    ]);
  });

  test.skipIf(!hasXmlsec)("has a signature that xmlsec1 accepts, and refuses after a change", () => {
    const documento = sign();
    expect(isSignatureValid(documento.xml, documento.familia.inf)).toBe(true);
    const forged = documento.xml
      .replace("Avenida das Balsas", "Avenida das Barcas")
      .replace("km 12", "km 13");
    expect(isSignatureValid(forged, documento.familia.inf)).toBe(false);
  });

  test.skipIf(!hasSchemas)(
    `is valid by ${schema} (../shared/schemas), and invalid without its Signature`,
    () => {
      const documento = sign();
      const xml = writeProc(documento, makeProtocolo(documento, 4_217));
      validateSchema(schema, xml, pacote);
      const unsigned = xml.replace(/<Signature .*<\/Signature>/, "");
      expect(() => validateSchema(schema, unsigned, pacote)).toThrow();
    },
  );
});

test.each(CASOS)("$nome is read, and authentic in our own validation", ({ sign, modelo }) => {
  const documento = sign();
  const xml = writeProc(documento, makeProtocolo(documento, 4_217));
  const { leitura, veredito, achados } = examineDfe(Buffer.from(xml, "utf8"), { ancoras });
  expect(leitura).toMatchObject({ kind: "nota", nota: { chaveAcesso: documento.chaveAcesso, modelo } });
  const homologacao = documento.ambiente === "2";
  expect(veredito).toBe(homologacao ? "nao-autorizada" : "autentica");
  expect(achados.map(({ codigo }) => codigo)).toEqual(homologacao ? ["ambiente-homologacao"] : []);
});

/** The content of infModal has its own schema. */
test.skipIf(!hasSchemas).each([
  ["rodo", "cte", "cteModalRodoviario_v4.00.xsd", () => papelaria.signCte(PEDIDO_CTE)],
  ["aereo", "cte", "cteModalAereo_v4.00.xsd", () => papelaria.signCte({ ...PEDIDO_CTE, modal: "aereo" })],
  [
    "multimodal",
    "cte",
    "cteMultiModal_v4.00.xsd",
    () => papelaria.signCte({ ...PEDIDO_CTE, modal: "multimodal" }),
  ],
  ["rodoOS", "cte", "cteModalRodoviarioOS_v4.00.xsd", () => papelaria.signCteOs(PEDIDO_OS)],
  ["rodo", "mdfe", "mdfeModalRodoviario_v3.00.xsd", () => papelaria.signMdfe(PEDIDO_MDFE)],
] as const)("the modal %s of a %s is valid by %s (../shared/schemas)", (raiz, pacote, schema, sign) => {
  const { xml, familia } = sign();
  const modal = new RegExp(`<${raiz}>.*</${raiz}>`).exec(xml)?.[0] ?? "";
  const alone = modal.replace(raiz, `${raiz} xmlns="${familia.namespace}"`);
  validateSchema(schema, alone, pacote);
  expect(() => validateSchema(schema, alone.replace(/<[A-Za-z]+>[^<]+</, "<a>b<"), pacote)).toThrow();
});

test("a CT-e simplificado declares gross weight in kilograms and volumes in units", () => {
  const { xml } = papelaria.signCteSimplificado(PEDIDO_SIMPLIFICADO);
  const medidas = [...xml.matchAll(/<cUnid>(.+?)<\/cUnid><tpMed>(.+?)<\/tpMed>/g)].map(([, ...each]) => each);
  expect(medidas).toEqual([
    ["01", "02"],
    ["03", "99"],
  ]);
});

test("the total of a CT-e simplificado is the sum of its deliveries", () => {
  const { xml, valorTotal } = papelaria.signCteSimplificado(PEDIDO_SIMPLIFICADO);
  expect(valorTotal).toBe("1233.33");
  expect(xml).toContain("<total><vTPrest>1233.33</vTPrest>");
});

test("the weight of an MDF-e in tonnes is a thousandth of that in kilograms", () => {
  const { xml } = papelaria.signMdfe({ ...PEDIDO_MDFE, unidade: "02" });
  expect(xml).toContain("<cUnid>02</cUnid><qCarga>1.2505</qCarga>");
});
