import { MESSAGES } from "@malote/contract";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { button, dialog } from "../support/actions.ts";
import { expired, fillPassword, noOtherSession, signedOut } from "../support/expired-session.ts";
import { answer, callsOf, refuse, setReachable } from "../support/fake-server.ts";
import { expectCount, openApp } from "../support/open-app.tsx";
import { openNotas } from "../support/open-notas.ts";

const UNKNOWN = "01900000-0000-7000-8000-000000000001";
const emailsHeading = () => page.getByRole("heading", { level: 1, name: "E-mails" });

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
