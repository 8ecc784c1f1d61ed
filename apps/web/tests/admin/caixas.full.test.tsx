import { MESSAGES } from "@malote/contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { sampleCaixa, sampleCaixaDetail } from "../../src/features/caixa/sample-caixa.ts";
import type { CaixaProof } from "../../src/rpc/documents/queries.ts";
import { button, dialog, leaveField, rowOf } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { contaAnswers, ORDINARY } from "../support/conta-examples.ts";
import { Unreachable } from "../support/fake-server.ts";
import { expectAddress, expectCount, openApp } from "../support/open-app.tsx";

const caixa = sampleCaixa();
const FINGERPRINT = Array.from({ length: 32 }, () => "A1").join(":");
const field = (name: string): Locator => page.getByLabelText(name, { exact: true });

test("an ordinary user sees the mailboxes but cannot change them", async () => {
  await openApp("/admin?tab=caixa", {
    ...contaAnswers({ usuario: ORDINARY }),
    "CaixaEmail.getCaixaEmail": () => ({ object: sampleCaixaDetail() }),
  });
  const row = rowOf(caixa.descricao);
  await expect.element(row).toBeVisible();
  await expectCount(page.getByRole("link", { name: "Nova caixa de e-mail" }), 0);
  await expectCount(button(/^Ações da caixa/), 0);
  await row.getByRole("link").click();
  await expect.element(page.getByText("Só administradores da conta alteram caixas de e-mail.")).toBeVisible();
  await expect.element(field("Servidor")).toBeDisabled();
  await expect.element(page.getByRole("region", { name: "Saúde da caixa" })).toBeVisible();
  for (const name of ["Salvar", "Testar conexão", "Excluir"]) await expectCount(button(name), 0);
});

test("a user without a mailbox is led to a new one", async () => {
  await openApp("/dfe_recebidos?texto=nada-disto", contaAnswers({ caixas: [] }));
  await page.getByRole("link", { name: "Conectar uma caixa de e-mail" }).click();
  await expectAddress("/caixaemail/nova");
});

test("the form of a mailbox fills in default ports, servers and scopes, but keeps what was typed", async () => {
  await openApp("/caixaemail/nova");
  await page.getByLabelText("Tipo").selectOptions("pop3");
  await expect
    .element(page.getByText("Sem proteção: usuário, senha e mensagens trafegam sem criptografia"))
    .toBeVisible();
  await expect.element(page.getByText("Em branco, 110.")).toBeVisible();
  await field("Usuário").fill("fiscal@gmail.com");
  await leaveField();
  await expect.element(field("Servidor")).toHaveValue("imap.gmail.com");
  await expect.element(page.getByText("crie uma senha de app")).toBeVisible();
  await expect.element(page.getByText("Em branco, 993.")).toBeVisible();
  await field("Provedor").selectOptions("microsoft");
  await expect.element(field("Servidor")).toHaveValue("outlook.office365.com");
  const tokenUrl = page.getByLabelText("Endereço de tokens (token endpoint)");
  await expect
    .poll(() => (tokenUrl.element() as HTMLInputElement).value)
    .toMatch(/^https:\/\/login\.microsoft/);
  await expectCount(page.getByRole("textbox", { name: "Senha" }), 0);
  await expect
    .element(page.getByRole("textbox", { name: "Segredo do aplicativo (client secret)" }))
    .toBeVisible();
  await page.getByLabelText("Tipo").selectOptions("spop3");
  const scope = page.getByLabelText("Escopo");
  await expect.poll(() => (scope.element() as HTMLInputElement).value).toMatch(/POP\.AccessAsUser\.All/);
  await scope.fill("correio/.default");
  await page.getByLabelText("Provedor do acesso").selectOptions("outro");
  await expect.element(scope).toHaveValue("correio/.default");
});

test("a mailbox that cannot be deleted shows its sentence, and its page stays", async () => {
  await openApp(`/caixaemail/${caixa.id}`, {
    "CaixaEmail.getCaixaEmail": () => ({ object: sampleCaixaDetail() }),
    "CaixaEmail.deleteCaixaEmail": () => {
      throw new Unreachable();
    },
  });
  await button("Excluir").click();
  await dialog().getByRole("button", { name: "Excluir caixa" }).click();
  await expect.element(page.getByText(MESSAGES.caixaNaoExcluida).first()).toBeVisible();
});

/** The answers to tests of the connection: first an unknown certificate, then a wrong password. */
const proofOf = (trusted: string | null | undefined): CaixaProof => {
  const failed = trusted ? "entrada" : "tls";
  const done = (["dns", "tcp", "tls", "saudacao", "entrada"] as const).slice(0, trusted ? 5 : 3);
  return {
    ...{ ok: false, mensagens: null, falha: "recusada" },
    passos: done.map((passo) => ({ passo, ok: passo !== failed, mensagem: "Uma frase sobre o passo." })),
    certificado: {
      ...{ impressao: FINGERPRINT, titular: "CN=pop.ipedolargo.example", emissor: "CN=a mesma" },
      ...{ validoAte: new Date("2027-03-01T12:00:00Z"), confiavel: Boolean(trusted) },
    },
  };
};

test("an unknown certificate and a refused password pass axe", async () => {
  await openApp("/caixaemail/nova", {
    "CaixaEmail.pingServidor": ({ caixa }) => ({ object: proofOf(caixa.certificadoFixado) }),
  });
  await page.getByLabelText("Tipo").selectOptions("imaps");
  await field("Usuário").fill("fiscal");
  await field("Servidor").fill("pop.ipedolargo.example");
  await page.getByRole("textbox", { name: "Senha" }).fill("senha-errada");
  await button("Testar conexão").click();
  await expect.element(button("Confiar neste certificado")).toBeVisible();
  expect(await findViolationsInThemes()).toEqual([]);
  await button("Confiar neste certificado").click();
  await expect.element(page.getByText("Recusada pelo servidor no último teste.")).toBeVisible();
  expect(await findViolationsInThemes()).toEqual([]);
});
