import { expect, type Page, test } from "@playwright/test";
import {
  DEMO,
  fillLogin,
  listUrlOf,
  playScenario,
  rpc,
  saveScreenshot,
  waitNota,
} from "../support/sandbox.ts";

const REASON = "Conferido por telefone com o fornecedor.";

/** The next count of received documents not processed in the ERP, from the server's answer. */
async function nextOpenCount(page: Page): Promise<number> {
  const response = await page.waitForResponse((each) =>
    Boolean(each.request().postData()?.includes("getNotasEntradaEmAberto")),
  );
  const { result } = (await response.json()) as { result: { totalCount: number } };
  return result.totalCount;
}

test("an administrator releases a nota from quarantine with a reason, and list and badge show the change", async ({
  page,
}) => {
  await page.goto("/login");
  await fillLogin(page);
  await expect(page).toHaveURL(/\/painel$/);
  const { authToken } = (await rpc(page, "Auth.logar", DEMO)) as { authToken: string };
  const [chave = ""] = await playScenario(page, "assinatura-embrulhada");
  const { id } = await waitNota(page, { token: authToken, chave }, () => true);
  await page.goto(listUrlOf(chave));
  await expect(page.locator(`[data-linha="${id}"]`)).toContainText("Em quarentena");
  await page.locator(`[data-linha="${id}"]`).getByRole("link").click();

  // The dialog shows the achados and requires a reason.
  const card = page.getByRole("region", { name: "Situação do documento" });
  await card.getByRole("button", { name: "Liberar da quarentena" }).click();
  const dialog = page.getByRole("dialog", { name: "Liberar da quarentena?" });
  await expect(dialog.getByRole("listitem").first()).toBeVisible();
  await expect(dialog).toContainText("entra nas listas, nos totais e na entrega ao ERP");
  const releaseButton = dialog.getByRole("button", { name: "Liberar", exact: true });
  await dialog.getByLabel("Motivo").fill("porque sim");
  await releaseButton.click();
  await expect(dialog.getByRole("alert")).toHaveText("Escreva o motivo com 15 a 255 caracteres.");
  await dialog.getByLabel("Motivo").fill(REASON);
  await expect(dialog.getByRole("alert")).toHaveCount(0);
  await expect(dialog).toContainText(`${REASON.length} de 255`);
  await saveScreenshot(page, "liberar");
  const counted = nextOpenCount(page);
  await releaseButton.click();

  // Released, with its veredito unchanged, and with user, date and reason.
  await expect(dialog).toHaveCount(0);
  await expect(card).toContainText(/Liberada da quarentena por .+ em \d\d\/\d\d\/\d{4} \d\d:\d\d/);
  await expect(card).toContainText(REASON);
  await expect(card.getByRole("heading", { level: 2 })).toHaveText(/Suspeita|Assinatura inválida/);
  await expect(page.getByRole("button", { name: "Marcar processado", exact: true })).toBeVisible();
  await saveScreenshot(page, "liberada");
  const total = await counted;
  expect(total).toBeGreaterThan(0);
  await page.getByRole("link", { name: "Voltar à lista" }).click();
  const row = page.locator(`[data-linha="${id}"]`);
  await expect(row).not.toContainText("Em quarentena");
  await expect(page.getByTestId("abertas")).toContainText(/[1-9]\d* NF-e e CT-e a processar/);

  // A click on its seal filters by the same veredito.
  // The control shows where the pointer rests.
  await row.locator("td[data-coluna=veredito]").hover();
  await row.getByRole("button", { name: /^Filtrar por (Suspeita|Assinatura inválida)$/ }).click();
  await expect(page).toHaveURL(/veredito=(suspeita|assinatura-invalida)/);
  await expect(row).toBeVisible();
});
