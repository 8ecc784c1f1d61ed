import { expect, test } from "@playwright/test";
import {
  findViolations,
  PIPELINE_MS,
  playScenario,
  saveScreenshot,
  signIn,
  waitNota,
} from "../support/sandbox.ts";

test("a manifestação sent from the page of a nota is registered, and one no longer allowed is disabled", async ({
  page,
}) => {
  const token = await signIn(page);
  const [chave = ""] = await playScenario(page, "nota-autorizada");
  const { id } = await waitNota(page, { token, chave });
  await page.goto(`/nota/${id}?type=E`);
  const section = page.getByRole("region", { name: "Manifestação do destinatário" });
  await expect(section).toContainText("Sem manifestação");
  await section.getByRole("button", { name: "Manifestar" }).click();
  const dialog = page.getByRole("dialog", { name: "Manifestar à SEFAZ" });

  // Only 'operação não realizada' requires a reason.
  await dialog.getByRole("radio", { name: /Operação não realizada/ }).check();
  await dialog.getByLabel("Por que a operação não se realizou").fill("recusada");
  await dialog.getByRole("button", { name: "Enviar à SEFAZ" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Escreva a justificativa com 15 a 255 caracteres.");
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect.soft(await findViolations(page), `axe, ${colorScheme}`).toEqual([]);
  }
  await saveScreenshot(page, "manifestar");
  await dialog.getByRole("radio", { name: /Operação confirmada/ }).check();
  await dialog.getByRole("button", { name: "Enviar à SEFAZ" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(section.getByText("Registrada na SEFAZ em")).toBeVisible({ timeout: PIPELINE_MS });
  await expect(section).toContainText("Operação confirmada");
  await saveScreenshot(page, "manifestada");

  // It is listed among the eventos, and the SEFAZ query in its own tab.
  await page.getByRole("tab", { name: /^Eventos/ }).click();
  await expect(page.getByRole("tabpanel")).toContainText("Confirmação da Operação");
  await page.getByRole("tab", { name: /^SEFAZ/ }).click();
  await expect(page.getByRole("tabpanel")).toContainText("Na chegada do documento");
  await expect(page.getByRole("tabpanel")).toContainText("Envio de evento");
  expect(await findViolations(page)).toEqual([]);
  await saveScreenshot(page, "consultas");

  // After a conclusive manifestação the ciência is disabled without a SEFAZ query; no option is
  // preselected.
  await section.getByRole("button", { name: "Mudar a manifestação" }).click();
  await expect(dialog.getByRole("radio", { name: /Ciência da operação/ })).toBeDisabled();
  await expect(dialog).toContainText("já há uma manifestação conclusiva");
  await dialog.getByRole("button", { name: "Enviar à SEFAZ" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "Escolha o que sua empresa declara sobre esta operação.",
  );
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/nota\//);
});
