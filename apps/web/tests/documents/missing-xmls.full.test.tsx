import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { contentWidth } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { contaAnswers, exampleId, listOf, ORDINARY } from "../support/conta-examples.ts";
import { callsOf, Refused } from "../support/fake-server.ts";
import { FISCAL, MISSING_XML_ANSWERS } from "../support/missing-xml-examples.ts";
import { openApp, PHONE } from "../support/open-app.tsx";

const ADDRESS = "/auditor?tab=faltando";
const groupOf = (name: string): Locator => page.getByRole("listitem", { name });
const rowOf = (n: number): Locator =>
  page
    .getByRole("listitem")
    .filter({ hasText: `${n.toLocaleString("pt-BR")} / 1` })
    .last();

test("suppliers with something to ask are open, and each document has one state", async () => {
  await openApp(ADDRESS, MISSING_XML_ANSWERS);
  await expect.element(groupOf("Hortifrúti Vale Manso Ltda")).toHaveTextContent("R$ 4.854,02");
  await expect.element(groupOf("Hortifrúti Vale Manso Ltda")).toHaveTextContent("Faltando XML");
  await expect.element(groupOf("Transportes Rio Vagaroso Ltda")).toHaveTextContent("CT-e não tem ciência");
  await expect.element(groupOf("Vinícola Pedra Morna Ltda")).not.toHaveTextContent("8.877");
  await page.getByRole("button", { name: "Mostrar os documentos de Vinícola Pedra Morna Ltda" }).click();
  await expect.element(groupOf("Vinícola Pedra Morna Ltda")).toHaveTextContent("Baixando da SEFAZ");
  await expect.element(groupOf("Vinícola Pedra Morna Ltda")).toHaveTextContent("Pedido há 3 dias");
  await expect.element(groupOf("Vinícola Pedra Morna Ltda")).toHaveTextContent("Por Marina Prado");
  expect(await findViolationsInThemes()).toEqual([]);
});

test("the XMLs of a supplier are requested with two clicks, after the e-mail was shown", async () => {
  await openApp(ADDRESS, MISSING_XML_ANSWERS);
  await groupOf("Hortifrúti Vale Manso Ltda").getByRole("button", { name: "Pedir 2 XMLs" }).click();
  const dialog = page.getByRole("dialog", { name: "Pedir o XML ao fornecedor" });
  await expect.element(dialog).toHaveTextContent("Por favor, enviem o XML.");
  await expect.element(dialog.getByLabelText("Para")).toHaveValue(FISCAL);
  expect(await findViolationsInThemes()).toEqual([]);
  await dialog.getByRole("button", { name: "Enviar pedido" }).click();
  await expect.element(page.getByText(`Pedido de 2 XMLs enviado a ${FISCAL}.`)).toBeVisible();
  expect(callsOf("PedidoXml.pedirXml")).toEqual([{ ids: [20_323, 20_311].map(exampleId), para: FISCAL }]);
});

test("a refused address stays in the dialog, with the reason", async () => {
  const refused = () => {
    throw new Refused("Só um administrador pede o XML a um endereço novo.");
  };
  await openApp(ADDRESS, {
    ...contaAnswers({ usuario: ORDINARY }),
    ...MISSING_XML_ANSWERS,
    "PedidoXml.pedirXml": refused,
  });
  await page.getByRole("button", { name: "Pedir 2 XMLs" }).first().click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toHaveTextContent("Só um administrador escreve a um endereço novo.");
  await dialog.getByLabelText("Para").fill("novo@valemanso.example");
  await dialog.getByRole("button", { name: "Enviar pedido" }).click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("Só um administrador pede o XML");
  await expect.element(dialog.getByLabelText("Para")).toHaveValue("novo@valemanso.example");
});

test("the ciência is offered only for documents that accept it, and the button counts exactly those", async () => {
  await openApp(ADDRESS, {
    ...MISSING_XML_ANSWERS,
    "PedidoXml.darCiencia": ({ ids }) => listOf(ids.map((id) => ({ id, mensagem: null }))),
  });
  await expect.element(page.getByRole("button", { name: "Pedir 2 XMLs" }).last()).toBeVisible();
  await expect.element(rowOf(20_323)).toBeVisible();
  expect(page.getByRole("button", { name: "Dar ciência e baixar", exact: true }).elements()).toHaveLength(1);
  await page.getByRole("button", { name: "Dar ciência e baixar 1 da SEFAZ" }).click();
  await expect.element(page.getByText("Ciência pedida à SEFAZ.")).toBeVisible();
  expect(callsOf("PedidoXml.darCiencia")).toEqual([{ ids: [exampleId(20_323)] }]);
});

test("documents asked outside Malote are marked, and the toast undoes it", async () => {
  await openApp(ADDRESS, { ...MISSING_XML_ANSWERS, "PedidoXml.setPedidoPorFora": () => ({}) });
  await page
    .getByRole("checkbox", { name: "Selecionar os documentos de Hortifrúti Vale Manso Ltda" })
    .click();
  await page.getByRole("button", { name: "Já pedi por fora", exact: true }).click();
  await page.getByRole("button", { name: "Desfazer" }).click();
  const ids = [20_323, 20_311].map(exampleId);
  await expect
    .poll(() => callsOf("PedidoXml.setPedidoPorFora"))
    .toEqual([
      { ids, pedido: true },
      { ids, pedido: false },
    ]);
});

test("on a phone the suppliers fit, and the strip of the painel leads to them", async () => {
  await page.viewport(...PHONE);
  await openApp("/painel", {
    ...MISSING_XML_ANSWERS,
    "Auditor.getListAuditor": () => ({ results: [], totalCount: 5 }),
  });
  await page.getByRole("link", { name: /5 Faltando XML/ }).click();
  await expect.element(groupOf("Hortifrúti Vale Manso Ltda")).toBeVisible();
  expect(contentWidth()).toBeLessThanOrEqual(390);
  expect(await findViolationsInThemes()).toEqual([]);
});
