import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { examineDfe } from "@malote/dfe";
import { checkDigit } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "../../log.ts";
import { checkSchema, openSchemaChecker } from "./schemas.ts";

const NS = "http://www.portalfiscal.inf.br/nfe";
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "malote-xsd-"));
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

/** A schema that accepts any content of a nota, and requires `extra`. */
function writeXsd(name: string, root: string, extra: string): void {
  const any = `<xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip" namespace="##any"/>`;
  const element = `<xs:element name="${root}"><xs:complexType><xs:sequence>${any}</xs:sequence><xs:attribute name="versao"/>${extra}</xs:complexType></xs:element>`;
  fs.mkdirSync(path.join(dir, "PL"), { recursive: true });
  fs.writeFileSync(
    path.join(dir, "PL", name),
    `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${NS}" elementFormDefault="qualified">${element}</xs:schema>`,
  );
}

const body = "35261011444777000161550010000000011000000010";
const chave = body.slice(0, 43) + checkDigit(body.slice(0, 43));
const nfe =
  `<NFe xmlns="${NS}"><infNFe Id="NFe${chave}" versao="4.00"><ide><cUF>35</cUF><mod>55</mod><serie>1</serie><nNF>1</nNF><dhEmi>2026-10-15T09:00:00-03:00</dhEmi><tpNF>1</tpNF><tpAmb>1</tpAmb></ide>` +
  `<emit><CNPJ>11444777000161</CNPJ><xNome>Moinho Estrela-Guia S.A.</xNome><enderEmit><UF>PR</UF></enderEmit></emit><total><ICMSTot><vNF>1.00</vNF></ICMSTot></total></infNFe></NFe>`;
const exameOf = (xml: string) => {
  const bytes = Buffer.from(xml);
  const examination = examineDfe(bytes, { trustedCas: [] });
  if (examination.reading.kind !== "nota") throw new Error(JSON.stringify(examination.reading));
  return { exame: examination, bytes };
};
const codesOf = ({ achados }: { achados: { codigo: string }[] }): string[] =>
  achados.map(({ codigo }) => codigo).filter((codigo) => codigo === "esquema-divergente");

const open = (dfeSchemasDir: string | null) =>
  openSchemaChecker({
    config: { dfeSchemasDir } as Parameters<typeof openSchemaChecker>[0]["config"],
    log: createLogger("teste", "silent"),
  });

beforeAll(() => {
  writeXsd("nfe_v4.00.xsd", "NFe", `<xs:attribute name="exigido" use="required"/>`);
  writeXsd("procNFe_v4.00.xsd", "nfeProc", "");
});

test("a schema violation is reported as advice, and the veredito is kept", async () => {
  const { exame: examination, bytes } = exameOf(nfe);
  const checked = checkSchema(await open(dir), examination, bytes);
  expect(checked.achados.at(-1)).toMatchObject({
    codigo: "esquema-divergente",
    gravidade: "aviso",
    detalhe: expect.stringContaining("exigido"),
  });
  expect(checked.veredito).toBe(examination.veredito);
});

test("a nota that follows its schema has no finding", async () => {
  const { exame: examination, bytes } = exameOf(`<nfeProc xmlns="${NS}" versao="4.00">${nfe}</nfeProc>`);
  expect(codesOf(checkSchema(await open(dir), examination, bytes))).toEqual([]);
});

test("a nota in a wrapper is validated against its own schema, not the wrapper's", async () => {
  const { exame: examination, bytes } = exameOf(
    `<enviNFe xmlns="${NS}" versao="4.00"><idLote>1</idLote><indSinc>0</indSinc>${nfe}</enviNFe>`,
  );
  expect(codesOf(checkSchema(await open(dir), examination, bytes))).toEqual(["esquema-divergente"]);
});

test("without a schema folder the exame is returned unchanged", async () => {
  const { exame: examination, bytes } = exameOf(nfe);
  expect(await open(null)).toBeNull();
  expect(checkSchema(null, examination, bytes)).toBe(examination);
});
