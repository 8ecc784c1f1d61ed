import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { button, chips, choose, dialog, press } from "../support/actions.ts";
import { exampleId, exampleUsuario } from "../support/conta-examples.ts";
import { callsOf, Refused } from "../support/fake-server.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { expectAddress, expectCount, goTo, openApp, reload } from "../support/open-app.tsx";
import { exampleView, type View, viewAnswers } from "../support/view-examples.ts";

const LIST = "/dfe_recebidos?erp=todos&emissao=tudo&emitente=27391485000148";
const panel = (): Locator => dialog("Visões da lista");
const view = (): Locator => button(/^Visão Do Orvalho/);

/** Saves the list of a supplier, sorted by issuer and without the column of the UF, as a view. */
async function saveView(): Promise<void> {
  await openApp(LIST, { ...notasAnswers(exampleNotas(3)), ...viewAnswers() });
  await choose(/^Ordem da lista/, "Nome do emitente", "menuitemradio");
  await button("Colunas e densidade").click();
  await page.getByRole("checkbox", { name: "UF" }).click();
  await press("{Escape}");
  await expectCount(page.getByRole("columnheader", { name: "UF" }), 0);
  await button("Salvar como visão").click();
  await panel().getByRole("button", { name: "Salvar" }).click();
  await expect.element(panel().getByText("Dê um nome à visão.")).toBeVisible();
  await panel().getByLabelText("Nome da visão").fill("Do Orvalho");
  await press("{Enter}");
  await expect.element(page.getByText("Visão “Do Orvalho” salva.")).toBeVisible();
  await expect.element(view()).not.toHaveTextContent("•");
}

test("a saved view keeps filter, order and columns, and shows its changes", async () => {
  await saveView();
  // Another order marks the view as modified.
  await choose(/^Ordem da lista/, "Emissão, mais antigos", "menuitemradio");
  await expect.element(view()).toHaveTextContent("•");
  await expect.element(view()).toHaveAccessibleName(/modificada/);
  await view().click();
  await panel().getByRole("button", { name: "Voltar a “Do Orvalho”" }).click();
  await expectAddress(/ordem=emitente/);
  await expect.element(view()).not.toHaveTextContent("•");
});

test("a saved view can be the default of the list, be renamed and deleted", async () => {
  await saveView();
  // The bare URL of the list opens with the default view.
  await view().click();
  await panel().getByRole("button", { name: "Abrir a lista com “Do Orvalho”" }).click();
  await goTo("/painel/nada");
  await goTo("/dfe_recebidos");
  await expectAddress(/ordem=emitente.*visao=|visao=.*ordem=emitente/);
  await expectCount(page.getByRole("link", { name: /^Abrir NF-e/ }), 3);
  await expectCount(page.getByRole("columnheader", { name: "UF" }), 0);
  // The tab link opens the list without any view.
  await page.getByRole("navigation", { name: "Listas" }).getByRole("link", { name: "Repositório" }).click();
  await expectAddress(/visao=nenhuma/);

  await button("Visões").click();
  await panel().getByRole("button", { name: "Renomear ou compartilhar “Do Orvalho”" }).click();
  await panel().getByLabelText("Novo nome de “Do Orvalho”").fill("Laticínios");
  await press("{Enter}");
  await panel().getByRole("button", { name: "Apagar “Laticínios”" }).click();
  await dialog("Apagar a visão?").getByRole("button", { name: "Apagar" }).click();
  await expect.element(button("Salvar como visão")).toBeVisible();
  await goTo("/painel/nada");
  await goTo("/dfe_recebidos");
  await expect.element(chips()).toHaveTextContent("não processado");
  await expectAddress("/dfe_recebidos");
});

test("a view is shared with the conta by its owner; of another user's view only a manager may change it", async () => {
  const shared = exampleView({
    ...{ id: exampleId(92), nome: "Da equipe", compartilhada: true },
    ...{ propria: false, alteravel: false, dono: "Rui Costa" },
  });
  const stored: View[] = [exampleView(), shared];
  await openApp(LIST, { ...notasAnswers(exampleNotas(3)), ...viewAnswers(stored) });
  await button("Visões").click();
  const others = panel().getByRole("region", { name: "De outras pessoas da conta" });
  await expect.element(others.getByRole("button", { name: /^Da equipe de Rui Costa/ })).toBeVisible();
  await expectCount(panel().getByRole("button", { name: "Apagar “Da equipe”" }), 0);
  await panel().getByRole("button", { name: "Renomear ou compartilhar “Divergentes”" }).click();
  const form = panel().getByRole("list").first();
  await form.getByRole("button", { name: "Todos da conta" }).click();
  await form.getByRole("button", { name: "Salvar" }).click();
  await expect.element(panel().getByText("todos da conta veem")).toBeVisible();
  expect(callsOf("Visao.saveVisao")).toMatchObject([{ visao: { id: exampleId(91), compartilhada: true } }]);
  // It opens with its filter, and a change is offered only where it may be saved.
  await others.getByRole("button", { name: /^Da equipe/ }).click();
  await expectAddress(new RegExp(`situacao=divergente.*visao=${exampleId(92)}`));
  await choose(/^Ordem da lista/, "Nome do emitente", "menuitemradio");
  await button(/^Visão Da equipe/).click();
  await expect.element(panel().getByRole("button", { name: "Voltar a “Da equipe”" })).toBeVisible();
  await expectCount(panel().getByRole("button", { name: "Guardar as mudanças em “Da equipe”" }), 0);
});

test("the views that this browser kept are brought to the server once, with the default one", async () => {
  const kept = { id: exampleId(93), nome: "Do navegador", busca: "erp=sim&emissao=tudo", colunas: "" };
  const key = `malote-guardado-visoes-recebidos-${exampleId(2)}-${exampleUsuario().id}`;
  localStorage.setItem(key, JSON.stringify({ lista: [kept], padrao: kept.id }));
  await openApp("/dfe_recebidos", { ...notasAnswers(exampleNotas(3)), ...viewAnswers() });
  await expectAddress(new RegExp(`erp=sim.*visao=${kept.id}`));
  expect(localStorage.getItem(key)).toBeNull();
  reload();
  await expect.element(button("Visão Do navegador")).toBeVisible();
  expect(callsOf("Visao.importVisoes")).toEqual([{ lista: "recebidos", visoes: [kept], padrao: kept.id }]);
});

test("views of this browser that the server cannot take yet are brought a little later, without a new visit", async () => {
  const kept = { id: exampleId(94), nome: "Do navegador", busca: "erp=sim&emissao=tudo", colunas: "" };
  const key = `malote-guardado-visoes-recebidos-${exampleId(2)}-${exampleUsuario().id}`;
  localStorage.setItem(key, JSON.stringify({ lista: [kept], padrao: null }));
  const answers = viewAnswers();
  let failures = 1;
  await openApp("/dfe_recebidos", {
    ...notasAnswers(exampleNotas(3)),
    ...answers,
    "Visao.importVisoes": (params) => {
      failures -= 1;
      if (failures >= 0) throw new Refused("Não agora.");
      return answers["Visao.importVisoes"]?.(params) ?? Promise.reject(new Error("no answer"));
    },
  });
  await expect.poll(() => localStorage.getItem(key), { timeout: 12_000 }).toBeNull();
  expect(callsOf("Visao.importVisoes")).toHaveLength(2);
});

test("the density of a view comes with it", async () => {
  const stored = [exampleView({ densidade: "compacta" })];
  await openApp(LIST, { ...notasAnswers(exampleNotas(3)), ...viewAnswers(stored) });
  const density = () => document.documentElement.dataset.densidade;
  expect(density()).toBe("normal");
  await button("Visões").click();
  await panel().getByRole("button", { name: "Divergentes", exact: true }).click();
  await expect.poll(density).toBe("compacta");
  await button("Colunas e densidade").click();
  await page.getByRole("radio", { name: "Normais" }).click();
  await expect.element(button(/^Visão Divergentes/)).toHaveTextContent("•");
});
