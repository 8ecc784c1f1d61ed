import { expect, test } from "vitest";
import { strikeImportacoes } from "./matar-importacao.ts";

test("a worker killed in the middle of two files that were sent leaves every document of them, once", async () => {
  const balanco = await strikeImportacoes({ golpes: 2, documentosPorArquivo: 230, semente: 20261122 });
  expect(balanco).toMatchObject({ documentos: 460, errado: [] });
}, 600_000);
