import { InvalidChaveAcessoError } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { type PedidoEvento, writeEvento } from "./evento.ts";
import { foldJustificativa } from "./justificativa.ts";
import { wrapEvento } from "./recepcao-evento.ts";
import { hasEsquemas, hasXmllint, hasXmlsec, validateSchema, verifySignature } from "./tests/oraculos.ts";
import { asA1, createAutoridade, createEcnpj } from "./tests/pki.ts";
import { chaveOf } from "./tests/respostas.ts";

const autor = "11222333000181";
const comLetras = "12ABC34501DE35";
const certificado = asA1(createEcnpj("MERCADO INVENTADO", createAutoridade("AC INVENTADA"), autor));
const xJust = 'Mercadoria não pedida — "devolvida" & <recusada>';

const nfe = (tpEvento: PedidoEvento["tpEvento"], outro: Partial<PedidoEvento> = {}): PedidoEvento => ({
  chave: chaveOf(1),
  ambiente: "1",
  autor,
  tpEvento,
  nSeqEvento: 1,
  dhEvento: "2026-11-20T09:30:00-03:00",
  ...(tpEvento === "210240" || tpEvento === "610110" ? { justificativa: xJust } : {}),
  ...(tpEvento === "610111" ? { eventoCancelado: { tpEvento: "610110", protocolo: "135260000000009" } } : {}),
  ...outro,
});
const cte = (tpEvento: PedidoEvento["tpEvento"], outro: Partial<PedidoEvento> = {}): PedidoEvento =>
  nfe(tpEvento, { chave: chaveOf(1, { modelo: "57" }), ...outro });

const reforma = (tpEvento: PedidoEvento["tpEvento"], outro: Partial<PedidoEvento> = {}): PedidoEvento =>
  nfe(tpEvento, { cUFAutor: "35", ...outro });
const valores = { valorIBS: "10.00", valorCBS: "90.00" };
const doEstoque = { ...valores, quantidade: "12.5000", unidade: "CX" };
const DA_REFORMA: [string, PedidoEvento][] = [
  [
    "211110 presumed credit of both taxes, and of one",
    reforma("211110", {
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
  ["211124 loss in transport", reforma("211124", { itens: [{ nItem: 1, ...doEstoque }] })],
  ["211128 debit accepted", reforma("211128", { aceita: true })],
  ["211128 debit refused", reforma("211128", { aceita: false })],
  ["211130 capitalized item", reforma("211130", { itens: [{ nItem: 2, ...doEstoque, unidade: "m²" }] })],
  ["211140 fuel", reforma("211140", { itens: [{ nItem: 3, ...doEstoque, quantidade: "0.0000" }] })],
  ["211150 credit of one's activity", reforma("211150", { itens: [{ nItem: 1, ...valores }] })],
  [
    "110001 an evento cancelled",
    reforma("110001", { eventoCancelado: { tpEvento: "211130", protocolo: "292260000000009" } }),
  ],
];

async function written(pedido: PedidoEvento): Promise<string> {
  return Buffer.from((await writeEvento(pedido, certificado)).xml).toString();
}

const chaveComLetras = (modelo: string) => chaveOf(7, { modelo, cnpj: comLetras });
const PEDIDOS: [string, PedidoEvento][] = [
  ["210200 confirmação", nfe("210200")],
  ["210210 ciência", nfe("210210")],
  ["210220 desconhecimento", nfe("210220")],
  ["210240 não realizada", nfe("210240")],
  ["210200 for the second time, in homologação", nfe("210200", { nSeqEvento: 2, ambiente: "2" })],
  ["210210 by a CPF", nfe("210210", { autor: "52998224725" })],
  ["210240 with letters in both CNPJs", nfe("210240", { chave: chaveComLetras("55"), autor: comLetras })],
  ["610110 desacordo", cte("610110")],
  ["610111 its cancellation", cte("610111")],
  ["610110 of a CT-e OS", cte("610110", { chave: chaveOf(1, { modelo: "67" }), nSeqEvento: 12 })],
  ...DA_REFORMA,
  ["610110 with letters in both CNPJs", cte("610110", { chave: chaveComLetras("57"), autor: comLetras })],
  ["610111 with letters in both CNPJs", cte("610111", { chave: chaveComLetras("57"), autor: comLetras })],
];

describe("an evento of ours", () => {
  test("of manifestação goes to the Ambiente Nacional, byte by byte until its signature", async () => {
    const [infEvento] = (await written(nfe("210240"))).split("<Signature");
    expect(infEvento).toBe(
      `<evento xmlns="http://www.portalfiscal.inf.br/nfe" versao="1.00"><infEvento Id="ID210240${chaveOf(1)}01">` +
        `<cOrgao>91</cOrgao><tpAmb>1</tpAmb><CNPJ>${autor}</CNPJ><chNFe>${chaveOf(1)}</chNFe>` +
        `<dhEvento>2026-11-20T09:30:00-03:00</dhEvento><tpEvento>210240</tpEvento><nSeqEvento>1</nSeqEvento>` +
        `<verEvento>1.00</verEvento><detEvento versao="1.00"><descEvento>Operacao nao Realizada</descEvento>` +
        `<xJust>Mercadoria não pedida - "devolvida" &amp; &lt;recusada&gt;</xJust></detEvento></infEvento>`,
    );
  });

  test("about a CT-e goes to its UF, with three digits in its Id", async () => {
    const pedido = cte("610111");
    const xml = await written(pedido);
    expect(xml).toContain(
      `<eventoCTe xmlns="http://www.portalfiscal.inf.br/cte" versao="4.00"><infEvento Id="ID610111${pedido.chave}001"><cOrgao>35</cOrgao>`,
    );
    expect(xml).toContain(
      `<detEvento versaoEvento="4.00"><evCancPrestDesacordo><descEvento>Cancelamento Prestacao do Servico em Desacordo</descEvento>` +
        `<nProtEvPrestDes>135260000000009</nProtEvPrestDes></evCancPrestDesacordo></detEvento>`,
    );
  });

  test("of the reform goes to SVRS, and names its author by UF and kind", async () => {
    const [infEvento] = (await written(reforma("211130", { itens: [{ nItem: 7, ...doEstoque }] }))).split(
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
  ])("says when: %s", async (dhEvento, escrito) => {
    expect(await written(nfe("210210", { dhEvento }))).toContain(`<dhEvento>${escrito}</dhEvento>`);
  });

  const recusas: [string, PedidoEvento][] = [
    ["manifestação about a CT-e", cte("210200")],
    ["desacordo about a NF-e", nfe("610110")],
    ["a MDF-e", nfe("210200", { chave: chaveOf(1, { modelo: "58" }) })],
    ["an autor that is nobody", nfe("210200", { autor: "11222333000182" })],
    ["nSeqEvento 0", nfe("210200", { nSeqEvento: 0 })],
    ["nSeqEvento 100 of a NF-e", nfe("210200", { nSeqEvento: 100 })],
    ["nSeqEvento 1000 of a CT-e", cte("610110", { nSeqEvento: 1000 })],
    ["nSeqEvento 1.5", nfe("210200", { nSeqEvento: 1.5 })],
    ["a dhEvento without offset", nfe("210200", { dhEvento: "2026-11-20T09:30:00" })],
    ["a dhEvento of the 13th month", nfe("210200", { dhEvento: "2026-13-20T09:30:00-03:00" })],
    ["no justificativa", nfe("210240", { justificativa: undefined })],
    ["a justificativa of 14 characters", nfe("210240", { justificativa: "x".repeat(14) })],
    ["a justificativa of 256 characters", nfe("210240", { justificativa: "x".repeat(256) })],
    ["a justificativa beyond Latin-1", cte("610110", { justificativa: "Não contratei este frete 🚚" })],
    ["an author without UF", nfe("211128", { aceita: true })],
    ["no acceptance", reforma("211128")],
    ["no item", reforma("211150", { itens: [] })],
    ["an item twice", reforma("211150", { itens: [1, 1].map((nItem) => ({ nItem, ...valores })) })],
    ["item 991", reforma("211150", { itens: [{ nItem: 991, ...valores }] })],
    ["a value with a comma", reforma("211150", { itens: [{ nItem: 1, ...valores, valorIBS: "1,00" }] })],
    [
      "a unit of 7 characters",
      reforma("211130", { itens: [{ nItem: 1, ...doEstoque, unidade: "LITROSX" }] }),
    ],
    [
      "half a tax of a presumed credit",
      reforma("211110", { itens: [{ nItem: 1, baseCalculo: "1.00", codigoIBS: "01" }] }),
    ],
    ["an evento to cancel without protocol", reforma("110001")],
    ["no protocol of the desacordo", cte("610111", { eventoCancelado: undefined })],
    [
      "a protocol with markup",
      cte("610111", { eventoCancelado: { tpEvento: "610110", protocolo: "13526000000000<" } }),
    ],
  ];
  test.each(recusas)("is not written for %s", async (_caso, pedido) => {
    await expect(writeEvento(pedido, certificado)).rejects.toThrow(RangeError);
  });

  test("is not written for a key with a wrong digit", async () => {
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
])("the justificativa %j is carried as %j", (texto, dobrada) => {
  expect(foldJustificativa(texto)).toBe(dobrada);
});

describe.skipIf(!hasXmlsec)("xmlsec1 says that we signed", () => {
  test.each(PEDIDOS)("%s", async (_caso, pedido) => {
    expect(verifySignature(await written(pedido))).toBe("");
  });

  test("as its message carries it, and not when a letter was changed", async () => {
    const payload = payloadOf(wrapEvento(await writeEvento(nfe("210240"), certificado)).bytes);
    expect(verifySignature(payload)).toBe("");
    expect(verifySignature(payload.replace("pedida", "pedido"))).not.toBe("");
  });
});

describe.skipIf(!hasXmllint || !hasEsquemas)("valid against ../shared/schemas", () => {
  const DETALHE: Record<string, string> = {
    "610110": "evPrestDesacordo_v4.00.xsd",
    "610111": "evCancPrestDesacordo_v4.00.xsd",
  };

  test.each(PEDIDOS)(
    "%s: the message, and the detail that the message's schema does not look at",
    async (_caso, pedido) => {
      const pronto = await writeEvento(pedido, certificado);
      const payload = payloadOf(wrapEvento(pronto).bytes);
      const detalhe = detalheOf(payload);
      if (pedido.tpEvento in DETALHE) {
        expect(validateSchema("cte", "eventoCTe_v4.00.xsd", payload)).toBe("");
        expect(validateSchema("cte", DETALHE[pedido.tpEvento] ?? "", detalhe)).toBe("");
      } else {
        expect(validateSchema("nfe", "envEvento_v1.00.xsd", payload)).toBe("");
        // The package is of NT 2025.002 v1.30; since v1.40 the recipient may author 211110 too.
        const deV130 = detalhe.replace(
          /(crédito presumido<.*<tpAutor>)2/,
          (_tudo, antes: string) => `${antes}1`,
        );
        expect(validateSchema("nfe", `e${pedido.tpEvento}_v1.00.xsd`, deV130)).toBe("");
      }
    },
  );

  test("the schemas would refuse a detail of another evento and an Id of another length", async () => {
    const payload = payloadOf(wrapEvento(await writeEvento(cte("610110"), certificado)).bytes);
    expect(validateSchema("cte", "evCancPrestDesacordo_v4.00.xsd", detalheOf(payload))).not.toBe("");
    expect(validateSchema("cte", "eventoCTe_v4.00.xsd", payload.replace('001">', '01">'))).not.toBe("");
  });
});

function payloadOf(bytes: Uint8Array): string {
  const payload = /<(?:nfe|cte)DadosMsg [^>]*>(.*)<\/(?:nfe|cte)DadosMsg>/s.exec(
    Buffer.from(bytes).toString(),
  );
  return payload?.[1] ?? "";
}

// The element that has a schema of its own: detEvento for NF-e, the one inside it for CT-e.
function detalheOf(payload: string): string {
  const [detEvento = "", dentro = ""] = /<detEvento [^>]*>(.*)<\/detEvento>/s.exec(payload) ?? [];
  const deNfe = payload.startsWith("<envEvento");
  const ns = `xmlns="http://www.portalfiscal.inf.br/${deNfe ? "nfe" : "cte"}"`;
  return (deNfe ? detEvento : dentro).replace(/^<\w+/, `$& ${ns}`);
}
