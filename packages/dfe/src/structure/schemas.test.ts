import { afterAll, describe, expect, test } from "vitest";
import { IRREGULARITIES_MAX } from "./irregularity.ts";
import { openSchemas, type Schemas } from "./schemas.ts";
import {
  makeCte,
  makeCteOs,
  makeCteSimplificado,
  makeEvento,
  makeMdfe,
  makeNfe,
} from "./tests/make-documentos.ts";
import { hasSchemas, readSchemas } from "./tests/shared.ts";
import { widenCnpj } from "./widen-cnpj.ts";

const NS = "http://www.portalfiscal.inf.br/nfe";

/** An invented XSD: a resNFe with one CNPJ, whose types are in another file. */
function makeXsd(pattern: string): Map<string, Uint8Array> {
  const schema = (content: string) =>
    Buffer.from(
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="${NS}" targetNamespace="${NS}" elementFormDefault="qualified">${content}</xs:schema>`,
    );
  return new Map([
    [
      "pl/tipos.xsd",
      schema(
        `<xs:simpleType name="TCnpj"><xs:restriction base="xs:string"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType>`,
      ),
    ],
    [
      "pl/resNFe_v1.01.xsd",
      schema(
        '<xs:include schemaLocation="tipos.xsd"/><xs:element name="resNFe"><xs:complexType><xs:sequence><xs:element name="CNPJ" type="TCnpj" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>',
      ),
    ],
  ]);
}

const RES = { raiz: "resNFe", versao: "1.01" };

function resNFe(...cnpjs: string[]): Uint8Array {
  return Buffer.from(
    `<resNFe xmlns="${NS}">${cnpjs.map((each) => `<CNPJ>${each}</CNPJ>`).join("")}</resNFe>`,
  );
}

describe("checking with a schema folder in memory", () => {
  test("the check reports where and how a document violates its schema", async () => {
    const schemas = await openSchemas(makeXsd("[0-9]{14}"));
    expect(schemas.validate(RES, resNFe("11222333000181"))).toEqual({
      kind: "validado",
      esquema: "pl/resNFe_v1.01.xsd",
      irregularidades: [],
    });
    const result = schemas.validate(RES, resNFe("11222333000181", "1"));
    expect(result).toMatchObject({
      kind: "validado",
      irregularidades: [
        {
          regra: "esquema-divergente",
          caminho: "resNFe/CNPJ",
          detalhe: expect.stringContaining("'1' is not accepted"),
        },
      ],
    });
    schemas.close();
  });

  test("the check accepts an upper-case alphanumeric CNPJ under an old package", async () => {
    const schemas = await openSchemas(makeXsd("[0-9]{0}|[0-9]{14}"));
    expect(schemas.validate(RES, resNFe("12ABC34501DE35"))).toMatchObject({ irregularidades: [] });
    expect(schemas.validate(RES, resNFe("12abc34501de35"))).toMatchObject({
      irregularidades: [{ caminho: "resNFe/CNPJ" }],
    });
    schemas.close();
  });

  test("the check reports a document without a schema as unchecked", async () => {
    const schemas = await openSchemas(makeXsd("[0-9]{14}"));
    expect(schemas.validate({ raiz: "resNFe", versao: "9.99" }, resNFe())).toEqual({ kind: "sem-esquema" });
    expect(schemas.validate({ raiz: "html", versao: "" }, resNFe())).toEqual({ kind: "sem-esquema" });
    schemas.close();
    expect(schemas.validate(RES, resNFe("1"))).toEqual({ kind: "sem-esquema" });
  });

  test("the check reports which schema does not compile, and why", async () => {
    const withoutTypes = makeXsd("[0-9]{14}");
    withoutTypes.delete("pl/tipos.xsd");
    const broken = new Map([["resNFe_v1.01.xsd", Buffer.from("<xs:schema")]]);
    for (const [files, esquema] of [
      [withoutTypes, "pl/resNFe_v1.01.xsd"],
      [broken, "resNFe_v1.01.xsd"],
    ] as const) {
      const schemas = await openSchemas(files);
      const result = schemas.validate(RES, resNFe("11222333000181"));
      expect(result).toEqual({ kind: "esquema-invalido", esquema, detalhe: expect.stringMatching(/./) });
      expect(schemas.validate(RES, resNFe("1"))).toEqual(result);
      schemas.close();
    }
  });

  test("two schema folders are never mixed", async () => {
    const a = await openSchemas(makeXsd("[0-9]{14}"));
    const b = await openSchemas(makeXsd("[0-9]{1}"));
    expect(a.validate(RES, resNFe("1"))).not.toMatchObject({ irregularidades: [] });
    expect(b.validate(RES, resNFe("1"))).toMatchObject({ irregularidades: [] });
    a.close();
    expect(b.validate(RES, resNFe("1"))).toMatchObject({ irregularidades: [] });
    b.close();
  });

  test("when two packages have a schema, the last path is used", async () => {
    const files = new Map([...makeXsd("[0-9]{14}")].map(([name, bytes]) => [`a/${name}`, bytes]));
    for (const [name, bytes] of makeXsd("[0-9]{1}")) files.set(`b/${name}`, bytes);
    const schemas = await openSchemas(files);
    expect(schemas.validate(RES, resNFe("1"))).toMatchObject({
      esquema: "b/pl/resNFe_v1.01.xsd",
      irregularidades: [],
    });
    schemas.close();
  });

  test("the check reports violations up to its limit", async () => {
    const schemas = await openSchemas(makeXsd("[0-9]{14}"));
    const result = schemas.validate(
      RES,
      resNFe(...Array.from({ length: IRREGULARITIES_MAX + 1 }, () => "x")),
    );
    expect(result.kind === "validado" && result.irregularidades.length).toBe(IRREGULARITIES_MAX);
    schemas.close();
  });

  test("checking a document accesses neither disk nor network", async () => {
    const schemas = await openSchemas(makeXsd(".*"));
    const xml =
      '<!DOCTYPE resNFe [<!ENTITY x SYSTEM "file:///etc/passwd">]><resNFe xmlns="http://www.portalfiscal.inf.br/nfe"><CNPJ>&x;</CNPJ></resNFe>';
    const result = schemas.validate(RES, Buffer.from(xml));
    expect(result).toMatchObject({ kind: "validado", irregularidades: [{ regra: "esquema-divergente" }] });
    expect(JSON.stringify(result)).not.toContain("root:");
    schemas.close();
  });
});

test("widenCnpj returns the same bytes when there is nothing to widen", () => {
  const xsd = Buffer.from('<xs:pattern value="[0-9]{2,14}"/>');
  expect(widenCnpj(xsd)).toBe(xsd);
  const ids = Buffer.from('<xs:pattern value="ID[0-9]{52}|NFe[0-9]{44}"/> ação');
  expect(Buffer.from(widenCnpj(ids)).toString()).toBe(
    '<xs:pattern value="ID[0-9]{12}[0-9A-Z]{12}[0-9]{28}|NFe[0-9]{6}[0-9A-Z]{12}[0-9]{26}"/> ação',
  );
});

describe.skipIf(!hasSchemas)("the official schemas in ../shared/schemas", () => {
  const opened: Schemas[] = [];
  afterAll(() => {
    for (const each of opened) each.close();
  });

  async function open(): Promise<Schemas> {
    const schemas = opened[0] ?? (await openSchemas(readSchemas()));
    if (opened.length === 0) opened.push(schemas);
    return schemas;
  }

  test.each([
    ["NFe", "4.00", makeNfe()],
    ["CTe", "4.00", makeCte()],
    ["CTeOS", "4.00", makeCteOs()],
    ["CTeSimp", "4.00", makeCteSimplificado()],
    ["MDFe", "3.00", makeMdfe()],
    ["eventoCTe", "4.00", makeEvento("cte")],
    ["eventoMDFe", "3.00", makeEvento("mdfe")],
  ])("the official schemas accept the invented %s %s", async (raiz, versao, xml) => {
    const schemas = await open();
    expect(schemas.validate({ raiz, versao }, Buffer.from(xml))).toMatchObject({
      kind: "validado",
      irregularidades: [],
    });
  });

  test.each([
    ["nfeProc", "4.00"],
    ["nfeProc", "3.10"],
    ["enviNFe", "4.00"],
    ["procEventoNFe", "1.00"],
    ["envEvento", "1.00"],
    ["resNFe", "1.01"],
    ["resEvento", "1.01"],
    ["cteProc", "4.00"],
    ["cteOSProc", "4.00"],
    ["cteSimpProc", "4.00"],
    ["procEventoCTe", "4.00"],
    ["mdfeProc", "3.00"],
    ["procEventoMDFe", "3.00"],
  ])("the official schemas compile for %s %s", async (raiz, versao) => {
    expect((await open()).validate({ raiz, versao }, Buffer.from("<a/>"))).toMatchObject({
      kind: "validado",
      irregularidades: [{ caminho: "a" }],
    });
  });
});
