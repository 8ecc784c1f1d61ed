import { SEFAZ_STATUS_POLL_MS } from "@malote/contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { button, contentWidth, press, rowOf } from "../support/actions.ts";
import { listOf } from "../support/conta-examples.ts";
import { answer, Unreachable } from "../support/fake-server.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { expectAddress, expectCount, openApp, PHONE, reload } from "../support/open-app.tsx";
import { LIST, openNotas, rows } from "../support/open-notas.ts";

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
