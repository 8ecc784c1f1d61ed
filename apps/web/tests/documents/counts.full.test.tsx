import { DAY_MS } from "@malote/syntax";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { sampleNota } from "../../src/features/nota/tests/sample-nota.ts";
import { button, dialog } from "../support/actions.ts";
import { listOf } from "../support/conta-examples.ts";
import type { Answers } from "../support/fake-server.ts";
import { exampleNotas, type Nota } from "../support/nota-examples.ts";
import { address, goTo, openApp } from "../support/open-app.tsx";
import { statistics } from "../support/painel-examples.ts";

const DIVERGENT = 18;
const OPEN = 40;

/** 40 open documents of the last 80 days, one every second day; SEFAZ contradicts 18 of them. */
const NOTAS = exampleNotas(OPEN, (n) => {
  const at = new Date(Date.now() - 2 * n * DAY_MS);
  const contradicted = n % 2 === 0 && n < 2 * DIVERGENT;
  return {
    ...{ dataEmissao: at, criadoEm: at, alteradoEm: at, valorTotal: "10.00" },
    ...(contradicted ? { divergente: true, sefazStatus: "101" } : {}),
  };
});

/** As the server selects, by everything that this page filters. */
function select(filter: Record<string, unknown>): Nota[] {
  const { divergente, processadoErp, emissaoDe, divergenteDe } = filter;
  const isSince = (nota: Nota, day: unknown): boolean =>
    day === undefined || (nota.dataEmissao?.toISOString().slice(0, 10) ?? "") >= String(day);
  return NOTAS.filter(
    (nota) =>
      (divergente === undefined || nota.divergente === divergente) &&
      (processadoErp === undefined || nota.processadoErp === processadoErp) &&
      isSince(nota, emissaoDe) &&
      isSince(nota, divergenteDe),
  );
}

const BY_TYPE = { NFe: 0, NFCe: 0, CTe: 0, CTeOS: 0, MDFe: 0 };
const ANSWERS: Answers = {
  "Painel.getEstatistica": () => ({
    object: statistics({ totalDivergenciaDFe: 2, totalNaoIntegradosERP: 4 }),
  }),
  "Nota.getNotasEntradaEmAberto": () => ({ totalCount: OPEN, object: { NFe: OPEN, CTe: 0, CTeOS: 0 } }),
  "Nota.getNumeroDivergencias": ({ searchDateRange }) => {
    const totalCount = select({ divergente: true, divergenteDe: searchDateRange?.de }).length;
    return { totalCount, object: { ...BY_TYPE, NFe: totalCount } };
  },
  "Nota.getNotasDivergentes": ({ searchDateRange }) => ({
    results: select({ divergente: true, divergenteDe: searchDateRange?.de }),
    totalCount: DIVERGENT,
  }),
  "Nota.getListNota": ({ searchFilter, pageSize = 20 }) => {
    const found = select(searchFilter ?? {});
    const somaTotal = `${found.length * 10}.00`;
    return { results: found.slice(0, pageSize), totalCount: found.length, somaTotal, object: null };
  },
  "Nota.getNota": ({ id }) => ({ object: NOTAS.find((nota) => nota.id === id) ?? sampleNota() }),
  "Autocomplete.getParticipantes": () => listOf([]),
};

const kpi = (key: string): Locator =>
  page.elementLocator(document.querySelector(`[data-kpi="${key}"]`) ?? document.body);
const strip = (name: RegExp): Locator =>
  page.getByRole("region", { name: "Precisa de você" }).getByRole("link", { name });

test("badge, strip, tab, KPI, list and alerts say the same number for the same words", async () => {
  await page.viewport(1440, 900);
  await openApp("/painel", ANSWERS);
  await expect.element(strip(/Divergências/)).toHaveTextContent("18");
  await expect.element(strip(/Não integrados/)).toHaveTextContent("40");
  await expect.element(page.getByTestId("abertas")).toHaveTextContent("40");
  await expect.element(kpi("divergencias")).toHaveTextContent(/18\s*R\$\s180,00/);
  await expect.element(kpi("abertas")).toHaveTextContent(/40\s*R\$\s400,00/);

  for (const [open, count] of [
    [() => strip(/Divergências/), DIVERGENT],
    [() => kpi("divergencias"), DIVERGENT],
    [() => strip(/Não integrados/), OPEN],
    [() => kpi("abertas"), OPEN],
  ] as const) {
    await goTo("/painel");
    await expect.element(strip(/Divergências/)).toBeVisible();
    await open().click();
    await expect.poll(address).toMatch(/^\/dfe_recebidos/);
    await expect.element(page.getByText(`${count} documentos`).last()).toBeVisible();
    await expect
      .element(page.getByRole("navigation").getByRole("link", { name: /^Divergências/ }))
      .toHaveTextContent("18");
  }
});

test("the tab and the alerts name every divergence, however old", async () => {
  await page.viewport(1440, 900);
  await openApp("/dfe_recebidos", ANSWERS);
  const tab = page.getByRole("link", { name: /^Divergências/ });
  await expect.element(tab).toHaveTextContent("18");
  await tab.click();
  await expect.element(page.getByText("18 documentos").last()).toBeVisible();
  await button(/^Avisos/).click();
  await expect.element(dialog("Avisos").getByText("Mais 8 divergências")).toBeVisible();
});

test("a search in the list drops the same default filters as the search of the header", async () => {
  await page.viewport(1440, 900);
  await openApp("/dfe_recebidos", ANSWERS);
  await button(/^Filtrar/).click();
  await dialog(/^Filtrar/)
    .getByLabelText("Busca", { exact: true })
    .fill("serra");
  await dialog(/^Filtrar/)
    .getByRole("button", { name: "Aplicar" })
    .click();
  const params = () => Object.fromEntries(new URLSearchParams(address().split("?")[1]));
  await expect.poll(params).toEqual({ erp: "todos", emissao: "tudo", texto: "serra" });
});

test("the chip of a supplier shows its name and its CNPJ", async () => {
  await page.viewport(1440, 900);
  await openApp("/dfe_recebidos?emitente=27391485000148", ANSWERS);
  await expect
    .element(page.getByRole("list", { name: "Filtros ativos" }))
    .toHaveTextContent("Laticínios Serra Nublada Ltda, 27.391.485/0001-48");
});
