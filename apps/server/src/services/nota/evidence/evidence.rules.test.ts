import { expect, test } from "vitest";
import {
  achadosOf,
  compareSources,
  type EmailFacts,
  type ReportedFacts,
  type XmlFacts,
} from "./evidence.rules.ts";

const CHAVE = "35261011444777000161550010000000011000000017";
const OTHER = "35261011444777000161550010000000021000000020";
const EMISSAO = new Date("2026-10-15T12:00:00Z");

const XML: XmlFacts = {
  chave: CHAVE,
  numeroNota: 1,
  cnpjEmitente: "11444777000161",
  cnpjDestinatario: "11222333000181",
  dataEmissao: EMISSAO,
  valorTotal: "100.00",
  nfeStatus: "100",
  sefazStatus: "100",
  sefazConsultadaEm: EMISSAO,
  divergente: false,
  referencias: [],
};
const SEFAZ: ReportedFacts = {
  cSitNfe: 1,
  cnpjEmitente: "11444777000161",
  dataEmissao: EMISSAO,
  valorTotal: "100.00",
  alteradoEm: EMISSAO,
};
const EMAIL: EmailFacts = { emailId: "e1", chaves: [], numeros: [], valores: [], documentos: [] };

/** The fields that differ, as "field source". */
function differences(sources: {
  xml?: Partial<XmlFacts>;
  sefaz?: Partial<ReportedFacts> | null;
  email?: Partial<EmailFacts>;
}): string[] {
  const evidence = compareSources({
    xml: { ...XML, ...sources.xml },
    sefaz: sources.sefaz === null ? null : { ...SEFAZ, ...sources.sefaz },
    email: { ...EMAIL, ...sources.email },
  });
  return (evidence?.campos ?? []).flatMap(({ campo, divergem }) =>
    divergem.map((each) => `${campo} ${each}`),
  );
}

test("sources that agree show no difference", () => {
  expect(differences({})).toEqual([]);
  const said = { numeros: ["1"], valores: ["50.00", "100.00"], chaves: [OTHER, CHAVE] };
  expect(differences({ email: said })).toEqual([]);
});

test("a document that only its XML describes has no evidence", () => {
  expect(compareSources({ xml: { ...XML, sefazStatus: null }, sefaz: null, email: null })).toBeNull();
});

test.each([
  ["another value at SEFAZ", { sefaz: { valorTotal: "99.00" } }, ["valor sefaz"]],
  ["another issuer at SEFAZ", { sefaz: { cnpjEmitente: "11222333000181" } }, ["emitente sefaz"]],
  [
    "another issue date at SEFAZ",
    { sefaz: { dataEmissao: new Date("2026-10-16T12:00:00Z") } },
    ["emissao sefaz"],
  ],
  ["seconds are not a difference", { sefaz: { dataEmissao: new Date("2026-10-15T12:00:30Z") } }, []],
  ["another value in the e-mail", { email: { valores: ["110.00"] } }, ["valor email"]],
  ["several other values in the e-mail say nothing", { email: { valores: ["1.00", "2.00"] } }, []],
  ["another number in the e-mail", { email: { numeros: ["2"] } }, ["numero email"]],
  ["another chave in the e-mail", { email: { chaves: [OTHER] } }, ["chave email"]],
  [
    "a referenced document may be named",
    { xml: { referencias: [OTHER] }, email: { chaves: [OTHER], numeros: ["2"] } },
    [],
  ],
  [
    "a cancellation that the answer of SEFAZ names",
    { xml: { sefazStatus: "101", divergente: true } },
    ["situacao sefaz"],
  ],
  ["a cancellation that only the distribution names", { sefaz: { cSitNfe: 3 as const } }, ["situacao sefaz"]],
  ["a late authorization is one", { xml: { sefazStatus: "150" } }, []],
])("what the sources of a document say is compared: %s", (_what, sources, expected) => {
  expect(differences(sources)).toEqual(expected);
});

test("each difference is a finding with both values, and the status is none of them", () => {
  const evidence = compareSources({
    xml: { ...XML, sefazStatus: "101", divergente: true },
    sefaz: { ...SEFAZ, valorTotal: "99.00" },
    email: { ...EMAIL, valores: ["110.00"] },
  });
  expect(achadosOf(evidence)).toEqual([
    {
      codigo: "sefaz-dados-divergentes",
      gravidade: "aviso",
      detalhe: "valor: R$\u00a0100,00 ≠ R$\u00a099,00",
    },
    {
      codigo: "email-dados-divergentes",
      gravidade: "aviso",
      detalhe: "valor: R$\u00a0100,00 ≠ R$\u00a0110,00",
    },
  ]);
  expect(achadosOf(null)).toEqual([]);
});
