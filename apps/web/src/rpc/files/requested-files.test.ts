import { expect, test } from "vitest";
import { importacoesQuery } from "./importacoes.ts";
import { downloadsQuery, exportacoesQuery } from "./requested-files.ts";

// A job started in another tab or by the API is not in this page's data: the interval must not depend
// on what is shown.
test("open pages poll even when no job runs: importações and repositório every 5 s, exportações every 6 s", () => {
  expect(importacoesQuery(1).refetchInterval).toBe(5_000);
  expect(downloadsQuery(1).refetchInterval).toBe(5_000);
  expect(exportacoesQuery(1).refetchInterval).toBe(6_000);
});
