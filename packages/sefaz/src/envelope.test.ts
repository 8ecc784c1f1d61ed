import { readDfe } from "@malote/dfe";
import { InvalidChaveAcessoError } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { type RespostaConsulta, readConsulta, writeConsulta } from "./consulta-protocolo.ts";
import type { Recebido } from "./envelope.ts";
import { EVENTOS_MAX } from "./eventos.ts";
import { SefazOutage } from "./outage.ts";
import { readStatus, writeStatus } from "./status-servico.ts";
import { asRecebido, chaveOf, inEnvelope, procEvento, protNFe, retConsSit } from "./tests/respostas.ts";

const chave = chaveOf(1);
const consulta = { chave, ambiente: "1" } as const;

function answered(payload: string): RespostaConsulta {
  return readConsulta(asRecebido(inEnvelope(payload)), consulta);
}

function causaOf(ler: () => unknown): string {
  try {
    ler();
  } catch (erro) {
    if (erro instanceof SefazOutage) return erro.causa;
    throw erro;
  }
  return "nenhuma";
}

describe("the question", () => {
  test("about a document is consSitNFe 4.00, byte by byte", () => {
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

  test("about the service is consStatServ 4.00, byte by byte", () => {
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

  test("takes a key with letters, and no key with a wrong digit", () => {
    const comLetras = chaveOf(2, { cnpj: "12ABC34501DE35" });
    expect(Buffer.from(writeConsulta({ ...consulta, chave: comLetras }).bytes).toString()).toContain(
      `<chNFe>${comLetras}<`,
    );
    const errada = chave.slice(0, 43) + ((Number(chave[43]) + 1) % 10);
    expect(() => writeConsulta({ ...consulta, chave: errada })).toThrow(InvalidChaveAcessoError);
    expect(() => writeStatus({ modelo: "55", cUF: "35<" }, "1")).toThrow(RangeError);
  });
});

describe("an answer about the document", () => {
  test("brings its protocol", () => {
    expect(answered(retConsSit({ chave, dentro: protNFe(chave) }))).toEqual({
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
    "is cStat %s",
    (cStat) => {
      expect(answered(retConsSit({ chave, cStat }))).toMatchObject({
        kind: "documento",
        cStat,
        protocolo: null,
      });
    },
  );

  test("brings the alerts of an authorization with alerts (120), in their order", () => {
    const pares = "<cMsg>172</cMsg><xMsg>Alerta: um</xMsg><cMsg>1001</cMsg><xMsg>Alerta: outro</xMsg>";
    const dentro = protNFe(chave).replace("</infProt>", `${pares}</infProt>`);
    expect(answered(retConsSit({ chave, cStat: "120", dentro }))).toMatchObject({
      cStat: "120",
      protocolo: {
        alertas: [
          { codigo: "172", texto: "Alerta: um" },
          { codigo: "1001", texto: "Alerta: outro" },
        ],
      },
    });
  });

  test("is an unknown cStat that brings the document's protocol", () => {
    expect(answered(retConsSit({ chave, cStat: "1999", dentro: protNFe(chave) })).kind).toBe("documento");
  });

  test("brings each evento as it came, byte by byte", () => {
    const [primeiro, segundo] = [procEvento(chave), procEvento(chave).replace("110111", "110110")];
    const resposta = answered(
      retConsSit({ chave, cStat: "101", dentro: `${protNFe(chave)}\r\n${primeiro}${segundo}` }),
    );
    const eventos = resposta.kind === "documento" ? resposta.eventos : [];
    expect(eventos.map((evento) => Buffer.from(evento.xml).toString())).toEqual([primeiro, segundo]);
    expect(eventos[0]).toMatchObject({
      tpEvento: "110111",
      nSeqEvento: "1",
      descEvento: "Cancelamento",
      protocolo: "135260000000002",
      data: "2026-11-20T09:30:01-03:00",
    });
  });

  test("brings an evento that inherits its namespace with that namespace written in", () => {
    const resposta = answered(
      retConsSit({ chave, dentro: procEvento(chave, `<procEventoNFe versao="1.00">`) }),
    );
    const xml = resposta.kind === "documento" ? resposta.eventos[0]?.xml : undefined;
    const esperado = `<procEventoNFe xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00">`;
    expect(Buffer.from(xml ?? []).toString()).toBe(procEvento(chave, esperado));
    expect(readDfe(xml ?? Buffer.from(""))).toMatchObject({
      kind: "evento",
      evento: { chaveAcesso: chave, tpEvento: "110111" },
    });
  });

  test("is read whatever the prefixes and wrappers are called", () => {
    const ret = retConsSit({ chave })
      .replace(/<(\/?)(\w)/g, "<$1ns2:$2")
      .replace(" xmlns=", " xmlns:ns2=");
    const xml = `<e:Envelope xmlns:e="x"><e:Header/><e:Body><a:Resposta xmlns:a="y"><a:Result>${ret}</a:Result></a:Resposta></e:Body></e:Envelope>`;
    expect(readConsulta(asRecebido(xml), consulta).cStat).toBe("100");
  });

  test.each([
    ["&amp;lt; &#233; &#xE9; &quot;R&amp;D&quot;", '&lt; é é "R&D"'],
    ["<![CDATA[R&amp;D]]>", "R&amp;D"],
    ["00012345000195", "00012345000195"],
    ["1e5", "1e5"],
    ["", ""],
  ])("keeps its text as written: %s", (escrito, lido) => {
    expect(answered(retConsSit({ chave, xMotivo: escrito })).xMotivo).toBe(lido);
  });
});

describe("an answer about the service or the question", () => {
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
  ])("is cStat %s, asked again after %s ms", (cStat, retryAfterMs) => {
    const resposta = answered(retConsSit({ chave, cStat, xMotivo: "Rejeicao: inventada" }));
    expect(resposta).toEqual({ kind: "servico", cStat, xMotivo: "Rejeicao: inventada", retryAfterMs });
  });

  test("says whether the service is at work", () => {
    const corpo = (cStat: string) =>
      `<retConsStatServ xmlns="x"><tpAmb>1</tpAmb><cStat>${cStat}</cStat><xMotivo>Em Opera&#231;&#227;o</xMotivo><tMed>2</tMed></retConsStatServ>`;
    expect(readStatus(asRecebido(inEnvelope(corpo("107"))), "nfe")).toEqual({
      emOperacao: true,
      cStat: "107",
      xMotivo: "Em Operação",
      tempoMedioS: 2,
      retorno: null,
    });
    expect(readStatus(asRecebido(inEnvelope(corpo("108"))), "nfe").emOperacao).toBe(false);
  });
});

describe("an answer is refused", () => {
  const bom = inEnvelope(retConsSit({ chave, dentro: protNFe(chave) + procEvento(chave) }));
  const outra = chaveOf(2);

  test.each([
    ["whose chNFe is another", retConsSit({ chave: outra })],
    ["whose protocol is another's", retConsSit({ chave, dentro: protNFe(outra) })],
    ["whose evento is another's", retConsSit({ chave, dentro: procEvento(outra) })],
  ])("about another key: %s", (_caso, payload) => {
    expect(causaOf(() => answered(payload))).toBe("resposta-de-outra-chave");
  });

  test("about the other ambiente", () => {
    expect(causaOf(() => answered(retConsSit({ chave, tpAmb: "2" })))).toBe("resposta-de-outro-ambiente");
  });

  test.each([
    [
      "soap12",
      `<s:Code><s:Value>s:Receiver</s:Value></s:Code><s:Reason><s:Text xml:lang="pt">fora do ar</s:Text></s:Reason>`,
    ],
    ["soap11", `<faultcode>s:Receiver</faultcode><faultstring>fora do ar</faultstring>`],
  ])("for being a Fault of %s", (_versao, dentro) => {
    const xml = `<s:Envelope xmlns:s="x"><s:Body><s:Fault>${dentro}</s:Fault></s:Body></s:Envelope>`;
    expect(() => readConsulta(asRecebido(xml), consulta)).toThrow("soap-fault: s:Receiver fora do ar");
  });

  test.each([
    ["nothing", ""],
    ["an HTML page", "<!DOCTYPE html><html><body>Manutenção<br></body></html>"],
    ["a well-formed HTML page", "<html><body>Manutenção</body></html>"],
    ["cut short in a tag", bom.slice(0, -30)],
    ["cut short between tags", bom.replace("</soap:Body></soap:Envelope>", "")],
    ["with a bare ampersand", bom.replace("INVENTADO_1", "R&D")],
    ["with a DOCTYPE", bom.replace("?>", `?><!DOCTYPE a [<!ENTITY e "x">]>`)],
    ["with a lower-case doctype", bom.replace("?>", "?><!doctype a>")],
    ["with an unclosed tag", bom.replace("</verAplic>", "")],
    ["with two roots", `${bom}<a/>`],
    ["with two answers", inEnvelope(retConsSit({ chave }) + retConsSit({ chave }))],
    ["with two cStat", bom.replace("<cStat>100</cStat>", "<cStat>100</cStat><cStat>101</cStat>")],
    ["without cStat", bom.replaceAll(/<cStat>\d+<\/cStat>/g, "")],
    ["with a cStat of words", bom.replace("<cStat>100<", "<cStat>cem<")],
    [
      "with the answer of another service",
      inEnvelope("<retConsStatServ><cStat>107</cStat></retConsStatServ>"),
    ],
    ["101 levels deep", inEnvelope("<a>".repeat(101) + "</a>".repeat(101))],
    ["an evento without tpEvento", bom.replaceAll(/<tpEvento>\d+<\/tpEvento>/g, "")],
    ["an empty evento", inEnvelope(retConsSit({ chave, dentro: "<procEventoNFe/>" }))],
  ])("for being unreadable: %s", (_caso, xml) => {
    expect(causaOf(() => readConsulta(asRecebido(xml), consulta))).toBe("resposta-ilegivel");
  });

  test(`for bringing more than ${EVENTOS_MAX} eventos`, () => {
    const um =
      "<procEventoNFe><evento><infEvento><tpEvento>110111</tpEvento><nSeqEvento>1</nSeqEvento></infEvento></evento></procEventoNFe>";
    const com = (n: number) => asRecebido(inEnvelope(retConsSit({ chave, dentro: um.repeat(n) })));
    expect(readConsulta(com(EVENTOS_MAX), consulta)).toMatchObject({ kind: "documento" });
    expect(causaOf(() => readConsulta(com(EVENTOS_MAX + 1), consulta))).toBe("resposta-grande-demais");
  });

  test("for being larger than 4 MB", () => {
    const xml = bom.replace("</verAplic>", `${"x".repeat(4 * 1024 * 1024)}</verAplic>`);
    expect(causaOf(() => readConsulta(asRecebido(xml), consulta))).toBe("resposta-grande-demais");
  });
});

describe("the charset of an answer", () => {
  const xml = inEnvelope(retConsSit({ chave, xMotivo: "Autorização" }));
  const declarado = (charset: string) => xml.replace("utf-8", charset);
  const motivo = (recebido: Recebido) => readConsulta(recebido, consulta).xMotivo;

  test.each([
    ["UTF-8", asRecebido(xml)],
    ["UTF-8 with a byte order mark", asRecebido(`\uFEFF${xml}`)],
    ["UTF-8 under a header that says Latin-1", asRecebido(xml, "text/xml; charset=ISO-8859-1")],
    [
      "Latin-1 that says so",
      { contentType: "text/xml", bytes: Buffer.from(declarado("ISO-8859-1"), "latin1") },
    ],
    [
      "Latin-1 whose header says so",
      {
        contentType: 'text/xml; charset="iso-8859-1"',
        bytes: Buffer.from(xml.replace(/<\?.*?\?>/, ""), "latin1"),
      },
    ],
  ])("is understood: %s", (_caso, recebido) => {
    expect(motivo(recebido)).toBe("Autorização");
  });

  test.each([
    ["Latin-1 that says UTF-8", Buffer.from(xml, "latin1")],
    ["UTF-16", Buffer.from(declarado("utf-16"), "utf16le")],
    ["UTF-16 with a byte order mark", Buffer.from(`\uFEFF${declarado("utf-16")}`, "utf16le")],
  ])("is refused: %s", (_caso, bytes) => {
    expect(causaOf(() => motivo({ contentType: "", bytes }))).toBe("resposta-ilegivel");
  });
});
