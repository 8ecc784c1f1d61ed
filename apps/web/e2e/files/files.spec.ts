import { expect, type Page, test } from "@playwright/test";
import { saveFrom } from "../support/download.ts";
import { covers } from "../support/routes.ts";
import { PIPELINE_MS, playScenario, saveScreenshot, signIn, waitNota } from "../support/sandbox.ts";

const DAY_MS = 24 * 60 * 60_000;

type Nota = { token: string; id: string; chave: string; xml: Buffer };

/** A received NF-e with its original XML. It is its own: of another test's nota, the file may have been
 * repaired, and then a second arrival changes it. */
async function openNota(page: Page): Promise<Nota> {
  const token = await signIn(page);
  const [chave = ""] = await playScenario(page, "nota-autorizada");
  const { id } = await waitNota(page, { token, chave });
  const response = await page.request.get(`/Services/downloadDFe?id=${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { token, id, chave, xml: await response.body() };
}

test(
  "an importação lists a known document and a broken file, and does not send a file of another type",
  covers("/importacao", "/importacao/erros/:importacaoId"),
  async ({ page }) => {
    test.slow(); // a document must arrive by e-mail first
    const { xml } = await openNota(page);
    const name = `ja-veio-${Date.now()}.xml`;
    await page.goto("/importacao");
    await page.getByLabel("Arquivos XML ou ZIP").setInputFiles([
      { name: name, mimeType: "text/xml", buffer: xml },
      { name: `quebrada-${name}`, mimeType: "text/xml", buffer: Buffer.from(`${xml.subarray(0, 900)}`) },
      { name: "planilha.xls", mimeType: "application/vnd.ms-excel", buffer: Buffer.from("x") },
    ]);
    const queue = page.getByRole("region", { name: "Enviando" });
    await expect(queue.getByText("2 de 3 enviados")).toBeVisible();
    await expect(queue.getByText("Só arquivos XML ou ZIP.")).toBeVisible();

    const row = (text: string) => page.getByRole("row").filter({ hasText: text }).first();
    await expect(row(name).getByText("Concluída")).toBeVisible({ timeout: PIPELINE_MS });
    const knownRow = page.getByRole("row").filter({ has: page.getByTitle(name, { exact: true }) });
    await expect(knownRow).toContainText("1 já estava aqui");
    await expect(knownRow).toContainText("Nenhum");
    await saveScreenshot(page, "importacao-claro-1440");

    // The downloaded file equals the uploaded one.
    const saved = await saveFrom(page, () =>
      knownRow.getByRole("link", { name: `Baixar ${name} como veio` }).click(),
    );
    expect(saved.bytes.equals(xml)).toBe(true);

    // The broken file is listed with its reason and a download.
    const brokenRow = page.getByRole("row").filter({ has: page.getByTitle(`quebrada-${name}`) });
    await brokenRow.getByRole("link", { name: /1 arquivo/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: `quebrada-${name}` })).toBeVisible();
    const errors = page.getByRole("list", { name: "Erros da importação" });
    await expect(errors.getByRole("listitem")).toHaveCount(1);
    await saveScreenshot(page, "importacao-erros-claro-1440");
    const failed = await saveFrom(page, () => errors.getByRole("link", { name: /^Baixar/ }).click());
    expect(failed.bytes.length).toBeGreaterThan(0);

    // The URL of an unknown importação shows an error.
    await page.goto("/importacao/erros/019a0000-0000-7000-8000-000000000000");
    await expect(page.getByText("Importação não encontrada.")).toBeVisible();
  },
);

test(
  "the repositório prepares a ZIP of a period and notifies the user when it is ready",
  covers("/repositorio"),
  async ({ page }) => {
    test.slow();
    const { chave } = await openNota(page);
    await page.goto("/repositorio");
    await page.getByRole("textbox", { name: "Emissão até" }).fill("01/01/2020");
    await page.getByRole("button", { name: "Preparar download" }).click();
    await expect(page.getByText("A data inicial vem depois da final.")).toBeVisible();

    await page.reload();
    // Another test may have advanced the sandbox's clock past the browser's midnight.
    const tomorrow = new Date(Date.now() + DAY_MS).toLocaleDateString("pt-BR", {
      timeZone: "America/Sao_Paulo",
    });
    await page.getByRole("textbox", { name: "Emissão até" }).fill(tomorrow);
    await page.getByLabel("Documentos", { exact: true }).selectOption("Recebidos e emitidos");
    await page.getByRole("switch", { name: /PDFs/ }).check({ force: true });
    await page.getByRole("button", { name: "Preparar download" }).click();
    await expect(page.getByText("Download em preparo.")).toBeVisible();
    await expect(page.getByText(/está pronto\./)).toBeVisible({ timeout: PIPELINE_MS });
    const readyRow = page.getByRole("row").filter({ hasText: "com PDFs" }).first();
    await expect(readyRow.getByText("Pronto")).toBeVisible();
    await saveScreenshot(page, "repositorio-claro-1440");
    const { name, bytes } = await saveFrom(page, () =>
      readyRow.getByRole("link", { name: /^Baixar/ }).click(),
    );
    expect(name).toMatch(/\.zip$/);
    expect(bytes.subarray(0, 2).toString()).toBe("PK");
    expect(bytes.includes(Buffer.from(chave))).toBe(true);
  },
);

test("the printed form of a document is an inline PDF, and its tab on the page draws it", async ({
  page,
}) => {
  test.slow();
  const { token, id, chave } = await openNota(page);
  const paper = await page.request.get(`/Services/downloadDanfe?id=${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(paper.headers()["content-type"]).toBe("application/pdf");
  expect(paper.headers()["content-disposition"]).toMatch(new RegExp(`^inline; .*${chave}`));
  expect((await paper.body()).subarray(0, 5).toString()).toBe("%PDF-");
  await page.goto(`/nota/${id}?aba=papel`);
  await expect(page.getByRole("tab", { name: "DANFE" })).toHaveAttribute("aria-selected", "true");
  const drawn = page.getByRole("region", { name: /^DANFE do documento/ });
  await expect(drawn.getByText(chave.replace(/(.{4})(?=.)/g, "$1 "))).toBeVisible();
  await saveScreenshot(page, "nota-danfe-claro-1440");
  await page.getByRole("button", { name: "Baixar" }).click();
  await expect(page.getByRole("menuitem", { name: /DANFE/ })).toBeVisible();
});
