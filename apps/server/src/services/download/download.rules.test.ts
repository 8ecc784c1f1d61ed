import { REPOSITORIO_MAX, REPOSITORIO_PDF_MAX } from "@malote/contract";
import { expect, test } from "vitest";
import { refuseTotal } from "./download.rules.ts";

const soXml = { comPdf: false };
const comPdf = { comPdf: true };

test.each([
  ["the most XML", REPOSITORIO_MAX, soXml],
  ["the most papers", REPOSITORIO_PDF_MAX, comPdf],
  ["one", 1, comPdf],
])("a ZIP may contain %s: %i", (_what, total, pedido) => {
  expect(() => refuseTotal(total, pedido)).not.toThrow();
});

test.each([
  [0, soXml, "repositorioVazio", /Nenhum documento/],
  [100_001, soXml, "repositorioLimite", /no máximo 100\.000 documentos, e o pedido tem mais de 100\.000\./],
  [
    10_001,
    comPdf,
    "repositorioLimitePdf",
    /Com PDF, .* no máximo 10\.000 documentos, e o pedido tem 10\.001\./,
  ],
  [
    100_001,
    comPdf,
    "repositorioLimitePdf",
    /no máximo 10\.000 documentos, e o pedido tem mais de 100\.000\./,
  ],
] as const)("refuses %i documents with %o: %s", (total, pedido, key, mensagem) => {
  expect(() => refuseTotal(total, pedido)).toThrow(
    expect.objectContaining({ key, message: expect.stringMatching(mensagem) }),
  );
});
