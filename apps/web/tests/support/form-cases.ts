import { type Locator, page } from "vitest/browser";
import { sampleNota } from "../../src/features/nota/tests/sample-nota.ts";
import { accountAnswers, answerCaptcha, LINK_HOLDER } from "./account-examples.ts";
import { button } from "./actions.ts";
import { exampleToken, firstStepsAnswers, tokenAnswers, webhookAnswers } from "./admin-examples.ts";
import { exampleId, listOf } from "./conta-examples.ts";
import { IMOBILIZACAO } from "./evento-examples.ts";
import type { Answers } from "./fake-server.ts";
import { exampleLote, loteAnswers } from "./lote-examples.ts";
import { MISSING_XML_ANSWERS } from "./missing-xml-examples.ts";
import { notasAnswers } from "./nota-examples.ts";

/** One form: its source file, how to open it, and a field with a value to type. */
export type FormCase = {
  name: string;
  /** Path below apps/web/src/. */
  source: string;
  url: string;
  answers?: () => Answers;
  visitor?: true;
  /** Opens it on its page. */
  open?: () => Promise<void>;
  field: () => Locator;
  value: string;
  /** Target of a link on the page that leaves the form; by default the painel. */
  exitHref?: string;
  /** Closes it without leaving the page. */
  close?: () => Promise<void>;
};

const TOKEN = exampleToken();
const QUARANTINED = sampleNota({ id: exampleId(91), quarentena: true, veredito: "suspeita" });
const VALID = sampleNota({
  id: exampleId(92),
  prazosManifestacao: ([1, 2, 3, 4] as const).map((status) => ({ status, ate: null, vencido: false })),
  ...IMOBILIZACAO,
});

const theDialog = (): Locator => page.getByRole("dialog").first();
const textbox = (name: string) => (): Locator => page.getByRole("textbox", { name, exact: true });
const inDialog = (name: string) => (): Locator => theDialog().getByRole("textbox", { name });
const click = (name: string | RegExp) => async (): Promise<void> => {
  await button(name).first().click();
};
const closeDialog = async (): Promise<void> => {
  await theDialog().getByRole("button", { name: "Cancelar" }).click();
};
const tokens = (): Answers => tokenAnswers([TOKEN]);
const webhooks = (): Answers => webhookAnswers([]);
const notas = (): Answers => notasAnswers([QUARANTINED, VALID]);
const account = (): Answers => accountAnswers();
const form = (name: string, source: string, value: string) => ({ name, source, value });

/** Forms of empresas, users, mailboxes and tokens. */
const ADMIN_FORMS: readonly FormCase[] = [
  {
    ...form("a company", "features/empresa/form/EmpresaForm.tsx", "Moinho Novo"),
    ...{ url: "/empresa/nova", field: textbox("Razão social") },
  },
  {
    ...form("a certificate", "features/empresa/certificado/CertificadoForm.tsx", "senha-do-pfx"),
    url: "/cert/01900000-0000-7000-8000-00000000000a",
    field: () => page.getByRole("textbox", { name: /^Senha/ }),
  },
  {
    ...form("a user", "features/usuario/UsuarioForm.tsx", "Inês Prado"),
    ...{ url: "/usuario/novo", field: textbox("Nome completo") },
  },
  {
    ...form("a mailbox", "features/caixa/form/CaixaForm.tsx", "Fiscal"),
    ...{ url: "/caixaemail/nova", field: textbox("Descrição") },
  },
  {
    ...form("the first steps", "features/empresa/form/EmpresaForm.tsx", "Moinho Novo"),
    ...{ url: "/primeiros_passos?passo=empresa", field: textbox("Razão social"), exitHref: "?passo=caixa" },
    answers: firstStepsAnswers,
  },
  {
    ...form("an API token", "features/api/TokenForm.tsx", "ERP da filial"),
    ...{ url: "/admin?tab=api", answers: tokens, open: click("Novo token"), field: inDialog("Nome") },
    close: closeDialog,
  },
  {
    ...form("another secret of a token", "features/api/RotateTokenForm.tsx", "0"),
    ...{ url: "/admin?tab=api", answers: tokens },
    open: async () => {
      await button(`Ações do token ${TOKEN.nome}`).click();
      await page.getByRole("menuitem", { name: "Trocar segredo" }).click();
    },
    field: () => theDialog().getByRole("radio").first(),
    close: closeDialog,
  },
  {
    ...form("a webhook", "features/webhook/WebhookForm.tsx", "https://erp.example/malote"),
    ...{ url: "/admin?tab=api&secao=webhooks", answers: () => ({ ...tokens(), ...webhooks() }) },
    ...{ open: click("Novo webhook"), field: inDialog("Endereço"), close: closeDialog },
  },
];

/** Forms of the user's account and conta. */
const ACCOUNT_FORMS: readonly FormCase[] = [
  {
    ...form("the conta", "features/conta/ContaPanel.tsx", "AC"),
    field: () => page.getByRole("combobox", { name: "UF" }),
  },
  {
    ...form("oneself", "features/conta/UserPanel.tsx", "Outra Pessoa"),
    field: textbox("Nome completo"),
  },
  {
    ...form("one's password", "features/conta/password/PasswordPanel.tsx", "qualquer"),
    field: textbox("Senha atual"),
  },
  {
    ...form("the second factor", "features/conta/second-factor/ProofForm.tsx", "qualquer"),
    open: async () => {
      await page
        .getByRole("region", { name: "Segundo fator" })
        .getByRole("button", { name: "Ligar" })
        .click();
    },
    field: textbox("Digite a sua senha para continuar"),
  },
  {
    ...form("the name of a passkey", "features/conta/second-factor/PasskeyNameForm.tsx", "Telefone"),
    open: async () => {
      await page
        .getByRole("region", { name: "Passkeys" })
        .getByRole("button", { name: /^Cadastrar/ })
        .click();
    },
    field: () => page.getByRole("region", { name: "Passkeys" }).getByRole("textbox"),
  },
].map((each) => ({ url: "/minha_conta", answers: account, ...each }));

/** Forms of lists and documents. */
const DOCUMENT_FORMS: readonly FormCase[] = [
  {
    ...form("the repository", "features/repositorio/RepositorioForm.tsx", "01/01/2026"),
    ...{ url: "/repositorio", field: textbox("Emissão até") },
    answers: () => ({ "Download.getListDownload": () => listOf([]) }),
  },
  ...(["dfe_recebidos", "dfe_emitidos"] as const).map((tipo) => ({
    ...form(`the filter of ${tipo}`, "pages/documents/FilterPage.tsx", "12"),
    ...{ url: `/filtro/${tipo}`, field: textbox("Série") },
  })),
  {
    ...form("the filter of e-mails", "pages/documents/FilterPage.tsx", "boleto"),
    ...{ url: "/filtro/emails", field: textbox("Assunto") },
  },
  {
    ...form("the filter of the auditor", "pages/documents/FilterPage.tsx", "3526"),
    ...{ url: "/filtro/auditor", field: () => page.getByRole("textbox", { name: /^Chave de acesso/ }) },
  },
  {
    ...form("the filter beside a list", "ui/filter/FilterButton.tsx", "12"),
    ...{ url: "/dfe_recebidos", open: click(/^Filtrar( \d|$)/), field: inDialog("Série") },
    close: async () => {
      await theDialog().getByRole("button", { name: "Fechar o filtro" }).click();
    },
  },
  {
    ...form("a saved view", "features/saved-views/SavedViewForm.tsx", "Do mês"),
    ...{ url: "/dfe_recebidos", open: click(/Salvar como visão|^Visões/), field: textbox("Nome da visão") },
  },
  {
    ...form("a release", "features/nota/quarentena/QuarantineDialog.tsx", "Conferida por telefone"),
    ...{ url: `/nota/${QUARANTINED.id}?type=E`, answers: notas },
    ...{ open: click("Liberar da quarentena"), field: inDialog("Motivo"), close: closeDialog },
  },
  {
    ...form("a request of missing XMLs", "features/auditor/RequestEmailDialog.tsx", "xml@valemanso.example"),
    ...{ url: "/auditor?tab=faltando", answers: () => MISSING_XML_ANSWERS, open: click(/^Pedir 2 XMLs/) },
    ...{ field: () => theDialog().getByLabelText("Para"), close: closeDialog },
  },
  {
    ...form("a manifestação", "features/nota/manifestacao/ManifestacaoDialog.tsx", "1"),
    ...{ url: `/nota/${VALID.id}?type=E`, answers: notas, open: click(/^Manifestar$/) },
    field: () => theDialog().getByRole("radio", { name: /Operação confirmada/ }),
    close: closeDialog,
  },
  {
    ...form("an act on many documents", "features/nota/batch/BatchDialog.tsx", "1"),
    ...{ url: "/dfe_recebidos?erp=todos&emissao=tudo" },
    answers: () => ({
      ...notas(),
      ...loteAnswers(
        () => exampleLote(),
        () => [],
      ),
    }),
    open: async () => {
      await page.getByRole("checkbox", { name: "Selecionar todos da página" }).click();
      await page.getByRole("toolbar").getByRole("button", { name: "Manifestar" }).click();
    },
    field: () => theDialog().getByRole("radio", { name: /Operação confirmada/ }),
    close: closeDialog,
  },
  {
    ...form("an evento", "features/nota/evento/EventoDialog.tsx", "1"),
    ...{ url: `/nota/${VALID.id}?type=E`, answers: notas, open: click("Enviar evento") },
    field: () => theDialog().getByRole("radio").first(),
    close: closeDialog,
  },
];

/** Forms of public pages. */
const PUBLIC_FORMS: readonly FormCase[] = [
  {
    ...form("a message to us", "features/public-download/ContactForm.tsx", "Visita"),
    ...{ url: "/contato", field: textbox("Nome") },
  },
  {
    ...form("a new conta", "features/conta/SignUpForm.tsx", "Dona Benta"),
    ...{ url: "/criar_conta", field: textbox("Nome completo") },
  },
  {
    ...form("a first password", "features/conta/password/PasswordForm.tsx", "Moinho2026"),
    ...{ url: "/usuario_convidado/setup/convite", field: textbox("Nova senha") },
  },
].map((each) => ({
  ...{ ...each, visitor: true as const, exitHref: "/faq" },
  answers: () => {
    answerCaptcha();
    return { "Usuario.loadInviteUsuario": () => ({ object: LINK_HOLDER }) };
  },
}));

/** Every form of the application. */
export const FORM_CASES = [...ADMIN_FORMS, ...ACCOUNT_FORMS, ...DOCUMENT_FORMS, ...PUBLIC_FORMS];
