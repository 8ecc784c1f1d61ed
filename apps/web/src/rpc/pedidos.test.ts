import { expect, test } from "vitest";
import { importacoesQuery } from "./importacoes.ts";
import { downloadsQuery, exportacoesQuery } from "./pedidos.ts";

// A job that another tab or the API begins is in no data of this page: the interval may not depend
// on what is shown.
test("an open page of imports or of the repository reads again every 5 s, of exports every 6 s, with nothing running", () => {
  expect(importacoesQuery(1).refetchInterval).toBe(5_000);
  expect(downloadsQuery(1).refetchInterval).toBe(5_000);
  expect(exportacoesQuery(1).refetchInterval).toBe(6_000);
});
