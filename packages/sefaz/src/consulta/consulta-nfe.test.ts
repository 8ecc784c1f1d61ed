import { readDfe } from "@malote/dfe";
import { InvalidChaveAcessoError } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import type { RawResponse } from "../soap/envelope.ts";
import {
  asRawResponse,
  chaveOf,
  inEnvelope,
  procEvento,
  protNFe,
  retConsSit,
} from "../tests/nfe-responses.ts";
import { SefazOutage } from "../transport/outage.ts";
import { type ConsultaResponse, readConsulta, writeConsulta } from "./consulta-protocolo.ts";
import { EVENTOS_MAX } from "./linked-eventos.ts";
import { readStatus, writeStatus } from "./status-servico.ts";

const chave = chaveOf(1);
const consulta = { chave, ambiente: "1" } as const;

function answered(payload: string): ConsultaResponse {
  return readConsulta(asRawResponse(inEnvelope(payload)), consulta);
}

function causeOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof SefazOutage) return error.causa;
    throw error;
  }
  return "nenhuma";
}

describe("writing a request of NF-e", () => {
  test("the request about a document is consSitNFe 4.00, byte by byte", () => {
    const { bytes, contentType } = writeConsulta(consulta);
    expect(Buffer.from(bytes).toString()).toBe(
      `<soap12:Envelope xmlns:soap12="http://www.w3.org/2003/05/soap-envelope"><soap12:Body>` +
        `<nfeDadosMsg xmlns="http://www.portalfiscal.inf.br/nfe/wsdl/NFeConsultaProtocolo4">` +
        `<consSitNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><tpAmb>1</tpAmb><xServ>CONSULTAR</xServ>` +
        `<chNFe>${chave}</chNFe></consSitNFe></nfeDadosMsg></soap12:Body></soap12:Envelope>`,
    );
    expect(contentType).toBe(
      `application/soap+xml; charset=utf-8; action="http://www.portalfiscal.inf.br/nfe/wsdl/NFeConsultaProtocolo4/nfeConsultaNF"`,
    );
  });

  test("the request for the status is consStatServ 4.00, byte by byte", () => {
    const { bytes, contentType } = writeStatus({ modelo: "55", cUF: "35" }, "2");
    expect(Buffer.from(bytes).toString()).toContain(
      `<nfeDadosMsg xmlns="http://www.portalfiscal.inf.br/nfe/wsdl/NFeStatusServico4">` +
        `<consStatServ xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00"><tpAmb>2</tpAmb><cUF>35</cUF>` +
        `<xServ>STATUS</xServ></consStatServ></nfeDadosMsg>`,
    );
    expect(contentType).toContain(
      `action="http://www.portalfiscal.inf.br/nfe/wsdl/NFeStatusServico4/nfeStatusServicoNF"`,
    );
  });

  test("a key with letters is accepted; a wrong check digit or a cUF with markup is refused", () => {
    const withLetters = chaveOf(2, { cnpj: "12ABC34501DE35" });
    expect(Buffer.from(writeConsulta({ ...consulta, chave: withLetters }).bytes).toString()).toContain(
      `<chNFe>${withLetters}<`,
    );
    const wrong = chave.slice(0, 43) + ((Number(chave[43]) + 1) % 10);
    expect(() => writeConsulta({ ...consulta, chave: wrong })).toThrow(InvalidChaveAcessoError);
    expect(() => writeStatus({ modelo: "55", cUF: "35<" }, "1")).toThrow(RangeError);
  });
});

describe("reading a response about the document", () => {
  test("the response has the protocol of the document", () => {
    expect(answered(retConsSit({ chave, inner: protNFe(chave) }))).toEqual({
      kind: "documento",
      cStat: "100",
      xMotivo: "Autorizado o uso da NF-e",
      protocolo: {
        numero: "135260000000001",
        dataRecebimento: "2026-11-20T09:00:00-03:00",
        cStat: "100",
        digVal: "aW52ZW50YWRvIGludmVudGFkbyE=",
        alertas: [],
      },
      eventos: [],
    });
  });

  test.each("100 101 102 110 120 150 151 155 205 206 217 218 301 302 303 562 613 617".split(" "))(
    "a response with cStat %s is about the document",
    (cStat) => {
      expect(answered(retConsSit({ chave, cStat }))).toMatchObject({
        kind: "documento",
        cStat,
        protocolo: null,
      });
    },
  );

  test("the response has the alerts of an authorization with alerts (120), in order", () => {
    const pairs = "<cMsg>172</cMsg><xMsg>Alerta: um</xMsg><cMsg>1001</cMsg><xMsg>Alerta: outro</xMsg>";
    const inside = protNFe(chave).replace("</infProt>", `${pairs}</infProt>`);
    expect(answered(retConsSit({ chave, cStat: "120", inner: inside }))).toMatchObject({
      cStat: "120",
      protocolo: {
        alertas: [
          { codigo: "172", texto: "Alerta: um" },
          { codigo: "1001", texto: "Alerta: outro" },
        ],
      },
    });
  });

  test("an unknown cStat with the document's protocol is about the document", () => {
    expect(answered(retConsSit({ chave, cStat: "1999", inner: protNFe(chave) })).kind).toBe("documento");
  });

  test("the response has each evento as received, byte by byte", () => {
    const [first, second] = [procEvento(chave), procEvento(chave).replace("110111", "110110")];
    const response = answered(
      retConsSit({ chave, cStat: "101", inner: `${protNFe(chave)}\r\n${first}${second}` }),
    );
    const eventos = response.kind === "documento" ? response.eventos : [];
    expect(eventos.map((evento) => Buffer.from(evento.xml).toString())).toEqual([first, second]);
    expect(eventos[0]).toMatchObject({
      tpEvento: "110111",
      nSeqEvento: "1",
      descEvento: "Cancelamento",
      protocolo: "135260000000002",
      data: "2026-11-20T09:30:01-03:00",
    });
  });

  test("an inherited namespace is added to the evento itself", () => {
    const response = answered(
      retConsSit({ chave, inner: procEvento(chave, `<procEventoNFe versao="1.00">`) }),
    );
    const xml = response.kind === "documento" ? response.eventos[0]?.xml : undefined;
    const expected = `<procEventoNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00">`;
    expect(Buffer.from(xml ?? []).toString()).toBe(procEvento(chave, expected));
    expect(readDfe(xml ?? Buffer.from(""))).toMatchObject({
      kind: "evento",
      evento: { chaveAcesso: chave, tpEvento: "110111" },
    });
  });

  test("the response is read whatever the names of prefixes and wrappers", () => {
    const ret = retConsSit({ chave })
      .replace(/<(\/?)(\w)/g, "<$1ns2:$2")
      .replace(" xmlns=", " xmlns:ns2=");
    const xml = `<e:Envelope xmlns:e="x"><e:Header/><e:Body><a:Resposta xmlns:a="y"><a:Result>${ret}</a:Result></a:Resposta></e:Body></e:Envelope>`;
    expect(readConsulta(asRawResponse(xml), consulta).cStat).toBe("100");
  });

  test.each([
    ["&amp;lt; &#233; &#xE9; &quot;R&amp;D&quot;", '&lt; é é "R&D"'],
    ["<![CDATA[R&amp;D]]>", "R&amp;D"],
    ["00012345000195", "00012345000195"],
    ["1e5", "1e5"],
    ["", ""],
  ])("xMotivo is kept as written, entities decoded: %s", (escrito, parsed) => {
    expect(answered(retConsSit({ chave, xMotivo: escrito })).xMotivo).toBe(parsed);
  });
});

describe("reading a response about the service or the request", () => {
  test.each([
    ["108", 300_000],
    ["109", 1_800_000],
    ["999", 300_000],
    ["656", null],
    ["678", null],
    ["526", null],
    ["215", null],
    ["225", null],
    ["236", null],
    ["280", null],
    ["593", null],
    ["1999", null],
  ])("the response with cStat %s is retried after %s ms", (cStat, retryAfterMs) => {
    const response = answered(retConsSit({ chave, cStat, xMotivo: "Rejeicao: inventada" }));
    expect(response).toEqual({ kind: "servico", cStat, xMotivo: "Rejeicao: inventada", retryAfterMs });
  });

  test("the response says whether the service is in operation", () => {
    const body = (cStat: string) =>
      `<retConsStatServ xmlns="x"><tpAmb>1</tpAmb><cStat>${cStat}</cStat><xMotivo>Em Opera&#231;&#227;o</xMotivo><tMed>2</tMed></retConsStatServ>`;
    expect(readStatus(asRawResponse(inEnvelope(body("107"))), "nfe")).toEqual({
      emOperacao: true,
      cStat: "107",
      xMotivo: "Em Operação",
      tempoMedioS: 2,
      retorno: null,
    });
    expect(readStatus(asRawResponse(inEnvelope(body("108"))), "nfe").emOperacao).toBe(false);
  });
});

describe("a response that is an outage", () => {
  const good = inEnvelope(retConsSit({ chave, inner: protNFe(chave) + procEvento(chave) }));
  const other = chaveOf(2);

  test.each([
    ["whose chNFe is another", retConsSit({ chave: other })],
    ["whose protocol is another's", retConsSit({ chave, inner: protNFe(other) })],
    ["whose evento is another's", retConsSit({ chave, inner: procEvento(other) })],
  ])("a response about another key is an outage: %s", (_case, payload) => {
    expect(causeOf(() => answered(payload))).toBe("resposta-de-outra-chave");
  });

  test("a response about the other ambiente is an outage", () => {
    expect(causeOf(() => answered(retConsSit({ chave, tpAmb: "2" })))).toBe("resposta-de-outro-ambiente");
  });

  test.each([
    [
      "soap12",
      `<s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text xml:lang="pt">fora do ar</s:Text></s:Reason>`,
    ],
    ["soap11", `<faultcode>s:Receiver</faultcode><faultstring>fora do ar</faultstring>`],
  ])("a Fault of %s is an outage", (_version, inside) => {
    const xml = `<s:Envelope xmlns:s="x"><s:Body><s:Fault>${inside}</s:Fault></s:Body></s:Envelope>`;
    expect(() => readConsulta(asRawResponse(xml), consulta)).toThrow("soap-fault: s:Receiver fora do ar");
  });

  test.each([
    ["nothing", ""],
    ["an HTML page", "<!DOCTYPE html><html><body>Manutenção<br></body></html>"],
    ["a well-formed HTML page", "<html><body>Manutenção</body></html>"],
    ["cut short in a tag", good.slice(0, -30)],
    ["cut short between tags", good.replace("</soap:Body></soap:Envelope>", "")],
    ["with a bare ampersand", good.replace("INVENTADO_1", "R&D")],
    ["with a DOCTYPE", good.replace("?>", `?><!DOCTYPE a [<!ENTITY e "x">]>`)],
    ["with a lower-case doctype", good.replace("?>", "?><!doctype a>")],
    ["with an unclosed tag", good.replace("</verAplic>", "")],
    ["with two roots", `${good}<a/>`],
    ["with two answers", inEnvelope(retConsSit({ chave }) + retConsSit({ chave }))],
    ["with two cStat", good.replace("<cStat>100</cStat>", "<cStat>100</cStat><cStat>101</cStat>")],
    ["without cStat", good.replaceAll(/<cStat>\d+<\/cStat>/g, "")],
    ["with a cStat of words", good.replace("<cStat>100<", "<cStat>cem<")],
    [
      "with the answer of another service",
      inEnvelope("<retConsStatServ><cStat>107</cStat></retConsStatServ>"),
    ],
    ["101 levels deep", inEnvelope("<a>".repeat(101) + "</a>".repeat(101))],
    ["an evento without tpEvento", good.replaceAll(/<tpEvento>\d+<\/tpEvento>/g, "")],
    ["an empty evento", inEnvelope(retConsSit({ chave, inner: "<procEventoNFe/>" }))],
  ])("an unreadable response is an outage: %s", (_case, xml) => {
    expect(causeOf(() => readConsulta(asRawResponse(xml), consulta))).toBe("resposta-ilegivel");
  });

  test(`a response with more than ${EVENTOS_MAX} eventos is an outage`, () => {
    const one =
      "<procEventoNFe><evento><infEvento><tpEvento>110111</tpEvento><nSeqEvento>1</nSeqEvento></infEvento></evento></procEventoNFe>";
    const withEventos = (n: number) => asRawResponse(inEnvelope(retConsSit({ chave, inner: one.repeat(n) })));
    expect(readConsulta(withEventos(EVENTOS_MAX), consulta)).toMatchObject({ kind: "documento" });
    expect(causeOf(() => readConsulta(withEventos(EVENTOS_MAX + 1), consulta))).toBe(
      "resposta-grande-demais",
    );
  });

  test("a response larger than 4 MB is an outage", () => {
    const xml = good.replace("</verAplic>", `${"x".repeat(4 * 1024 * 1024)}</verAplic>`);
    expect(causeOf(() => readConsulta(asRawResponse(xml), consulta))).toBe("resposta-grande-demais");
  });
});

describe("the charset of a response", () => {
  const xml = inEnvelope(retConsSit({ chave, xMotivo: "Autorização" }));
  const declaredAs = (charset: string) => xml.replace("utf-8", charset);
  const xMotivoOf = (recebido: RawResponse) => readConsulta(recebido, consulta).xMotivo;

  test.each([
    ["UTF-8", asRawResponse(xml)],
    ["UTF-8 with a byte order mark", asRawResponse(`\uFEFF${xml}`)],
    ["UTF-8 under a header that declares Latin-1", asRawResponse(xml, "text/xml; charset=ISO-8859-1")],
    [
      "Latin-1 declared as such",
      { contentType: "text/xml", bytes: Buffer.from(declaredAs("ISO-8859-1"), "latin1") },
    ],
    [
      "Latin-1 declared in the HTTP header only",
      {
        contentType: 'text/xml; charset="iso-8859-1"',
        bytes: Buffer.from(xml.replace(/<\?.*?\?>/, ""), "latin1"),
      },
    ],
  ])("the charset of a response is decoded: %s", (_case, recebido) => {
    expect(xMotivoOf(recebido)).toBe("Autorização");
  });

  test.each([
    ["Latin-1 declared as UTF-8", Buffer.from(xml, "latin1")],
    ["UTF-16", Buffer.from(declaredAs("utf-16"), "utf16le")],
    ["UTF-16 with a byte order mark", Buffer.from(`\uFEFF${declaredAs("utf-16")}`, "utf16le")],
  ])("the charset of a response is refused: %s", (_case, bytes) => {
    expect(causeOf(() => xMotivoOf({ contentType: "", bytes }))).toBe("resposta-ilegivel");
  });
});
