import { MESSAGES, PEOPLE_MESSAGES, QUOTED_SENTENCES } from "@malote/contract";
import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { sampleCaixa, sampleCaixaDetail } from "../../src/features/caixa/sample-caixa.ts";
import { sampleEmpresa } from "../../src/features/empresa/sample-empresa.ts";
import { sampleNota } from "../../src/features/nota/tests/sample-nota.ts";
import { answerCaptcha, LINK_HOLDER } from "../support/account-examples.ts";
import { button, choose, dialog, leaveField } from "../support/actions.ts";
import { tokenAnswers, usuarioAnswers } from "../support/admin-examples.ts";
import { contaAnswers, listOf, ORDINARY } from "../support/conta-examples.ts";
import { answer, answerEndpoint, refuse, Unreachable } from "../support/fake-server.ts";
import { jobAnswers } from "../support/file-examples.ts";
import { notasAnswers } from "../support/nota-examples.ts";
import { expectAddress, goTo, openApp, openAsVisitor } from "../support/open-app.tsx";

/*
 * These tests cause every sentence of spec §2, §5, §6 and §8, and each success it names: an invalid field, a
 * network failure, a refusal of the server. The last test compares them with the list in the contract.
 */

/** Our own sentences, for rules of spec §5 and §9 that have no quoted sentence. */
const RULES = (
  [
    ...["senhaFraca", "senhasDiferentes", "textoEmBranco", "identificadorEmBranco"],
    ...["identificadorComEspacos", "cnpjInvalido", "cpfInvalido", "inteiroInvalido", "decimalInvalido"],
    ...["dataInvalida", "horaInvalida", "credenciaisInvalidas"],
  ] as (keyof typeof MESSAGES)[]
).map((key) => MESSAGES[key]);

/** Our texts for what the specification names without wording. */
const OWN = {
  contatoEnviado: "Mensagem enviada",
  contaCriada: "Falta só confirmar",
  conviteEnviado: "Convite enviado para",
  limitePdf: "até 1.000 documentos",
  limiteCsv: "até 5.000 documentos",
  apiTokenGerado: PEOPLE_MESSAGES.apiTokenGerado,
  usuarioAtivado: PEOPLE_MESSAGES.usuarioAtivado,
  usuarioInativado: PEOPLE_MESSAGES.usuarioInativado,
};

const shown = new Set<string>();

/** Waits until a sentence is visible, and records it. */
async function expectSentence(sentence: string, place: Pick<Locator, "getByText"> = page): Promise<void> {
  await expect.element(place.getByText(sentence).first()).toBeVisible();
  shown.add(sentence);
}

const unreachable = (): never => {
  throw new Unreachable();
};
const field = (name: string): Locator => page.getByLabelText(name, { exact: true });
const textbox = (name: string): Locator => page.getByRole("textbox", { name, exact: true });

test("a visitor sees the sentences for wrong values, unknown links and no network", async () => {
  await openAsVisitor("/login", {
    "Auth.logar": unreachable,
    "Usuario.loadSetupPassword": refuse(PEOPLE_MESSAGES.tokenSenhaInvalido),
    "Usuario.loadInviteUsuario": refuse(PEOPLE_MESSAGES.tokenConviteInvalido),
  });
  await field("Identificador").fill("moinho");
  await field("Usuário").fill("ninguem");
  await textbox("Senha").fill("errada1234");
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expectSentence(MESSAGES.falhaComunicacao);
  answer({ "Auth.logar": refuse(MESSAGES.credenciaisInvalidas) });
  await textbox("Senha").fill("errada1234");
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expectSentence(MESSAGES.credenciaisInvalidas);
  await goTo("/configurar_senha/setup/nada");
  await expectSentence(PEOPLE_MESSAGES.tokenSenhaInvalido);
  await goTo("/usuario_convidado/setup/nada");
  await expectSentence(PEOPLE_MESSAGES.tokenConviteInvalido);
  await goTo("/download");
  await button("Buscar").click();
  await expectSentence(PEOPLE_MESSAGES.chavePublicaObrigatoria);
});

test("a visitor who writes to us or creates a conta sees the sentences of that task", async () => {
  answerCaptcha();
  await openAsVisitor("/contato", { "Conta.sendContato": () => ({}), "Conta.newConta": unreachable });
  await field("Nome").fill("Visita");
  await field("E-mail").fill("visita@fora.example");
  await field("Mensagem").fill("Quanto custa?");
  await expect.element(page.getByText("Verificado")).toBeVisible();
  await button("Enviar mensagem").click();
  await expectSentence(OWN.contatoEnviado);
  await goTo("/criar_conta");
  await button("Criar conta").click();
  for (const key of ["ufSemValor", "captchaObrigatorio", "identificadorEmBranco", "textoEmBranco"] as const) {
    await expectSentence(PEOPLE_MESSAGES[key]);
  }
  await field("Identificador").fill("com espaço");
  await leaveField();
  await expectSentence(PEOPLE_MESSAGES.identificadorComEspacos);
  await field("Identificador").fill("moinho");
  await field("UF").selectOptions("MG");
  await field("Nome completo").fill("Dona Benta");
  await field("E-mail").fill("dona@moinho.example");
  await field("Nome de usuário").fill("dona");
  await expect.element(page.getByText("Verificado")).toBeVisible();
  await button("Criar conta").click();
  await expectSentence(PEOPLE_MESSAGES.erroConfigurandoConta);
  answer({ "Conta.newConta": () => ({}) });
  await expect.element(page.getByText("Verificado")).toBeVisible();
  await button("Criar conta").click();
  await expectSentence(OWN.contaCriada);
});

test("an invited user without permissions sees the sentences of refusals", async () => {
  await openAsVisitor("/usuario_convidado/setup/convite", {
    "Usuario.loadInviteUsuario": () => ({ object: LINK_HOLDER }),
  });
  await textbox("Nova senha").fill("curta1");
  await textbox("Repita a senha").fill("outra");
  await button("Criar a senha e continuar").click();
  await expectSentence(PEOPLE_MESSAGES.senhaFraca);
  await textbox("Nova senha").fill("Moinho2026estrela");
  await button("Criar a senha e continuar").click();
  await expectSentence(PEOPLE_MESSAGES.senhasDiferentes);
});

test("a user without permissions sees why the API and a manifestação are not offered", async () => {
  const nota = sampleNota({ manifestacaoImpedida: MESSAGES.manifestacaoSemPermissao });
  await openApp("/admin?tab=api", { ...contaAnswers({ usuario: ORDINARY }), ...notasAnswers([nota]) });
  await expectSentence(PEOPLE_MESSAGES.acessoRestrito);
  await goTo(`/nota/${nota.id}?type=E`);
  await expectSentence(MESSAGES.manifestacaoSemPermissao);
});

test("an administrator who manages users sees the sentences of that task", async () => {
  const { "Usuario.saveUsuario": save, ...others } = usuarioAnswers();
  await openApp("/usuario/novo", { ...others, "Usuario.saveUsuario": unreachable });
  await textbox("Nome completo").fill("Ana Prado");
  await textbox("Como chamar").fill("Ana");
  await textbox("Nome de usuário").fill("ana");
  await textbox("E-mail").fill("ana@moinho.example");
  await page.getByRole("link", { name: "DF-e emitidos" }).click();
  await expectSentence("Abandonar alterações?", dialog());
  await button("Continuar editando").click();
  await button("Convidar").click();
  await expectSentence(PEOPLE_MESSAGES.conviteNaoEnviado);
  if (save) answer({ "Usuario.saveUsuario": save });
  await button("Convidar").click();
  await expectSentence(OWN.conviteEnviado);
  await choose("Ações do usuário Clara", "Inativar");
  await dialog("Inativar Clara?").getByRole("button", { name: "Inativar" }).click();
  await expectSentence(OWN.usuarioInativado);
  await choose("Ações do usuário Clara", "Ativar");
  await expectSentence(OWN.usuarioAtivado);
});

test("an administrator who creates a token sees that its secret is shown once", async () => {
  await openApp("/admin?tab=api", tokenAnswers([]));
  await button("Novo token").click();
  await field("Nome").fill("Fiscal");
  await button("Criar o token").click();
  await expectSentence(OWN.apiTokenGerado);
});

test("an administrator of empresas and mailboxes sees the sentences of that task", async () => {
  const [empresa, caixa] = [sampleEmpresa(), sampleCaixa()];
  answerEndpoint("/Services/certif", unreachable);
  await openApp(`/empresa/${empresa.id}`, {
    "Empresa.deleteEmpresa": refuse("Há 12 documentos desta empresa."),
    "CaixaEmail.getCaixaEmail": () => ({ object: sampleCaixaDetail() }),
    "CaixaEmail.deleteCaixaEmail": unreachable,
  });
  await button("Excluir").first().click();
  await dialog().getByRole("button", { name: "Excluir empresa" }).click();
  await expectSentence(MESSAGES.empresaNaoExcluida);
  await goTo(`/cert/${empresa.id}`);
  const file = page.getByLabelText("Arquivo do certificado");
  await file.upload(new File(["<a/>"], "nota.xml", { type: "text/xml" }));
  await expect.element(page.getByText("Escolha um arquivo .pfx ou .p12.")).toBeVisible();
  await file.upload(new File(["a1"], "a1.pfx", { type: "application/x-pkcs12" }));
  await button("Enviar certificado").click();
  await expectSentence(MESSAGES.certificadoSenhaObrigatoria);
  await textbox("Senha do certificado").fill("a-senha");
  await button("Enviar certificado").click();
  await expectSentence(MESSAGES.certificadoUploadFalhou);
  await goTo(`/caixaemail/${caixa.id}`);
  // The sent file is still a change of the form that is left.
  await dialog().getByRole("button", { name: "Abandonar" }).click();
  await button("Excluir").first().click();
  await dialog().getByRole("button", { name: "Excluir caixa" }).click();
  await expectSentence(MESSAGES.caixaNaoExcluida);
});

test("a filter shows the sentences for an invalid date, number or CNPJ", async () => {
  await openApp("/filtro/dfe_recebidos", {
    "Nota.getListNota": () => ({ ...listOf([]), totalCount: 3, object: null }),
  });
  for (const [name, typed, sentence] of [
    ["CNPJ ou CPF do emitente", "12abc34501de36", MESSAGES.cnpjInvalido],
    ["CNPJ ou CPF do emitente", "11111111111", MESSAGES.cpfInvalido],
    ["Número de", "12x", MESSAGES.inteiroInvalido],
    ["Valor até (R$)", "1,2,3", MESSAGES.decimalInvalido],
    ["Chegada ao Malote: de", "31/02/2026", MESSAGES.dataInvalida],
  ] as const) {
    await field(name).fill(typed);
    await leaveField();
    await expectSentence(sentence);
  }
  await field("Chegada ao Malote: de").fill("01/02/2026");
  await page.getByRole("combobox", { name: "Chegada ao Malote: de: hora" }).fill("25:00");
  await leaveField();
  await expectSentence(MESSAGES.horaInvalida);
});

test("an export shows its limits, and a failed upload or request its sentence", async () => {
  answerEndpoint("/Services/import", unreachable);
  await openApp("/dfe_recebidos?erp=todos&emissao=tudo", {
    ...jobAnswers(),
    "Nota.getListNota": () => ({ ...listOf([]), totalCount: 3, object: null }),
    "Download.processaDownload": unreachable,
  });
  await button("Exportar").click();
  await expectSentence(OWN.limiteCsv);
  await expectSentence(OWN.limitePdf);
  await goTo("/importacao");
  await page
    .getByLabelText("Arquivos XML ou ZIP")
    .upload(new File(["<a/>"], "cai.xml", { type: "text/xml" }));
  await expectSentence(MESSAGES.erroTransmitindoArquivo);
  answerEndpoint("/Services/import", () => new Response("Bad Gateway", { status: 502 }));
  await button("Repetir").click();
  await expectSentence(MESSAGES.falhaUploadArquivo);
  await goTo("/repositorio");
  await button("Preparar download").click();
  await expectSentence(MESSAGES.erroProcessandoRequisicao);
});

test("a consulta or a manifestação that fails shows its sentence", async () => {
  const prazos = ([1, 2, 3, 4] as const).map((status) => ({ status, ate: null, vencido: false }));
  const nota = sampleNota({ prazosManifestacao: prazos });
  await openApp(`/nota/${nota.id}?type=E`, {
    ...notasAnswers([nota]),
    "Nota.consultarSefaz": unreachable,
    "Nota.manifestacao": unreachable,
  });
  await button("Consultar SEFAZ").click();
  await expectSentence(MESSAGES.erroConsultandoSefaz);
  await button("Manifestar").click();
  await page.getByRole("radio", { name: /Ciência da operação/ }).click();
  await button("Enviar à SEFAZ").click();
  await expectSentence(MESSAGES.falhaManifestacao, dialog());
  await expectAddress(/^\/nota\//);
});

test("every sentence of the specification was shown by one of these tests", () => {
  expect(QUOTED_SENTENCES.length).toBeGreaterThanOrEqual(20);
  expect(
    [...QUOTED_SENTENCES, ...RULES, ...Object.values(OWN)].filter((sentence) => !shown.has(sentence)),
  ).toEqual([]);
});
