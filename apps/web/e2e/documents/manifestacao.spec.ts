import { expect, test } from "@playwright/test";
import {
  findViolations,
  PIPELINE_MS,
  playScenario,
  rpc,
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

test("a manifestação of several documents shows the outcome of each", async ({ page }) => {
  const token = await signIn(page);
  const chaves = await playScenario(page, "zip-com-tres-notas");
  const notas: Awaited<ReturnType<typeof waitNota>>[] = [];
  for (const chave of chaves) notas.push(await waitNota(page, { token, chave }));
  // One of them already has a ciência: sending it again is refused.
  const [known] = notas;
  await rpc(page, "Nota.manifestacao", { tipo: "NFe", novoStatus: 4, id: known?.id }, token);
  await page.goto(`/nota/${known?.id}?type=E`);
  const section = page.getByRole("region", { name: "Manifestação do destinatário" });
  await expect(section).toContainText("Ciência da operação", { timeout: PIPELINE_MS });
  await expect(section).toContainText("Registrada na SEFAZ em", { timeout: PIPELINE_MS });

  const emitente = chaves[0]?.slice(6, 20) ?? "";
  const numeros = chaves.map((each) => Number(each.slice(25, 34)));
  const numero = `${Math.min(...numeros)}..${Math.max(...numeros)}`;
  await page.goto(`/dfe_recebidos?erp=todos&emissao=tudo&emitente=${emitente}&numero=${numero}`);
  for (const { id } of notas) await page.locator(`[data-linha="${id}"]`).getByRole("checkbox").check();
  await page.getByRole("toolbar").getByRole("button", { name: "Manifestar" }).click();
  const question = page.getByRole("dialog", { name: "Manifestar à SEFAZ" });
  await expect(question).toContainText("3 documentos");
  await question.getByRole("radio", { name: /Ciência da operação/ }).check();
  await question.getByRole("button", { name: "Enviar à SEFAZ" }).click();
  const result = page.getByRole("dialog", { name: "Resultado por documento" });
  await expect(result).toContainText("2 manifestações pedidas, 1 não.");
  await saveScreenshot(page, "manifestar-lote");
  await result.locator("li").last().waitFor();
  await page.keyboard.press("Escape");
  await expect(result).toHaveCount(0);
  await expect(page.getByRole("toolbar")).toHaveCount(0);
  await expect(async () => {
    await page.goto(`/nota/${notas[1]?.id}?type=E`);
    await expect(section).toContainText("Ciência da operação", { timeout: 10_000 });
  }).toPass({ timeout: PIPELINE_MS });
});
