import { SEFAZ_STATUS_POLL_MS } from "@malote/contract";
import { expect, test, vi } from "vitest";
import { type Locator, page } from "vitest/browser";
import { button, chips, choose, contentWidth, dialog, press, rowOf, showMedia } from "../support/actions.ts";
import { listOf } from "../support/conta-examples.ts";
import { announceChange, answer, callsOf, Unreachable } from "../support/fake-server.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { address, expectAddress, expectCount, openApp, PHONE, reload } from "../support/open-app.tsx";
import { LIST, linkOf, openNotas, rows } from "../support/open-notas.ts";

const toolbar = (): Locator => page.getByRole("toolbar", { name: "Ações para os selecionados" });
const flags = (name: string): Locator => page.getByRole("button", { name: new RegExp(`^${name}\\.`) });

test("a list asks the server once for its rows, and once for those of the next page", async () => {
  await openNotas(exampleNotas(25));
  await press("]");
  await expectAddress(/page=2/);
  await expectCount(rows(), 5);
  expect(callsOf("Nota.getListNota").map(({ currentPage }) => currentPage)).toEqual([1, 2]);
});

test("marking several notas at once needs one confirmation and can be undone", async () => {
  await openNotas();
  await page.getByRole("checkbox", { name: "Selecionar todos da página" }).click();
  await expect.element(toolbar()).toHaveTextContent("3 selecionados");
  await expect.element(toolbar()).toHaveTextContent(/R\$\s[\d.]+,\d\d/);
  await toolbar().getByRole("button", { name: "Conferido" }).click();
  const question = dialog("Marcar como conferido?");
  await expect.element(question).toHaveTextContent("3 documentos");
  await question.getByRole("button", { name: "Marcar" }).click();
  await expect.element(page.getByText("3 notas marcadas como conferidas.")).toBeVisible();
  await expectCount(toolbar(), 0);
  const pressed = (): (string | null)[] =>
    flags("Conferido")
      .elements()
      .map((flag) => flag.getAttribute("aria-pressed"));
  await expect.poll(pressed).toEqual(["true", "true", "true"]);
  // The toast offers to undo it.
  await page.getByRole("alert").getByRole("button", { name: "Desfazer" }).click();
  await expect.poll(pressed).toEqual(["false", "false", "false"]);
});

test("the confirmation of a bulk mark says that notas in quarantine are left out", async () => {
  await openNotas(exampleNotas(2, (n) => (n === 0 ? { quarentena: true, veredito: "suspeita" } : {})));
  await expect.element(rowOf("1.201")).toHaveTextContent("Em quarentena");
  await page.getByRole("checkbox", { name: "Selecionar todos da página" }).click();
  await toolbar().getByRole("button", { name: "Recebido" }).click();
  const question = dialog("Marcar como recebido?");
  await expect
    .element(question)
    .toHaveTextContent("1 documento em quarentena está na seleção e fica de fora.");
  await question.getByRole("button", { name: "Marcar" }).click();
  await expect.element(page.getByText("1 nota marcada como recebida.")).toBeVisible();
  expect(callsOf("Nota.setRecebido")).toHaveLength(1);
});

test("documents that arrive are counted beside the filter, and no row moves until they are asked for", async () => {
  await openNotas();
  answer(notasAnswers(exampleNotas(5, (n) => (n === 0 ? { nomeEmitente: "Nome mais novo" } : {}))));
  await expect.poll(() => callsOf("Nota.getNotasEntradaEmAberto").length).toBeGreaterThan(0);
  announceChange();
  await expect.element(button("2 novos")).toBeVisible();
  await expectCount(rows(), 3);
  await expect.element(page.getByText("Nome mais novo")).toBeVisible();
  await button("2 novos").click();
  await expectCount(rows(), 5);
  await expectCount(button("2 novos"), 0);
});

test("a nota in quarantine cannot be marked in its row", async () => {
  await openNotas(exampleNotas(1, () => ({ quarentena: true, veredito: "suspeita" })));
  await expect.element(rowOf("1.201")).toHaveTextContent("Em quarentena");
  await rowOf("1.201")
    .getByRole("button", { name: /^Recebido/ })
    .click({ force: true });
  await expectCount(dialog(), 0);
  expect(callsOf("Nota.setRecebido")).toEqual([]);
});

test("marking several documents shows the outcome of each when some fail", async () => {
  await openNotas();
  // One request fails; the others succeed.
  const { "Nota.setConferido": mark } = notasAnswers(exampleNotas(3));
  answer({
    "Nota.setConferido": (params) => {
      if (callsOf("Nota.setConferido").length === 2) throw new Unreachable();
      return mark?.(params) ?? {};
    },
  });
  await page.getByRole("checkbox", { name: "Selecionar todos da página" }).click();
  await toolbar().getByRole("button", { name: "Conferido" }).click();
  await dialog().getByRole("button", { name: "Marcar" }).click();
  const result = dialog("Resultado por documento");
  await expect.element(result).toHaveTextContent("2 documentos marcados, 1 não.");
  await expect.element(result.getByRole("listitem").first()).toHaveTextContent("Nada foi perdido.");
  await result.getByRole("button", { name: "Fechar" }).last().click();
  await expectCount(result, 0);
});

test("a cell filters by its value; filter and order are in the URL and survive opening a document", async () => {
  await openNotas();
  await rowOf("1.201")
    .getByRole("button", { name: /^Filtrar por [A-Z]{2}$/ })
    .click();
  await expectAddress(/uf=MG/);
  await expect.element(chips()).toHaveTextContent(/UF: MG/);
  await choose(/^Ordem da lista/, "Nome do emitente", "menuitemradio");
  await expectAddress(/ordem=emitente/);
  const filtered = address();
  await expect
    .poll(() => callsOf("Nota.getListNota").at(-1))
    .toMatchObject({ searchFilter: { uf: "MG" }, listSearchOrder: "emitente" });

  await linkOf(1).click();
  await expectAddress(/\/nota\//);
  await page.getByRole("link", { name: "Voltar à lista" }).click();
  await expectAddress(filtered);
  window.history.back();
  await expectAddress(/\/nota\//);
  window.history.back();
  await expectAddress(filtered);
  reload();
  await expectCount(rows(), 3);

  await button("Limpar").click();
  await expectAddress(/erp=todos&emissao=tudo|emissao=tudo&erp=todos/);
  await expectCount(chips(), 0);
});

test("the chosen columns and density of a list are kept after a reload", async () => {
  await openNotas();
  const height = (): number => rowOf("1.201").element().getBoundingClientRect().height;
  const tall = height();
  await button("Colunas e densidade").click();
  await page.getByRole("radio", { name: "Compactas" }).click();
  await page.getByRole("checkbox", { name: "Chave de acesso" }).click();
  await page.getByRole("checkbox", { name: "Veredito" }).click();
  await press("{Escape}");
  reload();
  await expectCount(rows(), 3);
  await expect.poll(height).toBe(tall - 8);
  const [first] = exampleNotas(1);
  await expect
    .element(page.getByRole("table"))
    .toHaveTextContent(first?.chaveAcesso.replace(/(.{4})(?=.)/g, "$1 ") ?? "");
  await expectCount(page.getByRole("columnheader", { name: "Veredito" }), 0);
  await button("Colunas e densidade").click();
  await button("Colunas padrão").click();
  await expectCount(page.getByRole("columnheader", { name: "Veredito" }), 1);
});

test("the list shows both statuses of a divergence, and its row can start a new SEFAZ query", async () => {
  const [nota] = exampleNotas(1, () => ({ sefazStatus: "101", divergente: true }));
  if (!nota) throw new Error("no example");
  await openApp("/dfe_recebidos?tab=div&encontrada=tudo", {
    ...notasAnswers([nota]),
    "Nota.getNumeroDivergencias": () => ({
      totalCount: 1,
      object: { NFe: 1, NFCe: 0, CTe: 0, CTeOS: 0, MDFe: 0 },
    }),
    "Nota.getNotasDivergentes": () => ({ results: [nota], totalCount: 1 }),
    "Nota.consultarSefaz": () => ({}),
    "Nota.hasSefazStatus": () => ({ object: true }),
  });
  const row = rowOf("1.201");
  await expect.element(row).toHaveTextContent("Autorizada");
  await expect.element(row).toHaveTextContent("Divergente: cancelada");
  await expect
    .element(page.getByRole("navigation", { name: "Listas" }).getByRole("link", { name: /^Divergências/ }))
    .toHaveTextContent(/1/);
  const again = row.getByRole("button", { name: /^Consultar SEFAZ/ });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  await again.click();
  await expect.element(row.getByRole("status")).toHaveTextContent("Consultando…");
  await vi.advanceTimersByTimeAsync(SEFAZ_STATUS_POLL_MS);
  vi.useRealTimers();
  await expect.element(page.getByRole("alert").filter({ hasText: /SEFAZ/ })).toBeVisible();
  await expect.element(again).toBeVisible();
});

test("a printed list has only its rows, without bars, checkboxes or buttons", async () => {
  await openNotas();
  await showMedia("print");
  try {
    await expect.element(page.getByText("Página 1 de 1")).not.toBeVisible();
    const pager = page.getByRole("navigation", { name: "Páginas da lista", includeHidden: true });
    await expect.element(pager).not.toBeVisible();
    await expect.element(page.getByText("Exportar")).not.toBeVisible();
    await expect.element(page.getByLabelText("Selecionar NF-e 1.201")).not.toBeVisible();
    await expect.element(rowOf("1.201")).toBeVisible();
  } finally {
    await showMedia("screen");
  }
});

test("on a phone the list shows cards, and a document has its actions at the bottom", async () => {
  await page.viewport(...PHONE);
  const [nota] = exampleNotas(1);
  await openApp(LIST, { ...notasAnswers(nota ? [nota] : []), "Email.getListEmail": () => listOf([]) });
  const card = page.getByRole("list", { name: "Documentos" }).getByRole("listitem");
  await expect.element(card).toHaveTextContent("Confirmada pela SEFAZ");
  await expectCount(page.getByRole("table"), 0);
  expect(contentWidth()).toBeLessThanOrEqual(390);
  await card.getByRole("link").click();
  await expect.element(page.getByRole("button", { name: "Marcar processado", exact: true })).toBeInViewport();
  expect(contentWidth()).toBeLessThanOrEqual(390);
  await button("Abrir o menu").click();
  await page
    .getByRole("navigation", { name: "Menu principal" })
    .getByRole("link", { name: "E-mails" })
    .click();
  await expectAddress("/emails");
});

test("a list without a match offers to remove its filters, and an unreachable server a retry", async () => {
  await openApp("/dfe_recebidos?texto=nada", notasAnswers([]));
  await expect.element(page.getByText("Nenhum documento com este filtro")).toBeVisible();
  answer({
    "Nota.getListNota": () => {
      throw new Unreachable();
    },
  });
  await page.getByRole("link", { name: "DF-e emitidos" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "Falha de comunicação com o servidor" });
  await expect.element(alert).toBeVisible();
  answer(notasAnswers(exampleNotas(1)));
  await alert.getByRole("button", { name: "Tentar de novo" }).click();
  await expectCount(alert, 0);
  await expectCount(rows(), 1);
});

test("a filter without documents offers no export", async () => {
  await openApp("/dfe_recebidos?texto=nada");
  await button("Exportar").click();
  await expect.element(page.getByText("Nenhum documento para exportar.")).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: /CSV/ })).toBeDisabled();
});
