import { MESSAGES, type ParamsOf } from "@malote/contract";
import { expect, test } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { button, chips, contentWidth, dialog, leaveField, press } from "../support/actions.ts";
import { findViolations } from "../support/axe.ts";
import { listOf } from "../support/conta-examples.ts";
import { callsOf, holdAnswer } from "../support/fake-server.ts";
import { exampleChave, exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { address, expectAddress, expectCount, openApp, PHONE, reload } from "../support/open-app.tsx";

const LIST = "/dfe_recebidos?erp=todos&emissao=tudo";
const rows = (): Locator => page.getByRole("link", { name: /^Abrir NF-e/ });
const lastFilter = () => callsOf("Nota.getListNota").at(-1)?.searchFilter;

async function openDrawer(): Promise<Locator> {
  await button(/^Filtrar( \d|$)/).click();
  const drawer = dialog(/^Filtrar/);
  await expect.element(drawer).toBeVisible();
  return drawer;
}

type Fill = (drawer: Locator) => Promise<unknown>;
const type =
  (label: string, text: string): Fill =>
  (drawer) =>
    drawer.getByLabelText(label, { exact: true }).fill(text);
const choose =
  (label: string, option: string): Fill =>
  (drawer) =>
    drawer.getByLabelText(label, { exact: true }).selectOptions(option);
const tick =
  (group: string, ...options: string[]): Fill =>
  async (drawer) => {
    const field = drawer.getByRole("group", { name: group, exact: true });
    for (const option of options) await field.getByText(option, { exact: true }).click();
  };

type Sent = NonNullable<ParamsOf<"Nota.getListNota">["searchFilter"]>;

/** Each field: its chip, what the server is asked for, and how it is filled. */
const FIELDS: [chip: string, sent: { [K in keyof Sent]: unknown }, fill: Fill][] = [
  ["Chave de acesso", { chaveAcesso: exampleChave(1201) }, type("Chave de acesso", exampleChave(1201))],
  ["Tipo: CT-e, MDF-e", { tiposNota: ["CTe", "MDFe"] }, tick("Tipo de documento", "CT-e", "MDF-e")],
  ["Série: 998", { serie: 998 }, type("Série", "998")],
  ["Finalidade: devolução", { finalidade: "4" }, choose("Finalidade da NF-e", "devolução")],
  ["Valor: até", { valorAte: "1234.56" }, type("Valor até (R$)", "1234,56")],
  ["Nome do emitente: ninguém", { nomeEmitente: "ninguém" }, type("Nome do emitente", "ninguém")],
  ["Nome do destinatário: ninguém", { nomeDestinatario: "ninguém" }, type("Nome do destinatário", "ninguém")],
  [
    "Destinatário: 529.982.247-25",
    { cnpjDestinatario: "52998224725" },
    type("CNPJ ou CPF do destinatário", "52998224725"),
  ],
  ["UF: AC", { uf: "AC" }, choose("UF do emitente", "AC")],
  [
    "Documentos: também de terceiros",
    { incluirTerceiros: true },
    choose("Documentos", "também de terceiros"),
  ],
  ["Emissão: mês passado", { emissaoDe: expect.stringMatching(/-01$/) }, choose("Emissão", "mês passado")],
  ["Chegada: até 01/01/2026", { criadoAte: "2026-01-01" }, type("Chegada ao Malote: até", "01/01/2026")],
  ["ERP: processado", { processadoErp: true }, choose("Processado no ERP", "Sim")],
  ["Recebido: sim", { recebido: true }, choose("Recebido", "Sim")],
  ["Conferido: não", { conferido: false }, choose("Conferido", "Não")],
  ["Situação: em quarentena", { quarentena: true }, choose("Pendência", "em quarentena")],
  ["Status NF-e: Cancelada", { nfeStatus: expect.stringContaining("101") }, tick("Status NF-e", "Cancelada")],
  [
    "Status SEFAZ: Denegada",
    { sefazStatus: expect.stringContaining("110") },
    tick("Status SEFAZ", "Denegada"),
  ],
  ["Manifestação: ciência", { manifestacao: [4] }, tick("Manifestação do destinatário", "ciência")],
  ["Veredito: Suspeita", { veredito: ["suspeita"] }, tick("Veredito", "Suspeita")],
  ["Auditor: denegada", { auditorStatus: [2] }, tick("Status da SEFAZ no auditor", "denegada")],
  [
    "Registro do auditor: cancelamento",
    { auditorTipos: ["Cancelamento"] },
    tick("Registro do auditor", "cancelamento"),
  ],
  ["Busca: ninguém", { texto: "ninguém" }, type("Busca", "ninguém")],
  ["Número: a partir de 1.203", { numeroDe: 1203 }, type("Número de", "1203")],
  [
    "Emitente: 12.ABC.345/01DE-35",
    { cnpjEmitente: "12ABC34501DE35" },
    type("CNPJ ou CPF do emitente", "12abc34501de35"),
  ],
];

/** A few at a time: each has its own part of the form. */
const THIRDS = [FIELDS.slice(0, 9), FIELDS.slice(9, 17), FIELDS.slice(17)];

test.each(THIRDS)(
  "every field of the filter narrows the list, and its chip removes it: %s",
  async (...fields) => {
    await openApp(LIST, notasAnswers(exampleNotas(1)));
    const drawer = await openDrawer();
    for (const [, , fill] of fields) await fill(drawer);
    await drawer.getByRole("button", { name: "Aplicar" }).click();
    const sent = Object.assign({}, ...fields.map(([, part]) => part));
    await expect.poll(lastFilter).toMatchObject(sent);
    for (const [chip] of fields) {
      await expect.element(chips()).toHaveTextContent(chip);
      const removeButton = chips().getByRole("button", { name: `Remover o filtro ${chip.split(":")[0]}:` });
      await removeButton.click();
      await expectCount(removeButton, 0);
    }
    await expectCount(chips(), 0);
  },
);

test("a preset fills in its days, typing a day makes it a custom period, and invalid days show an error", async () => {
  await openApp(LIST, notasAnswers(exampleNotas(3)));
  const drawer = await openDrawer();
  const applyButton = drawer.getByRole("button", { name: "Aplicar" });
  await expect.element(applyButton).toBeDisabled();
  const period = drawer.getByLabelText("Emissão", { exact: true });
  const de = drawer.getByRole("textbox", { name: "Emissão: de", exact: true });
  const ate = drawer.getByRole("textbox", { name: "Emissão: até", exact: true });
  await period.selectOptions("últimos 30 dias");
  await expect.element(de).toHaveValue();
  expect((de.element() as HTMLInputElement).value).toMatch(/^\d{2}\/\d{2}\/\d{4}$/);
  await de.clear();
  await userEvent.type(de, "31022026");
  await expect.element(de).toHaveValue("31/02/2026");
  await expect.element(period).toHaveDisplayValue("datas escolhidas");
  await expect.element(drawer.getByText("Escreva uma data válida, como 31/12/2026.")).toBeVisible();
  await expect.element(applyButton).toBeDisabled();
  await de.fill("02/01/2026");
  await ate.fill("01/01/2026");
  await leaveField();
  await expect.element(drawer.getByText("A data inicial vem depois da final.")).toBeVisible();
  await ate.fill("");
  await expectCount(drawer.getByText("A data inicial vem depois da final."), 0);
  await applyButton.click();
  await expect.element(chips()).toHaveTextContent("Emissão: a partir de 02/01/2026");
});

test("the calendar opens by button or Alt+ArrowDown, is navigated with the arrows, and closes with Esc", async () => {
  await openApp(`${LIST}&emissao=2026-01-02..`, notasAnswers(exampleNotas(1)));
  const drawer = await openDrawer();
  const de = drawer.getByRole("textbox", { name: "Emissão: de", exact: true });
  await de.fill("02/01/2026");
  await press("{Alt>}{ArrowDown}{/Alt}");
  const calendar = dialog("Calendário: Emissão: de");
  const day = (name: string): Locator => calendar.getByRole("button", { name });
  await expect.element(day("sexta-feira, 2 de janeiro de 2026")).toHaveFocus();
  expect(await findViolations()).toEqual([]);
  await press("{Escape}");
  await expectCount(calendar, 0);
  await expect.element(drawer).toBeVisible();
  await drawer.getByRole("button", { name: "Abrir o calendário: Emissão: de" }).click();
  await expect.element(day("sexta-feira, 2 de janeiro de 2026")).toHaveFocus();
  await press("{ArrowDown}");
  await expect.element(day("sexta-feira, 9 de janeiro de 2026")).toHaveFocus();
  await press("{Enter}");
  await expect.element(de).toHaveValue("09/01/2026");
});

test("hours are picked in quarters or typed; a part that is not a number counts as 0", async () => {
  await openApp(LIST, notasAnswers(exampleNotas(3)));
  const drawer = await openDrawer();
  const time = drawer.getByRole("combobox", { name: "Chegada ao Malote: de: hora" });
  await time.fill("9");
  await press("{ArrowDown}{ArrowDown}{Enter}");
  await expect.element(time).toHaveValue("09:15");
  await leaveField();
  await expect.element(drawer.getByText("Escreva também o dia.")).toBeVisible();
  await drawer.getByRole("textbox", { name: "Chegada ao Malote: de", exact: true }).fill("01/01/2026");
  await time.fill("25:00");
  await leaveField();
  await expect.element(drawer.getByText("Escreva uma hora de 00:00 a 23:59.")).toBeVisible();
  await time.fill("ab:30");
  await leaveField();
  await expect.element(time).toHaveValue("00:30");
  await expect.element(drawer.getByRole("heading", { name: "Valores e datas 1 filtro ativo" })).toBeVisible();
  await drawer.getByRole("button", { name: "Aplicar" }).click();
  await expect.element(chips()).toHaveTextContent("Chegada: a partir de 01/01/2026 00:30");
  await expect.poll(lastFilter).toMatchObject({ criadoDe: "2026-01-01T00:30" });
  await expectCount(rows(), 3);
  reload();
  await expect.element(chips()).toHaveTextContent("Chegada: a partir de 01/01/2026 00:30");
  await expectCount(rows(), 3);
});

test.each([
  ["CNPJ ou CPF do emitente", "12abc34501de36", MESSAGES.cnpjInvalido],
  ["CNPJ ou CPF do emitente", "11111111111", MESSAGES.cpfInvalido],
  ["Número de", "12x", MESSAGES.inteiroInvalido],
  ["Valor até (R$)", "1,2,3", MESSAGES.decimalInvalido],
])("the filter field “%s” with “%s” shows an error", async (field, typed, sentence) => {
  await openApp("/filtro/dfe_recebidos");
  await page.getByLabelText(field, { exact: true }).fill(typed);
  await leaveField();
  await expect.element(page.getByText(sentence).first()).toBeVisible();
});

test("the filter suggests participantes while the user types, and never those for an older text", async () => {
  const { held, release } = holdAnswer();
  const found = { valor: "27391485000148", rotulo: "Laticínios Serra Nublada Ltda", detalhe: null };
  const older = { valor: "11222333000181", rotulo: "Zzebra Ltda", detalhe: null };
  await openApp(LIST, {
    ...notasAnswers(exampleNotas(1)),
    "Autocomplete.getParticipantes": async ({ searchKey }) => {
      if (searchKey !== "zz") return listOf(searchKey.startsWith("lat") ? [found] : []);
      await held;
      return listOf([older]);
    },
  });
  const drawer = await openDrawer();
  const name = drawer.getByRole("combobox", { name: "Nome do emitente" });
  await name.fill("zz");
  await expect.poll(() => callsOf("Autocomplete.getParticipantes").at(-1)?.searchKey).toBe("zz");
  await name.fill("latici");
  const option = drawer.getByRole("option", { name: found.rotulo });
  await expect.element(option).toBeVisible();
  release();
  await expectCount(drawer.getByRole("option", { name: older.rotulo }), 0);
  await expect.element(option).toBeVisible();
  expect(await findViolations()).toEqual([]);
  // Esc closes the list, not the panel; the arrows open it again.
  await press("{Escape}");
  await expectCount(option, 0);
  await expect.element(drawer).toBeVisible();
  await press("{ArrowDown}");
  await expect.element(option).toBeVisible();
  if (option.element().getAttribute("aria-selected") !== "true") await press("{ArrowDown}");
  await expect.element(option).toHaveAttribute("aria-selected", "true");
  await press("{Enter}");
  await expect.element(drawer.getByLabelText("CNPJ ou CPF do emitente")).toHaveValue("27.391.485/0001-48");
  await drawer.getByRole("button", { name: "Aplicar" }).click();
  await expect.element(chips()).toHaveTextContent("Emitente: ");
  expect(new URLSearchParams(window.location.search).get("emitente")).toBe(found.valor);
});

const question = (): Locator => dialog("Abandonar alterações?");
const EMAILS = { "Email.getListEmail": () => listOf([]) };

test("the filter page returns to its list and asks before it loses changes", async () => {
  await openApp("/filtro/emails?remetente=nfe@&ordem=assunto", EMAILS);
  await expect.element(page.getByLabelText("Remetente", { exact: true })).toHaveValue("nfe@");
  await page.getByLabelText("Assunto").fill("nota");
  await page.getByRole("link", { name: "Voltar à lista" }).click();
  await question().getByRole("button", { name: "Continuar no filtro" }).click();
  await expect.element(page.getByLabelText("Assunto")).toHaveValue("nota");
  await button("Aplicar").click();
  await expectAddress(/\/emails\?.*ordem=assunto/);
  await expect.element(chips()).toHaveTextContent("Assunto: nota");
  reload();
  await expect.element(chips()).toHaveTextContent("Remetente: nfe@");
  await chips()
    .getByRole("button", { name: /^Remover o filtro Assunto/ })
    .click();
  await expect.element(chips()).not.toHaveTextContent("Assunto");
});

test("the filter page of the auditor counts its filters, clears them, and can be abandoned", async () => {
  await openApp("/filtro/auditor", { "Auditor.getListAuditor": () => listOf([]) });
  await page.getByText("Cancelamento", { exact: true }).click();
  await page.getByText("Cancelada", { exact: true }).click();
  await expect.element(page.getByRole("heading", { name: "Auditoria 2 filtros ativos" })).toBeVisible();
  await page.getByRole("button", { name: "Limpar", exact: true }).click();
  await expect.element(page.getByText("Sem filtros")).toBeVisible();
  await button("Voltar à lista").click();
  await question().getByRole("button", { name: "Abandonar" }).click();
  await expectAddress("/auditor");
});

test("the filter page of an unknown list redirects home", async () => {
  await openApp("/filtro/nada");
  await expectAddress("/home");
});

test("the filter drawer asks before it closes with changes", async () => {
  await openApp("/dfe_emitidos", notasAnswers([]));
  const drawer = await openDrawer();
  await drawer.getByLabelText("Série").fill("12");
  await press("{Escape}");
  await question().getByRole("button", { name: "Continuar no filtro" }).click();
  await expect.element(drawer.getByLabelText("Série")).toHaveValue("12");
  await drawer.getByRole("button", { name: "Fechar o filtro" }).click();
  await question().getByRole("button", { name: "Abandonar" }).click();
  await expectCount(drawer, 0);
  expect(address()).toBe("/dfe_emitidos");
});

test("on a phone the filter is a page", async () => {
  await page.viewport(...PHONE);
  await openApp("/dfe_emitidos", notasAnswers([]));
  await page.getByRole("link", { name: /^Filtrar/ }).click();
  await expectAddress("/filtro/dfe_emitidos");
  await page.getByLabelText("UF do destinatário").selectOptions("MG");
  await button("Limpar UF do destinatário").click();
  await page.getByLabelText("Série").fill("12");
  expect(contentWidth()).toBeLessThanOrEqual(390);
  await button("Aplicar").click();
  await expectAddress("/dfe_emitidos?serie=12");
});
