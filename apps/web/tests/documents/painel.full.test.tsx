import type { ResultOf } from "@malote/contract";
import { DAY_MS } from "@malote/syntax";
import { expect, test, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { sampleEmpresa } from "../../src/features/empresa/sample-empresa.ts";
import { button, savedFile } from "../support/actions.ts";
import { contaAnswers, listOf } from "../support/conta-examples.ts";
import {
  type Answers,
  answerEndpoint,
  callsOf,
  setServerClock,
  Unreachable,
} from "../support/fake-server.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { address, expectAddress, openApp, reload } from "../support/open-app.tsx";
import { dayBefore, statistics } from "../support/painel-examples.ts";

type Detail = ResultOf<"Painel.getEstatisticaDetalhado">["results"][number];

const PAINEL: Answers = {
  "Painel.getEstatistica": () => ({ object: statistics() }),
  "Nota.getNotasEntradaEmAberto": () => ({ totalCount: 5, object: { NFe: 5, CTe: 0, CTeOS: 0 } }),
};

const chartOf = (name: string): Locator => page.getByRole("region", { name, exact: true });
const menuOf = (name: string): Locator => button(`Menu do gráfico ${name}`);
const labels = (name: string): number =>
  [...chartOf(name).element().querySelectorAll(".highcharts-xaxis-labels text")].filter((each) =>
    each.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
  ).length;

async function openCharts(): Promise<void> {
  await openApp("/painel", PAINEL);
  for (const name of ["DF-e capturados", "E-mails recebidos"])
    await expect.element(menuOf(name)).toBeVisible();
  await expect.poll(() => labels("DF-e capturados")).toBe(7);
}

test("side, period and empresa of the painel are in the URL, survive a reload, and are described in words", async () => {
  const empresas = [
    sampleEmpresa(),
    sampleEmpresa({ id: "01900000-0000-7000-8000-00000000000b", nome: "Filial" }),
  ];
  await openApp("/painel", { ...contaAnswers({ empresas }), ...PAINEL });
  await button("DF-e emitidos").click();
  await expectAddress(/papel=S/);
  await expect.poll(() => callsOf("Painel.getEstatistica").at(-1)?.searchTipoAnalise).toBe("S");
  await button(/^Período: .*7 dias, por dia/).click();
  await button("Últimos 90 dias").click();
  await expectAddress(/periodo=90d/);
  await expect.element(button(/90 dias, por semana/)).toBeVisible();
  await page.getByLabelText("Empresa", { exact: true }).selectOptions("Filial");
  await expectAddress(/empresa=[0-9A-Z]{14}/);
  reload();
  await expect.element(button("DF-e emitidos")).toHaveAttribute("aria-pressed", "true");
  await button("Limpar Empresa").click();
  await expect.poll(address).not.toMatch(/empresa=/);
});

test("the periods of the painel follow the day of the server, wherever the browser's clock stands", async () => {
  setServerClock(75 * DAY_MS);
  await openApp("/painel", PAINEL);
  const today = new Date(Date.now() + 75 * DAY_MS).toLocaleDateString("en-CA");
  await expect.poll(() => JSON.stringify(callsOf("Painel.getEstatistica"))).toContain(today);
});

test("a failed chart export shows an error, and the page keeps working", async () => {
  await openCharts();
  answerEndpoint("/Services/exportChart", () => {
    throw new Unreachable();
  });
  await menuOf("E-mails recebidos").click();
  await page.getByRole("menuitem", { name: "Baixar PNG" }).click();
  await expect.element(page.getByText("Falha de comunicação com o servidor")).toBeVisible();
  await expect.poll(() => labels("E-mails recebidos")).toBe(7);
});

test("the menu of a chart closes half a second after the pointer leaves the menu, and not earlier", async () => {
  await openCharts();
  const menu = menuOf("DF-e capturados");
  await menu.click();
  const item = page.getByRole("menuitem", { name: "Baixar SVG" });
  await item.hover();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await userEvent.hover(page.getByRole("heading", { level: 1 }));
  await vi.advanceTimersByTimeAsync(480);
  await expect.element(menu).toHaveAttribute("aria-expanded", "true");
  await vi.advanceTimersByTimeAsync(40);
  await expect.element(menu).toHaveAttribute("aria-expanded", "false");
  vi.useRealTimers();
});

test("printing a chart prints it alone with its title, and the page is restored after a second", async () => {
  let printed = { rest: "", text: "" };
  const rest = (): string => document.getElementById("root")?.style.display ?? "";
  vi.spyOn(window, "print").mockImplementation(() => {
    printed = {
      rest: rest(),
      text: document.querySelector("body > .highcharts-container")?.textContent ?? "",
    };
  });
  await openCharts();
  await menuOf("DF-e capturados").click();
  const item = page.getByRole("menuitem", { name: "Imprimir gráfico" });
  await expect.element(item).toBeVisible();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await item.click();
  const printedAfter = async (ms: number): Promise<string> => {
    await vi.advanceTimersByTimeAsync(ms);
    return printed.rest;
  };
  await expect.poll(() => printedAfter(10)).toBe("none"); // the menu's click may take effect later
  expect(printed.text).toContain("DF-e capturados");
  await vi.advanceTimersByTimeAsync(930);
  expect(rest()).toBe("none");
  await vi.advanceTimersByTimeAsync(120);
  expect(rest()).not.toBe("none");
  vi.useRealTimers();
  await expect.poll(() => labels("DF-e capturados")).toBe(7);
  expect(
    chartOf("DF-e capturados").element().querySelector(".highcharts-title")?.textContent ?? "",
  ).not.toContain("capturados");
});

test("the alert strip shows the pending items, and each links to its own documents", async () => {
  await openApp("/painel", PAINEL);
  const item = page.getByRole("link", { name: /Não integrados.*fora do ERP/ }).first();
  await item.click();
  await expectAddress(/^\/dfe_recebidos\?emissao=tudo&tipo=NFe%2CCTe/);
});

test("the detail table of the painel has totals, a CSV download, and links to the documents of each figure", async () => {
  const row: Detail = {
    periodo: dayBefore(0),
    empresaId: sampleEmpresa().id,
    empresaNome: sampleEmpresa().nome,
    empresaCnpj: sampleEmpresa().cnpj,
    tipoNota: "NFe",
    quantidade: 1_200,
    valor: "1500.00",
    canceladas: 1,
    divergentes: 2,
    naoIntegradas: 3,
  };
  await openApp("/painel?tab=page3", {
    ...PAINEL,
    "Painel.getEstatisticaDetalhado": () => listOf([row, { ...row, tipoNota: "CTe", quantidade: 34 }]),
  });
  const table = page.getByRole("table", { name: "Documentos por período, empresa e tipo" });
  await expect.element(table.getByRole("link").first()).toBeVisible();
  const { name, content } = await savedFile(async () => await button("Baixar CSV").click());
  expect(name).toBe(`painel-detalhado-${dayBefore(6)}-a-${dayBefore(0)}.csv`);
  // Blob.text() drops the byte order mark.
  const lines = new TextDecoder("utf-8", { ignoreBOM: true })
    .decode(await content.arrayBuffer())
    .split("\r\n");
  expect(lines[0]).toBe(
    "\ufeffPeríodo;Empresa;CNPJ;Tipo;Quantidade;Valor;Canceladas;Divergentes;Não integradas",
  );
  expect(lines.at(-2)).toMatch(/^Total;;;;1\.234;/);
  expect(lines[1]).toContain(dayBefore(0).slice(0, 4));
  await table
    .getByRole("link", { name: /1\.200/ })
    .first()
    .click();
  await expectAddress(/dfe_recebidos\?erp=todos&emissao=/);
});

test("the painel says that it is live, and how old its newest document is", async () => {
  const [newest] = exampleNotas(1, () => ({ criadoEm: new Date(Date.now() - 150_000) }));
  await openApp("/painel", { ...PAINEL, ...notasAnswers(newest ? [newest] : []) });
  await expect.element(page.getByText("Ao vivo, última nota há 2 min")).toBeVisible();
});
