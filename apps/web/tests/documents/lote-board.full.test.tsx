import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { button, dialog, rowOf } from "../support/actions.ts";
import { answer, callsOf } from "../support/fake-server.ts";
import { exampleDocument, exampleLote, type Lote, loteAnswers } from "../support/lote-examples.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { expectAddress, expectCount, openApp } from "../support/open-app.tsx";
import { openNotas } from "../support/open-notas.ts";

const toolbar = (): Locator => page.getByRole("toolbar", { name: "Ações para os selecionados" });
const [first, second, third] = exampleNotas(3);
if (!first || !second || !third) throw new Error("no examples");

const DOCUMENTS = [
  exampleDocument(first, { situacao: "recusado", mensagem: "O documento está em quarentena." }),
  exampleDocument(second, {}),
  exampleDocument(third, { situacao: "na-fila", terminadoEm: null }),
];
const ENDED: Partial<Lote> = {
  ...{ estado: "concluido", naFila: 0, feitos: 2, recusados: 1, terminadoEm: new Date() },
  ...{ desfazerAte: new Date(Date.now() + 3_600_000), podeParar: false, podeRepetir: true },
};

async function openSelected(action: string): Promise<void> {
  await page.getByRole("checkbox", { name: "Selecionar todos da página" }).click();
  await toolbar().getByRole("button", { name: action }).click();
}

test("a lote says first how many accept it, then shows the outcome of each document, and can be undone", async () => {
  let lote = exampleLote();
  await openNotas();
  answer(
    loteAnswers(
      () => lote,
      () => DOCUMENTS,
    ),
  );
  await openSelected("Recebido");
  const question = dialog("Marcar como recebido");
  await expect.element(question).toHaveTextContent("2 de 3");
  await expect.element(question).toHaveTextContent("1 já está marcado");
  await question.getByRole("button", { name: "Marcar 2" }).click();
  const [started] = callsOf("Lote.startMarca");
  expect(started).toMatchObject({ marca: "recebido", valor: true, ids: expect.any(Array) });
  expect(callsOf("Nota.setRecebido")).toEqual([]);
  await expectCount(toolbar(), 0);
  const board = dialog("Marcação em andamento");
  await expect.element(board).toHaveTextContent("2 de 3 prontos");
  const groups = (): string[] =>
    board
      .getByRole("heading", { level: 3 })
      .elements()
      .map((h) => h.textContent ?? "");
  await expect.poll(groups).toEqual(["1 recusado", "1 feito", "1 na fila"]);
  await expect.element(board.getByText("O documento está em quarentena.")).toBeVisible();
  const link = board.getByRole("link", { name: "1.201 / 1" });
  expect(link.element().getAttribute("href")).toBe(`/nota/${first.id}?type=E`);
  // In the background its card stays on any page, and its end while something was refused.
  await board.getByRole("button", { name: "Continuar em segundo plano" }).click();
  await expect.element(page.getByText("Marcação: 2 de 3")).toBeVisible();
  lote = exampleLote(ENDED);
  await expect.element(page.getByText("2 feitos, 1 recusados")).toBeVisible();
  await button("Ver os recusados").click();
  const ended = dialog("Marcação terminada");
  await ended.getByRole("button", { name: "Tentar de novo os que falharam" }).click();
  await expect.poll(() => callsOf("Lote.retryLote")).toEqual([{ id: lote.id }]);
  await ended.getByRole("button", { name: "Desfazer" }).click();
  await expect.poll(() => callsOf("Lote.startDesfazer")).toEqual([{ id: lote.id }]);
});

test("an option that no document accepts is off with its reason, and a manifestação says that it stays", async () => {
  await openApp("/dfe_recebidos?erp=todos&emissao=tudo", notasAnswers(exampleNotas(3)));
  answer(
    loteAnswers(
      () => exampleLote({ tipo: "manifestacao", marca: null, valor: null, status: 1 }),
      () => [],
    ),
  );
  await openSelected("Manifestar");
  const question = dialog("Manifestar à SEFAZ");
  const ciencia = question.getByRole("radio", { name: /Ciência da operação/ });
  await expect.element(ciencia).toBeDisabled();
  await expect.element(question).toHaveTextContent("3 fora do prazo de 10 dias");
  await expect.element(question).toHaveTextContent("não pode ser retirada, só trocada por outra");
  await question.getByRole("radio", { name: /Operação não realizada/ }).click();
  await question.getByRole("button", { name: "Enviar 3 à SEFAZ" }).click();
  expect(callsOf("Lote.startManifestacao")).toEqual([]);
  await question.getByRole("textbox").fill("A mercadoria chegou avariada e voltou");
  await question.getByRole("button", { name: "Enviar 3 à SEFAZ" }).click();
  await expect.poll(() => callsOf("Lote.startManifestacao").length).toBe(1);
  expect(callsOf("Lote.startManifestacao")[0]).toMatchObject({ novoStatus: 3 });
  await expect.element(dialog("Manifestação em andamento")).toBeVisible();
});

test("the lotes of the conta are found again in their list, and one is stopped in its board", async () => {
  await openApp("/lotes", {
    ...notasAnswers([]),
    ...loteAnswers(
      () => exampleLote(),
      () => DOCUMENTS,
    ),
  });
  await expect.element(rowOf("Lote 7")).toHaveTextContent("Marcar: Recebido");
  await button("Lote 7").click();
  await dialog("Marcação em andamento").getByRole("button", { name: "Parar" }).click();
  await expect.poll(() => callsOf("Lote.endLote").length).toBe(1);
  await expectAddress(/\/lotes$/);
});
