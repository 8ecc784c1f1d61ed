import { expect, type Page, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import {
  listUrlOf,
  PIPELINE_MS,
  playScenarios,
  signIn,
  waitCancelled,
  waitNota,
} from "../support/sandbox.ts";

const SCENARIOS = ["zip-com-tres-notas", "nota-cancelada-depois"] as const;

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

test(
  "a saved view keeps filter, order and columns, shows its changes, and can be the default of the list",
  covers("/dfe_recebidos"),
  async ({ page }) => {
    await openThree(page);
    await page.getByRole("button", { name: /^Ordem da lista/ }).click();
    await page.getByRole("menuitemradio", { name: "Nome do emitente" }).click();
    await page.getByRole("button", { name: "Colunas e densidade" }).click();
    await page.getByRole("checkbox", { name: "UF" }).uncheck();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("columnheader", { name: "UF" })).toHaveCount(0);

    await page.getByRole("button", { name: "Salvar como visão" }).click();
    const panel = page.getByRole("dialog", { name: "Visões da lista" });
    await panel.getByRole("button", { name: "Salvar" }).click();
    await expect(panel.getByText("Dê um nome à visão.")).toBeVisible();
    await panel.getByLabel("Nome da visão").fill("Do Orvalho");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Visão “Do Orvalho” salva.")).toBeVisible();
    const button = page.getByRole("button", { name: /^Visão Do Orvalho/ });
    await expect(button).not.toContainText("•");

    // Another order marks the view as modified.
    await page.getByRole("button", { name: /^Ordem da lista/ }).click();
    await page.getByRole("menuitemradio", { name: "Emissão, mais antigos" }).click();
    await expect(button).toContainText("•");
    await expect(button).toHaveAccessibleName(/modificada/);
    await button.click();
    await panel.getByRole("button", { name: "Voltar a “Do Orvalho”" }).click();
    await expect(page).toHaveURL(/ordem=emitente/);
    await expect(button).not.toContainText("•");

    // The bare URL of the list opens with the default view.
    await button.click();
    await panel.getByRole("button", { name: "Abrir a lista com “Do Orvalho”" }).click();
    await page.goto("/dfe_recebidos");
    await expect(page).toHaveURL(/ordem=emitente.*visao=|visao=.*ordem=emitente/);
    await expect(rows(page)).toHaveCount(3);
    await expect(page.getByRole("columnheader", { name: "UF" })).toHaveCount(0);
    // The tab link opens the list without any view.
    await page.getByRole("navigation", { name: "Listas" }).getByRole("link", { name: "Repositório" }).click();
    await expect(page).toHaveURL(/visao=nenhuma/);

    await page.getByRole("button", { name: "Visões" }).click();
    await panel.getByRole("button", { name: "Renomear “Do Orvalho”" }).click();
    await panel.getByLabel("Novo nome de “Do Orvalho”").fill("Laticínios");
    await page.keyboard.press("Enter");
    await panel.getByRole("button", { name: "Apagar “Laticínios”" }).click();
    await page
      .getByRole("dialog", { name: "Apagar a visão?" })
      .getByRole("button", { name: "Apagar" })
      .click();
    await expect(page.getByRole("button", { name: "Salvar como visão" })).toBeVisible();
    await page.goto("/dfe_recebidos");
    await expect(page.getByRole("list", { name: "Filtros ativos" })).toContainText("não processado");
    await expect(page).toHaveURL(/dfe_recebidos$/);
  },
);

test("the chosen columns and density of a list are kept after a reload", async ({ page }) => {
  await openThree(page);
  const height = async (): Promise<number> => (await rows(page).first().boundingBox())?.height ?? 0;
  const tall = await height();
  await page.getByRole("button", { name: "Colunas e densidade" }).click();
  await page.getByRole("radio", { name: "Compactas" }).check();
  await page.getByRole("checkbox", { name: "Chave de acesso" }).check();
  await page.getByRole("checkbox", { name: "Veredito" }).uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(rows(page)).toHaveCount(3);
  expect(await height()).toBe(tall - 8);
  const [chave = ""] = received["zip-com-tres-notas"];
  await expect(page.getByRole("table")).toContainText(chave.replace(/(.{4})(?=.)/g, "$1 "));
  await expect(page.getByRole("columnheader", { name: "Veredito" })).toHaveCount(0);
  await page.getByRole("button", { name: "Colunas e densidade" }).click();
  await page.getByRole("button", { name: "Colunas padrão" }).click();
  await expect(page.getByRole("columnheader", { name: "Veredito" })).toHaveCount(1);
});

test("a click on a status filters; all filtered notas are selected at once and downloaded as one ZIP", async ({
  page,
}) => {
  await openThree(page);
  await rows(page)
    .first()
    .getByRole("button", { name: /Confirmada$/ })
    .click();
  await expect(page).toHaveURL(/sefaz=autorizada/);
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

test("marking several documents shows the outcome of each when some fail", async ({ page }) => {
  await openThree(page);
  await page.getByRole("checkbox", { name: "Selecionar todos da página" }).click();
  // One request fails; the others succeed.
  let calls = 0;
  await page.route("**/Services/", async (route) => {
    const isFlagCall = route.request().postData()?.includes("Nota.setConferido");
    calls += isFlagCall ? 1 : 0;
    if (isFlagCall && calls === 2) await route.abort("connectionreset");
    else await route.fallback();
  });
  await page.getByRole("toolbar").getByRole("button", { name: "Conferido" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Marcar" }).click();
  const result = page.getByRole("dialog", { name: "Resultado por documento" });
  await expect(result).toContainText("2 documentos marcados, 1 não.");
  await expect(result.getByRole("listitem").first()).toContainText("Nada foi perdido.");
  await result.getByRole("button", { name: "Fechar" }).last().click();
  await page.unroute("**/Services/");
  await page.reload();
  await expect(page.getByRole("button", { name: /^Conferido\. Conferido por/ })).toHaveCount(2);
});

test("the list shows both statuses of a divergence, and its row can start a new SEFAZ query", async ({
  page,
}) => {
  const token = await signIn(page);
  const [chave = ""] = received["nota-cancelada-depois"];
  const { id } = await waitCancelled(page, { token, chave });
  await page.goto(`${listUrlOf(chave)}&tab=div`);
  const row = page.locator(`[data-linha="${id}"]`);
  await expect(row).toContainText("Autorizada");
  await expect(row).toContainText("Divergente: cancelada");
  const tab = page.getByRole("navigation", { name: "Listas" }).getByRole("link", { name: /^Divergências/ });
  await expect(tab).toContainText(/\d/);
  await row.getByRole("button", { name: /^Consultar SEFAZ/ }).click();
  await expect(row.getByRole("status")).toContainText("Consultando…");
  await expect(page.getByRole("alert").filter({ hasText: /SEFAZ/ })).toBeVisible({ timeout: PIPELINE_MS });
  await expect(row.getByRole("button", { name: /^Consultar SEFAZ/ })).toBeVisible();
  await page.reload();
  await expect(row).toContainText("Divergente: cancelada");
});

test("a printed list has only its rows, without bars, checkboxes or buttons", async ({ page }) => {
  await openThree(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: "Páginas da lista" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Exportar" })).toBeHidden();
  await expect(rows(page).first().getByRole("checkbox")).toBeHidden();
  await expect(rows(page).first()).toBeVisible();
});

test(
  "a file dropped anywhere on the importação page is uploaded",
  covers("/importacao"),
  async ({ page }) => {
    await signIn(page);
    await page.goto("/importacao");
    await expect(page.getByText("Solte aqui arquivos XML ou ZIP")).toBeVisible();
    const drag = async (type: string): Promise<void> => {
      const dataTransfer = await page.evaluateHandle(() => {
        const held = new DataTransfer();
        held.items.add(new File(["<solta/>"], "solta.xml", { type: "text/xml" }));
        return held;
      });
      await page.locator("h1").dispatchEvent(type, { dataTransfer });
    };
    await drag("dragenter");
    await expect(page.getByText("XML ou ZIP, em qualquer ponto desta página.")).toBeVisible();
    await drag("drop");
    await expect(page.getByRole("region", { name: "Enviando" })).toContainText("1 de 1 enviado");
    await page.reload();
    await expect(page.getByRole("row").filter({ hasText: "solta.xml" }).first()).toBeVisible();
  },
);
