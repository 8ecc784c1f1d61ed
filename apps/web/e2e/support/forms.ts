import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Entities that the forms open. presa, valid: documents in quarantine and valid; inviteLink: the link of an
 * invitation; token: the name of an API token.
 */
export type FormRecords = {
  empresa: string;
  quarantined: string;
  valid: string;
  inviteLink: string;
  token: string;
};

/** One form: its source file, how to open it, and a field with a value to type. */
export type FormCase = {
  name: string;
  /** Path below apps/web/src/. */
  source: string;
  url: (records: FormRecords) => string;
  /** Opens it on its page. */
  open?: (page: Page, records: FormRecords) => Promise<void>;
  field: (page: Page) => Locator;
  value: string;
  /** Target of a link on the page that leaves the form; by default the painel. */
  exitHref?: string;
  /** Closes it without leaving the page. */
  close?: (page: Page) => Promise<void>;
};

const dialogOf = (page: Page): Locator => page.getByRole("dialog").first();
const textboxOf = (name: string) => (page: Page) => page.getByRole("textbox", { name, exact: true });
const inDialog = (name: string) => (page: Page) => dialogOf(page).getByRole("textbox", { name });
const press =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole("button", { name }).first().click();
  };
const closeDialog = async (page: Page): Promise<void> => {
  await dialogOf(page).getByRole("button", { name: "Cancelar" }).click();
};

/** Forms of empresas, users, mailboxes and tokens. */
export const ADMIN_FORMS: readonly FormCase[] = [
  {
    ...{ name: "a company", source: "features/empresa/form/EmpresaForm.tsx", value: "Moinho Novo" },
    ...{ url: () => "/empresa/nova", field: textboxOf("Razão social") },
  },
  {
    ...{
      name: "a certificate",
      source: "features/empresa/certificado/CertificadoForm.tsx",
      value: "senha-do-pfx",
    },
    ...{
      url: ({ empresa }) => `/cert/${empresa}`,
      field: (page) => page.getByRole("textbox", { name: /^Senha/ }),
    },
  },
  {
    ...{ name: "a user", source: "features/usuario/UsuarioForm.tsx", value: "Inês Prado" },
    ...{ url: () => "/usuario/novo", field: textboxOf("Nome completo") },
  },
  {
    ...{ name: "a mailbox", source: "features/caixa/form/CaixaForm.tsx", value: "Fiscal" },
    ...{ url: () => "/caixaemail/nova", field: textboxOf("Descrição") },
  },
  {
    ...{ name: "the first steps", source: "features/empresa/form/EmpresaForm.tsx", value: "Moinho Novo" },
    ...{
      url: () => "/primeiros_passos?passo=empresa",
      field: textboxOf("Razão social"),
      exitHref: "?passo=caixa",
    },
  },
  {
    ...{ name: "an API token", source: "features/api/TokenForm.tsx", value: "ERP da filial" },
    ...{ url: () => "/admin?tab=api", open: press("Novo token"), field: inDialog("Nome") },
    close: closeDialog,
  },
  {
    ...{ name: "another secret of a token", source: "features/api/RotateTokenForm.tsx", value: "0" },
    url: () => "/admin?tab=api",
    open: async (page, { token }) => {
      await page.getByRole("button", { name: `Ações do token ${token}` }).click();
      await page.getByRole("menuitem", { name: "Trocar segredo" }).click();
    },
    field: (page) => dialogOf(page).getByRole("radio").first(),
    close: closeDialog,
  },
  {
    ...{ name: "a webhook", source: "features/webhook/WebhookForm.tsx", value: "https://erp.example/malote" },
    url: () => "/admin?tab=api&secao=webhooks",
    ...{ open: press("Novo webhook"), field: inDialog("Endereço"), close: closeDialog },
  },
];

/** Forms of the user's account and conta. */
export const ACCOUNT_FORMS: readonly FormCase[] = [
  {
    ...{ name: "the conta", source: "features/conta/ContaPanel.tsx", value: "AC" },
    ...{ url: () => "/minha_conta", field: (page) => page.getByRole("combobox", { name: "UF" }) },
  },
  {
    ...{ name: "oneself", source: "features/conta/UserPanel.tsx", value: "Outra Pessoa" },
    ...{ url: () => "/minha_conta", field: textboxOf("Nome completo") },
  },
  {
    ...{ name: "one's password", source: "features/conta/password/PasswordPanel.tsx", value: "qualquer" },
    ...{ url: () => "/minha_conta", field: textboxOf("Senha atual") },
  },
  {
    ...{ name: "the second factor", source: "features/conta/second-factor/ProofForm.tsx", value: "qualquer" },
    url: () => "/minha_conta",
    open: async (page) => {
      await page
        .getByRole("region", { name: "Segundo fator" })
        .getByRole("button", { name: "Ligar" })
        .click();
    },
    field: textboxOf("Digite a sua senha para continuar"),
  },
];

/** Forms of lists and documents. */
export const DOCUMENT_FORMS: readonly FormCase[] = [
  {
    ...{ name: "the repository", source: "features/repositorio/RepositorioForm.tsx", value: "01/01/2026" },
    ...{ url: () => "/repositorio", field: textboxOf("Emissão até") },
  },
  ...(["dfe_recebidos", "dfe_emitidos"] as const).map(
    (tipo): FormCase => ({
      ...{ name: `the filter of ${tipo}`, source: "pages/documents/FilterPage.tsx", value: "12" },
      ...{ url: () => `/filtro/${tipo}`, field: textboxOf("Série") },
    }),
  ),
  {
    ...{
      name: "the filter of e-mails",
      source: "pages/documents/FilterPage.tsx",
      value: "boleto",
    },
    ...{ url: () => "/filtro/emails", field: textboxOf("Assunto") },
  },
  {
    ...{ name: "the filter of the auditor", source: "pages/documents/FilterPage.tsx", value: "3526" },
    ...{
      url: () => "/filtro/auditor",
      field: (page) => page.getByRole("textbox", { name: /^Chave de acesso/ }),
    },
  },
  {
    ...{ name: "the filter beside a list", source: "ui/filter/FilterButton.tsx", value: "12" },
    ...{ url: () => "/dfe_recebidos", open: press(/^Filtrar/), field: inDialog("Série") },
    close: async (page) => {
      await dialogOf(page).getByRole("button", { name: "Fechar o filtro" }).click();
    },
  },
  {
    ...{ name: "a saved view", source: "features/saved-views/SavedViewName.tsx", value: "Do mês" },
    url: () => "/dfe_recebidos",
    open: press(/Salvar como visão|^Visões/),
    field: (page) => page.getByRole("textbox", { name: "Nome da visão" }),
  },
  {
    ...{
      name: "a release from quarantine",
      source: "features/nota/quarentena/ReleaseDialog.tsx",
      value: "Conferida por telefone",
    },
    url: ({ quarantined }) => `/nota/${quarantined}?type=E`,
    ...{ open: press("Liberar da quarentena"), field: inDialog("Motivo"), close: closeDialog },
  },
  {
    ...{ name: "a manifestação", source: "features/nota/manifestacao/ManifestacaoDialog.tsx", value: "1" },
    url: ({ valid }) => `/nota/${valid}?type=E`,
    open: press(/^(Manifestar|Mudar a manifestação)$/),
    field: (page) => dialogOf(page).getByRole("radio", { name: /Operação confirmada/ }),
    close: closeDialog,
  },
  {
    ...{ name: "an evento", source: "features/nota/evento/EventoDialog.tsx", value: "1" },
    url: ({ valid }) => `/nota/${valid}?type=E`,
    open: press("Enviar evento"),
    field: (page) => dialogOf(page).locator('input[type="radio"]:enabled').first(),
    close: closeDialog,
  },
];

/** Forms of public pages. */
export const PUBLIC_FORMS: readonly FormCase[] = [
  {
    ...{
      name: "a message to us",
      source: "features/public-download/ContactForm.tsx",
      value: "Visita",
      exitHref: "/faq",
    },
    ...{ url: () => "/contato", field: textboxOf("Nome") },
  },
  {
    ...{
      name: "a new conta",
      source: "features/conta/SignUpForm.tsx",
      value: "Dona Benta",
      exitHref: "/faq",
    },
    ...{ url: () => "/criar_conta", field: textboxOf("Nome completo") },
  },
  {
    ...{
      name: "a first password",
      source: "features/conta/password/PasswordForm.tsx",
      value: "Moinho2026",
      exitHref: "/faq",
    },
    ...{ url: ({ inviteLink }) => inviteLink, field: textboxOf("Nova senha") },
  },
];

/** Has its own test: it needs an address that allows passkeys. */
export const PASSKEY: FormCase = {
  ...{
    name: "the name of a passkey",
    source: "features/conta/second-factor/PasskeyNameForm.tsx",
    value: "Telefone",
  },
  url: () => "/minha_conta",
  open: async (page) => {
    await page
      .getByRole("region", { name: "Passkeys" })
      .getByRole("button", { name: /^Cadastrar/ })
      .click();
  },
  field: (page) => page.getByRole("region", { name: "Passkeys" }).getByRole("textbox"),
};

const question = (page: Page): Locator => page.getByRole("dialog", { name: "Abandonar alterações?" });
const stayButton = (page: Page): Locator =>
  question(page).getByRole("button", { name: /^(Continuar|Voltar ao webhook)/ });
const leaveButton = (page: Page): Locator => question(page).getByRole("button", { name: "Abandonar" });

/**
 * Changes a form and leaves it by its close button and by a link.
 * Each asks first; staying keeps the change, and leaving works.
 */
export async function leaveForm(page: Page, form: FormCase, records: FormRecords): Promise<void> {
  const { url, open, field, value, exitHref = "/painel", close } = form;
  await page.goto(url(records));
  // A prerendered page is not interactive until the application has mounted.
  await page.locator("#root:not([data-escrita])").waitFor({ state: "attached" });
  await open?.(page, records);
  const changed = field(page);
  const expectKept = await change(changed, value);
  if (close) {
    await close(page);
    await stayButton(page).click();
    await expect(question(page)).toHaveCount(0);
    await expectKept();
  }
  const before = page.url();
  await leaveBy(page, exitHref);
  await stayButton(page).click();
  await expect(question(page)).toHaveCount(0);
  expect(page.url()).toBe(before);
  await expectKept();
  await leaveBy(page, exitHref);
  await leaveButton(page).click();
  await expect(page).toHaveURL((address) => `${address.pathname}${address.search}`.endsWith(exitHref));
  await expect(question(page)).toHaveCount(0);
}

/** @returns asserts that the change is still there */
async function change(field: Locator, value: string): Promise<() => Promise<void>> {
  await field.waitFor();
  if ((await field.getAttribute("type")) === "radio") {
    await field.check({ force: true });
    return async () => await expect(field).toBeChecked();
  }
  if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(value);
  else await field.fill(value);
  return async () => await expect(field).toHaveValue(value);
}

/**
 * Clicks a link of the application even when an overlay covers it: an overlay does not prevent navigation.
 */
async function leaveBy(page: Page, exitHref: string): Promise<void> {
  await page
    .locator(`a[href$="${exitHref}"]`)
    .first()
    .evaluate((link) => (link as HTMLAnchorElement).click());
}
