import { expect, test } from "vitest";
import { killDuringImportacoes } from "./kill-during-importacao.ts";

test("a worker killed during two imports stores every document exactly once", async () => {
  const report = await killDuringImportacoes({ kills: 2, documentsPerFile: 230, seed: 20261122 });
  expect(report).toMatchObject({ documents: 460, violations: [] });
}, 600_000);
