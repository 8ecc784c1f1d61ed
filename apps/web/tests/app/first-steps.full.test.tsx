import { expect, test, vi } from "vitest";
import { type Locator, page } from "vitest/browser";
import { sampleCaixa } from "../../src/features/caixa/sample-caixa.ts";
import { button, ticking } from "../support/actions.ts";
import { firstStepsAnswers } from "../support/admin-examples.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { contaAnswers, exampleId, NOW, ORDINARY } from "../support/conta-examples.ts";
import { emailsAnswers, exampleEmail } from "../support/email-examples.ts";
import { answer } from "../support/fake-server.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { expectAddress, expectCount, openApp, openAsVisitor } from "../support/open-app.tsx";

const ARRIVALS_POLL_MS = 3_000;
const arrivals = (): Locator => page.getByRole("list", { name: "E-mails que acabaram de chegar" });
const title = (): Locator => page.getByRole("heading", { level: 1 });

test("the first steps show the first e-mails as they arrive", async () => {
  const emails = [exampleEmail()];
  const shown = ticking(() => arrivals().getByRole("listitem").elements().length);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  await openApp("/primeiros_passos?passo=emails", {
    ...contaAnswers({ caixas: [sampleCaixa({ ultimaColeta: NOW, ultimaVisita: NOW })] }),
    ...firstStepsAnswers(),
    ...notasAnswers(exampleNotas(1)),
    ...emailsAnswers(emails),
    "Email.getListEmail": () => ({ results: [...emails], totalCount: emails.length }),
  });
  await expect.poll(shown).toBe(1);
  await expect.element(title()).toHaveTextContent(/documentos|primeiros e-mails/);
  emails.unshift(exampleEmail({ id: exampleId(102), remetenteNome: "Laticínios Serra" }));
  await vi.advanceTimersByTimeAsync(ARRIVALS_POLL_MS);
  await expect.poll(shown).toBe(2);
  vi.useRealTimers();
  await expect.element(arrivals().getByRole("link", { name: "Laticínios Serra" })).toBeVisible();
  expect(await findViolationsInThemes()).toEqual([]);
});

test("a mailbox that fails is named with its reason and a link to correct the connection", async () => {
  const caixa = sampleCaixa({ ultimoErro: "O servidor não respondeu.", estado: "erro" });
  await openApp("/primeiros_passos?passo=emails", {
    ...contaAnswers({ caixas: [caixa] }),
    ...firstStepsAnswers(),
  });
  await expect.element(title()).toHaveTextContent(/não respondeu$/);
  const notice = page.getByRole("alert");
  await expect.element(notice).toHaveTextContent("O servidor não respondeu.");
  await notice.getByRole("link", { name: "Corrigir a conexão" }).click();
  await expectAddress("/primeiros_passos?passo=caixa");
});

/** Signs in a user of a conta that has no empresa yet. */
async function signInAtEmptyConta(): Promise<void> {
  answer({
    ...contaAnswers({ empresas: [], caixas: [] }),
    ...firstStepsAnswers(),
    "Auth.logar": () => ({ authToken: "um-token" }),
    "Auth.sair": () => ({}),
  });
  await page.getByLabelText("Identificador").fill("moinho");
  await page.getByLabelText("Usuário").fill("admin");
  await page.getByRole("textbox", { name: "Senha" }).fill("Moinho2026");
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
}

test("the first steps can be postponed and are not opened again", async () => {
  await openAsVisitor("/login");
  await signInAtEmptyConta();
  await expectAddress("/primeiros_passos");
  await expect.element(title()).toHaveTextContent("Qual é a sua empresa?");
  await button("Fazer depois").click();
  await expectAddress("/painel");
  await button("Menu de Marina Prado").click();
  await page.getByRole("menuitem", { name: "Sair" }).click();
  await expectAddress("/login");
  await signInAtEmptyConta();
  await expectAddress("/painel");
});

test("an ordinary user is not led through the first steps", async () => {
  await openApp("/primeiros_passos", contaAnswers({ usuario: ORDINARY, empresas: [] }));
  await expectCount(page.getByLabelText("Razão social"), 0);
  await page
    .getByRole("link", { name: /Painel/ })
    .last()
    .click();
  await expectAddress("/painel");
});
