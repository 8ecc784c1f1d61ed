import { PEOPLE_MESSAGES } from "@malote/contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { button, choose, dialog, rowOf } from "../support/actions.ts";
import { usuarioAnswers } from "../support/admin-examples.ts";
import { contaAnswers, exampleId, exampleUsuario, ORDINARY } from "../support/conta-examples.ts";
import { answer, callsOf, Refused } from "../support/fake-server.ts";
import { expectAddress, expectCount, openApp } from "../support/open-app.tsx";

const field = (name: string): Locator => page.getByRole("textbox", { name, exact: true });

test("an administrator deactivates a user after a confirmation, and activates them again", async () => {
  await openApp("/admin?tab=usuario", usuarioAnswers());
  const row = rowOf("Clara Nunes");
  await expect.element(row).toHaveTextContent("Ativo");
  await choose("Ações do usuário Clara", "Inativar");
  await dialog("Inativar Clara?").getByRole("button", { name: "Inativar" }).click();
  await expect.element(page.getByText(PEOPLE_MESSAGES.usuarioInativado)).toBeVisible();
  await expect.element(row).toHaveTextContent("Inativo");
  await choose("Ações do usuário Clara", "Ativar");
  await expect.element(page.getByText(PEOPLE_MESSAGES.usuarioAtivado)).toBeVisible();
  expect(callsOf("Usuario.setAtivo").map(({ ativo }) => ativo)).toEqual([false, true]);
  // The owner is neither deactivated nor deleted.
  await button("Ações do usuário Marina").click();
  await expectCount(page.getByRole("menuitem", { name: /Inativar|Excluir/ }), 0);
});

test("an invitation that cannot be sent keeps the form; the server's refusal is shown at its field", async () => {
  const mensagem = "Já há um usuário com este nome.";
  await openApp("/usuario/novo", usuarioAnswers());
  await field("Nome completo").fill("Inês Prado");
  await field("Como chamar").fill("Inês");
  await field("Nome de usuário").fill("clara");
  await field("E-mail").fill("ines@moinho.example");
  const { "Usuario.saveUsuario": save } = usuarioAnswers();
  answer({
    "Usuario.saveUsuario": () => {
      throw new Refused(mensagem, [{ campo: "usuario.nomeUsuario", mensagem }]);
    },
  });
  await button("Convidar").click();
  await expect.element(page.getByText(mensagem)).toBeVisible();
  await expect.element(field("Nome de usuário")).toHaveAttribute("aria-invalid", "true");
  await expect.element(field("Nome de usuário")).toHaveFocus();
  await field("Nome de usuário").fill("ines");
  if (save) answer({ "Usuario.saveUsuario": save });
  await button("Convidar").click();
  await expect.element(page.getByText("Convite enviado para ines@moinho.example.")).toBeVisible();
  await expectAddress("/admin?tab=usuario");
});

test("an administrator changes the name of an ordinary user, and the list shows it", async () => {
  await openApp("/admin?tab=usuario", usuarioAnswers());
  await page.getByRole("link", { name: "Abrir o usuário Clara Nunes" }).click();
  await expectAddress(`/usuario/${exampleId(3)}`);
  await field("Nome completo").fill("Clara Nunes Lima");
  await button("Salvar").click();
  await expectAddress("/admin?tab=usuario");
  await expect.element(rowOf("Clara Nunes Lima")).toBeVisible();
  expect(callsOf("Usuario.saveUsuario")).toMatchObject([
    { usuario: { id: exampleId(3), nomeCompleto: "Clara Nunes Lima" } },
  ]);
});

test("an administrator cannot take away the own permission, nor any of the owner", async () => {
  const admin = { ...ORDINARY, administrador: true, id: exampleId(3) };
  await openApp(`/usuario/${exampleId(1)}`, { ...contaAnswers({ usuario: admin }), ...usuarioAnswers() });
  await expect.element(field("Nome completo")).toBeEnabled();
  await expectCount(page.getByRole("switch", { name: "Administrador" }), 0);
  await expectCount(button("Excluir"), 0);
});

test("an ordinary user sees only the own form, without permissions", async () => {
  const own = { ...ORDINARY, id: exampleId(3) };
  await openApp(`/usuario/${exampleId(3)}`, {
    ...contaAnswers({ usuario: own }),
    "Usuario.getUsuario": ({ id }) => {
      if (id !== exampleId(3)) throw new Refused(PEOPLE_MESSAGES.acessoRestrito);
      return { object: exampleUsuario(own) };
    },
  });
  await expect.element(field("Como chamar")).toBeEnabled();
  await expectCount(page.getByRole("switch"), 0);
  await expectCount(button("Excluir"), 0);
});
