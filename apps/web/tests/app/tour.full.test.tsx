import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { showStep } from "../../src/features/tour/tour-state.ts";
import { button, press } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { expectAddress, openApp } from "../support/open-app.tsx";

const card = () => page.getByRole("dialog", { name: "Apresentação do Malote" });
const next = () => card().getByRole("button", { name: "Próximo" });

afterEach(() => showStep(null));

async function beginFromHelp(): Promise<void> {
  await openApp("/painel", notasAnswers(exampleNotas(3)));
  await button("Atalhos de teclado").click();
  await button("Fazer a apresentação de novo").click();
  await expect.element(card()).toBeVisible();
}

test("the tour leads over the list, the verdict, the search, the missing XMLs and the help, and ends where it began", async () => {
  await beginFromHelp();
  // The page that is open stays: a new user sees the painel first.
  await expectAddress("/painel");
  await expect.element(card().getByText("1 de 5")).toBeVisible();
  await expect.element(next()).toHaveFocus();
  expect(await findViolationsInThemes()).toEqual([]);
  for (const title of [
    "Cada documento é conferido",
    "Tudo se acha daqui",
    "O que a SEFAZ tem e não chegou",
  ]) {
    await next().click();
    await expect.element(card().getByRole("heading", { name: title })).toBeVisible();
  }
  await expectAddress(/auditor\?tab=faltando/);
  await next().click();
  await card().getByRole("button", { name: "Concluir" }).click();
  await expect.poll(() => card().elements()).toEqual([]);
  await expectAddress("/painel");
});

test("Esc and the button leave the tour at any step", async () => {
  await beginFromHelp();
  await next().click();
  await press("{Escape}");
  await expect.poll(() => card().elements()).toEqual([]);
  showStep(2);
  await card().getByRole("button", { name: "Sair da apresentação" }).click();
  await expect.poll(() => card().elements()).toEqual([]);
});

test("a page opened by its address has no tour", async () => {
  await openApp("/dfe_recebidos", notasAnswers(exampleNotas(3)));
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(card().elements()).toEqual([]);
});
