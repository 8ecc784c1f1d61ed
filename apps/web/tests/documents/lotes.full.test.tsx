import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { button, contentWidth, dialog } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { exampleDocument, exampleLote, loteAnswers } from "../support/lote-examples.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { openApp, PHONE } from "../support/open-app.tsx";

test("the list of lotes and a board have no accessibility violations, also on a phone in both themes", async () => {
  const [nota] = exampleNotas(1);
  if (!nota) throw new Error("no example");
  const documents = [exampleDocument(nota, { situacao: "recusado", mensagem: "Em quarentena." })];
  await page.viewport(...PHONE);
  await openApp("/lotes", {
    ...notasAnswers([]),
    ...loteAnswers(
      () => exampleLote(),
      () => documents,
    ),
  });
  expect(await findViolationsInThemes()).toEqual([]);
  await button("Lote 7").click();
  await expect.element(dialog("Marcação em andamento").getByText("Em quarentena.")).toBeVisible();
  expect(await findViolationsInThemes()).toEqual([]);
  expect(contentWidth()).toBeLessThanOrEqual(PHONE[0]);
});
