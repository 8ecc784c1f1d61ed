import { MESSAGES, PEOPLE_MESSAGES } from "@malote/contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { button } from "../support/actions.ts";
import { contaAnswers } from "../support/conta-examples.ts";
import { answer, callsOf, Refused } from "../support/fake-server.ts";
import { expectAddress, expectCount, openAsVisitor } from "../support/open-app.tsx";

const field = (name: string): Locator => page.getByLabelText(name, { exact: true });
const password = (): Locator => page.getByRole("textbox", { name: "Senha" });
const submit = (): Promise<void> => page.getByRole("button", { name: "Entrar", exact: true }).click();

async function fillIn(): Promise<void> {
  await field("Identificador").fill("moinho");
  await field("Usuário").fill("admin");
  await password().fill("Moinho2026");
}

test("the option to be remembered stores conta and user name, but no secret", async () => {
  await openAsVisitor("/login");
  await page.getByRole("checkbox", { name: "Lembrar-me" }).click();
  await fillIn();
  answer({
    ...contaAnswers(),
    "Auth.logar": () => ({ authToken: "um-segredo" }),
    "Auth.sair": () => ({}),
  });
  await submit();
  await expectAddress("/painel");
  const kept = JSON.stringify({ ...localStorage });
  expect(kept).toContain("moinho");
  expect(kept).not.toMatch(/Moinho2026|senha|um-segredo/i);
  await button("Menu de Marina Prado").click();
  await page.getByRole("menuitem", { name: "Sair" }).click();
  await expectAddress("/login");
  await expect.element(field("Identificador")).toHaveValue("moinho");
  await expect.element(field("Usuário")).toHaveValue("admin");
  await expect.element(password()).toHaveFocus();
});

test("without that option nothing is remembered", async () => {
  await openAsVisitor("/login");
  await fillIn();
  answer({ ...contaAnswers(), "Auth.logar": () => ({ authToken: "um-segredo" }) });
  await submit();
  await expectAddress("/painel");
  expect(JSON.stringify({ ...localStorage })).not.toContain('"moinho"');
});

test("a refused password is cleared and focused, and the server's sentence is shown", async () => {
  await openAsVisitor("/login", {
    "Auth.logar": () => {
      throw new Refused(MESSAGES.credenciaisInvalidas);
    },
  });
  await fillIn();
  await submit();
  await expect.element(page.getByRole("alert")).toHaveTextContent(MESSAGES.credenciaisInvalidas);
  await expect.element(password()).toHaveValue("");
  await expect.element(password()).toHaveFocus();
  await expect.element(field("Usuário")).toHaveValue("admin");
});

test("a user with a second factor is asked for its code", async () => {
  await openAsVisitor("/login", {
    "Auth.logar": ({ codigo }) => {
      if (codigo === "123456") return { authToken: "um-token" };
      const mensagem = "Informe o código do autenticador.";
      throw new Refused(mensagem, [{ campo: "codigo", mensagem }]);
    },
  });
  await fillIn();
  await expectCount(page.getByRole("textbox", { name: /código/i }), 0);
  await submit();
  await page.getByRole("textbox", { name: /código/i }).fill("123456");
  await expect.element(password()).toHaveValue("Moinho2026");
  answer(contaAnswers());
  await submit();
  await expectAddress("/painel");
  expect(callsOf("Auth.logar").map(({ codigo }) => codigo ?? "")).toEqual(["", "123456"]);
});

test.each([
  ["/configurar_senha/setup/nada", PEOPLE_MESSAGES.tokenSenhaInvalido],
  ["/usuario_convidado/setup/nada", PEOPLE_MESSAGES.tokenConviteInvalido],
])("a link that is no longer valid leads to the sign-in with its reason: %s", async (url, sentence) => {
  const refuse = (): never => {
    throw new Refused(sentence);
  };
  await openAsVisitor(url, { "Usuario.loadSetupPassword": refuse, "Usuario.loadInviteUsuario": refuse });
  await expectAddress("/login");
  await expect.element(page.getByText(sentence)).toBeVisible();
});

test("empty fields of the sign-in show an error, and Caps Lock shows a hint", async () => {
  await openAsVisitor("/login");
  await submit();
  await expect.element(page.getByText("Identificador deve ter um valor.")).toBeVisible();
  await expect.element(page.getByText("Senha deve ser informada.")).toBeVisible();
  password()
    .element()
    .dispatchEvent(new KeyboardEvent("keydown", { key: "A", bubbles: true, modifierCapsLock: true }));
  await expect.element(page.getByText("Caps Lock está ligado")).toBeVisible();
});
