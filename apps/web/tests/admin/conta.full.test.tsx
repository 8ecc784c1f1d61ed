import { PEOPLE_MESSAGES } from "@malote/contract";
import { expect, test, vi } from "vitest";
import { type Locator, page } from "vitest/browser";
import { accountAnswers, examplePasskey } from "../support/account-examples.ts";
import { button, dialog } from "../support/actions.ts";
import { contaAnswers, exampleId, exampleUsuario, ORDINARY } from "../support/conta-examples.ts";
import { type Answers, answer, callsOf, Refused } from "../support/fake-server.ts";
import { expectAddress, expectCount, openApp, reload } from "../support/open-app.tsx";

const region = (name: string): Locator => page.getByRole("region", { name });

test("the colour that a user chooses is saved at once and survives a reload", async () => {
  let color: string | null = null;
  const current = (): Answers => contaAnswers({ usuario: { color } });
  await openApp("/minha_conta", {
    ...accountAnswers(),
    "Usuario.saveColor": (params) => {
      ({ color } = params);
      answer(current());
      return {};
    },
  });
  const colours = page.getByRole("group", { name: "Sua cor" });
  const choose = (name: string): void =>
    (colours.getByRole("radio", { name }).element() as HTMLElement).click();
  const indigo = colours.getByRole("radio", { name: "Anil" });
  await expect.element(indigo).not.toBeChecked();
  choose("Anil");
  await expect.element(indigo).toBeChecked();
  reload();
  await expect.element(indigo).toBeChecked();
  choose("Sem cor");
  await expect.element(indigo).not.toBeChecked();
  expect(callsOf("Usuario.saveColor")).toEqual([
    { color: expect.stringMatching(/^#[0-9a-f]{6}$/i) },
    { color: null },
  ]);
});

test("an ordinary user sees the conta but cannot change it", async () => {
  await openApp("/minha_conta", { ...contaAnswers({ usuario: ORDINARY }), ...accountAnswers() });
  const section = region("A conta");
  await expect.element(section.getByLabelText("Identificador")).toBeDisabled();
  await expectCount(section.getByRole("button"), 0);
  await expectCount(page.getByRole("checkbox", { name: /segundo fator de quem manifesta/ }), 0);
});

test("the owner cannot clear the UF of the conta", async () => {
  await openApp("/minha_conta", accountAnswers());
  const section = region("A conta");
  await section.getByRole("button", { name: "Limpar UF" }).click();
  await section.getByRole("button", { name: "Salvar a conta" }).click();
  await expect.element(section.getByText(PEOPLE_MESSAGES.ufSemValor)).toBeVisible();
  expect(callsOf("Conta.saveConta")).toEqual([]);
});

test("a user who changes the own e-mail is asked for the password, and a wrong one is shown at its field", async () => {
  const mensagem = "A senha atual não confere.";
  await openApp("/minha_conta", {
    ...accountAnswers(),
    "Usuario.saveUsuario": ({ senhaAtual }) => {
      if (senhaAtual !== "Moinho2026") throw new Refused(mensagem, [{ campo: "senhaAtual", mensagem }]);
      return { object: { id: exampleUsuario().id } };
    },
  });
  const section = region("Você");
  const password = section.getByRole("textbox", { name: "Senha atual" });
  await expectCount(password, 0);
  await section.getByRole("textbox", { name: "E-mail" }).fill("nova@moinho.example");
  await password.fill("errada");
  await section.getByRole("button", { name: "Salvar" }).click();
  await expect.element(section.getByText(mensagem)).toBeVisible();
  await password.fill("Moinho2026");
  await section.getByRole("button", { name: "Salvar" }).click();
  await expectCount(section.getByText(mensagem), 0);
  expect(callsOf("Usuario.saveUsuario").at(-1)?.usuario).toMatchObject({ email: "nova@moinho.example" });
});

test("an address that allows no passkey says so, with a link to the right one", async () => {
  await openApp("/minha_conta", accountAnswers({ origem: "https://malote.example" }));
  const section = region("Passkeys");
  await expect
    .element(section)
    .toHaveTextContent(`Passkeys não estão disponíveis em ${window.location.origin}`);
  await expect
    .element(section.getByRole("link", { name: "https://malote.example" }))
    .toHaveAttribute("href", "https://malote.example/minha_conta");
  await expectCount(section.getByRole("button"), 0);
});

test("a passkey is renamed, counts as second factor, and is removed after a confirmation", async () => {
  const passkeys = [examplePasskey(), examplePasskey({ id: exampleId(42), nome: "Tablet" })];
  const answers = accountAnswers({ passkeys });
  await openApp("/minha_conta", {
    ...answers,
    "Passkey.renamePasskey": ({ id, nome }) => {
      passkeys.splice(0, 1, examplePasskey({ id, nome }));
      return {};
    },
    "Passkey.removePasskey": () => {
      passkeys.splice(0, 1);
      return {};
    },
  });
  const section = region("Passkeys");
  await expect
    .element(region("Segundo fator"))
    .toHaveTextContent(/passkeys? já (vale|valem) como segundo fator/);
  await section.getByRole("button", { name: "Renomear a passkey Celular da Marina" }).click();
  const name = section.getByLabelText("Nome da passkey");
  await expect.element(name).toHaveValue("Celular da Marina");
  await name.fill("Telefone");
  await section.getByRole("button", { name: "Salvar" }).click();
  await expect.element(section.getByText("Telefone")).toBeVisible();
  await section.getByRole("button", { name: "Remover a passkey Telefone" }).click();
  await dialog().getByRole("button", { name: "Remover" }).click();
  await expectCount(section.getByText("Telefone"), 0);
  await expect.element(section.getByText("Tablet")).toBeVisible();
});

test("removing the last passkey asks for a proof, and the server's refusal is shown there", async () => {
  const mensagem = "Código inválido.";
  await openApp("/minha_conta", {
    ...accountAnswers({ passkeys: [examplePasskey()] }),
    "Passkey.removePasskey": () => {
      throw new Refused(mensagem, [{ campo: "codigo", mensagem }]);
    },
  });
  const section = region("Passkeys");
  await section.getByRole("button", { name: "Remover a passkey Celular da Marina" }).click();
  await section.getByRole("textbox").fill("000000");
  await section.getByRole("button", { name: "Confirmar" }).click();
  await expect.element(section.getByText(mensagem)).toBeVisible();
  await expect.element(section.getByText("Celular da Marina")).toBeVisible();
});

test("a change that needs a recent sign-in asks for the password, and is not reported when it is abandoned", async () => {
  const mensagem = "Confirme que é você para continuar.";
  let proved = false;
  await openApp("/minha_conta", {
    ...accountAnswers(),
    "Auth.reautenticar": () => {
      proved = true;
      return {};
    },
    "Conta.setSegundoFatorManifestacao": () => {
      if (!proved) throw new Refused(mensagem, [{ campo: "reautenticacao", mensagem }]);
      return {};
    },
  });
  const box = page.getByRole("checkbox", { name: "Exigir o segundo fator de quem manifesta" });
  await box.click();
  const question = dialog("Confirme que é você");
  await question.getByRole("button", { name: "Cancelar" }).click();
  await expectCount(question, 0);
  await expectCount(page.getByText("Não foi possível concluir"), 0);
  await box.click();
  await question.getByRole("textbox", { name: /Senha/ }).fill("Moinho2026");
  await question.getByRole("button", { name: "Confirmar" }).click();
  await expect.element(page.getByText("Agora só manifesta quem tem o segundo fator ligado.")).toBeVisible();
  await expectCount(question, 0);
  expect(callsOf("Auth.reautenticar")).toMatchObject([{ senha: "Moinho2026" }]);
});

test("the other sessions of a user can be ended one by one", async () => {
  await openApp("/minha_conta", { ...accountAnswers(), "Auth.endSessao": () => ({}) });
  const section = region("Sessões abertas");
  await expectCount(section.getByRole("listitem"), 2);
  await section.getByRole("button", { name: /^Encerrar a sessão de/ }).click();
  await expect.element(page.getByText("Sessão encerrada.")).toBeVisible();
  expect(callsOf("Auth.endSessao")).toEqual([{ id: exampleId(52) }]);
});

test("a user takes a copy of everything stored about them, and may erase it and leave", async () => {
  const act = (ordem: number) => ({
    ...{ id: exampleId(ordem), ordem, quando: new Date("2026-11-20T12:00:00Z"), usuario: "Bia" },
    ...{ acao: "marcar", texto: "marcou um documento", detalhe: null },
  });
  const own = { usuario: exampleUsuario(ORDINARY), sessoes: [], passkeys: [], tokens: [], visoes: [] };
  const saved: Blob[] = [];
  const createObjectURL = vi.spyOn(URL, "createObjectURL").mockImplementation((content) => {
    saved.push(content as Blob);
    return "#";
  });
  await openApp("/minha_conta", {
    ...contaAnswers({ usuario: ORDINARY }),
    ...accountAnswers(),
    "Usuario.getMeusDados": ({ antesDe }) => ({
      object: antesDe ? { ...own, atos: [act(1)], proximo: null } : { ...own, atos: [act(2)], proximo: 2 },
    }),
    "Usuario.deleteMeusDados": () => ({ mensagem: "meusDadosApagados" }),
  });
  await button("Baixar meus dados").click();
  await expect.poll(() => saved.length).toBe(1);
  createObjectURL.mockRestore();
  const copy = JSON.parse((await saved[0]?.text()) ?? "") as { atos: { ordem: number }[] };
  expect(copy.atos.map(({ ordem }) => ordem)).toEqual([2, 1]);
  await button("Apagar meus dados e sair").click();
  expect(callsOf("Usuario.deleteMeusDados")).toEqual([]);
  await dialog("Apagar seus dados e sair?").getByRole("button", { name: "Apagar e sair" }).click();
  await expectAddress("/home");
  await expect.element(page.getByText(PEOPLE_MESSAGES.meusDadosApagados)).toBeVisible();
});

test("the owner gets a copy, but cannot leave the conta", async () => {
  await openApp("/minha_conta", accountAnswers());
  await expect.element(button("Baixar meus dados")).toBeVisible();
  await expectCount(button("Apagar meus dados e sair"), 0);
});
