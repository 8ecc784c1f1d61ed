import { expect, type Page, test } from "@playwright/test";
import { ESTRADA_MS, listaDe, playCenarios, signIn, waitCancelada, waitNota } from "./apoio.ts";
import { sobre } from "./rotas.ts";

const CENARIOS = ["zip-com-tres-notas", "nota-cancelada-depois"] as const;

let vindas: Record<(typeof CENARIOS)[number], string[]>;
test.beforeAll(async ({ request }) => {
  vindas = await playCenarios({ request }, CENARIOS);
});

const linhas = (page: Page) => page.locator("[data-linha]");

/** Three notas of one supplier, alone in a list. */
async function openTres(page: Page): Promise<void> {
  const token = await signIn(page);
  const chaves = vindas["zip-com-tres-notas"];
  for (const chave of chaves) await waitNota(page, { token, chave });
  const numeros = chaves.map((chave) => Number(chave.slice(25, 34)));
  const emitente = chaves[0]?.slice(6, 20);
  const numero = `${Math.min(...numeros)}..${Math.max(...numeros)}`;
  await page.goto(`/dfe_recebidos?erp=todos&emissao=tudo&emitente=${emitente}&numero=${numero}`);
  await expect(linhas(page)).toHaveCount(3);
}

test(
  "a saved view keeps filter, order and columns, shows changes, and can be the list's default",
  sobre("/dfe_recebidos"),
  async ({ page }) => {
    await openTres(page);
    await page.getByRole("button", { name: /^Ordem da lista/ }).click();
    await page.getByRole("menuitemradio", { name: "Nome do emitente" }).click();
    await page.getByRole("button", { name: "Colunas e densidade" }).click();
    await page.getByRole("checkbox", { name: "UF" }).uncheck();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("columnheader", { name: "UF" })).toHaveCount(0);

    await page.getByRole("button", { name: "Salvar como visão" }).click();
    const painel = page.getByRole("dialog", { name: "Visões da lista" });
    await painel.getByRole("button", { name: "Salvar" }).click();
    await expect(painel.getByText("Dê um nome à visão.")).toBeVisible();
    await painel.getByLabel("Nome da visão").fill("Do Orvalho");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Visão “Do Orvalho” salva.")).toBeVisible();
    const botao = page.getByRole("button", { name: /^Visão Do Orvalho/ });
    await expect(botao).not.toContainText("•");

    // Another order marks the view as modified.
    await page.getByRole("button", { name: /^Ordem da lista/ }).click();
    await page.getByRole("menuitemradio", { name: "Emissão, mais antigos" }).click();
    await expect(botao).toContainText("•");
    await expect(botao).toHaveAccessibleName(/modificada/);
    await botao.click();
    await painel.getByRole("button", { name: "Voltar a “Do Orvalho”" }).click();
    await expect(page).toHaveURL(/ordem=emitente/);
    await expect(botao).not.toContainText("•");

    // The bare URL of the list opens with the default view.
    await botao.click();
    await painel.getByRole("button", { name: "Abrir a lista com “Do Orvalho”" }).click();
    await page.goto("/dfe_recebidos");
    await expect(page).toHaveURL(/ordem=emitente.*visao=|visao=.*ordem=emitente/);
    await expect(linhas(page)).toHaveCount(3);
    await expect(page.getByRole("columnheader", { name: "UF" })).toHaveCount(0);
    // The tab link opens the list without any view.
    await page.getByRole("navigation", { name: "Listas" }).getByRole("link", { name: "Repositório" }).click();
    await expect(page).toHaveURL(/visao=nenhuma/);

    await page.getByRole("button", { name: "Visões" }).click();
    await painel.getByRole("button", { name: "Renomear “Do Orvalho”" }).click();
    await painel.getByLabel("Novo nome de “Do Orvalho”").fill("Laticínios");
    await page.keyboard.press("Enter");
    await painel.getByRole("button", { name: "Apagar “Laticínios”" }).click();
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

test("columns and density are kept after a reload", async ({ page }) => {
  await openTres(page);
  const height = async (): Promise<number> => (await linhas(page).first().boundingBox())?.height ?? 0;
  const tall = await height();
  await page.getByRole("button", { name: "Colunas e densidade" }).click();
  await page.getByRole("radio", { name: "Compactas" }).check();
  await page.getByRole("checkbox", { name: "Chave de acesso" }).check();
  await page.getByRole("checkbox", { name: "Veredito" }).uncheck();
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(linhas(page)).toHaveCount(3);
  expect(await height()).toBe(tall - 8);
  const [chave = ""] = vindas["zip-com-tres-notas"];
  await expect(page.getByRole("table")).toContainText(chave.replace(/(.{4})(?=.)/g, "$1 "));
  await expect(page.getByRole("columnheader", { name: "Veredito" })).toHaveCount(0);
  await page.getByRole("button", { name: "Colunas e densidade" }).click();
  await page.getByRole("button", { name: "Colunas padrão" }).click();
  await expect(page.getByRole("columnheader", { name: "Veredito" })).toHaveCount(1);
});

test("a click on a status filters; all filtered notas are selected at once and downloaded as one ZIP", async ({
  page,
}) => {
  await openTres(page);
  await linhas(page)
    .first()
    .getByRole("button", { name: /Confirmada$/ })
    .click();
  await expect(page).toHaveURL(/sefaz=autorizada/);
  await linhas(page)
    .first()
    .getByRole("button", { name: /Autorizada$/ })
    .click();
  await expect(page).toHaveURL(/nfe=autorizada/);
  await expect(linhas(page)).toHaveCount(3);

  await linhas(page).first().getByRole("checkbox").click();
  const barra = page.getByRole("toolbar", { name: "Ações para os selecionados" });
  await expect(barra).toContainText("1 selecionado");
  await page.getByRole("button", { name: "Selecionar os 3 do filtro" }).click();
  await expect(barra).toContainText("3 selecionados");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    barra.getByRole("button", { name: "XML e DANFE" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^documentos-.*\.zip$/);
  const zip = Buffer.concat(await (await download.createReadStream()).toArray());
  for (const chave of vindas["zip-com-tres-notas"]) {
    expect(zip.includes(Buffer.from(`${chave}.xml`))).toBe(true);
    expect(zip.includes(Buffer.from(`${chave}.pdf`))).toBe(true);
  }
  await expect(page.getByText("3 documentos baixados em um ZIP.")).toBeVisible();
});

test("a partly failed bulk mark shows the outcome of each document", async ({ page }) => {
  await openTres(page);
  await page.getByRole("checkbox", { name: "Selecionar todos da página" }).click();
  // One request fails; the others succeed.
  let calls = 0;
  await page.route("**/Services/", async (route) => {
    const isMarca = route.request().postData()?.includes("Nota.setConferido");
    calls += isMarca ? 1 : 0;
    if (isMarca && calls === 2) await route.abort("connectionreset");
    else await route.fallback();
  });
  await page.getByRole("toolbar").getByRole("button", { name: "Conferido" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Marcar" }).click();
  const resultado = page.getByRole("dialog", { name: "Resultado por documento" });
  await expect(resultado).toContainText("2 documentos marcados, 1 não.");
  await expect(resultado.getByRole("listitem").first()).toContainText("Nada foi perdido.");
  await resultado.getByRole("button", { name: "Fechar" }).last().click();
  await page.unroute("**/Services/");
  await page.reload();
  await expect(page.getByRole("button", { name: /^Conferido\. Conferido por/ })).toHaveCount(2);
});

test("a divergence shows both statuses side by side, and SEFAZ can be queried again from its row", async ({
  page,
}) => {
  const token = await signIn(page);
  const [chave = ""] = vindas["nota-cancelada-depois"];
  const { id } = await waitCancelada(page, { token, chave });
  await page.goto(`${listaDe(chave)}&tab=div`);
  const linha = page.locator(`[data-linha="${id}"]`);
  await expect(linha).toContainText("Autorizada");
  await expect(linha).toContainText("Divergente: cancelada");
  const aba = page.getByRole("navigation", { name: "Listas" }).getByRole("link", { name: /^Divergências/ });
  await expect(aba).toContainText(/\d/);
  await linha.getByRole("button", { name: /^Consultar SEFAZ/ }).click();
  await expect(linha.getByRole("status")).toContainText("Consultando…");
  await expect(page.getByRole("alert").filter({ hasText: /SEFAZ/ })).toBeVisible({ timeout: ESTRADA_MS });
  await expect(linha.getByRole("button", { name: /^Consultar SEFAZ/ })).toBeVisible();
  await page.reload();
  await expect(linha).toContainText("Divergente: cancelada");
});

test("a printed list has only its rows: no bars, checkboxes or buttons", async ({ page }) => {
  await openTres(page);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("navigation", { name: "Páginas da lista" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Exportar" })).toBeHidden();
  await expect(linhas(page).first().getByRole("checkbox")).toBeHidden();
  await expect(linhas(page).first()).toBeVisible();
});

test("a file dropped anywhere on the importação page is uploaded", sobre("/importacao"), async ({ page }) => {
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
});
