import { MESSAGES } from "@malote/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { button } from "../support/actions.ts";
import { refuse } from "../support/fake-server.ts";
import { expectAddress, expectCount, openApp, openAsVisitor } from "../support/open-app.tsx";

const UNKNOWN = "01900000-0000-7000-8000-000000000001";

test.each([
  ["/caixaemail/naoeid", "Caixa de e-mail não encontrada."],
  ["/nota/naoeid", "Documento não encontrado."],
  [`/nota/${UNKNOWN}?type=E`, "Documento não encontrado."],
  ["/email/naoeid", "E-mail não encontrado."],
])("the URL of an unknown record shows an error without a retry: %s", async (url, sentence) => {
  await openApp(url, {
    "CaixaEmail.getCaixaEmail": refuse(MESSAGES.caixaNaoEncontrada),
    "Nota.getNota": refuse(MESSAGES.notaNaoEncontrada),
    "Email.getEmail": refuse(MESSAGES.emailNaoEncontrado),
  });
  await expect.element(page.getByRole("alert")).toHaveTextContent(sentence);
  await expectCount(button("Tentar de novo"), 0);
});

test("the error page of an unknown e-mail leads back to the list", async () => {
  await openApp(`/email/${UNKNOWN}`, { "Email.getEmail": refuse(MESSAGES.emailNaoEncontrado) });
  await page.getByRole("link", { name: "Voltar aos e-mails" }).click();
  await expectAddress("/emails");
});

test.each(["/", "/nao-existe", "/painel/antigo"])("the unknown URL %s redirects home", async (url) => {
  await openAsVisitor(url);
  await expectAddress("/home");
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("conferida e entregue");
  await page.getByRole("banner").getByRole("link", { name: "Entrar" }).click();
  await expectAddress("/login");
});
