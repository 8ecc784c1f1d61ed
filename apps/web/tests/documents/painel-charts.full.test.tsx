import type { ResultOf } from "@malote/contract";
import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { button } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { listOf } from "../support/conta-examples.ts";
import { type Answers, callsOf } from "../support/fake-server.ts";
import { expectAddress, expectCount, openApp, reload } from "../support/open-app.tsx";
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
