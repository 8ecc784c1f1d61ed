import { expect, type Page, test } from "@playwright/test";
import { playScenarios, signIn, waitNota } from "../support/sandbox.ts";

const SCENARIOS = ["zip-com-tres-notas"] as const;

// In one worker: its scenarios are played once.
test.describe.configure({ mode: "default" });

let received: Record<(typeof SCENARIOS)[number], string[]>;
test.beforeAll(async ({ request }) => {
  received = await playScenarios({ request }, SCENARIOS);
});

const rows = (page: Page) => page.locator("[data-linha]");

/** Three notas of one supplier, alone in a list. */
async function openThree(page: Page): Promise<void> {
  const token = await signIn(page);
  const chaves = received["zip-com-tres-notas"];
  for (const chave of chaves) await waitNota(page, { token, chave });
  const numeros = chaves.map((chave) => Number(chave.slice(25, 34)));
  const emitente = chaves[0]?.slice(6, 20);
  const numero = `${Math.min(...numeros)}..${Math.max(...numeros)}`;
  await page.goto(`/dfe_recebidos?erp=todos&emissao=tudo&emitente=${emitente}&numero=${numero}`);
  await expect(rows(page)).toHaveCount(3);
}

test("a click on a status filters; all filtered notas are selected at once and downloaded as one ZIP", async ({
  page,
}) => {
  await openThree(page);
  // The control of a cell shows where the pointer rests.
  await rows(page).first().locator("td[data-coluna=sefaz]").hover();
  await rows(page)
    .first()
    .getByRole("button", { name: /Confirmada$/ })
    .click();
  await expect(page).toHaveURL(/sefaz=autorizada/);
  await rows(page).first().locator("td[data-coluna=nfe]").hover();
  await rows(page)
    .first()
    .getByRole("button", { name: /Autorizada$/ })
    .click();
  await expect(page).toHaveURL(/nfe=autorizada/);
  await expect(rows(page)).toHaveCount(3);

  await rows(page).first().getByRole("checkbox").click();
  const toolbar = page.getByRole("toolbar", { name: "Ações para os selecionados" });
  await expect(toolbar).toContainText("1 selecionado");
  await page.getByRole("button", { name: "Selecionar os 3 do filtro" }).click();
  await expect(toolbar).toContainText("3 selecionados");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    toolbar.getByRole("button", { name: "XML e DANFE" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^documentos-.*\.zip$/);
  const zip = Buffer.concat(await (await download.createReadStream()).toArray());
  for (const chave of received["zip-com-tres-notas"]) {
    expect(zip.includes(Buffer.from(`${chave}.xml`))).toBe(true);
    expect(zip.includes(Buffer.from(`${chave}.pdf`))).toBe(true);
  }
  await expect(page.getByText("3 documentos baixados em um ZIP.")).toBeVisible();
});
