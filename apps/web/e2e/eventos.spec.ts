import { expect, type Page, test } from "@playwright/test";
import { ESTRADA_MS, findViolations, keepTela, playCenario, signIn, waitNota } from "./apoio.ts";

/** Checks the open dialog with axe in both themes, and takes screenshots, also on a phone. */
async function lookAt(page: Page, nome: string): Promise<void> {
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect.soft(await findViolations(page), `axe, ${nome}, ${colorScheme}`).toEqual([]);
  }
  await keepTela(page, nome);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await keepTela(page, `${nome}-escuro`);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await keepTela(page, `${nome}-escuro-390`);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("the evento 'prestação em desacordo' is sent from the page of a CT-e", async ({ page }) => {
  const token = await signIn(page);
  const chaves = await playCenario(page, "cte-e-mdfe");
  const chave = chaves.find((each) => each.slice(20, 22) === "57") ?? "";
  const { id } = await waitNota(page, { token, chave });
  await page.goto(`/nota/${id}?type=E`);
  const secao = page.getByRole("region", { name: "Eventos da sua empresa" });
  await secao.getByRole("button", { name: "Enviar evento" }).click();
  const dialogo = page.getByRole("dialog", { name: "Enviar evento à SEFAZ" });
  await expect(dialogo.getByRole("radio", { name: /^Cancelamento da Prestação/ })).toBeDisabled();
  await expect(dialogo.getByLabel("O que está em desacordo")).toHaveCount(0);
  await dialogo.getByRole("radio", { name: /^Prestação do Serviço em Desacordo/ }).check();
  await dialogo.getByLabel("O que está em desacordo").fill("curto");
  await dialogo.getByRole("button", { name: "Enviar à SEFAZ" }).click();
  await expect(dialogo.getByRole("alert")).toHaveText("Escreva a justificativa com 15 a 255 caracteres.");
  await lookAt(page, "evento-desacordo");
  await dialogo.getByLabel("O que está em desacordo").fill("A carga foi entregue em outro endereço");
  await dialogo.getByRole("button", { name: "Enviar à SEFAZ" }).click();
  await expect(dialogo).toHaveCount(0);
  await page.getByRole("tab", { name: /^Eventos/ }).click();
  await expect(page.getByRole("tabpanel")).toContainText("Prestação do Serviço em Desacordo", {
    timeout: ESTRADA_MS,
  });
});

test("an evento of the tax reform shows the fields of the selected items only", async ({ page }) => {
  const token = await signIn(page);
  const [chave = ""] = await playCenario(page, "nota-autorizada");
  const { id } = await waitNota(page, { token, chave });
  await page.goto(`/nota/${id}?type=E`);
  const secao = page.getByRole("region", { name: "Eventos da sua empresa" });
  await expect(page.getByText("Prazo para a manifestação conclusiva")).toBeVisible();
  await secao.getByRole("button", { name: "Enviar evento" }).click();
  const dialogo = page.getByRole("dialog", { name: "Enviar evento à SEFAZ" });
  await dialogo.getByRole("radio", { name: /^Imobilização de Item/ }).check();
  await expect(dialogo.getByLabel("Valor do IBS")).toHaveCount(0);
  await dialogo.getByRole("checkbox").first().check();
  await dialogo.getByLabel("Valor do IBS").fill("1,50");
  await dialogo.getByRole("button", { name: "Enviar à SEFAZ" }).click();
  await expect(dialogo.getByRole("alert")).toHaveText("Preencha Valor da CBS do item 1.");
  await lookAt(page, "evento-imobilizacao");
  await dialogo.getByLabel("Valor da CBS").fill("13,50");
  await dialogo.getByRole("button", { name: "Enviar à SEFAZ" }).click();
  await expect(dialogo).toHaveCount(0);
  await page.getByRole("tab", { name: /^Eventos/ }).click();
  await expect(page.getByRole("tabpanel")).toContainText("Imobilização de Item", { timeout: ESTRADA_MS });
});
