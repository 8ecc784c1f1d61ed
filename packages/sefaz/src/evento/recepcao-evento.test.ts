import { readDfe } from "@malote/dfe";
import { beforeAll, describe, expect, test } from "vitest";
import { hasXmlsec, verifySignature } from "../tests/external-checks.ts";
import { asRawResponse, chaveOf, inEnvelope } from "../tests/nfe-responses.ts";
import { asA1, createAuthority, createEcnpj } from "../tests/pki.ts";
import { SefazOutage } from "../transport/outage.ts";
import { type SignedEvento, writeEvento } from "./evento.ts";
import { type EventoResponse, readEventoResponse, wrapEvento } from "./recepcao-evento.ts";

const certificado = asA1(createEcnpj("MERCADO INVENTADO", createAuthority("AC INVENTADA")));
const request = {
  ambiente: "1",
  autor: "11222333000181",
  nSeqEvento: 1,
  dhEvento: "2026-11-20T09:30:00-03:00",
} as const;

let nfe: SignedEvento;
let cte: SignedEvento;

beforeAll(async () => {
  nfe = await writeEvento({ ...request, chave: chaveOf(1), tpEvento: "210210" }, certificado);
  const justificativa = "Não contratei este frete";
  const chave = chaveOf(1, { modelo: "57" });
  cte = await writeEvento({ ...request, chave, tpEvento: "610110", justificativa }, certificado);
});

type Ret = {
  cStat?: string;
  chave?: string;
  tpEvento?: string;
  nSeq?: string;
  tpAmb?: string;
  nProt?: string;
};

function infEvento(
  tag: string,
  { cStat = "135", chave, tpEvento = "210210", nSeq = "1", tpAmb = "1", nProt = "891260000000007" }: Ret,
): string {
  return (
    `<infEvento><tpAmb>${tpAmb}</tpAmb><verAplic>AN_1.4.3</verAplic><cOrgao>91</cOrgao><cStat>${cStat}</cStat>` +
    `<xMotivo>Dito pela SEFAZ</xMotivo>${chave ? `<${tag}>${chave}</${tag}>` : ""}<tpEvento>${tpEvento}</tpEvento>` +
    `<nSeqEvento>${nSeq}</nSeqEvento><dhRegEvento>2026-11-20T09:30:02-03:00</dhRegEvento>${nProt && `<nProt>${nProt}</nProt>`}</infEvento>`
  );
}

function retEnvEvento(ret: Ret, lote = "128"): string {
  const retEvento = `<retEvento versao="1.00">${infEvento("chNFe", { chave: nfe.chave, ...ret })}</retEvento>`;
  return (
    `<retEnvEvento versao="1.00" xmlns="http://www.portalfiscal.inf.br/nfe"><idLote>1</idLote><tpAmb>1</tpAmb>` +
    `<verAplic>AN_1.4.3</verAplic><cOrgao>91</cOrgao><cStat>${lote}</cStat><xMotivo>Do lote</xMotivo>` +
    `${lote === "128" ? retEvento : ""}</retEnvEvento>`
  );
}

function retEventoCTe(ret: Ret): string {
  const inf = infEvento("chCTe", { chave: cte.chave, tpEvento: "610110", nSeq: "001", ...ret });
  return `<retEventoCTe versao="4.00" xmlns="http://www.portalfiscal.inf.br/cte">${inf}</retEventoCTe>`;
}

// The Ambiente Nacional uses its own wrapper.
function readNfe(payload: string): EventoResponse {
  const xml = inEnvelope(payload, "NFeRecepcaoEvento4").replaceAll(
    "nfeResultMsg",
    "nfeRecepcaoEventoNFResult",
  );
  return readEventoResponse(asRawResponse(xml), nfe);
}

function readCte(payload: string): EventoResponse {
  const xml = inEnvelope(payload, "CTeRecepcaoEventoV4").replaceAll(
    "nfeResultMsg",
    "cteRecepcaoEventoResult",
  );
  return readEventoResponse(asRawResponse(xml), cte);
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

describe("wrapEvento", () => {
  test("an evento of NF-e is put into a lote of one, with the signed bytes unchanged", () => {
    const { bytes, contentType } = wrapEvento(nfe);
    expect(Buffer.from(bytes).toString()).toContain(
      `<nfeDadosMsg xmlns="http://www.portalfiscal.inf.br/nfe/wsdl/NFeRecepcaoEvento4">` +
        `<envEvento xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00"><idLote>1</idLote>` +
        `${Buffer.from(nfe.xml).toString()}</envEvento></nfeDadosMsg>`,
    );
    expect(contentType).toContain(`wsdl/NFeRecepcaoEvento4/nfeRecepcaoEventoNF"`);
  });

  test("an evento of CT-e is sent alone", () => {
    const { bytes, contentType } = wrapEvento(cte);
    expect(Buffer.from(bytes).toString()).toContain(
      `<cteDadosMsg xmlns="http://www.portalfiscal.inf.br/cte/wsdl/CTeRecepcaoEventoV4">` +
        `${Buffer.from(cte.xml).toString()}</cteDadosMsg>`,
    );
    expect(contentType).toContain(`wsdl/CTeRecepcaoEventoV4/cteRecepcaoEvento"`);
  });
});

describe("reading a response about the evento", () => {
  test.each(["135", "136", "155"])(
    "a registered evento (cStat %s) and its response become one procEvento",
    (cStat) => {
      const response = readNfe(retEnvEvento({ cStat }));
      expect(response).toMatchObject({
        kind: "evento",
        cStat,
        xMotivo: "Dito pela SEFAZ",
        protocolo: "891260000000007",
        dataRegistro: "2026-11-20T09:30:02-03:00",
      });
      const proc = procOf(response);
      expect(proc).toContain(Buffer.from(nfe.xml).toString());
      expect(readDfe(Buffer.from(proc))).toMatchObject({ kind: "evento" });
      if (hasXmlsec) expect(verifySignature(proc)).toBe("");
    },
  );

  test.each(["134", "135", "136"])("a response with cStat %s registers a desacordo", (cStat) => {
    const response = readCte(retEventoCTe({ cStat }));
    expect(response).toMatchObject({ kind: "evento", cStat, protocolo: "891260000000007" });
    const proc = procOf(response);
    expect(proc).toMatch(/^<procEventoCTe xmlns="[^"]+" versao="4.00"><eventoCTe .*<retEventoCTe /);
    expect(readDfe(Buffer.from(proc))).toMatchObject({ kind: "evento" });
    if (hasXmlsec) expect(verifySignature(proc)).toBe("");
  });

  test.each("573 575 580 593 594 596 650 655 215 297 1999".split(" "))(
    "a response with cStat %s refuses the evento",
    (cStat) => {
      const expected = { kind: "evento", cStat, protocolo: null, procEvento: null };
      expect(readNfe(retEnvEvento({ cStat, nProt: "" }))).toMatchObject(expected);
      expect(readCte(retEventoCTe({ cStat, nProt: "" }))).toMatchObject(expected);
    },
  );
});

describe("reading a response about the service", () => {
  const cases: [string, number | null][] = [
    ["108", 300_000],
    ["109", 1_800_000],
    ["999", 300_000],
    ["656", null],
    ["678", null],
    ["280", null],
    ["286", null],
    ["404", null],
  ];
  test.each(cases)(
    "the response with cStat %s, of the lote or of the evento, is retried after %s ms",
    (cStat, retryAfterMs) => {
      expect(readNfe(retEnvEvento({}, cStat))).toEqual({
        kind: "servico",
        cStat,
        xMotivo: "Do lote",
        retryAfterMs,
      });
      const expected = { kind: "servico", cStat, xMotivo: "Dito pela SEFAZ", retryAfterMs };
      expect(readNfe(retEnvEvento({ cStat }))).toEqual(expected);
      expect(readCte(retEventoCTe({ cStat }))).toEqual(expected);
    },
  );

  test("the lote may have any cStat if it was not processed", () => {
    expect(readNfe(retEnvEvento({}, "1999"))).toMatchObject({
      kind: "servico",
      cStat: "1999",
      retryAfterMs: null,
    });
  });

  test("cStat 516 and 588 are about the message in NF-e, and about the document in CT-e", () => {
    for (const cStat of ["516", "588"]) {
      expect(readNfe(retEnvEvento({ cStat })).kind).toBe("servico");
      expect(readCte(retEventoCTe({ cStat })).kind).toBe("evento");
    }
  });
});

describe("a response that is an outage", () => {
  test("a response about another key, evento, sequence or ambiente is an outage", () => {
    expect(causeOf(() => readNfe(retEnvEvento({ chave: chaveOf(2) })))).toBe("resposta-de-outra-chave");
    expect(causeOf(() => readNfe(retEnvEvento({ tpEvento: "210200" })))).toBe("resposta-de-outra-chave");
    expect(causeOf(() => readNfe(retEnvEvento({ nSeq: "2" })))).toBe("resposta-de-outra-chave");
    expect(causeOf(() => readNfe(retEnvEvento({ tpAmb: "2" })))).toBe("resposta-de-outro-ambiente");
    expect(causeOf(() => readCte(retEventoCTe({ chave: chaveOf(2) })))).toBe("resposta-de-outra-chave");
    expect(causeOf(() => readCte(retEventoCTe({ nSeq: "002" })))).toBe("resposta-de-outra-chave");
  });

  const unreadable: [string, () => string][] = [
    ["registered without a protocol", () => retEnvEvento({ nProt: "" })],
    ["a processed lote without its evento", () => retEnvEvento({}).replace(/<retEvento .*<\/retEvento>/, "")],
    ["two eventos where one was sent", () => retEnvEvento({}).replace(/<retEvento .*<\/retEvento>/, "$&$&")],
    ["a cStat of words", () => retEnvEvento({ cStat: "sim" })],
    ["the answer of another service", () => "<retConsSitNFe><cStat>135</cStat></retConsSitNFe>"],
    [
      "an evento registered under a prefix, which cannot be cut out of its envelope",
      () =>
        retEnvEvento({})
          .replaceAll("retEvento ", "n:retEvento xmlns:n='x' ")
          .replaceAll("/retEvento>", "/n:retEvento>"),
    ],
  ];
  test.each(unreadable)("an unreadable response is an outage: %s", (_case, payload) => {
    expect(causeOf(() => readNfe(payload()))).toBe("resposta-ilegivel");
  });
});

function procOf(response: EventoResponse): string {
  return response.kind === "evento" && response.procEvento ? Buffer.from(response.procEvento).toString() : "";
}
