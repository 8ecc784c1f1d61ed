import { REPOSITORIO_MAX, REPOSITORIO_PDF_MAX } from "@malote/contract";
import { expect, test } from "vitest";
import { refuseTotal } from "./download.rules.ts";

const xmlOnly = { comPdf: false };
const withPdf = { comPdf: true };

test.each([
  ["the most XML", REPOSITORIO_MAX, xmlOnly],
  ["the most papers", REPOSITORIO_PDF_MAX, withPdf],
  ["one", 1, withPdf],
])("a ZIP may contain %s: %i", (_what, total, request) => {
  expect(() => refuseTotal(total, request)).not.toThrow();
});

test.each([
  [0, xmlOnly, "repositorioVazio", /Nenhum documento/],
  [100_001, xmlOnly, "repositorioLimite", /no máximo 100\.000 documentos, e o pedido tem mais de 100\.000\./],
  [
    10_001,
    withPdf,
    "repositorioLimitePdf",
    /Com PDF, .* no máximo 10\.000 documentos, e o pedido tem 10\.001\./,
  ],
  [
    100_001,
    withPdf,
    "repositorioLimitePdf",
    /no máximo 10\.000 documentos, e o pedido tem mais de 100\.000\./,
  ],
] as const)("a ZIP of %i documents with %o is refused: %s", (total, request, key, message) => {
  expect(() => refuseTotal(total, request)).toThrow(
    expect.objectContaining({ key, message: expect.stringMatching(message) }),
  );
});
