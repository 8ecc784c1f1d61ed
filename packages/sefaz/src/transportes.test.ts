import { readDfe } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { type RespostaConsulta, readConsulta, writeConsulta } from "./consulta-protocolo.ts";
import { readStatus, writeStatus } from "./status-servico.ts";
import { LEIAUTES } from "./tables/leiautes.ts";
import { chaveDe, procEventoOf, protOf, retConsSitOf, TRANSPORTES } from "./tests/familias.ts";
import { hasEsquemas, hasXmllint, validateSchema } from "./tests/oraculos.ts";
import { asRecebido, inEnvelope } from "./tests/respostas.ts";

const SCHEMAS = {
  cte: ["consSitCTe_v4.00.xsd", "consStatServCTe_v4.00.xsd"],
  mdfe: ["consSitMDFe_v3.00.xsd", "consStatServMDFe_v3.00.xsd"],
} as const;

describe.each(TRANSPORTES)("of a %s (modelo %s)", (_nome, modelo, familia) => {
  const chave = chaveDe(modelo);
  const leiaute = LEIAUTES[familia];
  const base = { familia, chave };
  const answered = (payload: string): RespostaConsulta =>
    readConsulta(asRecebido(inEnvelope(payload, "x")), { chave, ambiente: "1" });

  test("the question goes in its own envelope", () => {
    const { bytes, contentType } = writeConsulta({ chave, ambiente: "1" });
    const [nome, operacao] =
      familia === "cte" ? ["CTeConsultaV4", "cteConsultaCT"] : ["MDFeConsulta", "mdfeConsultaMDF"];
    const ns = `${leiaute.ns}/wsdl/${nome}`;
    const header =
      familia === "mdfe"
        ? `<soap12:Header><mdfeCabecMsg xmlns="${ns}"><cUF>35</cUF><versaoDados>3.00</versaoDados></mdfeCabecMsg></soap12:Header>`
        : "";
    expect(contentType).toBe(`application/soap+xml; charset=utf-8; action="${ns}/${operacao}"`);
    expect(Buffer.from(bytes).toString()).toBe(
      `<soap12:Envelope xmlns:soap12="http://www.w3.org/2003/05/soap-envelope">${header}<soap12:Body><${familia}DadosMsg xmlns="${ns}">` +
        `<${leiaute.consSit} xmlns="${leiaute.ns}" versao="${leiaute.versao}"><tpAmb>1</tpAmb><xServ>CONSULTAR</xServ>` +
        `<${leiaute.chave}>${chave}</${leiaute.chave}></${leiaute.consSit}></${familia}DadosMsg></soap12:Body></soap12:Envelope>`,
    );
  });

  test.skipIf(!hasXmllint || !hasEsquemas)("both questions are valid against ../shared/schemas", () => {
    const payloadOf = (bytes: Uint8Array) =>
      /<cons(?:Sit|StatServ).*<\/cons\w+>/s.exec(Buffer.from(bytes).toString())?.[0] ?? "";
    const [consSit, consStat] = SCHEMAS[familia];
    const consulta = payloadOf(writeConsulta({ chave, ambiente: "1" }).bytes);
    expect(validateSchema(familia, consSit, consulta)).toBe("");
    expect(validateSchema(familia, consStat, payloadOf(writeStatus({ modelo, cUF: "35" }, "2").bytes))).toBe(
      "",
    );
  });

  test("the answer brings the protocol, also inside another of its name", () => {
    const prot = protOf(base);
    const protocolo = {
      numero: "135260000000001",
      dataRecebimento: "2026-11-20T09:00:00-03:00",
      cStat: "100",
      digVal: "aW52ZW50YWRvIGludmVudGFkbyE=",
      alertas: [],
    };
    for (const dentro of [prot, `<${leiaute.prot} versao="${leiaute.versao}">${prot}</${leiaute.prot}>`]) {
      expect(answered(retConsSitOf({ ...base, dentro }))).toMatchObject({ kind: "documento", protocolo });
    }
  });

  test("the answer brings its eventos as they came, which stand alone and are read", () => {
    const herdeiro = procEventoOf(base, `<${leiaute.procEvento} versao="${leiaute.versaoEvento}">`);
    const inteiro = procEventoOf(base);
    const embrulhado = `<${leiaute.procEvento} versao="${leiaute.versaoEvento}">${inteiro}</${leiaute.procEvento}>`;
    const resposta = answered(
      retConsSitOf({ ...base, cStat: "101", dentro: protOf(base) + inteiro + embrulhado + herdeiro }),
    );
    const eventos = resposta.kind === "documento" ? resposta.eventos : [];
    const comNs = herdeiro.replace(leiaute.procEvento, `${leiaute.procEvento} xmlns="${leiaute.ns}"`);
    expect(eventos.map(({ xml }) => Buffer.from(xml).toString())).toEqual([inteiro, inteiro, comNs]);
    expect(eventos[0]).toMatchObject({
      tpEvento: "110111",
      nSeqEvento: "001",
      descEvento: "Cancelamento",
      protocolo: "135260000000002",
      data: "2026-11-20T09:30:01-03:00",
    });
    for (const { xml } of eventos) expect(readDfe(xml)).toMatchObject({ kind: "evento" });
  });

  test("an answer about another key or ambiente is refused", () => {
    const outra = chaveDe(modelo, 2);
    const ambiente = () => answered(retConsSitOf({ ...base, tpAmb: "2" }));
    const prot = () => answered(retConsSitOf({ ...base, dentro: protOf({ ...base, chave: outra }) }));
    const evento = () => answered(retConsSitOf({ ...base, dentro: procEventoOf({ ...base, chave: outra }) }));
    expect(ambiente).toThrow("resposta-de-outro-ambiente");
    expect(prot).toThrow("resposta-de-outra-chave");
    expect(evento).toThrow("resposta-de-outra-chave");
  });

  test("an answer of NF-e is none", () => {
    expect(() => answered(`<retConsSitNFe><cStat>100</cStat></retConsSitNFe>`)).toThrow("resposta-ilegivel");
  });

  test("the service says whether it is at work", () => {
    const ret = `<${leiaute.retConsStat} xmlns="${leiaute.ns}"><tpAmb>1</tpAmb><cStat>107</cStat><xMotivo>Em Operacao</xMotivo><tMed>3</tMed></${leiaute.retConsStat}>`;
    expect(readStatus(asRecebido(inEnvelope(ret)), familia)).toMatchObject({
      emOperacao: true,
      tempoMedioS: 3,
    });
    expect(() => readStatus(asRecebido(inEnvelope(ret)), "nfe")).toThrow("resposta-ilegivel");
  });
});

// The same number is another word in another family.
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
] as const)("in %s, cStat %s speaks of the %s", (familia, cStat, kind) => {
  const chave = chaveDe(familia === "cte" ? "57" : "58");
  const recebido = asRecebido(inEnvelope(retConsSitOf({ familia, chave, cStat })));
  expect(readConsulta(recebido, { chave, ambiente: "1" })).toMatchObject({ kind, cStat });
});
