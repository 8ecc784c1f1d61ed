import { expect, test } from "vitest";
import { strikeImportacoes } from "./matar-importacao.ts";

test("a worker killed during two imports stores every document exactly once", async () => {
  const balanco = await strikeImportacoes({ golpes: 2, documentosPorArquivo: 230, semente: 20261122 });
  expect(balanco).toMatchObject({ documentos: 460, errado: [] });
}, 600_000);
