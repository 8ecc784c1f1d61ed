import { expect, type Locator, type Page, type Request, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { answered, findViolations, playScenario, rpc, signIn, waitNota } from "../support/sandbox.ts";

type Nota = {
  id: string;
  numeroNota: string;
  valorTotal: string;
  cnpjEmitente: string;
  nomeEmitente: string;
};

// Three notas of one supplier: their number range lists only these.
let chaves: string[];
test.beforeAll(async ({ request }) => {
  chaves = await playScenario({ request }, "zip-com-tres-notas");
});

/**
 * Signs in and waits for the three.
 * @returns the notas in their number range, by number, and the URL that lists them
 */
async function openThree(page: Page): Promise<{ notas: Nota[]; listUrl: string; token: string }> {
  const token = await signIn(page);
  const list = async (searchFilter: object): Promise<Nota[]> =>
    ((await rpc(page, "Nota.getListNota", { entradaSaida: "E", searchFilter }, token)) as { results: Nota[] })
      .results;
  for (const chave of chaves) await waitNota(page, { token, chave });
  const three = (await Promise.all(chaves.map((chaveAcesso) => list({ chaveAcesso })))).flat();
  const numeros = three.map(({ numeroNota }) => Number(numeroNota));
  const [de, ate, cnpj] = [Math.min(...numeros), Math.max(...numeros), three[0]?.cnpjEmitente ?? ""];
  const notas = await list({ cnpjEmitente: cnpj, numeroDe: de, numeroAte: ate });
  return {
    notas: notas.toSorted((a, b) => Number(a.numeroNota) - Number(b.numeroNota)),
    listUrl: `/dfe_recebidos?emitente=${cnpj}&numero=${de}..${ate}&erp=todos&emissao=tudo`,
    token,
  };
}

async function openDrawer(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /^Filtrar( \d|$)/ }).click();
  return page.getByRole("dialog", { name: /^Filtrar/ });
}

const chips = (page: Page): Locator => page.getByRole("list", { name: "Filtros ativos" });
const rows = (page: Page): Locator => page.locator("[data-linha]");

type Fill = (drawer: Locator) => Promise<unknown>;
const type =
  (label: string, text: string): Fill =>
  (drawer) =>
    drawer.getByLabel(label, { exact: true }).fill(text);
const choose =
  (label: string, option: string): Fill =>
  (drawer) =>
    drawer.getByLabel(label, { exact: true }).selectOption(option);
const press =
  (group: string, ...options: string[]): Fill =>
  async (drawer) => {
    const field = drawer.getByRole("group", { name: group, exact: true });
    for (const option of options) await field.getByText(option, { exact: true }).click();
  };

/**
 * Each field: its chip, and how many of the listed notas remain; the last two replace a filter of the
 * list.
 */
function casesOf(notas: readonly Nota[], chave: string): [chip: string, restam: number, fill: Fill][] {
  const last = notas.at(-1)?.numeroNota ?? "";
  const [lowest = ""] = notas.map(({ valorTotal }) => valorTotal).toSorted((a, b) => Number(a) - Number(b));
  const equals = notas.filter(({ valorTotal }) => valorTotal === lowest).length;
  return [
    ["Chave de acesso", 1, type("Chave de acesso", chave)],
    ["Tipo: CT-e, MDF-e", 0, press("Tipo de documento", "CT-e", "MDF-e")],
    ["Série: 998", 0, type("Série", "998")],
    ["Finalidade: devolução", 0, choose("Finalidade da NF-e", "devolução")],
    ["Valor: até", equals, type("Valor até (R$)", lowest.replace(".", ","))],
    ["Nome do emitente: ninguém", 0, type("Nome do emitente", "ninguém")],
    ["Nome do destinatário: ninguém", 0, type("Nome do destinatário", "ninguém")],
    ["Destinatário: 529.982.247-25", 0, type("CNPJ ou CPF do destinatário", "52998224725")],
    ["UF: AC", 0, choose("UF do emitente", "AC")],
    ["Documentos: também de terceiros", notas.length, choose("Documentos", "também de terceiros")],
    ["Emissão: mês passado", 0, choose("Emissão", "mês passado")],
    ["Chegada: até 01/01/2026", 0, type("Chegada ao Malote: até", "01/01/2026")],
    ["ERP: processado", 0, choose("Processado no ERP", "Sim")],
    ["Recebido: sim", 1, choose("Recebido", "Sim")],
    ["Conferido: não", notas.length - 1, choose("Conferido", "Não")],
    ["Situação: em quarentena", 0, choose("Pendência", "em quarentena")],
    ["Status NF-e: Cancelada", 0, press("Status NF-e", "Cancelada")],
    ["Status SEFAZ: Denegada", 0, press("Status SEFAZ", "Denegada")],
    ["Manifestação: ciência", 0, press("Manifestação do destinatário", "ciência")],
    ["Veredito: Suspeita", 0, press("Veredito", "Suspeita")],
    ["Auditor: denegada", 0, press("Status da SEFAZ no auditor", "denegada")],
    ["Registro do auditor: cancelamento", 0, press("Registro do auditor", "cancelamento")],
    ["Busca: ninguém", 0, type("Busca", "ninguém")],
    [`Número: ${Number(last).toLocaleString("pt-BR")}`, 1, type("Número de", last)],
    ["Emitente: 12.ABC.345/01DE-35", 0, type("CNPJ ou CPF do emitente", "12abc34501de35")],
  ];
}

// Two halves, for two workers.
for (const [half, de, ate] of [
  ["first", 0, 13],
  ["second", 13, undefined],
] as const) {
  test(`every field of the filter narrows the list, and the chip of the field removes it: ${half} half`, async ({
    page,
  }) => {
    test.slow(); // a dozen fields, each with its drawer
    const { notas, listUrl, token } = await openThree(page);
    const id = notas.at(-1)?.id;
    await rpc(page, "Nota.setRecebido", { id, recebido: true }, token);
    await rpc(page, "Nota.setConferido", { id, conferido: true }, token);
    await page.goto(listUrl);
    await expect(rows(page)).toHaveCount(notas.length);
    for (const [chip, remaining, fill] of casesOf(notas, chaves[0] ?? "").slice(de, ate)) {
      await test.step(chip, async () => {
        const drawer = await openDrawer(page);
        await fill(drawer);
        await drawer.getByRole("button", { name: "Aplicar" }).click();
        await expect(chips(page)).toContainText(chip);
        await expect(rows(page)).toHaveCount(remaining);
        const removeName = `Remover o filtro ${chip.split(":")[0]}:`;
        const removeButton = chips(page).getByRole("button", { name: removeName });
        await removeButton.click();
        await expect(removeButton).toHaveCount(0);
      });
    }
  });
}

test(
  "filter days are typed, picked or preset, hours are in quarters, and invalid ones show an error",
  covers("/dfe_recebidos"),
  async ({ page }) => {
    const { listUrl, notas } = await openThree(page);
    await page.goto(listUrl);
    const drawer = await openDrawer(page);
    const applyButton = drawer.getByRole("button", { name: "Aplicar" });
    await expect(applyButton).toBeDisabled();

    // A preset fills in its days; typing a day makes it a custom period.
    const period = drawer.getByLabel("Emissão", { exact: true });
    const de = drawer.getByRole("textbox", { name: "Emissão: de" });
    const ate = drawer.getByRole("textbox", { name: "Emissão: até" });
    await period.selectOption("últimos 30 dias");
    await expect(de).toHaveValue(/^\d{2}\/\d{2}\/\d{4}$/);
    await de.fill("");
    await de.pressSequentially("31022026");
    await expect(de).toHaveValue("31/02/2026");
    await expect(period.locator("option:checked")).toHaveText("datas escolhidas");
    await expect(drawer.getByText("Escreva uma data válida, como 31/12/2026.")).toBeVisible();
    await expect(applyButton).toBeDisabled();
    await de.fill("02/01/2026");
    await ate.fill("01/01/2026");
    await ate.blur();
    await expect(drawer.getByText("A data inicial vem depois da final.")).toBeVisible();

    // The calendar opens by button or Alt+ArrowDown, is navigated with the arrows, and closes with Esc.
    await de.press("Alt+ArrowDown");
    const calendar = page.getByRole("dialog", { name: "Calendário: Emissão: de" });
    await expect(calendar.getByRole("button", { name: "sexta-feira, 2 de janeiro de 2026" })).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(calendar).toHaveCount(0);
    await expect(drawer).toBeVisible();
    await drawer.getByRole("button", { name: "Abrir o calendário: Emissão: de" }).click();
    await expect(calendar.getByRole("button", { name: "sexta-feira, 2 de janeiro de 2026" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(calendar.getByRole("button", { name: "sexta-feira, 9 de janeiro de 2026" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(de).toHaveValue("09/01/2026");
    await ate.fill("");
    await expect(drawer.getByText("A data inicial vem depois da final.")).toHaveCount(0);

    // Hours are picked in quarters or typed; a part that is not a number counts as 0.
    const time = drawer.getByRole("combobox", { name: "Chegada ao Malote: de: hora" });
    await time.fill("9");
    await time.press("ArrowDown");
    await time.press("ArrowDown");
    await time.press("Enter");
    await expect(time).toHaveValue("09:15");
    await time.blur();
    await expect(drawer.getByText("Escreva também o dia.")).toBeVisible();
    await drawer.getByRole("textbox", { name: "Chegada ao Malote: de" }).fill("01/01/2026");
    await time.fill("25:00");
    await time.blur();
    await expect(drawer.getByText("Escreva uma hora de 00:00 a 23:59.")).toBeVisible();
    await time.fill("ab:30");
    await time.blur();
    await expect(time).toHaveValue("00:30");
    await expect(drawer.getByRole("heading", { name: "Valores e datas 2 filtros ativos" })).toBeVisible();
    await applyButton.click();
    await expect(chips(page)).toContainText("Emissão: a partir de 09/01/2026");
    await expect(chips(page)).toContainText("Chegada: a partir de 01/01/2026 00:30");
    await expect(rows(page)).toHaveCount(notas.length);
    await page.reload();
    await expect(chips(page)).toContainText("Chegada: a partir de 01/01/2026 00:30");
    await expect(rows(page)).toHaveCount(notas.length);
  },
);

test("the filter suggests participantes while the user types, and never those for an older text", async ({
  page,
}) => {
  const { notas } = await openThree(page);
  const [{ nomeEmitente, cnpjEmitente } = { nomeEmitente: "", cnpjEmitente: "" }] = notas;
  await page.goto("/dfe_recebidos?erp=todos&emissao=tudo");
  const drawer = await openDrawer(page);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isOlder = (request: Request): boolean => request.postData()?.includes('"searchKey":"zz"') ?? false;
  await page.route("**/Services/", async (route) => {
    if (isOlder(route.request())) await held;
    await route.continue().catch(() => undefined);
  });
  const name = drawer.getByRole("combobox", { name: "Nome do emitente" });
  const older = page.waitForRequest(isOlder);
  await name.fill("zz");
  await older;
  await name.fill(nomeEmitente.slice(0, 6).toLowerCase());
  const option = drawer.getByRole("option", { name: nomeEmitente }).first();
  await expect(option).toBeVisible();
  release();
  await answered(await older);
  await expect(option).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  // Esc closes the list, not the panel; the arrows open it again.
  await name.press("Escape");
  await expect(option).toHaveCount(0);
  await expect(drawer).toBeVisible();
  await name.press("ArrowDown");
  while ((await option.getAttribute("aria-selected")) !== "true") await name.press("ArrowDown");
  await name.press("Enter");
  await expect(drawer.getByLabel("CNPJ ou CPF do emitente")).toHaveValue(/^[\dA-Z.]{10}\/\S{7}$/);
  await drawer.getByRole("button", { name: "Aplicar" }).click();
  await expect(chips(page)).toContainText("Emitente: ");
  expect(new URL(page.url()).searchParams.get("emitente")).toHaveLength(cnpjEmitente.length);
});

test(
  "the filter page returns to its list, asks before losing changes, and redirects if the list is unknown",
  covers("/filtro/:type", "/emails", "/auditor"),
  async ({ page }) => {
    await signIn(page);
    await page.goto("/filtro/emails?remetente=nfe@&ordem=assunto");
    const sender = page.getByLabel("Remetente", { exact: true });
    await expect(sender).toHaveValue("nfe@");
    await page.getByLabel("Assunto").fill("nota");

    // Leaving with changes asks first, and leaving is still possible.
    const question = page.getByRole("dialog", { name: "Abandonar alterações?" });
    await page.getByRole("link", { name: "Voltar à lista" }).click();
    await question.getByRole("button", { name: "Continuar no filtro" }).click();
    await expect(page.getByLabel("Assunto")).toHaveValue("nota");
    await page.getByRole("button", { name: "Aplicar" }).click();
    await expect(page).toHaveURL(/\/emails\?.*ordem=assunto/);
    await expect(chips(page)).toContainText("Assunto: nota");
    await page.reload();
    await expect(chips(page)).toContainText("Remetente: nfe@");
    await chips(page)
      .getByRole("button", { name: /^Remover o filtro Assunto/ })
      .click();
    await expect(chips(page)).not.toContainText("Assunto");

    await page.goto("/filtro/auditor");
    await page.getByText("Cancelamento", { exact: true }).click();
    await page.getByText("Cancelada", { exact: true }).click();
    await expect(page.getByRole("heading", { name: "Auditoria 2 filtros ativos" })).toBeVisible();
    await page.getByRole("button", { name: "Limpar", exact: true }).click();
    await expect(page.getByText("Sem filtros")).toBeVisible();
    await page.getByRole("button", { name: "Voltar à lista" }).click();
    await question.getByRole("button", { name: "Abandonar" }).click();
    await expect(page).toHaveURL(/\/auditor$/);

    await page.goto("/filtro/nada");
    await expect(page).toHaveURL(/\/home$/);
  },
);

test("the filter drawer asks before it closes with changes; on a phone the filter is a page", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/dfe_emitidos");
  const drawer = await openDrawer(page);
  await drawer.getByLabel("Série").fill("12");
  // A person does not press the next key within a few milliseconds.
  await page.waitForTimeout(300);
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Abandonar alterações?" });
  await question.getByRole("button", { name: "Continuar no filtro" }).click();
  await expect(drawer.getByLabel("Série")).toHaveValue("12");
  await drawer.getByRole("button", { name: "Fechar o filtro" }).click();
  await question.getByRole("button", { name: "Abandonar" }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page).toHaveURL(/\/dfe_emitidos$/);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("link", { name: /^Filtrar/ }).click();
  await expect(page).toHaveURL(/\/filtro\/dfe_emitidos$/);
  await page.getByLabel("UF do destinatário").selectOption("MG");
  await page.getByRole("button", { name: "Limpar UF do destinatário" }).click();
  await page.getByLabel("Série").fill("12");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Aplicar" }).click();
  await expect(page).toHaveURL(/\/dfe_emitidos\?serie=12$/);
});
