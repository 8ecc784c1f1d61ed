import { MESSAGES } from "@malote/contract";
import { expect, test, vi } from "vitest";
import { type Locator, page } from "vitest/browser";
import { button, dialog, ticking } from "../support/actions.ts";
import { contaAnswers } from "../support/conta-examples.ts";
import { answer, callsOf, holdAnswer, Refused, SignedOut, setReachable } from "../support/fake-server.ts";
import { address, expectAddress, expectCount, goTo, openApp, openAsVisitor } from "../support/open-app.tsx";
import { openNotas } from "../support/open-notas.ts";

const UNKNOWN = "01900000-0000-7000-8000-000000000001";
const signedOut = (): never => {
  throw new SignedOut();
};
const refuse = (sentence: string) => (): never => {
  throw new Refused(sentence);
};
const emailsHeading = (): Locator => page.getByRole("heading", { level: 1, name: "E-mails" });

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

const expired = (): Locator => page.getByRole("dialog", { name: "Sua sessão expirou" });
const fillPassword = (password: string): Promise<void> =>
  expired().getByRole("textbox", { name: "Senha" }).fill(password);
const noOtherSession = { "Auth.retomar": refuse("Entre no Malote.") };

test("an expired session asks for the password over the page; the form is still filled, and is then saved", async () => {
  const saved = vi.fn();
  await openApp("/empresa/nova", { ...noOtherSession, "Empresa.saveEmpresa": signedOut });
  await page.getByLabelText("CNPJ").fill("11.444.777/0001-61");
  await page.getByLabelText("Razão social").fill("Padaria Aurora Ltda");
  await button("Salvar").click();
  await expect.element(expired()).toBeVisible();
  await expect.element(expired().getByText("conta moinho")).toBeVisible();
  answer({ "Auth.logar": refuse(MESSAGES.credenciaisInvalidas) });
  await fillPassword("errada");
  await button("Entrar e continuar").click();
  await expect.element(expired().getByRole("alert")).toBeVisible();
  answer({
    "Auth.logar": (params) => {
      saved(params.nomeUsuario);
      return { authToken: "outro-token" };
    },
    "Empresa.saveEmpresa": ({ empresa }) => ({ object: { id: UNKNOWN, nome: empresa.nome } }) as never,
  });
  await fillPassword("Moinho2026");
  await button("Entrar e continuar").click();
  await expectCount(expired(), 0);
  await expect.poll(() => callsOf("Empresa.saveEmpresa").length).toBe(2);
  expect(callsOf("Empresa.saveEmpresa")[1]?.empresa).toMatchObject({ nome: "Padaria Aurora Ltda" });
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

test("without a connection the page stays, a bar says so, and what failed is read again afterwards", async () => {
  await openApp("/emails?anexo=dfe");
  await expect.element(emailsHeading()).toBeVisible();
  setReachable(false);
  window.dispatchEvent(new Event("offline"));
  await expect.element(page.getByText("Sem conexão:")).toBeVisible();
  await expect.element(emailsHeading()).toBeVisible();
  const before = callsOf("Email.getListEmail").length;
  setReachable(true);
  window.dispatchEvent(new Event("online"));
  await expectCount(page.getByText("Sem conexão:"), 0);
  await expect.poll(() => callsOf("Email.getListEmail").length).toBeGreaterThan(before);
});

test("a mark made without a connection is counted in the bar, and sent when the connection returns", async () => {
  await openNotas();
  setReachable(false);
  await page
    .getByRole("button", { name: /^Conferido\./ })
    .first()
    .click();
  await dialog("Marcar como conferido?").getByRole("button", { name: "Marcar" }).click();
  await expect.element(page.getByText("a marca feita agora será enviada")).toBeVisible();
  expect(callsOf("Nota.setConferido")).toHaveLength(0);
  setReachable(true);
  await button("Tentar já").click();
  await expect.poll(() => callsOf("Nota.setConferido").length).toBe(1);
  await expectCount(page.getByText("Sem conexão:"), 0);
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

test("empty fields of the sign-in show an error, and Caps Lock shows a hint", async () => {
  await openAsVisitor("/login");
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect.element(page.getByText("Identificador deve ter um valor.")).toBeVisible();
  await expect.element(page.getByText("Senha deve ser informada.")).toBeVisible();
  const password = page.getByRole("textbox", { name: "Senha" });
  password
    .element()
    .dispatchEvent(new KeyboardEvent("keydown", { key: "A", bubbles: true, modifierCapsLock: true }));
  await expect.element(page.getByText("Caps Lock está ligado")).toBeVisible();
});

test.each(["/", "/nao-existe", "/painel/antigo"])("the unknown URL %s redirects home", async (url) => {
  await openAsVisitor(url);
  await expectAddress("/home");
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent("conferida e entregue");
  await page.getByRole("banner").getByRole("link", { name: "Entrar" }).click();
  await expectAddress("/login");
});
