import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { button, ticking } from "../support/actions.ts";
import { contaAnswers } from "../support/conta-examples.ts";
import { expired, fillPassword, noOtherSession, signedOut } from "../support/expired-session.ts";
import { answer, callsOf, holdAnswer } from "../support/fake-server.ts";
import { address, expectAddress, expectCount, goTo, openApp } from "../support/open-app.tsx";

const emailsHeading = () => page.getByRole("heading", { level: 1, name: "E-mails" });

async function signIn(): Promise<void> {
  await page.getByLabelText("Identificador").fill("moinho");
  await page.getByLabelText("Usuário").fill("admin");
  await page.getByRole("textbox", { name: "Senha" }).fill("Moinho2026");
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
}

test("a session that expired before the page could load leads to the sign-in, and from there back", async () => {
  const { held } = holdAnswer();
  await openApp("/emails?anexo=dfe", {
    "Email.getListEmail": signedOut,
    "Usuario.getUsuarioAtual": () => held as Promise<never>,
  });
  await expectAddress("/login?fim=1&voltar=%2Femails%3Fanexo%3Ddfe");
  await expect.element(page.getByText("Sua sessão terminou.")).toBeVisible();
  answer({ ...contaAnswers(), "Auth.logar": () => ({ authToken: "outro-token" }) });
  await signIn();
  await expectAddress("/emails?anexo=dfe");
  await expect.element(emailsHeading()).toBeVisible();
});

test("a sign-in that was put off waits in a bar, and then the page goes on by itself", async () => {
  await openApp("/emails", noOtherSession);
  await expect.element(emailsHeading()).toBeVisible();
  answer({ "Email.getListEmail": signedOut });
  await goTo("/emails?anexo=dfe");
  await button("Voltar à página").click();
  await expectCount(expired(), 0);
  await expect.element(page.getByText("Sua sessão expirou")).toBeVisible();
  await page.getByRole("status").getByRole("button", { name: "Entrar" }).click();
  answer({ ...contaAnswers(), "Auth.logar": () => ({ authToken: "outro-token" }) });
  await fillPassword("Moinho2026");
  await button("Entrar e continuar").click();
  await expect.element(page.getByText("Sua sessão expirou")).not.toBeInTheDocument();
  await expectAddress("/emails?anexo=dfe");
  await expect.poll(() => callsOf("Email.getListEmail").length).toBe(3);
});

test("another person leaves the page to sign in, after a warning about what is filled in", async () => {
  await openApp("/empresa/nova", { ...noOtherSession, "Empresa.saveEmpresa": signedOut });
  await page.getByLabelText("CNPJ").fill("11.444.777/0001-61");
  await page.getByLabelText("Razão social").fill("Padaria Aurora Ltda");
  await button("Salvar").click();
  await button("Não é você?").click();
  await button("Continuar editando").click();
  await button("Não é você?").click();
  await button("Abandonar").click();
  await expectAddress(/^\/login\?fim=1/);
});

test("a tab whose session ended resumes within a minute after a sign-in in another tab", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  const listen = vi.spyOn(document, "addEventListener");
  const { held } = holdAnswer();
  await openApp("/emails?anexo=dfe", {
    "Email.getListEmail": signedOut,
    "Usuario.getUsuarioAtual": () => held as Promise<never>,
  });
  await expect.poll(ticking(address)).toMatch(/^\/login\?fim=1/);
  // The sign-in waits for its next attempt, or for the return of the user to the tab; the page before it
  // had listened for that return, too.
  const listeners = (): number => listen.mock.calls.filter(([type]) => type === "visibilitychange").length;
  await expect.poll(listeners).toBe(2);
  listen.mockRestore();
  // The browser still has a session cookie.
  answer(contaAnswers());
  await vi.advanceTimersByTimeAsync(55_000);
  expect(callsOf("Auth.retomar")).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(6_000);
  await expect.poll(ticking(address)).toBe("/emails?anexo=dfe");
  vi.useRealTimers();
  await expect.element(emailsHeading()).toBeVisible();
});
