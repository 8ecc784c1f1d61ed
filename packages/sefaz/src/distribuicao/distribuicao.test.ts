import { gzipSync } from "node:zlib";
import { InvalidChaveAcessoError } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { hasSchemas, hasXmllint, validateSchema } from "../tests/external-checks.ts";
import { asRawResponse, chaveOf, inEnvelope } from "../tests/nfe-responses.ts";
import {
  type DistribuicaoRequest,
  type DistribuicaoResponse,
  DOCUMENTS_MAX,
  readDistribuicao,
  writeDistribuicao,
} from "./distribuicao.ts";

const nfe: DistribuicaoRequest = {
  distribuidor: "NFe",
  ambiente: "1",
  cUFAutor: "35",
  interessado: "11222333000181",
  by: { kind: "ultimo", ultNSU: "0" },
};
const cte: DistribuicaoRequest = { ...nfe, distribuidor: "CTe" };

function written(request: DistribuicaoRequest): string {
  return Buffer.from(writeDistribuicao(request).bytes).toString();
}

type Zip = { nsu?: string; schema?: string; zip: string };

const zipOf = (xml: string) => gzipSync(xml).toString("base64");

function ret(zips: Zip[], { cStat = "138", nsus = true, tpAmb = "1", ns = "nfe" } = {}): string {
  const docZips = zips.map(
    ({ nsu, schema = "resNFe_v1.01.xsd", zip }) =>
      `<docZip${nsu ? ` NSU="${nsu}"` : ""} schema="${schema}">${zip}</docZip>`,
  );
  return (
    `<retDistDFeInt versao="1.01" xmlns="http://www.portalfiscal.inf.br/${ns}"><tpAmb>${tpAmb}</tpAmb><verAplic>1.7.6</verAplic>` +
    `<cStat>${cStat}</cStat><xMotivo>Documento(s) localizado(s)</xMotivo><dhResp>2026-11-20T09:00:00-03:00</dhResp>` +
    `${nsus ? "<ultNSU>000000000000050</ultNSU><maxNSU>000000000000099</maxNSU>" : ""}` +
    `${zips.length ? `<loteDistDFeInt>${docZips.join("")}</loteDistDFeInt>` : ""}</retDistDFeInt>`
  );
}

// The double wrapper that the Ambiente Nacional really sends.
function answered(payload: string, request = nfe): Promise<DistribuicaoResponse> {
  const family = request.distribuidor === "NFe" ? "nfe" : "cte";
  const xml = inEnvelope(payload)
    .replaceAll("<nfeResultMsg", `<${family}DistDFeInteresseResponse`)
    .replace(payload, `<${family}DistDFeInteresseResult>${payload}</${family}DistDFeInteresseResult>`)
    .replaceAll("/nfeResultMsg", `/${family}DistDFeInteresseResponse`);
  return readDistribuicao(asRawResponse(xml), request);
}

describe("the distribuição request", () => {
  test("the request is wrapped in two elements for the Ambiente Nacional, byte by byte", () => {
    expect(written(nfe)).toBe(
      `<soap12:Envelope xmlns:soap12="http://www.w3.org/2003/05/soap-envelope"><soap12:Body>` +
        `<nfeDistDFeInteresse xmlns="http://www.portalfiscal.inf.br/nfe/wsdl/NFeDistribuicaoDFe"><nfeDadosMsg>` +
        `<distDFeInt xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><tpAmb>1</tpAmb><cUFAutor>35</cUFAutor>` +
        `<CNPJ>11222333000181</CNPJ><distNSU><ultNSU>000000000000000</ultNSU></distNSU></distDFeInt></nfeDadosMsg>` +
        `</nfeDistDFeInteresse></soap12:Body></soap12:Envelope>`,
    );
    expect(writeDistribuicao(nfe).contentType).toContain(`wsdl/NFeDistribuicaoDFe/nfeDistDFeInteresse"`);
  });

  test("the request for CT-e is version 1.00, in its own namespace", () => {
    expect(written({ ...cte, by: { kind: "nsu", nsu: "17" } })).toContain(
      `<cteDistDFeInteresse xmlns="http://www.portalfiscal.inf.br/cte/wsdl/CTeDistribuicaoDFe"><cteDadosMsg>` +
        `<distDFeInt xmlns="http://www.portalfiscal.inf.br/cte" versao="1.00"><tpAmb>1</tpAmb><cUFAutor>35</cUFAutor>` +
        `<CNPJ>11222333000181</CNPJ><consNSU><NSU>000000000000017</NSU></consNSU></distDFeInt>`,
    );
    expect(writeDistribuicao(cte).contentType).toContain(`wsdl/CTeDistribuicaoDFe/cteDistDFeInteresse"`);
  });

  test.skipIf(!hasXmllint || !hasSchemas)("the request for NF-e is valid against ../shared/schemas", () => {
    const requests: DistribuicaoRequest["by"][] = [
      { kind: "ultimo", ultNSU: "123" },
      { kind: "nsu", nsu: "999999999999999" },
      { kind: "chave", chave: chaveOf(1) },
    ];
    for (const by of requests) {
      for (const interessado of ["11222333000181", "52998224725"]) {
        const payload = /<distDFeInt.*<\/distDFeInt>/.exec(written({ ...nfe, interessado, by }))?.[0] ?? "";
        expect(validateSchema("nfe", "distDFeInt_v1.01.xsd", payload)).toBe("");
      }
    }
  });

  test("the request accepts letters in the CNPJ and in the key", () => {
    const chave = chaveOf(1, { cnpj: "12ABC34501DE35" });
    const request = written({ ...nfe, interessado: "12ABC34501DE35", by: { kind: "chave", chave } });
    expect(request).toContain(`<CNPJ>12ABC34501DE35</CNPJ><consChNFe><chNFe>${chave}</chNFe></consChNFe>`);
  });

  const refused: [string, DistribuicaoRequest][] = [
    ["a CT-e by its key", { ...cte, by: { kind: "chave", chave: chaveOf(1, { modelo: "57" }) } }],
    ["an invalid interessado", { ...nfe, interessado: "11222333000182" }],
    ["a NSU of 16 digits", { ...nfe, by: { kind: "nsu", nsu: "1".repeat(16) } }],
    ["a NSU with markup", { ...nfe, by: { kind: "ultimo", ultNSU: "1<" } }],
    ["no NSU", { ...nfe, by: { kind: "ultimo", ultNSU: "" } }],
    ["a cUFAutor of letters", { ...nfe, cUFAutor: "SP" }],
  ];
  test.each(refused)("the request is refused for %s", (_case, request) => {
    expect(() => writeDistribuicao(request)).toThrow(RangeError);
  });

  test("the request is refused for a key with a wrong check digit", () => {
    expect(() => writeDistribuicao({ ...nfe, by: { kind: "chave", chave: `${chaveOf(1)}0` } })).toThrow(
      InvalidChaveAcessoError,
    );
  });
});

describe("the distribuição response", () => {
  test("the response has each document with its NSU and schema", async () => {
    const zips = [
      { nsu: "000000000000049", zip: zipOf("<resNFe/>") },
      { nsu: "50", schema: "procNFe_v4.00.xsd", zip: zipOf("<nfeProc>ção</nfeProc>") },
    ];
    const { documentos, ...rest } = await answered(ret(zips));
    expect(rest).toEqual({
      cStat: "138",
      xMotivo: "Documento(s) localizado(s)",
      dhResp: "2026-11-20T09:00:00-03:00",
      ultNSU: "000000000000050",
      maxNSU: "000000000000099",
    });
    expect(
      documentos.map(({ nsu, schema, xml }) => [nsu, schema, Buffer.from(xml ?? []).toString()]),
    ).toEqual([
      ["000000000000049", "resNFe_v1.01.xsd", "<resNFe/>"],
      ["000000000000050", "procNFe_v4.00.xsd", "<nfeProc>ção</nfeProc>"],
    ]);
  });

  test("the response of CT-e is read the same way", async () => {
    const zips = [{ nsu: "000000000000007", schema: "procCTe_v4.00.xsd", zip: zipOf("<cteProc/>") }];
    const response = await answered(ret(zips, { ns: "cte" }), cte);
    expect(response.documentos).toHaveLength(1);
  });

  test.each(["137", "656", "593", "1999"])("the response may have no documents: cStat %s", async (cStat) => {
    expect(await answered(ret([], { cStat, nsus: false }))).toMatchObject({
      cStat,
      ultNSU: null,
      maxNSU: null,
      documentos: [],
    });
  });

  test("a response without NSU takes the requested one for its only document", async () => {
    const request = { ...nfe, by: { kind: "nsu", nsu: "17" } } as const;
    const response = await answered(ret([{ zip: zipOf("<resNFe/>") }]), request);
    expect(response.documentos[0]?.nsu).toBe("000000000000017");
  });

  test("the other documents are kept when one zip is broken", async () => {
    const good = zipOf("<resNFe/>");
    const broken = [
      "",
      "não é base64",
      zipOf("x".repeat(99)).slice(0, 20),
      Buffer.from("<resNFe/>").toString("base64"),
    ];
    const zips = [good, ...broken, good].map((zip, i) => ({ nsu: String(i + 1), zip }));
    const { documentos } = await answered(ret(zips));
    expect(documentos.map(({ xml }) => xml && Buffer.from(xml).toString())).toEqual([
      "<resNFe/>",
      null,
      null,
      null,
      null,
      "<resNFe/>",
    ]);
    expect(documentos.map(({ nsu }) => Number(nsu))).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("a response of another ambiente or service, or with a non-numeric NSU, is an outage", async () => {
    await expect(answered(ret([], { tpAmb: "2" }))).rejects.toMatchObject({
      causa: "resposta-de-outro-ambiente",
    });
    await expect(answered(ret([{ nsu: "um", zip: "" }]))).rejects.toMatchObject({
      causa: "resposta-ilegivel",
    });
    await expect(answered("<retConsSitNFe/>")).rejects.toMatchObject({ causa: "resposta-ilegivel" });
  });

  test(`a response with more than ${DOCUMENTS_MAX} documents is an outage`, async () => {
    const zips = (n: number) => Array.from({ length: n }, (_, i) => ({ nsu: String(i), zip: zipOf("<a/>") }));
    expect((await answered(ret(zips(DOCUMENTS_MAX)))).documentos).toHaveLength(DOCUMENTS_MAX);
    await expect(answered(ret(zips(DOCUMENTS_MAX + 1)))).rejects.toMatchObject({
      causa: "resposta-grande-demais",
    });
  });

  test("a response is read up to 16 MB, and refused above", async () => {
    const fullOf = (bytes: number) => ret([{ nsu: "1", zip: zipOf("<a/>") + " ".repeat(bytes) }]);
    expect((await answered(fullOf(16 * 1024 * 1024 - 2_000))).documentos).toHaveLength(1);
    await expect(answered(fullOf(16 * 1024 * 1024))).rejects.toMatchObject({
      causa: "resposta-grande-demais",
    });
  });
});
