import { expect, test } from "vitest";
import { killDuringExportacoes } from "./kill-during-exportacao.ts";

test("a worker killed during two exports makes each file once and complete", async () => {
  const report = await killDuringExportacoes({ kills: 2, formats: ["XLSX", "CSV"], seed: 20261122 });
  expect(report).toMatchObject({ kills: 2, violations: [] });
  expect(report.resumeMs).toBeLessThan(60_000);
}, 600_000);
