import { MESSAGES, PEOPLE_MESSAGES as PEOPLE_SENTENCES } from "@malote/contract";
import { expect, type Page, test } from "@playwright/test";
import { readSandboxEmpresas } from "../support/empresas.ts";
import { linkOf } from "../support/records.ts";
import { PIPELINE_MS, playScenarios, rpc, signIn, waitNota } from "../support/sandbox.ts";
import {
  breakSefaz,
  enterAs,
  expectSentence,
  invite,
  OWN_TEXTS,
  readSentences,
  testThatShowed,
  withoutNetwork,
} from "../support/sentences.ts";

/*
 * These tests cause every sentence of spec §2, §5, §6 and §8, and each success it names, in a real
 * situation: a refusal of the server, an invalid field, a network failure.
 * The last test compares the sentences shown with the list in the contract.
 */

const SCENARIOS = ["nota-autorizada", "cte-e-mdfe"] as const;

let chaves: Record<(typeof SCENARIOS)[number], string[]>;
test.beforeAll(async ({ request }) => {
  chaves = await playScenarios({ request }, SCENARIOS);
});

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const question = (page: Page) => page.getByRole("dialog");

test("a visitor sees the sentences for wrong values, unknown links and no network", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Identificador").fill("demo");
  await page.getByLabel("Usuário").fill("ninguem");
  const password = page.getByRole("textbox", { name: "Senha" });
  await password.fill("errada1234");
  await withoutNetwork(page, "Auth.logar", async () => {
    await button(page, "Entrar").click();
    await expectSentence(page, MESSAGES.falhaComunicacao);
  });
  await password.fill("errada1234");
  await button(page, "Entrar").click();
  await expectSentence(page, MESSAGES.credenciaisInvalidas);
  await expect(password).toHaveValue("");

  await page.goto("/configurar_senha/setup/nao-e-um-token");
  await expectSentence(page, PEOPLE_SENTENCES.tokenSenhaInvalido);
  await expect(page).toHaveURL(/\/login$/);
  await page.goto("/usuario_convidado/setup/nao-e-um-token");
  await expectSentence(page, PEOPLE_SENTENCES.tokenConviteInvalido);
  await expect(page).toHaveURL(/\/login$/);

  await page.goto("/download");
  await button(page, "Buscar").click();
  await expectSentence(page, PEOPLE_SENTENCES.chavePublicaObrigatoria);

  await page.goto("/contato");
  await page.getByLabel("Nome").fill("Visita");
  await page.getByLabel("E-mail").fill("visita@fora.example");
  await page.getByLabel("Mensagem").fill("Quanto custa?");
  await expect(page.getByText("Verificado")).toBeVisible();
  await button(page, "Enviar mensagem").click();
  await expectSentence(page, OWN_TEXTS.contatoEnviado);
});

test("a visitor who creates a conta sees the sentences of that task", async ({ page }) => {
  await page.goto("/criar_conta");
  const createButton = button(page, "Criar conta");
  await createButton.click();
  await expectSentence(page, PEOPLE_SENTENCES.ufSemValor);
  await expectSentence(page, PEOPLE_SENTENCES.captchaObrigatorio);
  await expectSentence(page, PEOPLE_SENTENCES.identificadorEmBranco);
  await expectSentence(page, PEOPLE_SENTENCES.textoEmBranco);
  const identificador = page.getByLabel("Identificador");
  await identificador.fill("com espaço");
  await identificador.blur();
  await expectSentence(page, PEOPLE_SENTENCES.identificadorComEspacos);

  const marca = Date.now() % 1e9;
  await identificador.fill(`mensagens${marca}`);
  await page.getByLabel("UF").selectOption("MG");
  await page.getByLabel("Nome completo").fill("Dona das Mensagens");
  await page.getByLabel("E-mail").fill(`dona${marca}@mensagens.example`);
  await page.getByLabel("Nome de usuário").fill("dona");
  await expect(page.getByText("Verificado")).toBeVisible();
  await withoutNetwork(page, "Conta.newConta", async () => {
    await createButton.click();
    await expectSentence(page, PEOPLE_SENTENCES.erroConfigurandoConta);
  });
  await expect(page.getByText("Verificado")).toBeVisible();
  await createButton.click();
  await expectSentence(page, OWN_TEXTS.contaCriada);
});

test("an invited user without permissions sees the sentences of refusals", async ({ page, browser }) => {
  const token = await signIn(page);
  const invited = await invite(page, token);
  const link = await linkOf(page, invited.email, /\/usuario_convidado\/setup\//);
  const visitorPage = await browser.newPage();
  await visitorPage.goto(link);
  const newPassword = visitorPage.getByRole("textbox", { name: "Nova senha" });
  const repeatedPassword = visitorPage.getByRole("textbox", { name: "Repita a senha" });
  await newPassword.fill("curta1");
  await repeatedPassword.fill("outra");
  await button(visitorPage, "Criar a senha e continuar").click();
  await expectSentence(visitorPage, PEOPLE_SENTENCES.senhaFraca);
  await newPassword.fill("Moinho2026estrela");
  await button(visitorPage, "Criar a senha e continuar").click();
  await expectSentence(visitorPage, PEOPLE_SENTENCES.senhasDiferentes);

  await enterAs(visitorPage, invited, link);
  await visitorPage.goto("/admin?tab=api");
  await expectSentence(visitorPage, PEOPLE_SENTENCES.acessoRestrito);
  const { id } = await waitNota(page, { token, chave: chaves["nota-autorizada"][0] ?? "" });
  await visitorPage.goto(`/nota/${id}?type=E`);
  await expectSentence(visitorPage, MESSAGES.manifestacaoSemPermissao);
  await visitorPage.close();
});

test("an administrator who manages users sees the sentences of that task", async ({ page }) => {
  const name = `ana${Date.now() % 1e9}`;
  await signIn(page);
  await page.goto("/usuario/novo");
  await page.getByLabel("Nome completo").fill("Ana das Mensagens");
  await page.getByLabel("Como chamar").fill("Ana");
  await page.getByLabel("Nome de usuário").fill(name);
  await page.getByRole("textbox", { name: "E-mail" }).fill(`${name}@demo.example`);
  await page.getByRole("link", { name: "DF-e emitidos" }).click();
  await expectSentence(question(page), "Abandonar alterações?");
  await button(page, "Continuar editando").click();
  await withoutNetwork(page, "Usuario.saveUsuario", async () => {
    await button(page, "Convidar").click();
    await expectSentence(page, PEOPLE_SENTENCES.conviteNaoEnviado);
  });
  await button(page, "Convidar").click();
  await expectSentence(page, OWN_TEXTS.conviteEnviado);

  const acoes = page
    .locator("[data-linha]")
    .filter({ hasText: name })
    .getByRole("button", { name: /^Ações/ });
  await acoes.click();
  await page.getByRole("menuitem", { name: "Inativar" }).click();
  await question(page).getByRole("button", { name: "Inativar" }).click();
  await expectSentence(page, OWN_TEXTS.usuarioInativado);
  await acoes.click();
  await page.getByRole("menuitem", { name: "Ativar", exact: true }).click();
  await expectSentence(page, OWN_TEXTS.usuarioAtivado);

  await page.goto("/admin?tab=api");
  await button(page, "Novo token").click();
  await page.getByLabel("Nome", { exact: true }).fill(`Mensagens ${Date.now()}`);
  await button(page, "Criar o token").click();
  await expectSentence(page, OWN_TEXTS.apiTokenGerado);
});

test("an administrator of empresas and mailboxes sees the sentences of that task", async ({ page }) => {
  const token = await signIn(page);
  const { results } = (await rpc(page, "Empresa.getListEmpresa", {}, token)) as {
    results: { id: string; documentos: number }[];
  };
  const empresa = results.toSorted((a, b) => b.documentos - a.documentos)[0]?.id ?? "";
  await page.goto(`/empresa/${empresa}`);
  await button(page, "Excluir").click();
  await question(page).getByRole("button", { name: "Excluir empresa" }).click();
  await expectSentence(page, MESSAGES.empresaNaoExcluida);

  await page.goto(`/cert/${empresa}`);
  const [{ pfx, password } = { pfx: Buffer.from(""), password: "" }] = await readSandboxEmpresas();
  const arquivo = { name: "a1.pfx", mimeType: "application/x-pkcs12", buffer: pfx };
  await page.getByLabel("Arquivo do certificado").setInputFiles(arquivo);
  await button(page, "Enviar certificado").click();
  await expectSentence(page, MESSAGES.certificadoSenhaObrigatoria);
  await page.getByRole("textbox", { name: "Senha do certificado" }).fill(password);
  await page.route("**/Services/certif", (route) => route.abort("connectionreset"));
  await button(page, "Enviar certificado").click();
  await expectSentence(page, MESSAGES.certificadoUploadFalhou);

  // Another user deletes the mailbox while its page is open.
  const caixaEmail = {
    descricao: "Caixa das mensagens",
    tipo: "spop3",
    servidor: "correio.nenhum.example",
    usuario: `mensagens${Date.now()}@nenhum.example`,
    senha: "qualquer1",
  };
  const { object } = (await rpc(page, "CaixaEmail.saveCaixaEmail", { caixaEmail }, token)) as {
    object: { id: string };
  };
  await page.goto(`/caixaemail/${object.id}`);
  await expect(button(page, "Excluir")).toBeVisible();
  await rpc(page, "CaixaEmail.deleteCaixaEmail", object, token);
  await button(page, "Excluir").click();
  await question(page).getByRole("button", { name: "Excluir caixa" }).click();
  await expectSentence(page, MESSAGES.caixaNaoExcluida);
});

test("a filter shows the sentences for an invalid date, number or CNPJ", async ({ page }) => {
  await signIn(page);
  await page.goto("/filtro/dfe_recebidos");
  const caixa = (name: string) => page.getByLabel(name, { exact: true });
  for (const [field, typed, sentence] of [
    ["CNPJ ou CPF do emitente", "12abc34501de36", MESSAGES.cnpjInvalido],
    ["CNPJ ou CPF do emitente", "11111111111", MESSAGES.cpfInvalido],
    ["Número de", "12x", MESSAGES.inteiroInvalido],
    ["Valor até (R$)", "1,2,3", MESSAGES.decimalInvalido],
    ["Chegada ao Malote: de", "31/02/2026", MESSAGES.dataInvalida],
  ] as const) {
    await caixa(field).fill(typed);
    await caixa(field).blur();
    await expectSentence(page, sentence);
  }
  await caixa("Chegada ao Malote: de").fill("01/02/2026");
  const time = page.getByRole("combobox", { name: "Chegada ao Malote: de: hora" });
  await time.fill("25:00");
  await time.blur();
  await expectSentence(page, MESSAGES.horaInvalida);

  await page.goto("/dfe_recebidos?erp=todos&emissao=tudo");
  await button(page, "Exportar").click();
  await expectSentence(page, OWN_TEXTS.limiteCsv);
  await expectSentence(page, OWN_TEXTS.limitePdf);
});

test("a failed upload shows its sentence", async ({ page }) => {
  await signIn(page);
  await page.goto("/importacao");
  await page.route("**/Services/import", (route) => route.abort("connectionreset"));
  const arquivo = { name: "cai.xml", mimeType: "text/xml", buffer: Buffer.from("<a/>") };
  await page.getByLabel("Arquivos XML ou ZIP").setInputFiles([arquivo]);
  const queue = page.getByRole("region", { name: "Enviando" });
  await expectSentence(queue, MESSAGES.erroTransmitindoArquivo);
  await page.unroute("**/Services/import");
  // Half of the form reaches the server, which refuses it.
  await page.route("**/Services/import", async (route) => {
    const corpo = route.request().postDataBuffer() ?? Buffer.from("");
    await route.continue({ postData: corpo.subarray(0, Math.floor(corpo.length / 2)) });
  });
  await queue.getByRole("button", { name: "Repetir" }).click();
  await expectSentence(queue, MESSAGES.falhaUploadArquivo);

  await page.goto("/repositorio");
  await withoutNetwork(page, "Download.processaDownload", async () => {
    await button(page, "Preparar download").click();
    await expectSentence(page, MESSAGES.erroProcessandoRequisicao);
  });
});

test("a consulta that SEFAZ does not answer shows its sentence", async ({ page }) => {
  const token = await signIn(page);
  const { id: cte } = await waitNota(page, { token, chave: chaves["cte-e-mdfe"][0] ?? "" }, () => true);
  await page.goto(`/nota/${cte}?type=E`);
  await expect(button(page, "Consultar SEFAZ")).toBeVisible({ timeout: PIPELINE_MS });
  // Only the CT-e query fails: parallel tests use the other services.
  await breakSefaz(page, [{ quais: ["conexao-cortada"], servico: "CTeConsultaV4" }]);
  try {
    await button(page, "Consultar SEFAZ").click();
    await expect(page.getByText(MESSAGES.erroConsultandoSefaz).first()).toBeVisible({ timeout: PIPELINE_MS });
    await expectSentence(page, MESSAGES.erroConsultandoSefaz);
  } finally {
    await breakSefaz(page, []);
  }

  const { id } = await waitNota(page, { token, chave: chaves["nota-autorizada"][0] ?? "" });
  await page.goto(`/nota/${id}?type=E`);
  await button(page, "Manifestar").click();
  await page.getByRole("radio", { name: /Ciência da operação/ }).check();
  await withoutNetwork(page, "Nota.manifestacao", async () => {
    await button(page, "Enviar à SEFAZ").click();
    await expectSentence(question(page), MESSAGES.falhaManifestacao);
  });
});

test("every sentence of the specification was shown by one of these tests", async () => {
  const rows = (await readSentences()).map((sentence) => [sentence, testThatShowed(sentence)] as const);
  const width = Math.max(...rows.map(([sentence]) => sentence.length)) + 2;
  const table = rows.map(([sentence, testTitle]) => `${sentence.padEnd(width)}${testTitle ?? "NENHUMA"}`);
  console.log(["", "mensagem × história", ...table].join("\n"));
  expect(rows.filter(([, testTitle]) => testTitle === undefined).map(([sentence]) => sentence)).toEqual([]);
});
