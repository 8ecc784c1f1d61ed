import { expect, test } from "vitest";
import { sampleComercio, sampleNota, sampleTransporte } from "../tests/sample-nota.ts";
import {
  cargoOf,
  complementaryTextOf,
  documentoReferenceOf,
  finalidadeValueOf,
  freightPayerOf,
  paymentMethodOf,
  referredDocumentoOf,
  taxReformOf,
  toSentenceCase,
  totalsOf,
} from "./content-values.ts";

const text = ({ rotulo, valor }: { rotulo: string; valor: string }): string =>
  `${rotulo}: ${valor.replace(/\s/g, " ")}`;

test("totals omit null and zero values, and groups without values", () => {
  const comercio = sampleComercio({ produtos: "100.00", frete: "0.00", icms: null });
  expect(totalsOf(comercio, "100.00").map(({ titulo, linhas }) => [titulo, linhas.map(text)])).toEqual([
    ["Totais", ["Produtos: R$ 100,00", "Total da nota: R$ 100,00"]],
  ]);
});

test("ordinary taxes and the IBS, CBS and IS of the tax reform are separate groups", () => {
  const ibsCbs = { base: "100.00", ibs: "0.10", ibsUf: "0.10", ibsMunicipio: "0.00", cbs: "0.90" };
  const comercio = sampleComercio({ icms: "18.00", ibsCbs, is: "2.00" });
  expect(totalsOf(comercio, "100.00").map(({ titulo }) => titulo)).toEqual([
    "Totais",
    "Impostos",
    "IBS, CBS e IS",
  ]);
  expect(taxReformOf(ibsCbs, "2.00")[0]?.linhas.map(text)).toEqual([
    "Base do IBS e da CBS: R$ 100,00",
    "IBS: R$ 0,10",
    "IBS do estado: R$ 0,10",
    "CBS: R$ 0,90",
    "Imposto seletivo: R$ 2,00",
  ]);
});

test("a nota de crédito or débito shows its type, any other nota shows none", () => {
  const comercio = { ...sampleComercio(), tipoDebito: "06", tipoCredito: "99" };
  expect(finalidadeValueOf("6", comercio)).toEqual({
    rotulo: "Nota de débito",
    valor: "06 – Pagamento antecipado",
  });
  expect(finalidadeValueOf("5", comercio)).toEqual({ rotulo: "Nota de crédito", valor: "99" });
  expect(finalidadeValueOf("4", comercio)).toBeNull();
});

test("an item shows the document and the item that it refers to", () => {
  const chaveAcesso = "35261111222333000181550010000001231876543219";
  const referencia = { chaveAcesso, descricao: null, item: "3" };
  expect(referredDocumentoOf(referencia)?.texto).toMatch(/^Refere-se ao item 3 de /);
  expect(referredDocumentoOf({ ...referencia, item: null })?.texto).toMatch(/^Refere-se a /);
  expect(referredDocumentoOf(null)).toBeNull();
});

test("a cargo shows product, value and measures", () => {
  const transporte = sampleTransporte({
    produto: "Maçã",
    valorCarga: "18420.35",
    medidas: [
      { unidade: "KG", tipo: "PESO BRUTO", quantidade: "1240.5000" },
      { unidade: "M3", tipo: null, quantidade: "3.2000" },
    ],
  });
  expect(cargoOf(transporte).map(text)).toEqual([
    "Produto predominante: Maçã",
    "Valor da carga: R$ 18.420,35",
    "Peso bruto: 1.240,5 kg",
    "Quantidade: 3,2 m³",
  ]);
});

test.each([
  ["FRETE VALOR", "Frete valor"],
  ["TAXA DE COLETA/ENTREGA", "Taxa de coleta/entrega"],
  ["GRIS", "GRIS"],
  ["Pedágio", "Pedágio"],
])("the label %j is written as %j", (rotulo, words) => {
  expect(toSentenceCase(rotulo)).toBe(words);
});

test.each([
  ["15", null, "Boleto bancário"],
  ["99", "Permuta", "Permuta"],
  ["77", null, "Meio 77"],
])("the payment method %s is described in words", (meio, descricao, words) => {
  expect(paymentMethodOf({ meio, descricao, prazo: null, valor: null })).toBe(words);
});

test("a freight code is described in words, and an unknown one by its number", () => {
  expect(freightPayerOf("1")).toBe("Por conta do destinatário (FOB)");
  expect(freightPayerOf("7")).toBe("Código 7");
});

test("a referenced chave shows type, number and emitente, and links to the search", () => {
  const chave = "31261127391485000148550010001842201600727477";
  expect(documentoReferenceOf({ chaveAcesso: chave, descricao: null })).toMatchObject({
    nome: "NF-e 184.220 / 1",
    emitente: "27.391.485/0001-48",
    href: `/dfe_recebidos?erp=todos&emissao=tudo&terceiros=sim&texto=${chave}`,
  });
});

test("an invalid referenced chave is shown as received, and a paper document by its description", () => {
  expect(documentoReferenceOf({ chaveAcesso: "123", descricao: null })).toMatchObject({
    nome: null,
    chave: "123",
  });
  expect(documentoReferenceOf({ chaveAcesso: null, descricao: "NF modelo 1, série 1, nº 44" })).toMatchObject(
    {
      chave: null,
      href: null,
      descricao: "NF modelo 1, série 1, nº 44",
    },
  );
});

test("a semicolon starts a new line in the infCpl of an NF-e, but not in the remarks of a CT-e", () => {
  const informacoesComplementares = "Pedido 7; Entregar no portão 3;; Frete por conta do destinatário";
  expect(complementaryTextOf(sampleNota({ informacoesComplementares }))).toBe(
    "Pedido 7\nEntregar no portão 3\nFrete por conta do destinatário",
  );
  expect(complementaryTextOf(sampleNota({ tipoNota: "CTe", informacoesComplementares }))).toBe(
    informacoesComplementares,
  );
});
