import { PAGE_SIZE_MAX } from "@malote/contract";
import { formatReais } from "@malote/syntax";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { sampleComercio, sampleNota } from "../../src/features/nota/tests/sample-nota.ts";
import { button, press } from "../support/actions.ts";
import { callsOf } from "../support/fake-server.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { openApp } from "../support/open-app.tsx";
import { openNotas } from "../support/open-notas.ts";

const sheets = (): Element | null => document.querySelector("[data-folhas]");
const textOf = (): string => sheets()?.textContent ?? "";

/** What the browser's own command does, once the code of the sheets is there. */
async function beginPrint(): Promise<void> {
  await expect
    .poll(() => {
      window.dispatchEvent(new Event("beforeprint"));
      return sheets();
    })
    .not.toBeNull();
}

const endPrint = (): boolean => window.dispatchEvent(new Event("afterprint"));

afterEach(() => {
  endPrint();
  vi.restoreAllMocks();
});

test("a document is printed as a sheet: what, verdict, parties, items, values, what happened and its chave", async () => {
  const item = {
    ...{ numero: "1", codigo: "V-ESP", descricao: "Espumante brut 750 ml", ncm: "22041010", cfop: "6101" },
    ...{ quantidade: "24.0000", unidade: "GF", valorUnitario: "67.50", valorTotal: "1620.00" },
    referencia: null,
  };
  const nota = sampleNota({ itens: [item], comercio: sampleComercio({ ipi: "185.64" }) });
  await openApp(`/nota/${nota.id}?type=E`, notasAnswers([nota]));
  await expect.element(page.getByRole("heading", { level: 1, name: /184\.220/ })).toBeVisible();
  await beginPrint();
  for (const words of [
    "DF-e recebido",
    "Borandá Distribuidora de Alimentos Ltda · 41.820.376/0001-20",
    formatReais("18420.35"),
    "Autorizada",
    "Digest: igual",
    "Espumante brut 750 ml",
    "Total dos itens",
    "IPI",
    "Processado no ERP",
    "ainda não",
    "3126 1127 3914 8500 0148 5500 1000 1842 2016 0072 7477",
    "Impresso por",
    "Não substitui o documento auxiliar.",
  ])
    expect(textOf()).toContain(words);
  expect(sheets()?.querySelectorAll("button, a, [role=tab]")).toHaveLength(0);
  endPrint();
  await expect.poll(sheets).toBeNull();
});

test("Ctrl + P prints every document of the filter, with sums that are carried over, and the filter in words", async () => {
  const printed: string[][] = [];
  vi.spyOn(window, "print").mockImplementation(() => {
    window.dispatchEvent(new Event("beforeprint"));
    printed.push([...document.querySelectorAll("[data-folhas] article")].map((each) => each.textContent));
    endPrint();
  });
  await openNotas(
    exampleNotas(70, () => ({ valorTotal: "10.00" })),
    "/dfe_recebidos?emissao=tudo",
  );
  await beginPrint();
  expect(textOf()).toContain("os primeiros 20 de 70 documentos");
  endPrint();
  await press("{Control>}p{/Control}");
  await expect.poll(() => printed.length).toBe(1);
  const [first = "", second = "", third = ""] = printed[0] ?? [];
  expect(printed[0]).toHaveLength(3);
  expect(first).toContain("ERP: não processado");
  expect(first).toContain("70 documentos, soma do filtro");
  expect(first).toContain(formatReais("700.00"));
  expect(first).toContain("Soma da página, 31 documentos310,00");
  expect(second).toContain("Transportado da página 1, 31 documentos310,00");
  expect(third).toContain("Soma do filtro, 70 documentos700,00");
  expect(third).toContain("página 3 de 3");
  expect(callsOf("Nota.getListNota").map(({ pageSize }) => pageSize)).toContain(PAGE_SIZE_MAX);
});

test("the menu of exports prints, too", async () => {
  const print = vi.spyOn(window, "print").mockImplementation(() => {});
  await openNotas();
  await button("Exportar").click();
  await page.getByRole("menuitem", { name: /Imprimir a lista/ }).click();
  await expect.poll(() => print.mock.calls.length).toBe(1);
});

test("the totals of the painel are printed as a sheet with conta, period, figures, charts and lists", async () => {
  await openApp("/painel?periodo=30d");
  await expect.element(page.getByRole("region", { name: "Maiores fornecedores" })).toBeVisible();
  await expect.element(page.getByRole("link", { name: /Torrefação/ })).toBeVisible();
  await beginPrint();
  for (const words of [
    "Todas as empresas",
    "30 dias, por dia",
    "DF-e recebidos",
    "Não integrados",
    "Valor recebido",
    "DF-e capturados",
    "Torrefação Serra da Névoa Ltda",
    formatReais("2500.00"),
    "Vencidas",
    "Impresso por",
  ])
    expect(textOf()).toContain(words);
  expect(sheets()?.querySelectorAll("svg[role=img]")).toHaveLength(2);
  expect(sheets()?.querySelectorAll("button, a, [role=tab]")).toHaveLength(0);
  endPrint();
  await expect.poll(sheets).toBeNull();
});

test("a chart that is printed alone is not covered by the sheet of the painel", async () => {
  await openApp("/painel");
  await beginPrint();
  endPrint();
  await expect.poll(sheets).toBeNull();
  const alone = document.createElement("div");
  alone.className = "highcharts-container";
  document.body.append(alone);
  window.dispatchEvent(new Event("beforeprint"));
  expect(sheets()).toBeNull();
  alone.remove();
});
