import { InvalidChaveAcessoError } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import {
  hasSchemas,
  hasXmllint,
  hasXmlsec,
  validateSchema,
  verifySignature,
} from "../tests/external-checks.ts";
import { chaveOf } from "../tests/nfe-responses.ts";
import { asA1, createAuthority, createEcnpj } from "../tests/pki.ts";
import { type EventoRequest, writeEvento } from "./evento.ts";
import { normalizeJustificativa } from "./justificativa.ts";
import { wrapEvento } from "./recepcao-evento.ts";

const autor = "11222333000181";
const withLetters = "12ABC34501DE35";
const certificado = asA1(createEcnpj("MERCADO INVENTADO", createAuthority("AC INVENTADA"), autor));
const xJust = 'Mercadoria não pedida — "devolvida" & <recusada>';

const nfe = (tpEvento: EventoRequest["tpEvento"], fields: Partial<EventoRequest> = {}): EventoRequest => ({
  chave: chaveOf(1),
  ambiente: "1",
  autor,
  tpEvento,
  nSeqEvento: 1,
  dhEvento: "2026-11-20T09:30:00-03:00",
  ...(tpEvento === "210240" || tpEvento === "610110" ? { justificativa: xJust } : {}),
  ...(tpEvento === "610111" ? { eventoCancelado: { tpEvento: "610110", protocolo: "135260000000009" } } : {}),
  ...fields,
});
const cte = (tpEvento: EventoRequest["tpEvento"], fields: Partial<EventoRequest> = {}): EventoRequest =>
  nfe(tpEvento, { chave: chaveOf(1, { modelo: "57" }), ...fields });

const reform = (tpEvento: EventoRequest["tpEvento"], fields: Partial<EventoRequest> = {}): EventoRequest =>
  nfe(tpEvento, { cUFAutor: "35", ...fields });
const values = { valorIBS: "10.00", valorCBS: "90.00" };
const stock = { ...values, quantidade: "12.5000", unidade: "CX" };
const REFORM_REQUESTS: [string, EventoRequest][] = [
  [
    "211110 presumed credit of both taxes, and of one",
    reform("211110", {
      itens: [
        {
          nItem: 1,
          baseCalculo: "1000.00",
          ...{ codigoIBS: "01", percentualIBS: "20.0000", valorIBS: "200.00" },
          ...{ codigoCBS: "01", percentualCBS: "5.00", valorCBS: "50.00" },
        },
        { nItem: 990, baseCalculo: "0.00", codigoCBS: "02", percentualCBS: "0.50", valorCBS: "0.00" },
      ],
    }),
  ],
  ["211124 loss in transport", reform("211124", { itens: [{ nItem: 1, ...stock }] })],
  ["211128 debit accepted", reform("211128", { aceita: true })],
  ["211128 debit refused", reform("211128", { aceita: false })],
  ["211130 capitalized item", reform("211130", { itens: [{ nItem: 2, ...stock, unidade: "m²" }] })],
  ["211140 fuel", reform("211140", { itens: [{ nItem: 3, ...stock, quantidade: "0.0000" }] })],
  ["211150 credit of one's activity", reform("211150", { itens: [{ nItem: 1, ...values }] })],
  [
    "110001 an evento cancelled",
    reform("110001", { eventoCancelado: { tpEvento: "211130", protocolo: "292260000000009" } }),
  ],
];

async function written(request: EventoRequest): Promise<string> {
  return Buffer.from((await writeEvento(request, certificado)).xml).toString();
}

const chaveWithLetters = (modelo: string) => chaveOf(7, { modelo, cnpj: withLetters });
const REQUESTS: [string, EventoRequest][] = [
  ["210200 confirmação", nfe("210200")],
  ["210210 ciência", nfe("210210")],
  ["210220 desconhecimento", nfe("210220")],
  ["210240 não realizada", nfe("210240")],
  ["210200 for the second time, in homologação", nfe("210200", { nSeqEvento: 2, ambiente: "2" })],
  ["210210 by a CPF", nfe("210210", { autor: "52998224725" })],
  ["210240 with letters in both CNPJs", nfe("210240", { chave: chaveWithLetters("55"), autor: withLetters })],
  ["610110 desacordo", cte("610110")],
  ["610111 its cancellation", cte("610111")],
  ["610110 of a CT-e OS", cte("610110", { chave: chaveOf(1, { modelo: "67" }), nSeqEvento: 12 })],
  ...REFORM_REQUESTS,
  ["610110 with letters in both CNPJs", cte("610110", { chave: chaveWithLetters("57"), autor: withLetters })],
  ["610111 with letters in both CNPJs", cte("610111", { chave: chaveWithLetters("57"), autor: withLetters })],
];

describe("writing an evento", () => {
  test("a manifestação is written for the Ambiente Nacional, byte by byte up to its signature", async () => {
    const [infEvento] = (await written(nfe("210240"))).split("<Signature");
    expect(infEvento).toBe(
      `<evento xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00"><infEvento Id="ID210240${chaveOf(1)}01">` +
        `<cOrgao>91</cOrgao><tpAmb>1</tpAmb><CNPJ>${autor}</CNPJ><chNFe>${chaveOf(1)}</chNFe>` +
        `<dhEvento>2026-11-20T09:30:00-03:00</dhEvento><tpEvento>210240</tpEvento><nSeqEvento>1</nSeqEvento>` +
        `<verEvento>1.00</verEvento><detEvento versao="1.00"><descEvento>Operacao nao Realizada</descEvento>` +
        `<xJust>Mercadoria não pedida - "devolvida" &amp; &lt;recusada&gt;</xJust></detEvento></infEvento>`,
    );
  });

  test("an evento of CT-e is written for its UF, with three digits in its Id", async () => {
    const request = cte("610111");
    const xml = await written(request);
    expect(xml).toContain(
      `<eventoCTe xmlns="http://www.portalfiscal.inf.br/cte" versao="4.00"><infEvento Id="ID610111${request.chave}001"><cOrgao>35</cOrgao>`,
    );
    expect(xml).toContain(
      `<detEvento versaoEvento="4.00"><evCancPrestDesacordo><descEvento>Cancelamento Prestacao do Servico em Desacordo</descEvento>` +
        `<nProtEvPrestDes>135260000000009</nProtEvPrestDes></evCancPrestDesacordo></detEvento>`,
    );
  });

  test("an evento of the reform is written for SVRS, with its author by UF and type", async () => {
    const [infEvento] = (await written(reform("211130", { itens: [{ nItem: 7, ...stock }] }))).split(
      "<Signature",
    );
    expect(infEvento).toContain("<cOrgao>92</cOrgao>");
    expect(infEvento).toContain(
      `<detEvento versao="1.00"><descEvento>Imobilização de Item</descEvento><cOrgaoAutor>35</cOrgaoAutor>` +
        `<tpAutor>2</tpAutor><verAplic>Malote</verAplic><gImobilizacao nItem="7"><vIBS>10.00</vIBS><vCBS>90.00</vCBS>` +
        `<gControleEstoque><qImobilizado>12.5000</qImobilizado><uImobilizado>CX</uImobilizado></gControleEstoque></gImobilizacao>`,
    );
  });

  test.each([
    ["2026-11-20T09:30:00.123-03:00", "2026-11-20T09:30:00-03:00"],
    ["2026-11-20T12:30:00Z", "2026-11-20T12:30:00+00:00"],
    ["2026-11-20T08:30:00-04:00", "2026-11-20T08:30:00-04:00"],
  ])("the dhEvento %s is written as %s", async (dhEvento, expected) => {
    expect(await written(nfe("210210", { dhEvento }))).toContain(`<dhEvento>${expected}</dhEvento>`);
  });

  const refused: [string, EventoRequest][] = [
    ["manifestação about a CT-e", cte("210200")],
    ["desacordo about a NF-e", nfe("610110")],
    ["a MDF-e", nfe("210200", { chave: chaveOf(1, { modelo: "58" }) })],
    ["an autor with a wrong check digit", nfe("210200", { autor: "11222333000182" })],
    ["nSeqEvento 0", nfe("210200", { nSeqEvento: 0 })],
    ["nSeqEvento 100 of a NF-e", nfe("210200", { nSeqEvento: 100 })],
    ["nSeqEvento 1000 of a CT-e", cte("610110", { nSeqEvento: 1000 })],
    ["nSeqEvento 1.5", nfe("210200", { nSeqEvento: 1.5 })],
    ["a dhEvento without offset", nfe("210200", { dhEvento: "2026-11-20T09:30:00" })],
    ["a dhEvento in month 13", nfe("210200", { dhEvento: "2026-13-20T09:30:00-03:00" })],
    ["no justificativa", nfe("210240", { justificativa: undefined })],
    ["a justificativa of 14 characters", nfe("210240", { justificativa: "x".repeat(14) })],
    ["a justificativa of 256 characters", nfe("210240", { justificativa: "x".repeat(256) })],
    ["a justificativa beyond Latin-1", cte("610110", { justificativa: "Não contratei este frete 🚚" })],
    ["an author without UF", nfe("211128", { aceita: true })],
    ["no acceptance", reform("211128")],
    ["no item", reform("211150", { itens: [] })],
    ["an item twice", reform("211150", { itens: [1, 1].map((nItem) => ({ nItem, ...values })) })],
    ["item 991", reform("211150", { itens: [{ nItem: 991, ...values }] })],
    ["a value with a comma", reform("211150", { itens: [{ nItem: 1, ...values, valorIBS: "1,00" }] })],
    ["a unit of 7 characters", reform("211130", { itens: [{ nItem: 1, ...stock, unidade: "LITROSX" }] })],
    [
      "half a tax of a presumed credit",
      reform("211110", { itens: [{ nItem: 1, baseCalculo: "1.00", codigoIBS: "01" }] }),
    ],
    ["an evento to cancel without protocol", reform("110001")],
    ["no protocol of the desacordo", cte("610111", { eventoCancelado: undefined })],
    [
      "a protocol with markup",
      cte("610111", { eventoCancelado: { tpEvento: "610110", protocolo: "13526000000000<" } }),
    ],
  ];
  test.each(refused)("writeEvento refuses %s", async (_case, request) => {
    await expect(writeEvento(request, certificado)).rejects.toThrow(RangeError);
  });

  test("writeEvento refuses a key with a wrong check digit", async () => {
    await expect(writeEvento(nfe("210200", { chave: `${chaveOf(1)}0` }), certificado)).rejects.toThrow(
      InvalidChaveAcessoError,
    );
  });
});

test.each([
  ["  Mercadoria\n  devolvida ao\tfornecedor ", "Mercadoria devolvida ao fornecedor"],
  ["“Não” pedi isto… nunca – disse", '"Não" pedi isto... nunca - disse'],
  ["Operação não reconhecida".normalize("NFD"), "Operação não reconhecida"],
  ["x".repeat(15), "x".repeat(15)],
  ["x".repeat(255), "x".repeat(255)],
  ["             x", null],
  ["Mercadoria de €10 devolvida", null],
  ["Mercadoria\u0000devolvida ontem", null],
])("foldJustificativa turns %j into %j", (text, normalized) => {
  expect(normalizeJustificativa(text)).toBe(normalized);
});

describe.skipIf(!hasXmlsec)("verifying the signature of an evento with xmlsec1", () => {
  test.each(REQUESTS)("xmlsec1 accepts the signature of %s", async (_case, request) => {
    expect(verifySignature(await written(request))).toBe("");
  });

  test("xmlsec1 accepts the signature of the message, and refuses it after a change of one letter", async () => {
    const payload = payloadOf(wrapEvento(await writeEvento(nfe("210240"), certificado)).bytes);
    expect(verifySignature(payload)).toBe("");
    expect(verifySignature(payload.replace("pedida", "pedido"))).not.toBe("");
  });
});

describe.skipIf(!hasXmllint || !hasSchemas)(
  "checking an evento against the official schemas in ../shared/schemas",
  () => {
    const DETAIL_SCHEMA: Record<string, string> = {
      "610110": "evPrestDesacordo_v4.00.xsd",
      "610111": "evCancPrestDesacordo_v4.00.xsd",
    };

    test.each(REQUESTS)(
      "the schemas accept %s: the message, and the detail, which has a schema of its own",
      async (_case, request) => {
        const signed = await writeEvento(request, certificado);
        const payload = payloadOf(wrapEvento(signed).bytes);
        const detail = detailOf(payload);
        if (request.tpEvento in DETAIL_SCHEMA) {
          expect(validateSchema("cte", "eventoCTe_v4.00.xsd", payload)).toBe("");
          expect(validateSchema("cte", DETAIL_SCHEMA[request.tpEvento] ?? "", detail)).toBe("");
        } else {
          expect(validateSchema("nfe", "envEvento_v1.00.xsd", payload)).toBe("");
          // The schemas are of NT 2025.002 v1.30; since v1.40 the recipient may also be the author of
          // 211110.
          const inV130 = detail.replace(
            /(crédito presumido<.*<tpAutor>)2/,
            (_all, before: string) => `${before}1`,
          );
          expect(validateSchema("nfe", `e${request.tpEvento}_v1.00.xsd`, inV130)).toBe("");
        }
      },
    );

    test("the schemas refuse the detail of another evento and an Id of another length", async () => {
      const payload = payloadOf(wrapEvento(await writeEvento(cte("610110"), certificado)).bytes);
      expect(validateSchema("cte", "evCancPrestDesacordo_v4.00.xsd", detailOf(payload))).not.toBe("");
      expect(validateSchema("cte", "eventoCTe_v4.00.xsd", payload.replace('001">', '01">'))).not.toBe("");
    });
  },
);

function payloadOf(bytes: Uint8Array): string {
  const payload = /<(?:nfe|cte)DadosMsg [^>]*>(.*)<\/(?:nfe|cte)DadosMsg>/s.exec(
    Buffer.from(bytes).toString(),
  );
  return payload?.[1] ?? "";
}

// The element with its own schema: detEvento in NF-e, its child in CT-e.
function detailOf(payload: string): string {
  const [detEvento = "", inner = ""] = /<detEvento [^>]*>(.*)<\/detEvento>/s.exec(payload) ?? [];
  const isNfe = payload.startsWith("<envEvento");
  const ns = `xmlns="http://www.portalfiscal.inf.br/${isNfe ? "nfe" : "cte"}"`;
  return (isNfe ? detEvento : inner).replace(/^<\w+/, `$& ${ns}`);
}
