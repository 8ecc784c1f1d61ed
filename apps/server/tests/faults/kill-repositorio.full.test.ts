import { expect, test } from "vitest";
import { killDuringRepositorios } from "./kill-during-repositorio.ts";

test("a worker killed while it makes two ZIPs makes each exactly once, with the same bytes as without a kill", async () => {
  const report = await killDuringRepositorios({ kills: 2, documents: 1_500, seed: 20261122 });
  expect(report).toMatchObject({ kills: 2, violations: [] });
  expect(report.resumeMs).toBeLessThan(60_000);
}, 600_000);
