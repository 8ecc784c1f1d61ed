import { expect, test } from "vitest";
import { strikeExportacoes } from "./matar-exportacao.ts";

test("a worker killed during two exports makes each file once and complete", async () => {
  const balanco = await strikeExportacoes({ golpes: 2, formatos: ["XLSX", "CSV"], semente: 20261122 });
  expect(balanco).toMatchObject({ golpes: 2, errado: [] });
  expect(balanco.retomadaMs).toBeLessThan(60_000);
}, 600_000);
