import { readDfe } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { LAYOUTS } from "../tables/layouts.ts";
import {
  chaveOfModelo,
  procEventoOf,
  protOf,
  retConsSitOf,
  TRANSPORT_MODELOS,
} from "../tests/cte-mdfe-responses.ts";
import { hasSchemas, hasXmllint, validateSchema } from "../tests/external-checks.ts";
import { asRawResponse, inEnvelope } from "../tests/nfe-responses.ts";
import { type ConsultaResponse, readConsulta, writeConsulta } from "./consulta-protocolo.ts";
import { readStatus, writeStatus } from "./status-servico.ts";

const SCHEMAS = {
  cte: ["consSitCTe_v4.00.xsd", "consStatServCTe_v4.00.xsd"],
  mdfe: ["consSitMDFe_v3.00.xsd", "consStatServMDFe_v3.00.xsd"],
} as const;

describe.each(TRANSPORT_MODELOS)("a consulta of %s (modelo %s)", (_name, modelo, family) => {
  const chave = chaveOfModelo(modelo);
  const layout = LAYOUTS[family];
  const base = { family, chave };
  const answered = (payload: string): ConsultaResponse =>
    readConsulta(asRawResponse(inEnvelope(payload, "x")), { chave, ambiente: "1" });

  test("the consulta is written in the envelope of its family", () => {
    const { bytes, contentType } = writeConsulta({ chave, ambiente: "1" });
    const [name, operation] =
      family === "cte" ? ["CTeConsultaV4", "cteConsultaCT"] : ["MDFeConsulta", "mdfeConsultaMDF"];
    const ns = `${layout.ns}/wsdl/${name}`;
    const header =
      family === "mdfe"
        ? `<soap12:Header><mdfeCabecMsg xmlns="${ns}"><cUF>35</cUF><versaoDados>3.00</versaoDados></mdfeCabecMsg></soap12:Header>`
        : "";
    expect(contentType).toBe(`application/soap+xml; charset=utf-8; action="${ns}/${operation}"`);
    expect(Buffer.from(bytes).toString()).toBe(
      `<soap12:Envelope xmlns:soap12="http://www.w3.org/2003/05/soap-envelope">${header}<soap12:Body><${family}DadosMsg xmlns="${ns}">` +
        `<${layout.consSit} xmlns="${layout.ns}" versao="${layout.versao}"><tpAmb>1</tpAmb><xServ>CONSULTAR</xServ>` +
        `<${layout.chave}>${chave}</${layout.chave}></${layout.consSit}></${family}DadosMsg></soap12:Body></soap12:Envelope>`,
    );
  });

  test.skipIf(!hasXmllint || !hasSchemas)(
    "a consulta and a status request are valid against ../shared/schemas",
    () => {
      const payloadOf = (bytes: Uint8Array) =>
        /<cons(?:Sit|StatServ).*<\/cons\w+>/s.exec(Buffer.from(bytes).toString())?.[0] ?? "";
      const [consSit, consStat] = SCHEMAS[family];
      const consulta = payloadOf(writeConsulta({ chave, ambiente: "1" }).bytes);
      expect(validateSchema(family, consSit, consulta)).toBe("");
      expect(validateSchema(family, consStat, payloadOf(writeStatus({ modelo, cUF: "35" }, "2").bytes))).toBe(
        "",
      );
    },
  );

  test("the protocol is read, also inside an outer element of the same name", () => {
    const prot = protOf(base);
    const protocolo = {
      numero: "135260000000001",
      dataRecebimento: "2026-11-20T09:00:00-03:00",
      cStat: "100",
      digVal: "aW52ZW50YWRvIGludmVudGFkbyE=",
      alertas: [],
    };
    for (const inner of [prot, `<${layout.prot} versao="${layout.versao}">${prot}</${layout.prot}>`]) {
      expect(answered(retConsSitOf({ ...base, inner }))).toMatchObject({ kind: "documento", protocolo });
    }
  });

  test("the eventos are read as received, and each can be read without the others", () => {
    const inheriting = procEventoOf(base, `<${layout.procEvento} versao="${layout.eventoVersion}">`);
    const complete = procEventoOf(base);
    const wrapped = `<${layout.procEvento} versao="${layout.eventoVersion}">${complete}</${layout.procEvento}>`;
    const response = answered(
      retConsSitOf({ ...base, cStat: "101", inner: protOf(base) + complete + wrapped + inheriting }),
    );
    const eventos = response.kind === "documento" ? response.eventos : [];
    const withNamespace = inheriting.replace(layout.procEvento, `${layout.procEvento} xmlns="${layout.ns}"`);
    expect(eventos.map(({ xml }) => Buffer.from(xml).toString())).toEqual([
      complete,
      complete,
      withNamespace,
    ]);
    expect(eventos[0]).toMatchObject({
      tpEvento: "110111",
      nSeqEvento: "001",
      descEvento: "Cancelamento",
      protocolo: "135260000000002",
      data: "2026-11-20T09:30:01-03:00",
    });
    for (const { xml } of eventos) expect(readDfe(xml)).toMatchObject({ kind: "evento" });
  });

  test("a response about another key or ambiente is refused", () => {
    const other = chaveOfModelo(modelo, 2);
    const ambiente = () => answered(retConsSitOf({ ...base, tpAmb: "2" }));
    const prot = () => answered(retConsSitOf({ ...base, inner: protOf({ ...base, chave: other }) }));
    const evento = () => answered(retConsSitOf({ ...base, inner: procEventoOf({ ...base, chave: other }) }));
    expect(ambiente).toThrow("resposta-de-outro-ambiente");
    expect(prot).toThrow("resposta-de-outra-chave");
    expect(evento).toThrow("resposta-de-outra-chave");
  });

  test("a response of NF-e is refused", () => {
    expect(() => answered(`<retConsSitNFe><cStat>100</cStat></retConsSitNFe>`)).toThrow("resposta-ilegivel");
  });

  test("the response says whether the service is in operation", () => {
    const ret = `<${layout.retConsStat} xmlns="${layout.ns}"><tpAmb>1</tpAmb><cStat>107</cStat><xMotivo>Em Operacao</xMotivo><tMed>3</tMed></${layout.retConsStat}>`;
    expect(readStatus(asRawResponse(inEnvelope(ret)), family)).toMatchObject({
      emOperacao: true,
      tempoMedioS: 3,
    });
    expect(() => readStatus(asRawResponse(inEnvelope(ret)), "nfe")).toThrow("resposta-ilegivel");
  });
});

// The same number has different meanings in different families.
test.each([
  ["cte", "128", "documento"],
  ["cte", "129", "documento"],
  ["cte", "131", "documento"],
  ["cte", "306", "documento"],
  ["cte", "600", "documento"],
  ["cte", "217", "documento"],
  ["cte", "562", "servico"],
  ["cte", "678", "servico"],
  ["cte", "731", "servico"],
  ["mdfe", "132", "documento"],
  ["mdfe", "217", "documento"],
  ["mdfe", "609", "documento"],
  ["mdfe", "301", "servico"],
  ["mdfe", "304", "servico"],
  ["mdfe", "678", "servico"],
] as const)("in %s, cStat %s is about the %s", (family, cStat, kind) => {
  const chave = chaveOfModelo(family === "cte" ? "57" : "58");
  const response = asRawResponse(inEnvelope(retConsSitOf({ family, chave, cStat })));
  expect(readConsulta(response, { chave, ambiente: "1" })).toMatchObject({ kind, cStat });
});
