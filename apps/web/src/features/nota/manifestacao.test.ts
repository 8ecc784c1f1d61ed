import { describe, expect, test } from "vitest";
import { checkJustificativa, fimOf, impedimentoDe, prazoOf, ultimaOf } from "./manifestacao.ts";
import { countMotivo } from "./motivo.ts";
import { notaDeTeste } from "./nota-de-teste.ts";

const pedida = {
  id: "01900000-0000-7000-8000-000000000009",
  status: 3,
  estado: "pendente",
  justificativa: null,
  quem: "Marina Prado",
  pedidaEm: new Date("2026-11-20T12:00:00Z"),
  cStat: null,
  mensagem: null,
  protocolo: null,
  registradaEm: null,
} as const;

describe("the justificativa of an operação não realizada", () => {
  test.each([
    ["is missing", "", false],
    ["is one short", "a".repeat(14), false],
    ["is just long enough", "a".repeat(15), true],
    ["is blanks", " ".repeat(40), false],
    ["has blanks at its ends", `  ${"a".repeat(15)}  `, true],
    ["is just short enough", "a".repeat(255), true],
    ["is one long", "a".repeat(256), false],
  ])("%s", (_name, justificativa, good) => {
    expect(checkJustificativa({ status: 3, justificativa }) === null).toBe(good);
  });

  test("is not required for another manifestação", () => {
    for (const status of [1, 2, 4] as const)
      expect(checkJustificativa({ status, justificativa: "" })).toBeNull();
  });

  test("is counted with collapsed white space", () => {
    expect(countMotivo("  recusada   na\nentrega ")).toBe("recusada na entrega".length);
  });
});

test("returns a pending or failed request, but not a registered one", () => {
  expect(ultimaOf(notaDeTeste())).toBeNull();
  expect(ultimaOf(notaDeTeste({ manifestacoes: [pedida] }))?.estado).toBe("pendente");
  expect(ultimaOf(notaDeTeste({ manifestacoes: [{ ...pedida, estado: "registrada" }, pedida] }))).toBeNull();
});

test("returns the deadline of each choice", () => {
  const ate = new Date("2026-11-30T12:00:00Z");
  const nota = notaDeTeste({ prazosManifestacao: [{ status: 4, ate, vencido: true }] });
  expect(prazoOf(nota, 4)).toMatchObject({ ate, vencido: true });
  expect(prazoOf(nota, 1)).toBeNull();
});

test("blocks the current manifestação, and ciência after a conclusive one", () => {
  expect(impedimentoDe(1, 1)).toBe("atual");
  expect(impedimentoDe(4, 1)).toBe("conclusiva");
  expect([impedimentoDe(1, 4), impedimentoDe(2, 1), impedimentoDe(4, 0)]).toEqual([null, null, null]);
});

describe("the toast about a pending manifestação", () => {
  test("appears when SEFAZ registers it, and when it is refused or fails", () => {
    expect(fimOf(pedida.id, [{ ...pedida, estado: "registrada" }])).toEqual({
      feita: expect.stringContaining("Operação não realizada"),
    });
    for (const estado of ["recusada", "falhou"] as const) {
      const mensagem = "Rejeição: Evento fora do prazo";
      expect(fimOf(pedida.id, [{ ...pedida, estado, mensagem }])).toEqual({
        falha: { titulo: "Falha na tentativa de manifestação.", texto: mensagem },
      });
    }
  });

  test("does not appear while it is pending, nor for one that ended before the page opened", () => {
    expect(fimOf(pedida.id, [pedida])).toBeNull();
    expect(fimOf(null, [{ ...pedida, estado: "falhou" }])).toBeNull();
    expect(fimOf("outra", [{ ...pedida, estado: "falhou" }])).toBeNull();
    expect(fimOf(pedida.id, [])).toBeNull();
  });
});
