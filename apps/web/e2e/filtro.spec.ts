import { expect, type Locator, type Page, type Request, test } from "@playwright/test";
import { answered, findViolations, playCenario, rpc, signIn, waitNota } from "./apoio.ts";
import { sobre } from "./rotas.ts";

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
  chaves = await playCenario({ request }, "zip-com-tres-notas");
});

/**
 * Signs in and waits for the three.
 * @returns the notas in their number range, by number, and the URL that lists them
 */
async function openTres(page: Page): Promise<{ notas: Nota[]; lista: string; token: string }> {
  const token = await signIn(page);
  const list = async (searchFilter: object): Promise<Nota[]> =>
    ((await rpc(page, "Nota.getListNota", { entradaSaida: "E", searchFilter }, token)) as { results: Nota[] })
      .results;
  for (const chave of chaves) await waitNota(page, { token, chave });
  const tres = (await Promise.all(chaves.map((chaveAcesso) => list({ chaveAcesso })))).flat();
  const numeros = tres.map(({ numeroNota }) => Number(numeroNota));
  const [de, ate, cnpj] = [Math.min(...numeros), Math.max(...numeros), tres[0]?.cnpjEmitente ?? ""];
  const notas = await list({ cnpjEmitente: cnpj, numeroDe: de, numeroAte: ate });
  return {
    notas: notas.toSorted((a, b) => Number(a.numeroNota) - Number(b.numeroNota)),
    lista: `/dfe_recebidos?emitente=${cnpj}&numero=${de}..${ate}&erp=todos&emissao=tudo`,
    token,
  };
}

async function openGaveta(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: /^Filtrar( \d|$)/ }).click();
  return page.getByRole("dialog", { name: /^Filtrar/ });
}

const fichas = (page: Page): Locator => page.getByRole("list", { name: "Filtros ativos" });
const linhas = (page: Page): Locator => page.locator("[data-linha]");

type Fill = (gaveta: Locator) => Promise<unknown>;
const type =
  (rotulo: string, texto: string): Fill =>
  (gaveta) =>
    gaveta.getByLabel(rotulo, { exact: true }).fill(texto);
const choose =
  (rotulo: string, opcao: string): Fill =>
  (gaveta) =>
    gaveta.getByLabel(rotulo, { exact: true }).selectOption(opcao);
const press =
  (grupo: string, ...opcoes: string[]): Fill =>
  async (gaveta) => {
    const campo = gaveta.getByRole("group", { name: grupo, exact: true });
    for (const opcao of opcoes) await campo.getByText(opcao, { exact: true }).click();
  };

/**
 * Each field: its chip, and how many of the listed notas remain; the last two replace a filter of the
 * list.
 */
function casosOf(notas: readonly Nota[], chave: string): [chip: string, restam: number, fill: Fill][] {
  const ultima = notas.at(-1)?.numeroNota ?? "";
  const [menor = ""] = notas.map(({ valorTotal }) => valorTotal).toSorted((a, b) => Number(a) - Number(b));
  const iguais = notas.filter(({ valorTotal }) => valorTotal === menor).length;
  return [
    ["Chave de acesso", 1, type("Chave de acesso", chave)],
    ["Tipo: CT-e, MDF-e", 0, press("Tipo de documento", "CT-e", "MDF-e")],
    ["Série: 998", 0, type("Série", "998")],
    ["Finalidade: devolução", 0, choose("Finalidade da NF-e", "devolução")],
    ["Valor: até", iguais, type("Valor até (R$)", menor.replace(".", ","))],
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
    [`Número: ${Number(ultima).toLocaleString("pt-BR")}`, 1, type("Número de", ultima)],
    ["Emitente: 12.ABC.345/01DE-35", 0, type("CNPJ ou CPF do emitente", "12abc34501de35")],
  ];
}

// Two halves, for two workers.
for (const [metade, de, ate] of [
  ["first", 0, 13],
  ["second", 13, undefined],
] as const) {
  test(`every field of the filter narrows the list, and its chip removes it: the ${metade} half`, async ({
    page,
  }) => {
    test.slow(); // a dozen fields, each with its drawer
    const { notas, lista, token } = await openTres(page);
    const id = notas.at(-1)?.id;
    await rpc(page, "Nota.setRecebido", { id, recebido: true }, token);
    await rpc(page, "Nota.setConferido", { id, conferido: true }, token);
    await page.goto(lista);
    await expect(linhas(page)).toHaveCount(notas.length);
    for (const [chip, restam, fill] of casosOf(notas, chaves[0] ?? "").slice(de, ate)) {
      await test.step(chip, async () => {
        const gaveta = await openGaveta(page);
        await fill(gaveta);
        await gaveta.getByRole("button", { name: "Aplicar" }).click();
        await expect(fichas(page)).toContainText(chip);
        await expect(linhas(page)).toHaveCount(restam);
        const tirar = `Remover o filtro ${chip.split(":")[0]}:`;
        const saida = fichas(page).getByRole("button", { name: tirar });
        await saida.click();
        await expect(saida).toHaveCount(0);
      });
    }
  });
}

test(
  "days are typed, picked or preset, hours are in quarters, and errors are shown",
  sobre("/dfe_recebidos"),
  async ({ page }) => {
    const { lista, notas } = await openTres(page);
    await page.goto(lista);
    const gaveta = await openGaveta(page);
    const aplicar = gaveta.getByRole("button", { name: "Aplicar" });
    await expect(aplicar).toBeDisabled();

    // A preset fills in its days; typing a day makes it a custom period.
    const periodo = gaveta.getByLabel("Emissão", { exact: true });
    const de = gaveta.getByRole("textbox", { name: "Emissão: de" });
    const ate = gaveta.getByRole("textbox", { name: "Emissão: até" });
    await periodo.selectOption("últimos 30 dias");
    await expect(de).toHaveValue(/^\d{2}\/\d{2}\/\d{4}$/);
    await de.fill("");
    await de.pressSequentially("31022026");
    await expect(de).toHaveValue("31/02/2026");
    await expect(periodo.locator("option:checked")).toHaveText("datas escolhidas");
    await expect(gaveta.getByText("Escreva uma data válida, como 31/12/2026.")).toBeVisible();
    await expect(aplicar).toBeDisabled();
    await de.fill("02/01/2026");
    await ate.fill("01/01/2026");
    await ate.blur();
    await expect(gaveta.getByText("A data inicial vem depois da final.")).toBeVisible();

    // The calendar opens by button or Alt+ArrowDown, is navigated with the arrows, and closes with Esc.
    await de.press("Alt+ArrowDown");
    const calendario = page.getByRole("dialog", { name: "Calendário: Emissão: de" });
    await expect(calendario.getByRole("button", { name: "sexta-feira, 2 de janeiro de 2026" })).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(calendario).toHaveCount(0);
    await expect(gaveta).toBeVisible();
    await gaveta.getByRole("button", { name: "Abrir o calendário: Emissão: de" }).click();
    await expect(calendario.getByRole("button", { name: "sexta-feira, 2 de janeiro de 2026" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(calendario.getByRole("button", { name: "sexta-feira, 9 de janeiro de 2026" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(de).toHaveValue("09/01/2026");
    await ate.fill("");
    await expect(gaveta.getByText("A data inicial vem depois da final.")).toHaveCount(0);

    // Hours are picked in quarters or typed; a part that is not a number counts as 0.
    const hora = gaveta.getByRole("combobox", { name: "Chegada ao Malote: de: hora" });
    await hora.fill("9");
    await hora.press("ArrowDown");
    await hora.press("ArrowDown");
    await hora.press("Enter");
    await expect(hora).toHaveValue("09:15");
    await hora.blur();
    await expect(gaveta.getByText("Escreva também o dia.")).toBeVisible();
    await gaveta.getByRole("textbox", { name: "Chegada ao Malote: de" }).fill("01/01/2026");
    await hora.fill("25:00");
    await hora.blur();
    await expect(gaveta.getByText("Escreva uma hora de 00:00 a 23:59.")).toBeVisible();
    await hora.fill("ab:30");
    await hora.blur();
    await expect(hora).toHaveValue("00:30");
    await expect(gaveta.getByRole("heading", { name: "Valores e datas 2 filtros ativos" })).toBeVisible();
    await aplicar.click();
    await expect(fichas(page)).toContainText("Emissão: a partir de 09/01/2026");
    await expect(fichas(page)).toContainText("Chegada: a partir de 01/01/2026 00:30");
    await expect(linhas(page)).toHaveCount(notas.length);
    await page.reload();
    await expect(fichas(page)).toContainText("Chegada: a partir de 01/01/2026 00:30");
    await expect(linhas(page)).toHaveCount(notas.length);
  },
);

test("participantes are suggested while typing, and an answer to an older text never shows", async ({
  page,
}) => {
  const { notas } = await openTres(page);
  const [{ nomeEmitente, cnpjEmitente } = { nomeEmitente: "", cnpjEmitente: "" }] = notas;
  await page.goto("/dfe_recebidos?erp=todos&emissao=tudo");
  const gaveta = await openGaveta(page);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isOlder = (request: Request): boolean => request.postData()?.includes('"searchKey":"zz"') ?? false;
  await page.route("**/Services/", async (route) => {
    if (isOlder(route.request())) await held;
    await route.continue().catch(() => undefined);
  });
  const nome = gaveta.getByRole("combobox", { name: "Nome do emitente" });
  const older = page.waitForRequest(isOlder);
  await nome.fill("zz");
  await older;
  await nome.fill(nomeEmitente.slice(0, 6).toLowerCase());
  const opcao = gaveta.getByRole("option", { name: nomeEmitente }).first();
  await expect(opcao).toBeVisible();
  release();
  await answered(await older);
  await expect(opcao).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  // Esc closes the list, not the panel; the arrows open it again.
  await nome.press("Escape");
  await expect(opcao).toHaveCount(0);
  await expect(gaveta).toBeVisible();
  await nome.press("ArrowDown");
  while ((await opcao.getAttribute("aria-selected")) !== "true") await nome.press("ArrowDown");
  await nome.press("Enter");
  await expect(gaveta.getByLabel("CNPJ ou CPF do emitente")).toHaveValue(/^[\dA-Z.]{10}\/\S{7}$/);
  await gaveta.getByRole("button", { name: "Aplicar" }).click();
  await expect(fichas(page)).toContainText("Emitente: ");
  expect(new URL(page.url()).searchParams.get("emitente")).toHaveLength(cnpjEmitente.length);
});

test(
  "the filter page returns to its list, asks before losing changes, and redirects for an unknown list",
  sobre("/filtro/:type", "/emails", "/auditor"),
  async ({ page }) => {
    await signIn(page);
    await page.goto("/filtro/emails?remetente=nfe@&ordem=assunto");
    const remetente = page.getByLabel("Remetente", { exact: true });
    await expect(remetente).toHaveValue("nfe@");
    await page.getByLabel("Assunto").fill("nota");

    // Leaving with changes asks first, and leaving is still possible.
    const pergunta = page.getByRole("dialog", { name: "Abandonar alterações?" });
    await page.getByRole("link", { name: "Voltar à lista" }).click();
    await pergunta.getByRole("button", { name: "Continuar no filtro" }).click();
    await expect(page.getByLabel("Assunto")).toHaveValue("nota");
    await page.getByRole("button", { name: "Aplicar" }).click();
    await expect(page).toHaveURL(/\/emails\?.*ordem=assunto/);
    await expect(fichas(page)).toContainText("Assunto: nota");
    await page.reload();
    await expect(fichas(page)).toContainText("Remetente: nfe@");
    await fichas(page)
      .getByRole("button", { name: /^Remover o filtro Assunto/ })
      .click();
    await expect(fichas(page)).not.toContainText("Assunto");

    await page.goto("/filtro/auditor");
    await page.getByText("Cancelamento", { exact: true }).click();
    await page.getByText("Cancelada", { exact: true }).click();
    await expect(page.getByRole("heading", { name: "Auditoria 2 filtros ativos" })).toBeVisible();
    await page.getByRole("button", { name: "Limpar", exact: true }).click();
    await expect(page.getByText("Sem filtros")).toBeVisible();
    await page.getByRole("button", { name: "Voltar à lista" }).click();
    await pergunta.getByRole("button", { name: "Abandonar" }).click();
    await expect(page).toHaveURL(/\/auditor$/);

    await page.goto("/filtro/nada");
    await expect(page).toHaveURL(/\/home$/);
  },
);

test("the filter drawer asks before closing with changes; on a phone the filter is a page", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/dfe_emitidos");
  const gaveta = await openGaveta(page);
  await gaveta.getByLabel("Série").fill("12");
  // A person does not press the next key within a few milliseconds.
  await page.waitForTimeout(300);
  await page.keyboard.press("Escape");
  const pergunta = page.getByRole("dialog", { name: "Abandonar alterações?" });
  await pergunta.getByRole("button", { name: "Continuar no filtro" }).click();
  await expect(gaveta.getByLabel("Série")).toHaveValue("12");
  await gaveta.getByRole("button", { name: "Fechar o filtro" }).click();
  await pergunta.getByRole("button", { name: "Abandonar" }).click();
  await expect(gaveta).toHaveCount(0);
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
