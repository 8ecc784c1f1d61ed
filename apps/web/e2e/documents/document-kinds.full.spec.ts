import { expect, test } from "@playwright/test";
import {
  listUrlOf,
  PIPELINE_MS,
  playScenarios,
  saveScreenshot,
  signIn,
  waitNota,
} from "../support/sandbox.ts";

// In one worker: its scenarios are played once.
test.describe.configure({ mode: "default" });

const SCENARIOS = ["nota-reindentada", "cte-e-mdfe"] as const;

// Sent at the start, so that one mailbox poll brings them all.
let received: Record<(typeof SCENARIOS)[number], string[]>;
test.beforeAll(async ({ request }) => {
  received = await playScenarios({ request }, SCENARIOS);
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
