import { expect, test } from "vitest";
import { silencio as textos } from "../../textos/silencio.ts";
import { restanteOf } from "./restante.ts";

const AGORA = new Date("2026-11-20T12:00:00Z");
const daqui = (dias: number, ms = 0): Date => new Date(AGORA.getTime() + dias * 86_400_000 + ms);
const corre = (ate: Date) => restanteOf({ prazoManifestacao: ate, confirmadaTacitamenteEm: null }, AGORA);

test("counts whole days to the deadline, and warns below fifteen", () => {
  expect(corre(daqui(15))).toMatchObject({ dias: 15, perto: false });
  expect(corre(daqui(15, -1))).toMatchObject({ dias: 14, perto: true });
  expect(corre(AGORA)).toMatchObject({ kind: "corre", dias: 0, perto: true });
  expect(corre(daqui(0, -1))).toMatchObject({ kind: "encerrado" });
});

test("returns the tacit confirmation after the deadline", () => {
  const desde = daqui(-1);
  expect(restanteOf({ prazoManifestacao: desde, confirmadaTacitamenteEm: desde }, AGORA)).toEqual({
    kind: "tacita",
    desde,
  });
  expect(restanteOf({ prazoManifestacao: null, confirmadaTacitamenteEm: null }, AGORA)).toBeNull();
});

test.each([
  [0, "falta menos de 1 dia"],
  [1, "falta 1 dia"],
  [12, "faltam 12 dias"],
])("writes %i days left as %s", (dias, texto) => expect(textos.faltam(dias)).toBe(texto));
