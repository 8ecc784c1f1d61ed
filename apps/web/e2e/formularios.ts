import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Entities that the forms open. presa, boa: documents in quarantine and valid; convite: the link of an
 * invitation; token: the name of an API token.
 */
export type Mundo = {
  empresa: string;
  presa: string;
  boa: string;
  convite: string;
  token: string;
};

/** One form: its source file, how to open it, and a field with a value to type. */
export type Formulario = {
  nome: string;
  /** Path below apps/web/src/. */
  fonte: string;
  url: (mundo: Mundo) => string;
  /** Opens it on its page. */
  abrir?: (page: Page, mundo: Mundo) => Promise<void>;
  campo: (page: Page) => Locator;
  valor: string;
  /** Target of a link on the page that leaves the form; by default the painel. */
  saida?: string;
  /** Closes it without leaving the page. */
  fechar?: (page: Page) => Promise<void>;
};

const janela = (page: Page): Locator => page.getByRole("dialog").first();
const texto = (name: string) => (page: Page) => page.getByRole("textbox", { name, exact: true });
const naJanela = (name: string) => (page: Page) => janela(page).getByRole("textbox", { name });
const press =
  (name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole("button", { name }).first().click();
  };
const fecharJanela = async (page: Page): Promise<void> => {
  await janela(page).getByRole("button", { name: "Cancelar" }).click();
};

/** Forms of empresas, users, mailboxes and tokens. */
export const DE_ADMINISTRACAO: readonly Formulario[] = [
  {
    ...{ nome: "a company", fonte: "features/empresa/EmpresaForm.tsx", valor: "Moinho Novo" },
    ...{ url: () => "/empresa/nova", campo: texto("Razão social") },
  },
  {
    ...{ nome: "a certificate", fonte: "features/empresa/certificado/CertForm.tsx", valor: "senha-do-pfx" },
    ...{
      url: ({ empresa }) => `/cert/${empresa}`,
      campo: (page) => page.getByRole("textbox", { name: /^Senha/ }),
    },
  },
  {
    ...{ nome: "a user", fonte: "features/usuario/UsuarioForm.tsx", valor: "Inês Prado" },
    ...{ url: () => "/usuario/novo", campo: texto("Nome completo") },
  },
  {
    ...{ nome: "a mailbox", fonte: "features/caixa/CaixaForm.tsx", valor: "Fiscal" },
    ...{ url: () => "/caixaemail/nova", campo: texto("Descrição") },
  },
  {
    ...{ nome: "the first steps", fonte: "features/empresa/EmpresaForm.tsx", valor: "Moinho Novo" },
    ...{ url: () => "/primeiros_passos?passo=empresa", campo: texto("Razão social"), saida: "?passo=caixa" },
  },
  {
    ...{ nome: "an API token", fonte: "features/api/TokenForm.tsx", valor: "ERP da filial" },
    ...{ url: () => "/admin?tab=api", abrir: press("Novo token"), campo: naJanela("Nome") },
    fechar: fecharJanela,
  },
  {
    ...{ nome: "another secret of a token", fonte: "features/api/TokenGiro.tsx", valor: "0" },
    url: () => "/admin?tab=api",
    abrir: async (page, { token }) => {
      await page.getByRole("button", { name: `Ações do token ${token}` }).click();
      await page.getByRole("menuitem", { name: "Trocar segredo" }).click();
    },
    campo: (page) => janela(page).getByRole("radio").first(),
    fechar: fecharJanela,
  },
  {
    ...{ nome: "a webhook", fonte: "features/webhook/WebhookForm.tsx", valor: "https://erp.example/malote" },
    url: () => "/admin?tab=api&secao=webhooks",
    ...{ abrir: press("Novo webhook"), campo: naJanela("Endereço"), fechar: fecharJanela },
  },
];

/** Forms of the user's account and conta. */
export const DE_SI: readonly Formulario[] = [
  {
    ...{ nome: "the conta", fonte: "features/conta/ContaPainel.tsx", valor: "AC" },
    ...{ url: () => "/minha_conta", campo: (page) => page.getByRole("combobox", { name: "UF" }) },
  },
  {
    ...{ nome: "oneself", fonte: "features/conta/VocePainel.tsx", valor: "Outra Pessoa" },
    ...{ url: () => "/minha_conta", campo: texto("Nome completo") },
  },
  {
    ...{ nome: "one's password", fonte: "features/conta/SenhaPainel.tsx", valor: "qualquer" },
    ...{ url: () => "/minha_conta", campo: texto("Senha atual") },
  },
  {
    ...{ nome: "the second factor", fonte: "features/conta/Passo.tsx", valor: "qualquer" },
    url: () => "/minha_conta",
    abrir: async (page) => {
      await page
        .getByRole("region", { name: "Segundo fator" })
        .getByRole("button", { name: "Ligar" })
        .click();
    },
    campo: texto("Digite a sua senha para continuar"),
  },
];

/** Forms of lists and documents. */
export const DE_DOCUMENTOS: readonly Formulario[] = [
  {
    ...{ nome: "the repository", fonte: "features/repositorio/RepositorioForm.tsx", valor: "01/01/2026" },
    ...{ url: () => "/repositorio", campo: texto("Emissão até") },
  },
  ...(["dfe_recebidos", "dfe_emitidos"] as const).map(
    (tipo): Formulario => ({
      ...{ nome: `the filter of ${tipo}`, fonte: "features/nota/NotaFiltroForm.tsx", valor: "12" },
      ...{ url: () => `/filtro/${tipo}`, campo: texto("Série") },
    }),
  ),
  {
    ...{ nome: "the filter of e-mails", fonte: "features/email/EmailFiltroForm.tsx", valor: "boleto" },
    ...{ url: () => "/filtro/emails", campo: texto("Assunto") },
  },
  {
    ...{ nome: "the filter of the auditor", fonte: "features/auditor/AuditorFiltroForm.tsx", valor: "3526" },
    ...{
      url: () => "/filtro/auditor",
      campo: (page) => page.getByRole("textbox", { name: /^Chave de acesso/ }),
    },
  },
  {
    ...{ nome: "the filter beside a list", fonte: "features/nota/NotaFiltroForm.tsx", valor: "12" },
    ...{ url: () => "/dfe_recebidos", abrir: press(/^Filtrar/), campo: naJanela("Série") },
    fechar: async (page) => {
      await janela(page).getByRole("button", { name: "Fechar o filtro" }).click();
    },
  },
  {
    ...{ nome: "a saved view", fonte: "features/visoes/VisaoNome.tsx", valor: "Do mês" },
    url: () => "/dfe_recebidos",
    abrir: press(/Salvar como visão|^Visões/),
    campo: (page) => page.getByRole("textbox", { name: "Nome da visão" }),
  },
  {
    ...{
      nome: "a release from quarantine",
      fonte: "features/nota/LiberarDialogo.tsx",
      valor: "Conferida por telefone",
    },
    url: ({ presa }) => `/nota/${presa}?type=E`,
    ...{ abrir: press("Liberar da quarentena"), campo: naJanela("Motivo"), fechar: fecharJanela },
  },
  {
    ...{ nome: "a manifestação", fonte: "features/nota/ManifestarDialogo.tsx", valor: "1" },
    url: ({ boa }) => `/nota/${boa}?type=E`,
    abrir: press(/^(Manifestar|Mudar a manifestação)$/),
    campo: (page) => janela(page).getByRole("radio", { name: /Operação confirmada/ }),
    fechar: fecharJanela,
  },
  {
    ...{ nome: "an evento", fonte: "features/nota/EventoDialogo.tsx", valor: "1" },
    url: ({ boa }) => `/nota/${boa}?type=E`,
    abrir: press("Enviar evento"),
    campo: (page) => janela(page).locator('input[type="radio"]:enabled').first(),
    fechar: fecharJanela,
  },
];

/** Forms of public pages. */
export const PUBLICOS: readonly Formulario[] = [
  {
    ...{ nome: "a message to us", fonte: "features/publico/ContatoForm.tsx", valor: "Visita", saida: "/faq" },
    ...{ url: () => "/contato", campo: texto("Nome") },
  },
  {
    ...{
      nome: "a new conta",
      fonte: "features/conta/CriarContaForm.tsx",
      valor: "Dona Benta",
      saida: "/faq",
    },
    ...{ url: () => "/criar_conta", campo: texto("Nome completo") },
  },
  {
    ...{
      nome: "a first password",
      fonte: "features/conta/SenhaForm.tsx",
      valor: "Moinho2026",
      saida: "/faq",
    },
    ...{ url: ({ convite }) => convite, campo: texto("Nova senha") },
  },
];

/** Has its own test: it needs an address that allows passkeys. */
export const PASSKEY: Formulario = {
  ...{ nome: "the name of a passkey", fonte: "features/conta/PasskeyNome.tsx", valor: "Telefone" },
  url: () => "/minha_conta",
  abrir: async (page) => {
    await page
      .getByRole("region", { name: "Passkeys" })
      .getByRole("button", { name: /^Cadastrar/ })
      .click();
  },
  campo: (page) => page.getByRole("region", { name: "Passkeys" }).getByRole("textbox"),
};

const pergunta = (page: Page): Locator => page.getByRole("dialog", { name: "Abandonar alterações?" });
const ficar = (page: Page): Locator =>
  pergunta(page).getByRole("button", { name: /^(Continuar|Voltar ao webhook)/ });
const abandonar = (page: Page): Locator => pergunta(page).getByRole("button", { name: "Abandonar" });

/**
 * Changes a form and leaves it, by its close button and by a link: each asks first, staying keeps the
 * change,
 * and leaving works.
 */
export async function walkFormulario(page: Page, formulario: Formulario, mundo: Mundo): Promise<void> {
  const { url, abrir, campo, valor, saida = "/painel", fechar } = formulario;
  await page.goto(url(mundo));
  // A prerendered page is not interactive until the application has mounted.
  await page.locator("#root:not([data-escrita])").waitFor({ state: "attached" });
  await abrir?.(page, mundo);
  const changed = campo(page);
  const kept = await change(changed, valor);
  if (fechar) {
    await fechar(page);
    await ficar(page).click();
    await expect(pergunta(page)).toHaveCount(0);
    await kept();
  }
  const before = page.url();
  await leaveBy(page, saida);
  await ficar(page).click();
  await expect(pergunta(page)).toHaveCount(0);
  expect(page.url()).toBe(before);
  await kept();
  await leaveBy(page, saida);
  await abandonar(page).click();
  await expect(page).toHaveURL((address) => `${address.pathname}${address.search}`.endsWith(saida));
  await expect(pergunta(page)).toHaveCount(0);
}

/** @returns asserts that the change is still there */
async function change(campo: Locator, valor: string): Promise<() => Promise<void>> {
  await campo.waitFor();
  if ((await campo.getAttribute("type")) === "radio") {
    await campo.check({ force: true });
    return async () => await expect(campo).toBeChecked();
  }
  if ((await campo.evaluate((element) => element.tagName)) === "SELECT") await campo.selectOption(valor);
  else await campo.fill(valor);
  return async () => await expect(campo).toHaveValue(valor);
}

/**
 * Clicks a link of the application even when an overlay covers it: an overlay does not prevent navigation.
 */
async function leaveBy(page: Page, saida: string): Promise<void> {
  await page
    .locator(`a[href$="${saida}"]`)
    .first()
    .evaluate((link) => (link as HTMLAnchorElement).click());
}
