import { gzipSync } from "node:zlib";
import { InvalidChaveAcessoError } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import {
  DOCUMENTOS_MAX,
  type PedidoDistribuicao,
  type RespostaDistribuicao,
  readDistribuicao,
  writeDistribuicao,
} from "./distribuicao.ts";
import { DESCOMPACTADO_MAX_BYTES, DOCUMENTO_MAX_BYTES, unzipDocumentos } from "./doc-zip.ts";
import { hasEsquemas, hasXmllint, validateSchema } from "./tests/oraculos.ts";
import { asRecebido, chaveOf, inEnvelope } from "./tests/respostas.ts";

const nfe: PedidoDistribuicao = {
  distribuidor: "NFe",
  ambiente: "1",
  cUFAutor: "35",
  interessado: "11222333000181",
  por: { kind: "ultimo", ultNSU: "0" },
};
const cte: PedidoDistribuicao = { ...nfe, distribuidor: "CTe" };

function asked(pedido: PedidoDistribuicao): string {
  return Buffer.from(writeDistribuicao(pedido).bytes).toString();
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

// The real double wrapper of the Ambiente Nacional.
function answered(payload: string, pedido = nfe): Promise<RespostaDistribuicao> {
  const familia = pedido.distribuidor === "NFe" ? "nfe" : "cte";
  const xml = inEnvelope(payload)
    .replaceAll("<nfeResultMsg", `<${familia}DistDFeInteresseResponse`)
    .replace(payload, `<${familia}DistDFeInteresseResult>${payload}</${familia}DistDFeInteresseResult>`)
    .replaceAll("/nfeResultMsg", `/${familia}DistDFeInteresseResponse`);
  return readDistribuicao(asRecebido(xml), pedido);
}

describe("the question", () => {
  test("to the Ambiente Nacional is doubly wrapped, byte by byte", () => {
    expect(asked(nfe)).toBe(
      `<soap12:Envelope xmlns:soap12="http://www.w3.org/2003/05/soap-envelope"><soap12:Body>` +
        `<nfeDistDFeInteresse xmlns="http://www.portalfiscal.inf.br/nfe/wsdl/NFeDistribuicaoDFe"><nfeDadosMsg>` +
        `<distDFeInt xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.01"><tpAmb>1</tpAmb><cUFAutor>35</cUFAutor>` +
        `<CNPJ>11222333000181</CNPJ><distNSU><ultNSU>000000000000000</ultNSU></distNSU></distDFeInt></nfeDadosMsg>` +
        `</nfeDistDFeInteresse></soap12:Body></soap12:Envelope>`,
    );
    expect(writeDistribuicao(nfe).contentType).toContain(`wsdl/NFeDistribuicaoDFe/nfeDistDFeInteresse"`);
  });

  test("about CT-e is 1.00, in its own namespace", () => {
    expect(asked({ ...cte, por: { kind: "nsu", nsu: "17" } })).toContain(
      `<cteDistDFeInteresse xmlns="http://www.portalfiscal.inf.br/cte/wsdl/CTeDistribuicaoDFe"><cteDadosMsg>` +
        `<distDFeInt xmlns="http://www.portalfiscal.inf.br/cte" versao="1.00"><tpAmb>1</tpAmb><cUFAutor>35</cUFAutor>` +
        `<CNPJ>11222333000181</CNPJ><consNSU><NSU>000000000000017</NSU></consNSU></distDFeInt>`,
    );
    expect(writeDistribuicao(cte).contentType).toContain(`wsdl/CTeDistribuicaoDFe/cteDistDFeInteresse"`);
  });

  test.skipIf(!hasXmllint || !hasEsquemas)("about NF-e is valid against ../shared/schemas", () => {
    const perguntas: PedidoDistribuicao["por"][] = [
      { kind: "ultimo", ultNSU: "123" },
      { kind: "nsu", nsu: "999999999999999" },
      { kind: "chave", chave: chaveOf(1) },
    ];
    for (const por of perguntas) {
      for (const interessado of ["11222333000181", "52998224725"]) {
        const payload = /<distDFeInt.*<\/distDFeInt>/.exec(asked({ ...nfe, interessado, por }))?.[0] ?? "";
        expect(validateSchema("nfe", "distDFeInt_v1.01.xsd", payload)).toBe("");
      }
    }
  });

  test("takes letters in a CNPJ and in a key", () => {
    const chave = chaveOf(1, { cnpj: "12ABC34501DE35" });
    const pergunta = asked({ ...nfe, interessado: "12ABC34501DE35", por: { kind: "chave", chave } });
    expect(pergunta).toContain(`<CNPJ>12ABC34501DE35</CNPJ><consChNFe><chNFe>${chave}</chNFe></consChNFe>`);
  });

  const recusas: [string, PedidoDistribuicao][] = [
    ["a CT-e by its key", { ...cte, por: { kind: "chave", chave: chaveOf(1, { modelo: "57" }) } }],
    ["nobody", { ...nfe, interessado: "11222333000182" }],
    ["a NSU of 16 digits", { ...nfe, por: { kind: "nsu", nsu: "1".repeat(16) } }],
    ["a NSU with markup", { ...nfe, por: { kind: "ultimo", ultNSU: "1<" } }],
    ["no NSU", { ...nfe, por: { kind: "ultimo", ultNSU: "" } }],
    ["an UF of words", { ...nfe, cUFAutor: "SP" }],
  ];
  test.each(recusas)("is not asked about %s", (_caso, pedido) => {
    expect(() => writeDistribuicao(pedido)).toThrow(RangeError);
  });

  test("is not asked about a key with a wrong digit", () => {
    expect(() => writeDistribuicao({ ...nfe, por: { kind: "chave", chave: `${chaveOf(1)}0` } })).toThrow(
      InvalidChaveAcessoError,
    );
  });
});

describe("the answer", () => {
  test("brings each document with its NSU and schema", async () => {
    const zips = [
      { nsu: "000000000000049", zip: zipOf("<resNFe/>") },
      { nsu: "50", schema: "procNFe_v4.00.xsd", zip: zipOf("<nfeProc>ção</nfeProc>") },
    ];
    const { documentos, ...resto } = await answered(ret(zips));
    expect(resto).toEqual({
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

  test("of CT-e is read the same", async () => {
    const zips = [{ nsu: "000000000000007", schema: "procCTe_v4.00.xsd", zip: zipOf("<cteProc/>") }];
    const resposta = await answered(ret(zips, { ns: "cte" }), cte);
    expect(resposta.documentos).toHaveLength(1);
  });

  test.each(["137", "656", "593", "1999"])("without documents is cStat %s", async (cStat) => {
    expect(await answered(ret([], { cStat, nsus: false }))).toMatchObject({
      cStat,
      ultNSU: null,
      maxNSU: null,
      documentos: [],
    });
  });

  test("without the NSU of its one document takes the one asked for", async () => {
    const pedido = { ...nfe, por: { kind: "nsu", nsu: "17" } } as const;
    const resposta = await answered(ret([{ zip: zipOf("<resNFe/>") }]), pedido);
    expect(resposta.documentos[0]?.nsu).toBe("000000000000017");
  });

  test("never loses a document for another's broken zip", async () => {
    const bom = zipOf("<resNFe/>");
    const quebrados = [
      "",
      "não é base64",
      zipOf("x".repeat(99)).slice(0, 20),
      Buffer.from("<resNFe/>").toString("base64"),
    ];
    const zips = [bom, ...quebrados, bom].map((zip, i) => ({ nsu: String(i + 1), zip }));
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

  test("is none about another ambiente, with a NSU of words, or of another service", async () => {
    await expect(answered(ret([], { tpAmb: "2" }))).rejects.toMatchObject({
      causa: "resposta-de-outro-ambiente",
    });
    await expect(answered(ret([{ nsu: "um", zip: "" }]))).rejects.toMatchObject({
      causa: "resposta-ilegivel",
    });
    await expect(answered("<retConsSitNFe/>")).rejects.toMatchObject({ causa: "resposta-ilegivel" });
  });

  test(`is none with more than ${DOCUMENTOS_MAX} documents`, async () => {
    const zips = (n: number) => Array.from({ length: n }, (_, i) => ({ nsu: String(i), zip: zipOf("<a/>") }));
    expect((await answered(ret(zips(DOCUMENTOS_MAX)))).documentos).toHaveLength(DOCUMENTOS_MAX);
    await expect(answered(ret(zips(DOCUMENTOS_MAX + 1)))).rejects.toMatchObject({
      causa: "resposta-grande-demais",
    });
  });

  test("is read to 16 MB, and not beyond", async () => {
    const cheio = (bytes: number) => ret([{ nsu: "1", zip: zipOf("<a/>") + " ".repeat(bytes) }]);
    expect((await answered(cheio(16 * 1024 * 1024 - 2_000))).documentos).toHaveLength(1);
    await expect(answered(cheio(16 * 1024 * 1024))).rejects.toMatchObject({
      causa: "resposta-grande-demais",
    });
  });
});

describe("a zip that is a bomb", () => {
  const bomba = (bytes: number) => gzipSync(Buffer.alloc(bytes, 0x20), { level: 9 }).toString("base64");

  test("is opened to 10 MB, and not one byte beyond; the next is not lost", async () => {
    const [inteiro, demais, depois] = await unzipDocumentos([
      bomba(DOCUMENTO_MAX_BYTES),
      bomba(DOCUMENTO_MAX_BYTES + 1),
      zipOf("<a/>"),
    ]);
    expect([inteiro?.length, demais, depois?.length]).toEqual([DOCUMENTO_MAX_BYTES, null, 4]);
  });

  test("of 1 GB in 1 MB takes no more than that", async () => {
    const antes = process.memoryUsage().rss;
    const grande = gzipSync(Buffer.alloc(64 * 1024 * 1024), { level: 9 });
    const gigante = Buffer.concat(Array.from({ length: 16 }, () => grande)).toString("base64");
    expect(await unzipDocumentos([gigante])).toEqual([null]);
    expect(process.memoryUsage().rss - antes).toBeLessThan(400 * 1024 * 1024);
  });

  test("repeated takes no more than 64 MB in all", async () => {
    const abertos = await unzipDocumentos(Array.from({ length: 10 }, () => bomba(DOCUMENTO_MAX_BYTES)));
    const bytes = abertos.reduce((soma, um) => soma + (um?.length ?? 0), 0);
    expect(abertos.map(Boolean)).toEqual([...Array(6).fill(true), ...Array(4).fill(false)]);
    expect(bytes).toBeLessThanOrEqual(DESCOMPACTADO_MAX_BYTES);
  });
});
