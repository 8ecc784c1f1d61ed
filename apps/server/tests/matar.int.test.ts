import { expect, test } from "vitest";
import { killWorker } from "./matar.ts";

test("a worker killed five times in the middle of its work leaves every document, once", async () => {
  const balanco = await killWorker({ golpes: 5, mensagensPorGolpe: 15, semente: 20261120 });
  expect(balanco).toMatchObject({ mensagens: 75, documentos: 105, errado: [] });
});
