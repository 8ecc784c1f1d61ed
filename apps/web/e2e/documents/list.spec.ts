import { expect, type Page, test } from "@playwright/test";
import { listUrlOf, playScenarios, pressTwo, signIn, waitNota } from "../support/sandbox.ts";

const SCENARIOS = ["zip-com-tres-notas", "nota-adulterada", "nota-autorizada", "cnpj-alfanumerico"] as const;

// Sent at the start, so that one mailbox poll brings them all.
let received: Record<(typeof SCENARIOS)[number], string[]>;
test.beforeAll(async ({ request }) => {
  received = await playScenarios({ request }, SCENARIOS);
});

/** Three notas of one supplier, alone in a list: the common start of their keys is the search text. */
async function threeNotas(page: Page): Promise<{ listUrl: string; ids: string[] }> {
  const token = await signIn(page);
  const chaves = received["zip-com-tres-notas"];
  const ids: string[] = [];
  for (const chave of chaves) ids.push((await waitNota(page, { token, chave })).id);
  return { listUrl: listUrlOf(commonStart(chaves), "emissao=tudo"), ids };
}

function commonStart([first = "", ...rest]: readonly string[]): string {
  let length = first.length;
  while (!rest.every((other) => other.startsWith(first.slice(0, length)))) length -= 1;
  return first.slice(0, length);
}

/** Selects the first row that contains a text, on whichever page it is. */
async function tickRow(page: Page, text: string): Promise<void> {
  const row = page.locator("[data-linha]").filter({ hasText: text }).first();
  const next = page.getByRole("button", { name: "Próxima página" });
  await expect(page.locator("[data-linha]").first()).toBeVisible();
  while ((await row.count()) === 0) {
    const first = page.locator("[data-linha]").first();
    const id = (await first.getAttribute("data-linha")) ?? "";
    await next.click();
    await expect(first).not.toHaveAttribute("data-linha", id);
  }
  await row.getByRole("checkbox").click();
}

test("the list works by keyboard: J and K move, X selects, Enter opens, ? lists the keys; single keys can be disabled", async ({
  page,
}) => {
  const { listUrl } = await threeNotas(page);
  await page.goto(listUrl);
  await expect(page.locator("[data-linha]").nth(2)).toBeVisible();
  const rowLink = (row: number) => page.locator("[data-linha]").nth(row).locator("[data-abrir]");
  await page.keyboard.press("j");
  await expect(rowLink(0)).toBeFocused();
  await page.keyboard.press("j");
  await expect(rowLink(1)).toBeFocused();
  await page.keyboard.press("k");
  await expect(rowLink(0)).toBeFocused();
  await page.keyboard.press("x");
  await expect(page.getByText("1 selecionado")).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByText("2 selecionados")).toBeVisible();
  await page.keyboard.press("x");
  await expect(page.getByText("1 selecionado")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/nota\//);
  await expect(page.getByText(/^2 de \d+/)).toBeVisible();

  // In a document J and K step through the list and Esc returns to it.
  const second = page.url();
  await page.keyboard.press("j");
  await expect(page.getByText(/^3 de \d+/)).toBeVisible();
  await page.keyboard.press("k");
  await expect(page).toHaveURL(second);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(listUrl);
  // The row that was open has the focus again.
  await expect(rowLink(1)).toBeFocused();
  await page.keyboard.press("j");
  await expect(rowLink(2)).toBeFocused();

  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Atalhos de teclado" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  for (const key of ["/", "Control+k"]) {
    await page.keyboard.press(key);
    await expect(page.getByRole("combobox", { name: "Buscar documentos" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await pressTwo(page, "gm", /\/emails$/);

  // The single keys can be turned off.
  await page.getByRole("button", { name: "Atalhos de teclado" }).click();
  await page.getByRole("switch", { name: "Atalhos de uma tecla" }).click({ force: true });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("?");
  await page.waitForTimeout(300);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("marking several notas at once needs one confirmation and can be undone", async ({ page }) => {
  const { listUrl, ids } = await threeNotas(page);
  await page.goto(listUrl);
  for (const id of ids) await page.locator(`[data-linha="${id}"]`).getByRole("checkbox").click();
  const toolbar = page.getByRole("toolbar", { name: "Ações para os selecionados" });
  await expect(toolbar).toContainText("3 selecionados");
  await expect(toolbar).toContainText(/R\$\s[\d.]+,\d\d/);
  await toolbar.getByRole("button", { name: "Conferido" }).click();
  const question = page.getByRole("dialog", { name: "Marcar como conferido?" });
  await expect(question).toContainText("3 documentos");
  await question.getByRole("button", { name: "Marcar" }).click();
  await expect(page.getByText("3 notas marcadas como conferidas.")).toBeVisible();
  await expect(toolbar).toHaveCount(0);
  const flags = ids.map((id) =>
    page.locator(`[data-linha="${id}"]`).getByRole("button", { name: /^Conferido/ }),
  );
  for (const flag of flags) await expect(flag).toHaveAttribute("aria-pressed", "true");

  // The toast offers to undo it.
  await page.getByRole("alert").getByRole("button", { name: "Desfazer" }).click();
  for (const flag of flags) await expect(flag).toHaveAttribute("aria-pressed", "false");
});

test("the confirmation of a bulk mark says that notas in quarantine are left out", async ({ page }) => {
  const token = await signIn(page);
  const [quarantined = ""] = received["nota-adulterada"];
  await waitNota(page, { token, chave: quarantined }, () => true);
  const [valid = ""] = received["nota-autorizada"];
  await waitNota(page, { token, chave: valid });
  await page.goto("/dfe_recebidos?emissao=tudo&recebido=nao");
  await tickRow(page, "Em quarentena");
  await tickRow(page, "Confirmada");
  await page.getByRole("toolbar").getByRole("button", { name: "Recebido" }).click();
  const question = page.getByRole("dialog", { name: "Marcar como recebido?" });
  await expect(question).toContainText("1 documento em quarentena está na seleção e fica de fora.");
  await question.getByRole("button", { name: "Marcar" }).click();
  await expect(page.getByText("1 nota marcada como recebida.")).toBeVisible();
});

test("the filter of the list is in the URL and survives opening a document", async ({ page }) => {
  const token = await signIn(page);
  const [chave = ""] = received["cnpj-alfanumerico"];
  const { id } = await waitNota(page, { token, chave });
  await page.goto(listUrlOf(chave));
  const row = page.locator(`[data-linha="${id}"]`);

  // A click on a cell filters by its value.
  await row.getByRole("button", { name: /^Filtrar por [A-Z]{2}$/ }).click();
  await expect(page).toHaveURL(/uf=[A-Z]{2}/);
  await expect(page.getByRole("list", { name: "Filtros ativos" })).toContainText(/UF: [A-Z]{2}/);
  await page.getByRole("button", { name: /^Ordem da lista/ }).click();
  await page.getByRole("menuitemradio", { name: "Nome do emitente" }).click();
  await expect(page).toHaveURL(/ordem=emitente/);
  const filtered = page.url();

  await row.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/nota/${id}`));
  await page.getByRole("link", { name: "Voltar à lista" }).click();
  await expect(page).toHaveURL(filtered);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/nota/${id}`));
  await page.goBack();
  await expect(page).toHaveURL(filtered);
  await page.reload();
  await expect(row).toBeVisible();

  await page.getByRole("button", { name: "Limpar" }).click();
  await expect(page).toHaveURL(/erp=todos&emissao=tudo|emissao=tudo&erp=todos/);
  await expect(page.getByRole("list", { name: "Filtros ativos" })).toHaveCount(0);
});

test("on a phone the list shows cards, and a document has its actions at the bottom", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const token = await signIn(page);
  const [chave = ""] = received["nota-autorizada"];
  const { id } = await waitNota(page, { token, chave });
  await page.goto(listUrlOf(chave));
  await expect(page.getByRole("table")).toHaveCount(0);
  await expect(page.locator(`[data-linha="${id}"]`)).toContainText("Confirmada pela SEFAZ");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await page.locator(`[data-linha="${id}"]`).getByRole("link").click();
  await expect(page.getByRole("button", { name: "Marcar processado", exact: true })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Abrir o menu" }).click();
  await page
    .getByRole("navigation", { name: "Menu principal" })
    .getByRole("link", { name: "E-mails" })
    .click();
  await expect(page).toHaveURL(/\/emails$/);
});
