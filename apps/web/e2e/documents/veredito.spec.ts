import { expect, type Page, test } from "@playwright/test";
import {
  DEMO,
  fillLogin,
  listUrlOf,
  PIPELINE_MS,
  playScenarios,
  rpc,
  saveScreenshot,
  signIn,
  waitNota,
} from "../support/sandbox.ts";

const SCENARIOS = ["assinatura-embrulhada", "nota-reindentada", "cte-e-mdfe"] as const;

// Sent at the start, so that one mailbox poll brings them all.
let received: Record<(typeof SCENARIOS)[number], string[]>;
test.beforeAll(async ({ request }) => {
  received = await playScenarios({ request }, SCENARIOS);
});

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
  const [chave = ""] = received["assinatura-embrulhada"];
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
  await expect(card.getByRole("heading")).toHaveText(/Suspeita|Assinatura inválida/);
  await expect(page.getByRole("button", { name: "Marcar processado", exact: true })).toBeVisible();
  await saveScreenshot(page, "liberada");
  const total = await counted;
  expect(total).toBeGreaterThan(0);
  await page.getByRole("link", { name: "Voltar à lista" }).click();
  const row = page.locator(`[data-linha="${id}"]`);
  await expect(row).not.toContainText("Em quarentena");
  await expect(page.getByTestId("abertas")).toContainText(/[1-9]\d* a processar/);

  // A click on its seal filters by the same veredito.
  await row.getByRole("button", { name: /^Filtrar por (Suspeita|Assinatura inválida)$/ }).click();
  await expect(page).toHaveURL(/veredito=(suspeita|assinatura-invalida)/);
  await expect(row).toBeVisible();
});

test("a nota that an e-mail system re-indented is repaired, and the file as received is kept", async ({
  page,
}) => {
  const token = await signIn(page);
  const [chave = ""] = received["nota-reindentada"];
  const { id } = await waitNota(page, { token, chave });
  await page.goto(`/nota/${id}?type=E`);
  const card = page.getByRole("region", { name: "Situação do documento" });
  await expect(card.getByText("Reparada", { exact: true })).toBeVisible();
  await expect(card).toContainText("espaços e quebras de linha entre os campos do XML");
  await expect(card).toContainText("Confirmada pela SEFAZ");
  await saveScreenshot(page, "reparada");
  await card.getByRole("link", { name: "Ver no e-mail" }).click();
  const part = page.locator("[data-target]");
  await expect(part).toContainText("Reparada");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    part.getByRole("link", { name: /^Baixar / }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toContain(">\r\n");
});

test("a CT-e received by e-mail shows route, cargo and tomador, and links to the documents of its cargo", async ({
  page,
}) => {
  const token = await signIn(page);
  const [cte = ""] = received["cte-e-mdfe"];
  const { id } = await waitNota(page, { token, chave: cte }, () => true);
  await page.goto(listUrlOf(cte));
  await page
    .locator(`[data-linha="${id}"]`)
    .getByRole("link", { name: /^Abrir CT-e/ })
    .click();
  // The printed form is the first tab where the browser can display it.
  await expect(page.getByRole("tab", { name: "DACTE" })).toBeVisible();
  await page.getByRole("tab", { name: "Transporte" }).click();
  const painel = page.getByRole("tabpanel");
  for (const titulo of ["Trajeto", "Carga", "Valor da prestação"]) {
    await expect(painel.getByRole("heading", { name: titulo })).toBeVisible();
  }
  await expect(painel).toContainText("Rodoviário");
  await expect(page.getByText("Tomador", { exact: true })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Itens" })).toHaveCount(0);
  await saveScreenshot(page, "cte");

  // The same e-mail contains the MDF-e of the trip.
  await page.getByRole("tab", { name: "E-mail de origem" }).click();
  await painel.getByRole("listitem").getByRole("link").first().click();
  await page.getByRole("link", { name: /^Abrir MDF-e/ }).click();
  await expect(page.getByRole("tab", { name: "DAMDFE" })).toBeVisible();
  await page.getByRole("tab", { name: "Transporte" }).click();
  for (const titulo of ["Veículos", "Condutores"]) {
    await expect(painel.getByRole("heading", { name: titulo })).toBeVisible();
  }
  await saveScreenshot(page, "mdfe");
  await page.getByRole("tab", { name: /Documentos 1/ }).click();
  await expect(painel.getByRole("link", { name: /^Procurar CT-e/ })).toBeVisible();

  // The documents it carries are searched for by key.
  await page.goto(`/nota/${id}?type=E`);
  await page.getByRole("tab", { name: /Documentos 1/ }).click();
  await painel.getByRole("link", { name: /^Procurar NF-e/ }).click();
  await expect(page).toHaveURL(/\/dfe_recebidos\?.*texto=\d{44}/, { timeout: PIPELINE_MS });
});
