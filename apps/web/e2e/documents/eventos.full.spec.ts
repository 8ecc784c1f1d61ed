import { expect, type Page, test } from "@playwright/test";
import {
  findViolations,
  PIPELINE_MS,
  playScenario,
  saveScreenshot,
  signIn,
  waitNota,
} from "../support/sandbox.ts";

/** Checks the open dialog with axe in both themes, and takes screenshots, also on a phone. */
async function lookAt(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect.soft(await findViolations(page), `axe, ${name}, ${colorScheme}`).toEqual([]);
  }
  await saveScreenshot(page, name);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await saveScreenshot(page, `${name}-escuro`);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await saveScreenshot(page, `${name}-escuro-390`);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("a user sends the evento 'prestação em desacordo' from the page of a CT-e", async ({ page }) => {
  const token = await signIn(page);
  const chaves = await playScenario(page, "cte-e-mdfe");
  const chave = chaves.find((each) => each.slice(20, 22) === "57") ?? "";
  const { id } = await waitNota(page, { token, chave });
  await page.goto(`/nota/${id}?type=E`);
  const section = page.getByRole("region", { name: "Eventos da sua empresa" });
  await section.getByRole("button", { name: "Enviar evento" }).click();
  const dialog = page.getByRole("dialog", { name: "Enviar evento à SEFAZ" });
  await expect(dialog.getByRole("radio", { name: /^Cancelamento da Prestação/ })).toBeDisabled();
  await expect(dialog.getByLabel("O que está em desacordo")).toHaveCount(0);
  await dialog.getByRole("radio", { name: /^Prestação do Serviço em Desacordo/ }).check();
  await dialog.getByLabel("O que está em desacordo").fill("curto");
  await dialog.getByRole("button", { name: "Enviar à SEFAZ" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Escreva a justificativa com 15 a 255 caracteres.");
  await lookAt(page, "evento-desacordo");
  await dialog.getByLabel("O que está em desacordo").fill("A carga foi entregue em outro endereço");
  await dialog.getByRole("button", { name: "Enviar à SEFAZ" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("tab", { name: /^Eventos/ }).click();
  await expect(page.getByRole("tabpanel")).toContainText("Prestação do Serviço em Desacordo", {
    timeout: PIPELINE_MS,
  });
});
