import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { sampleCaixa } from "../../src/features/caixa/sample-caixa.ts";
import { tryConnection } from "../../src/network/connection.ts";
import { chips, press, rowOf } from "../support/actions.ts";
import { contaAnswers } from "../support/conta-examples.ts";
import { announceChange, callsOf, setReachable } from "../support/fake-server.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { address, expectCount, openApp } from "../support/open-app.tsx";
import { LIST, openNotas } from "../support/open-notas.ts";

const panel = (): Locator => page.getByRole("complementary", { name: "Documento ao lado da lista" });
const menu = (): Locator => page.getByRole("navigation", { name: "Menu principal" });

async function loseConnection(): Promise<void> {
  setReachable(false);
  await tryConnection();
  await expect.element(page.getByText("Sem conexão:")).toBeVisible();
}

test("a click on a row in a narrow window opens it, also where its funnel appears", async () => {
  await page.viewport(1100, 800);
  await openNotas();
  const cell = document.querySelector("td[data-coluna=tipo]") as HTMLElement;
  const funnel = cell.querySelector("button") as HTMLElement;
  const { left, top, width, height } = funnel.getBoundingClientRect();
  // What a quick click at the place of the funnel meets.
  const met = document.elementFromPoint(left + width / 2, top + height / 2);
  expect(met?.closest("button")).toBeNull();
  await userEvent.click(cell, { position: { x: cell.clientWidth - 4, y: cell.clientHeight / 2 } });
  expect(address()).not.toMatch(/tipo=/);
  await expect.element(panel()).toBeVisible();
});

test("in the rail the failure of a mailbox is seen, and the tips stand beside the entries", async () => {
  await page.viewport(900, 800);
  const failed = sampleCaixa({ descricao: "Notas", ultimoErro: "Senha recusada", estado: "erro" });
  await openApp("/admin", contaAnswers({ caixas: [failed] }));
  const mark = page.getByRole("link", { name: /^Ver as caixas.*Notas.*Senha recusada/ });
  await expect.element(mark).toBeVisible();
  const entry = menu().getByRole("link", { name: "Auditor" });
  await userEvent.hover(entry);
  await expect.poll(() => document.querySelector("[class*=dica]")?.textContent).toBe("Auditor");
  const tip = document.querySelector("[class*=dica]")?.getBoundingClientRect();
  const box = entry.element().getBoundingClientRect();
  await expect.poll(() => (tip?.left ?? 0) >= box.right).toBe(true);
});

test("what arrived is counted without moving a chip or a row", async () => {
  await page.viewport(1100, 800);
  const notas = exampleNotas(3);
  const url = `${LIST}&emitente=27391485000148&uf=PR&valor=1..99999&recebido=nao&conferido=nao`;
  await openNotas(notas, url);
  const place = (): number[] => [
    chips().element().getBoundingClientRect().height,
    rowOf("1.201").element().getBoundingClientRect().top,
  ];
  const before = place();
  const more = exampleNotas(5);
  const { answer } = await import("../support/fake-server.ts");
  answer(notasAnswers(more));
  announceChange();
  await expect.element(page.getByRole("button", { name: "2 novos" })).toBeVisible();
  expect(place()).toEqual(before);
});

test("without a connection the panel says why it cannot show what the row does not know", async () => {
  await page.viewport(1440, 900);
  await openNotas();
  await loseConnection();
  await userEvent.click(rowOf("1.203").element(), { position: { x: 420, y: 20 } });
  await expect.element(panel().getByText("sem conexão").first()).toBeVisible();
  setReachable(true);
  await tryConnection();
  await expectCount(panel().getByText("sem conexão"), 0);
});

test("a mark made offline has a dashed ring until it is sent", async () => {
  await page.viewport(1440, 900);
  await openNotas();
  await userEvent.click(rowOf("1.201").element(), { position: { x: 300, y: 20 } });
  await expect.element(panel()).toBeVisible();
  await loseConnection();
  await press("c");
  await expect.element(panel().getByText("Será enviada quando a conexão voltar")).toBeVisible();
  expect(panel().element().querySelectorAll("[data-waiting]")).toHaveLength(1);
  setReachable(true);
  await tryConnection();
  await expect.poll(() => callsOf("Nota.setConferido").length).toBeGreaterThan(0);
  await expect.poll(() => document.querySelectorAll("[data-waiting]").length).toBe(0);
});

test("Esc leaves no text in the search field", async () => {
  await openApp("/admin");
  await expect.element(page.getByRole("textbox", { name: "Buscar documentos" })).toBeVisible();
  await press("{Control>}k{/Control}");
  await userEvent.type(page.getByRole("combobox", { name: "Buscar documentos" }), "pe");
  await press("{Escape}");
  await expectCount(page.getByRole("combobox"), 0);
  await expect.element(page.getByRole("textbox", { name: "Buscar documentos" })).toHaveValue("");
});
