import { expect, test } from "@playwright/test";
import { PIPELINE_MS, playScenario, signIn, waitNota } from "../support/sandbox.ts";

test("a new SEFAZ query shows the cancellation of an already delivered nota, and the divergence is listed", async ({
  page,
}) => {
  const token = await signIn(page);
  const [chave = ""] = await playScenario(page, "nota-cancelada-depois");
  const { id } = await waitNota(page, { token, chave });
  await page.goto(`/nota/${id}?type=E`);
  await expect(async () => {
    await page.getByRole("button", { name: "Consultar SEFAZ" }).click();
    await expect(page.getByText("Consultando a SEFAZ…")).toBeVisible({ timeout: 5_000 });
    await expect(page.getByRole("heading", { name: "Divergente: cancelada" })).toBeVisible({
      timeout: 9_000,
    });
  }).toPass({ timeout: PIPELINE_MS });
  await expect(page.getByText("O XML diz autorizada; a SEFAZ diz cancelada")).toBeVisible();
  await page.getByRole("tab", { name: /Eventos/ }).click();
  await expect(page.getByRole("tabpanel")).toContainText("Cancelamento");

  // It is listed among the divergences, with a count in the tab.
  await page.goto("/dfe_recebidos?tab=div");
  await expect(page.getByRole("link", { name: /Divergências \d+/ })).toHaveAttribute("aria-current", "page");
  await expect(page.locator(`[data-linha="${id}"]`)).toContainText("Divergente: cancelada");
});
