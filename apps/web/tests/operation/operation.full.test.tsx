import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { button, dialog, rowOf } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { exampleId } from "../support/conta-examples.ts";
import { callsOf } from "../support/fake-server.ts";
import { expectAddress, expectCount, openApp } from "../support/open-app.tsx";
import { exampleFailure, exampleMonitoredCaixa, operatorAnswers } from "../support/operator-examples.ts";

const REFUSED = "Só quem opera o Malote vê esta página";
const region = (name: string): Locator => page.getByRole("region", { name });

test.each(["/operacao", "/operacao/filas", "/admin?tab=produto"])(
  "a user who is not an operator sees a refusal with a link back, and no data is requested: %s",
  async (url) => {
    await openApp(url);
    await expect.element(page.getByRole("heading", { name: REFUSED })).toBeVisible();
    await expectAddress(/^\/operacao/);
    expect(await findViolationsInThemes()).toEqual([]);
    expect(callsOf("Operador.getEstado")).toEqual([]);
    await page.getByRole("link", { name: "Voltar ao painel" }).click();
    await expectAddress("/painel");
  },
);

test("an operator opens the overview from the menu, and the conta from there", async () => {
  await openApp("/painel", operatorAnswers());
  await button("Menu de Marina Prado").click();
  await page.getByRole("menuitem", { name: "Operação" }).click();
  await expectAddress("/operacao");
  await expect.element(page.getByText(/^Atualizado (agora|há \d+ s)$/)).toBeVisible();
  await expect.element(region("Caixas com erro")).toHaveTextContent("fiscal@moinho.example");
  await page.getByRole("link", { name: "Registros" }).click();
  await expect.element(page.getByRole("table", { name: "Registros" })).toHaveTextContent("moinho");
  await page.getByRole("link", { name: "Voltar a moinho" }).click();
  await expectAddress("/painel");
});

test("an operator sees failing mailboxes with the reason, and warns their conta once", async () => {
  const healthy = { id: exampleId(412), endereco: "outra@moinho.example", motivo: null, erroDesde: null };
  const caixas = [exampleMonitoredCaixa(), exampleMonitoredCaixa(healthy)];
  await openApp("/operacao/caixas", operatorAnswers({ caixas }));
  await expect.element(rowOf("outra@moinho.example")).toBeVisible();
  await page.getByRole("link", { name: /^Com erro/ }).click();
  await expectAddress("/operacao/caixas?aba=erro");
  await expectCount(rowOf("outra@moinho.example"), 0);
  const row = rowOf("fiscal@moinho.example");
  await expect.element(row).toHaveTextContent("O servidor recusou a senha.");
  await row.getByRole("button", { name: "Avisar a conta sobre fiscal@moinho.example" }).click();
  await expect.element(row).toHaveTextContent("avisada hoje");
  await expectCount(row.getByRole("button"), 0);
  expect(callsOf("Operador.warnConta")).toMatchObject([{ sobre: "caixa", contaId: exampleId(2) }]);
});

test("failed tasks are listed with their reason, filtered by queue, and retried one by one", async () => {
  const email = { id: exampleId(402), nome: "Aviso por e-mail", tentarJa: false, tipo: "envio" } as const;
  const waiting = exampleFailure({ ...email, impedimento: "conta" });
  await openApp("/operacao/filas?aba=falhas", operatorAnswers({ falhas: [exampleFailure(), waiting] }));
  const row = rowOf("Consulta à SEFAZ");
  await expect.element(row).toHaveTextContent("A SEFAZ não respondeu.");
  await expectCount(rowOf("Aviso por e-mail").getByRole("button"), 0);
  expect(await findViolationsInThemes()).toEqual([]);
  await row.getByRole("button").first().click();
  expect(callsOf("Operador.retryFalhas")).toEqual([
    { falhas: [{ contaId: exampleId(2), id: exampleId(401) }] },
  ]);
});

test("a pause of the collection asks for its reason, and is shown on every page until it ends", async () => {
  await openApp("/operacao", operatorAnswers());
  await button("Pausar a coleta").click();
  const question = dialog("Pausar a coleta?");
  await question.getByLabelText("Motivo").fill("Troca do servidor de e-mail");
  await question.getByRole("button", { name: "Pausar a coleta" }).click();
  const notice = region("Coleta pausada");
  await expect.element(notice).toHaveTextContent("Troca do servidor de e-mail");
  await page.getByRole("link", { name: "Filas", exact: true }).click();
  await expect.element(notice).toBeVisible();
  await notice.getByRole("button", { name: "Retomar a coleta" }).click();
  await expectCount(notice, 0);
  expect(callsOf("Operador.setPausa").map(({ pausada }) => pausada)).toEqual([true, false]);
});
