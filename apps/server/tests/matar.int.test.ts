import { expect, test } from "vitest";
import { strikeCasa } from "./matar.ts";

test("a worker killed five times while it works stores every document exactly once", async () => {
  const balanco = await strikeCasa({ golpe: "morte", golpes: 5, mensagensPorGolpe: 15, semente: 20261120 });
  expect(balanco).toMatchObject({ mensagens: 75, documentos: 105, errado: [] });
}, 600_000);

test("a queue emptied during work loses nothing", async () => {
  const balanco = await strikeCasa({ golpe: "fila", golpes: 1, mensagensPorGolpe: 5, semente: 20261120 });
  expect(balanco).toMatchObject({ mensagens: 5, documentos: 7, errado: [] });
});
