import { expect, test } from "vitest";
import { strikeRepositorios } from "./matar-repositorio.ts";

test("a worker killed while it makes two ZIPs makes each exactly once, with the same bytes as without a kill", async () => {
  const balanco = await strikeRepositorios({ golpes: 2, documentos: 1_500, semente: 20261122 });
  expect(balanco).toMatchObject({ golpes: 2, errado: [] });
  expect(balanco.retomadaMs).toBeLessThan(60_000);
}, 600_000);
