import { describe, expect, test } from "vitest";
import { countReason } from "../quarentena/release-rules.ts";
import { sampleNota } from "../tests/sample-nota.ts";
import {
  checkJustificativa,
  choiceObstacleOf,
  deadlineOf,
  lastManifestacaoOf,
  outcomeToastOf,
} from "./manifestacao-choice.ts";

const request = {
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
  ])("the justificativa %s; only 15 to 255 characters are accepted", (_name, justificativa, good) => {
    expect(checkJustificativa({ status: 3, justificativa }) === null).toBe(good);
  });

  test("a justificativa is not required for any other manifestação", () => {
    for (const status of [1, 2, 4] as const)
      expect(checkJustificativa({ status, justificativa: "" })).toBeNull();
  });

  test("a justificativa is counted with collapsed white space", () => {
    expect(countReason("  recusada   na\nentrega ")).toBe("recusada na entrega".length);
  });
});

test("the last manifestação request is shown while pending or failed, but not once registered", () => {
  expect(lastManifestacaoOf(sampleNota())).toBeNull();
  expect(lastManifestacaoOf(sampleNota({ manifestacoes: [request] }))?.estado).toBe("pendente");
  expect(
    lastManifestacaoOf(sampleNota({ manifestacoes: [{ ...request, estado: "registrada" }, request] })),
  ).toBeNull();
});

test("each manifestação choice has its deadline", () => {
  const ate = new Date("2026-11-30T12:00:00Z");
  const nota = sampleNota({ prazosManifestacao: [{ status: 4, ate, vencido: true }] });
  expect(deadlineOf(nota, 4)).toMatchObject({ ate, vencido: true });
  expect(deadlineOf(nota, 1)).toBeNull();
});

test("the current manifestação cannot be chosen again, nor ciência after a conclusive one", () => {
  expect(choiceObstacleOf(1, 1)).toBe("atual");
  expect(choiceObstacleOf(4, 1)).toBe("conclusiva");
  expect([choiceObstacleOf(1, 4), choiceObstacleOf(2, 1), choiceObstacleOf(4, 0)]).toEqual([
    null,
    null,
    null,
  ]);
});

describe("the toast about a pending manifestação", () => {
  test("the toast appears when SEFAZ registers the manifestação, and when it is refused or fails", () => {
    expect(outcomeToastOf(request.id, [{ ...request, estado: "registrada" }])).toEqual({
      feita: expect.stringContaining("Operação não realizada"),
    });
    for (const estado of ["recusada", "falhou"] as const) {
      const mensagem = "Rejeição: Evento fora do prazo";
      expect(outcomeToastOf(request.id, [{ ...request, estado, mensagem }])).toEqual({
        falha: { titulo: "Falha na tentativa de manifestação.", texto: mensagem },
      });
    }
  });

  test("no toast appears while a manifestação is pending, nor for one that ended before the page opened", () => {
    expect(outcomeToastOf(request.id, [request])).toBeNull();
    expect(outcomeToastOf(null, [{ ...request, estado: "falhou" }])).toBeNull();
    expect(outcomeToastOf("outra", [{ ...request, estado: "falhou" }])).toBeNull();
    expect(outcomeToastOf(request.id, [])).toBeNull();
  });
});
