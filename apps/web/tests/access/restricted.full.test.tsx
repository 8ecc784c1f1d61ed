import { MESSAGES, METHODS, type MethodName } from "@malote/contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { sampleCaixa } from "../../src/features/caixa/sample-caixa.ts";
import { sampleEmail } from "../../src/features/email/sample-email.ts";
import { sampleEmpresa } from "../../src/features/empresa/sample-empresa.ts";
import { queryClient } from "../../src/rpc/call/query-client.ts";
import { accountAnswers } from "../support/account-examples.ts";
import { button, dialog, press, rowOf } from "../support/actions.ts";
import { contaAnswers, exampleId, listOf, ORDINARY, type Usuario } from "../support/conta-examples.ts";
import { type Answers, callsOf, Refused } from "../support/fake-server.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { expectCount, goTo, openApp } from "../support/open-app.tsx";

/** What the server refuses to a user without rights. */
const FORBIDDEN = (Object.keys(METHODS) as MethodName[]).filter((name) => {
  const { access } = METHODS[name];
  return access === "manager" || access === "manifestante";
});
const REFUSALS: Answers = Object.fromEntries(
  FORBIDDEN.map((name) => [
    name,
    () => {
      throw new Refused("Acesso restrito.");
    },
  ]),
);

const OWN = sampleEmpresa();
/** The server names the obstacle of a manifestação, and the page shows it in place of the button. */
const IMPEDED = { manifestacaoImpedida: MESSAGES.manifestacaoSemPermissao };
const NOTAS = exampleNotas(3, (n) => {
  if (n === 0) return { sefazStatus: "101", divergente: true, ...IMPEDED };
  return n === 1 ? { quarentena: true, veredito: "suspeita", ...IMPEDED } : IMPEDED;
});
const EMAIL = { ...sampleEmail([]), id: exampleId(5) };

const openAs = (usuario: Partial<Usuario>): Promise<void> =>
  openApp("/minha_conta", {
    ...accountAnswers(),
    ...contaAnswers({
      usuario: { ...ORDINARY, ...usuario },
      empresas: [OWN],
      caixas: [sampleCaixa({ estado: "erro", ultimoErro: "senha", ultimoErroEm: new Date() })],
    }),
    ...notasAnswers(NOTAS),
    ...REFUSALS,
    "Painel.getEstatisticaUF": () => listOf([]),
    "Painel.getEstatisticaDetalhado": () => listOf([]),
    "Nota.globalSearchNota": () => listOf([]),
    "Email.getEmail": () => ({ object: EMAIL }),
    "Usuario.getListUsuario": () => listOf([]),
    "Importacao.getListImportacao": () => listOf([]),
    "Download.getListDownload": () => listOf([]),
    "Exportacao.getListExportacao": () => listOf([]),
  });

const ROUTES = [
  ...["/painel", "/painel?tab=page2", "/painel?tab=page3", "/dfe_recebidos", "/dfe_recebidos?tab=div"],
  ...["/dfe_emitidos", `/nota/${exampleId(1_201)}?type=E`, `/nota/${exampleId(1_202)}?type=E`],
  ...["/auditor", "/emails", `/email/${EMAIL.id}`, "/importacao", "/repositorio", "/minha_conta"],
  ...["/admin?tab=empresa", "/admin?tab=usuario", "/admin?tab=caixa", "/admin?tab=api"],
  ...["/admin?tab=exportacao", "/empresa/nova", "/usuario/novo", "/caixaemail/nova", "/primeiros_passos"],
];

/** Words of what only administrators, or users with the permission, may do. */
const NOT_THEIRS =
  /^(Nov[ao] |Incluir|Convidar|Excluir|Testar conexão|Coletar|Reprocessar|Ler de novo|Liberar|Colocar|Manter fora|Manifestar|Enviar certificado|Reenviar|Ativar|Inativar|Gerar)/;
const NOT_THEIR_PAGES =
  /^\/(empresa\/nova|usuario\/novo|caixaemail\/nova|cert\/|primeiros_passos|admin\?tab=api)/;

/** The names of enabled controls, and the targets of links. */
function offered(): { names: string[]; targets: string[] } {
  const controls = [...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea")];
  const enabled = controls.filter(
    (each) => !each.matches(":disabled, [readonly]") && each.getAttribute("aria-disabled") !== "true",
  );
  return {
    names: enabled.map((each) => (each.getAttribute("aria-label") ?? each.textContent ?? "").trim()),
    targets: enabled.flatMap((each) => each.getAttribute("href") ?? []),
  };
}

/** Waits until everything that the page has asked for is on screen. */
async function settle(): Promise<void> {
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 150));
  await expect.poll(() => queryClient.isFetching()).toBe(0);
}

test.each([
  ["a user without rights", {}],
  ["a user of one empresa", { empresas: [OWN.id] }],
])("no page offers a control that the server refuses to %s", async (_who, usuario) => {
  await page.viewport(1440, 900);
  await openAs(usuario);
  for (const route of ROUTES) {
    await goTo(route);
    await expect.element(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await settle();
    const { names, targets } = offered();
    expect(
      names.filter((name) => NOT_THEIRS.test(name)),
      route,
    ).toEqual([]);
    expect(
      targets.filter((target) => NOT_THEIR_PAGES.test(target)),
      route,
    ).toEqual([]);
  }
  // No page asks for what is refused, either.
  expect(FORBIDDEN.filter((name) => callsOf(name).length > 0)).toEqual([]);
});

test("strip and alerts name only what a user without rights can do something about", async () => {
  await page.viewport(1440, 900);
  await openAs({});
  await goTo("/painel");
  await expect.poll(() => document.querySelectorAll("[data-kpi]").length).toBe(9);
  await expectCount(page.getByRole("link", { name: /Caixa com erro|Certificado/ }), 0);
  await button(/^Avisos/).click();
  await expectCount(dialog("Avisos").getByRole("link"), 0);
});

test("the selection of a user without the permission has no manifestação", async () => {
  await page.viewport(1440, 900);
  await openAs({});
  await goTo("/dfe_recebidos");
  await rowOf("1.203").getByRole("checkbox").click();
  const bar: Locator = page.getByRole("toolbar");
  await expect.element(bar.getByRole("button", { name: "Recebido" })).toBeVisible();
  await expectCount(bar.getByRole("button", { name: "Manifestar" }), 0);
});

test("the palette has no command that the server refuses to a user without rights", async () => {
  await page.viewport(1440, 900);
  await openAs({});
  await press("{Control>}k{/Control}");
  const options = page.getByRole("listbox").getByRole("option");
  await expect.element(options.first()).toBeVisible();
  const names = options.elements().map((each) => each.textContent ?? "");
  expect(names.filter((name) => NOT_THEIRS.test(name) || /Primeiros passos|Operação/.test(name))).toEqual([]);
});
