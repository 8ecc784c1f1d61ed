import type { ResultOf } from "@malote/contract";
import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { button } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { listOf } from "../support/conta-examples.ts";
import { type Answers, callsOf, holdAnswer } from "../support/fake-server.ts";
import { expectAddress, expectCount, goTo, openApp, reload } from "../support/open-app.tsx";
import { dayBefore, statistics } from "../support/painel-examples.ts";

type UfData = ResultOf<"Painel.getEstatisticaUF">["results"][number];

const chartOf = (name: string): Locator => page.getByRole("region", { name, exact: true });
const NOTAS = "DF-e capturados";
const EMAILS = "E-mails recebidos";

function parts(name: string, selector: string): Element[] {
  return [...chartOf(name).element().querySelectorAll(`.highcharts-${selector}`)];
}

const labels = (name: string): number =>
  parts(name, "xaxis-labels text").filter((each) =>
    each.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  ).length;

async function openCharts(): Promise<void> {
  await openApp("/painel");
  for (const name of [NOTAS, EMAILS]) await expect.element(button(`Menu do gráfico ${name}`)).toBeVisible();
  for (const name of [NOTAS, EMAILS]) await expect.poll(() => labels(name)).toBe(7);
}

/** Drags over a part of the plot of a chart, from 45 % to 95 % of its width. */
async function dragOver(name: string): Promise<void> {
  const [plot] = parts(name, "plot-background");
  if (!plot) throw new Error("no chart");
  const { width } = plot.getBoundingClientRect();
  const [from, to] = [0.45, 0.95].map((share) => ({ x: width * share, y: 40 }));
  if (!from || !to) throw new Error("no place");
  const place = page.elementLocator(plot);
  await userEvent.dragAndDrop(place, place, { sourcePosition: from, targetPosition: to, force: true });
}

test("a zoom in one chart applies to the other chart until the user undoes it", async () => {
  await openCharts();
  await dragOver(EMAILS);
  for (const name of [EMAILS, NOTAS]) await expect.poll(() => labels(name)).toBeLessThan(7);
  await chartOf(NOTAS).getByRole("button", { name: "Desfazer zoom" }).click();
  for (const name of [EMAILS, NOTAS]) await expect.poll(() => labels(name)).toBe(7);
});

test("a chart column links to the documents of its day and type", async () => {
  await openCharts();
  const column = parts(NOTAS, "series-0 .highcharts-point:not([height='0'])").at(-1);
  if (!column) throw new Error("no column");
  await page.elementLocator(column).click({ force: true });
  await expectAddress(/dfe_recebidos\?erp=todos&emissao=(\d{4}-\d\d-\d\d)\.\.\1&tipo=NFe/);
});

test("charts follow the theme at once", async () => {
  await openCharts();
  const grid = (): string | null | undefined => parts(NOTAS, "yaxis-grid path")[0]?.getAttribute("stroke");
  const light = grid();
  await button("Menu de Marina Prado").click();
  await page.getByRole("menuitemradio", { name: "Escuro" }).click();
  await expect.poll(grid).not.toBe(light);
});

test("a period of the painel is typed as two days, in order, and a period without data says so", async () => {
  const none = { NFe: 0, NFCe: 0, CTe: 0, CTeOS: 0, MDFe: 0, quantidade: 0, valor: "0.00" };
  await openApp("/painel", {
    "Painel.getEstatistica": ({ searchDateRange: { de, ate } }) => ({
      object:
        de === ate
          ? statistics({
              ...{ totalEmails: 0, totalDFe: 0, totalNFe: 0, valorTotal: "0.00", totalNaoIntegradosERP: 0 },
              chatEmails: [{ periodo: de, quantidade: 0 }],
              chatNotas: [{ ...none, periodo: de }],
            })
          : statistics(),
    }),
  });
  await button(/^Período:/).click();
  const days = page.getByRole("form", { name: "Escolher datas" });
  await days.getByRole("textbox", { name: "Período de" }).fill("31/12/2025");
  await days.getByRole("textbox", { name: "Período até" }).fill("01/12/2025");
  await days.getByRole("button", { name: "Aplicar" }).click();
  await expect.element(days.getByText("A data inicial vem depois da final.")).toBeVisible();
  expect(await findViolationsInThemes()).toEqual([]);
  await days.getByRole("textbox", { name: "Período até" }).fill("31/12/2025");
  await days.getByRole("button", { name: "Aplicar" }).click();
  await expectAddress(/periodo=2025-12-31\.\.2025-12-31/);
  await expectCount(page.getByText("Não há dados para o filtro selecionado."), 2);
  await expect.element(button(/1 dia, por dia/)).toBeVisible();
});

const UFS: UfData[] = [
  { uf: "MG", quantidade: 30, valor: "300.00" },
  { uf: "SP", quantidade: 20, valor: "900.00" },
];
const BY_UF: Answers = { "Painel.getEstatisticaUF": () => listOf(UFS) };

test("the map and the table of UFs share the highlight, can be sorted, and link to the documents of a UF", async () => {
  await openApp("/painel?tab=page2", BY_UF);
  const map = page.getByRole("navigation", { name: "Mapa das UFs" });
  const tile = map.getByRole("link", { name: /^MG/ });
  const row = page.getByRole("row", { name: /^MG / });
  await expect.element(tile).toBeVisible();
  await userEvent.hover(tile);
  await expect.element(row).toHaveAttribute("data-selecionada", "true");
  (row.getByRole("link").element() as HTMLElement).focus();
  await expect.element(tile).toHaveAttribute("data-alvo", "true");
  const names = (): (string | null)[] =>
    page
      .getByRole("row")
      .getByRole("link")
      .elements()
      .map((each) => each.textContent);
  await expect.poll(names).toEqual(["MG", "SP"]);
  await button("Ordenar por Valor").click();
  await expect
    .element(page.getByRole("columnheader", { name: /Valor/ }))
    .toHaveAttribute("aria-sort", "descending");
  await expect.poll(names).toEqual(["SP", "MG"]);
  reload();
  await expectAddress(/tab=page2.*ordem=valor/);
  await expect.poll(names).toEqual(["SP", "MG"]);
  await page.getByRole("button", { name: "Valor", exact: true }).click();
  await expect.element(tile).toHaveTextContent("R$");
  await tile.click();
  await expectAddress(new RegExp(`dfe_recebidos.*emissao=${dayBefore(6)}\\.\\.${dayBefore(0)}.*uf=MG`));
  await expect.poll(() => callsOf("Nota.getListNota").at(-1)?.searchFilter).toMatchObject({ uf: "MG" });
});

/** Seven days of 5 NF-e each, worth 500 reais a day now, and 400 in the week before. */
const MONEY: Answers = {
  "Painel.getEstatistica": ({ searchDateRange: { ate } }) => {
    const valor = ate === dayBefore(0) ? "500.00" : "400.00";
    const { chatNotas } = statistics();
    const valores = { NFe: valor, NFCe: "0.00", CTe: "0.00", CTeOS: "0.00", MDFe: "0.00" };
    return {
      object: statistics({
        valores: { ...valores, NFe: "2910000.00" },
        chatNotas: chatNotas.map((point, at) => ({
          ...point,
          ...{ valor, valores, periodo: ate === dayBefore(0) ? point.periodo : dayBefore(13 - at) },
        })),
      }),
    };
  },
};

test("the charts show money instead of counts, with the days before as a dashed line, and a reload keeps it", async () => {
  await openApp("/painel", MONEY);
  await button("Valor").click();
  await expectAddress("/painel?medida=valor");
  for (const name of ["Valor recebido", "Valor por tipo"])
    await expect.element(button(`Menu do gráfico ${name}`)).toBeVisible();
  await expect.element(chartOf("Valor recebido")).toHaveTextContent("7 dias antes");
  await expect.poll(() => parts("Valor recebido", "graph[stroke-dasharray]").length).toBe(1);
  reload();
  await expect.element(button("Menu do gráfico Valor por tipo")).toBeVisible();
  await button("Quantidade").click();
  await expect.element(button(`Menu do gráfico ${NOTAS}`)).toBeVisible();
});

test("a column of money links to the documents of its days, and Enter does the same", async () => {
  await openApp("/painel?medida=valor", MONEY);
  await expect.poll(() => parts("Valor por tipo", "series-0 .highcharts-point").length).toBe(7);
  const column = parts("Valor por tipo", "series-0 .highcharts-point").at(-1);
  if (!column) throw new Error("no column");
  await page.elementLocator(column).click({ force: true });
  await expectAddress(/dfe_recebidos\?erp=todos&emissao=(\d{4}-\d\d-\d\d)\.\.\1&tipo=NFe&situacao=/);
  await goTo("/painel?medida=valor");
  await expect.poll(() => parts("Valor recebido", "series-0 .highcharts-point").length).toBe(7);
  // The columns are drawn anew when those of the period before arrive.
  const focusColumn = async (): Promise<boolean> => {
    (button("Menu do gráfico Valor recebido").element() as HTMLElement).focus();
    await userEvent.tab();
    return document.activeElement?.matches(".highcharts-point") ?? false;
  };
  await expect.poll(focusColumn, { interval: 500 }).toBe(true);
  await userEvent.keyboard("{Enter}");
  await expectAddress(/dfe_recebidos\?erp=todos&emissao=(\d{4}-\d\d-\d\d)\.\.\1&situacao=/);
});

test.each([1440, 1366, 1100, 390])(
  "no figure of the painel is cut at a width of %i pixels",
  async (width) => {
    await page.viewport(width, 900);
    await openApp("/painel", {
      ...MONEY,
      "Nota.getListNota": () => ({ ...listOf([]), totalCount: 214, somaTotal: "412906.35", object: null }),
    });
    await expect.poll(() => document.querySelectorAll("[data-kpi]").length).toBe(9);
    const cut = [...document.querySelectorAll<HTMLElement>("[data-kpi], [data-kpi] *")].filter(
      (each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline",
    );
    expect(cut.map((each) => each.textContent)).toEqual([]);
    const text = document.querySelector('[data-kpi="NFe"]')?.textContent ?? "";
    expect(text).toMatch(/R\$\s2,91 mi$/);
    await expect
      .element(page.getByRole("list", { name: "Totais do período" }))
      .toHaveTextContent(/412\.906,35/);
  },
);

test("nothing of the painel moves when its first steps are known late", async () => {
  const { held, release } = holdAnswer();
  await openApp("/painel", {
    ...MONEY,
    // Only the first steps ask whether there is any document.
    "Nota.getListNota": async ({ listSearchOrder }) => {
      if (listSearchOrder === undefined) await held;
      return { ...listOf([]), object: null };
    },
  });
  await expect
    .element(page.getByRole("list", { name: "Totais do período" }))
    .toHaveAttribute("aria-busy", "true");
  // Long after everything else is known.
  await expect.poll(() => callsOf("Painel.getEstatistica").length).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(document.querySelectorAll("[data-kpi]").length).toBe(0);
  release();
  await expect.element(page.getByRole("heading", { name: "Primeiros passos" })).toBeVisible();
  expect(document.querySelectorAll("[data-kpi]").length).toBe(9);
});
