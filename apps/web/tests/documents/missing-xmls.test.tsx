import type { ResultOf } from "@malote/contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { contentWidth } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { contaAnswers, exampleId, listOf, ORDINARY } from "../support/conta-examples.ts";
import { type Answers, callsOf, Refused } from "../support/fake-server.ts";
import { exampleChave } from "../support/nota-examples.ts";
import { openApp, PHONE } from "../support/open-app.tsx";

type Supplier = ResultOf<"PedidoXml.getListFornecedor">["results"][number];
type Missing = Supplier["documentos"][number];

const DAY_MS = 86_400_000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const FISCAL = "fiscal@valemanso.example";

function missing(n: number, part: Partial<Missing> = {}): Missing {
  return {
    ...{
      id: exampleId(n),
      tipoNota: "NFe",
      chaveAcesso: exampleChave(n),
      numeroNota: String(n),
      serieNota: "1",
    },
    ...{ dataEmissao: daysAgo(5), valorTotal: "100.00", empresaId: exampleId(3), empresaNome: "Moinho" },
    ...{
      estado: "faltando",
      pedidoEm: null,
      pedidoPor: null,
      pedidoPara: null,
      porFora: false,
      lembretes: 0,
    },
    ...{ cienciaEm: null, cienciaAte: daysAgo(-5), cienciaImpedida: null },
    ...part,
  };
}

function supplier(part: Partial<Supplier>): Supplier {
  return {
    ...{ cnpjEmitente: "27391485000148", nomeEmitente: "Hortifrúti Vale Manso Ltda", soma: "4854.02" },
    ...{ quantidade: 2, maisAntiga: daysAgo(30), aPedir: 2, noPrazo: 1, para: FISCAL, propria: false },
    documentos: [
      missing(20_323),
      missing(20_311, { cienciaAte: daysAgo(3), cienciaImpedida: "O prazo terminou." }),
    ],
    ...part,
  };
}

const asked = { estado: "pedido", pedidoPor: "Marina Prado", pedidoPara: "nota@pedramorna.example" } as const;
const VINICOLA = supplier({
  ...{ cnpjEmitente: "11444777000161", nomeEmitente: "Vinícola Pedra Morna Ltda", aPedir: 0, noPrazo: 0 },
  documentos: [
    missing(8_901, { estado: "baixando", cienciaEm: daysAgo(0), cienciaImpedida: "Já registrada." }),
    missing(8_877, { ...asked, pedidoEm: daysAgo(3), cienciaImpedida: "Já registrada." }),
  ],
});
const TRANSPORTES = supplier({
  ...{ cnpjEmitente: "11222333000181", nomeEmitente: "Transportes Rio Vagaroso Ltda", noPrazo: 0, aPedir: 1 },
  documentos: [missing(77, { tipoNota: "CTe", cienciaAte: null, cienciaImpedida: "Só NF-e." })],
});
const ANSWERS: Answers = {
  "PedidoXml.getListFornecedor": () => ({
    ...listOf([supplier({}), TRANSPORTES, VINICOLA]),
    object: {
      ...{ documentos: 5, soma: "24310.01", pedidos: 1, noPrazo: [exampleId(20_323)], lembreteDias: 5 },
      aPedir: [20_323, 20_311, 77].map(exampleId),
    },
  }),
  "PedidoXml.getCarta": ({ ids }) =>
    listOf([
      {
        ...{
          cnpjEmitente: "27391485000148",
          nomeEmitente: "Hortifrúti",
          empresaNome: "Moinho",
          enderecos: [FISCAL],
        },
        ...{
          responderA: "notas@moinho.example",
          assunto: "Pedido de XML",
          texto: "Por favor, enviem o XML.",
          ids,
        },
      },
    ]),
  "PedidoXml.pedirXml": ({ ids }) => listOf(ids.map((id) => ({ id, mensagem: null }))),
};
const ADDRESS = "/auditor?tab=faltando";
const groupOf = (name: string): Locator => page.getByRole("listitem", { name });
const rowOf = (n: number): Locator =>
  page
    .getByRole("listitem")
    .filter({ hasText: `${n.toLocaleString("pt-BR")} / 1` })
    .last();

test("suppliers with something to ask are open, and each document has one state", async () => {
  await openApp(ADDRESS, ANSWERS);
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
  await openApp(ADDRESS, ANSWERS);
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
    ...ANSWERS,
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
    ...ANSWERS,
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
  await openApp(ADDRESS, { ...ANSWERS, "PedidoXml.setPedidoPorFora": () => ({}) });
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
  await openApp("/painel", { ...ANSWERS, "Auditor.getListAuditor": () => ({ results: [], totalCount: 5 }) });
  await page.getByRole("link", { name: /5 Faltando XML/ }).click();
  await expect.element(groupOf("Hortifrúti Vale Manso Ltda")).toBeVisible();
  expect(contentWidth()).toBeLessThanOrEqual(390);
  expect(await findViolationsInThemes()).toEqual([]);
});
