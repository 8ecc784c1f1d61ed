import { MENSAGENS, MENSAGENS_DAS_PESSOAS as PESSOAS } from "@malote/contract";
import { expect, type Page, test } from "@playwright/test";
import { ESTRADA_MS, playCenarios, rpc, signIn, waitNota } from "./apoio.ts";
import { readEmpresasSandbox } from "./empresas.ts";
import {
  breakSefaz,
  enterAs,
  historiaQueMostrou,
  invite,
  PROPRIAS,
  readMensagens,
  semRede,
  ver,
} from "./mensagens.ts";
import { linkOf } from "./mundo.ts";

/*
 * Every sentence of spec §2, §5, §6 and §8, and of the successes it names, is shown here in a real
 * situation: a
 * refusal of the server, an invalid field, a network failure. The last test compares with the contract's
 * list.
 */

const CENARIOS = ["nota-autorizada", "cte-e-mdfe"] as const;

let chaves: Record<(typeof CENARIOS)[number], string[]>;
test.beforeAll(async ({ request }) => {
  chaves = await playCenarios({ request }, CENARIOS);
});

const botao = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const pergunta = (page: Page) => page.getByRole("dialog");

test("sentences for a visitor: wrong values, unknown links, no network", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Identificador").fill("demo");
  await page.getByLabel("Usuário").fill("ninguem");
  const senha = page.getByRole("textbox", { name: "Senha" });
  await senha.fill("errada1234");
  await semRede(page, "Auth.logar", async () => {
    await botao(page, "Entrar").click();
    await ver(page, MENSAGENS.falhaComunicacao);
  });
  await senha.fill("errada1234");
  await botao(page, "Entrar").click();
  await ver(page, MENSAGENS.credenciaisInvalidas);
  await expect(senha).toHaveValue("");

  await page.goto("/configurar_senha/setup/nao-e-um-token");
  await ver(page, PESSOAS.tokenSenhaInvalido);
  await expect(page).toHaveURL(/\/login$/);
  await page.goto("/usuario_convidado/setup/nao-e-um-token");
  await ver(page, PESSOAS.tokenConviteInvalido);
  await expect(page).toHaveURL(/\/login$/);

  await page.goto("/download");
  await botao(page, "Buscar").click();
  await ver(page, PESSOAS.chavePublicaObrigatoria);

  await page.goto("/contato");
  await page.getByLabel("Nome").fill("Visita");
  await page.getByLabel("E-mail").fill("visita@fora.example");
  await page.getByLabel("Mensagem").fill("Quanto custa?");
  await expect(page.getByText("Verificado")).toBeVisible();
  await botao(page, "Enviar mensagem").click();
  await ver(page, PROPRIAS.contatoEnviado);
});

test("sentences when creating a conta", async ({ page }) => {
  await page.goto("/criar_conta");
  const criar = botao(page, "Criar conta");
  await criar.click();
  await ver(page, PESSOAS.ufSemValor);
  await ver(page, PESSOAS.captchaObrigatorio);
  await ver(page, PESSOAS.identificadorEmBranco);
  await ver(page, PESSOAS.textoEmBranco);
  const identificador = page.getByLabel("Identificador");
  await identificador.fill("com espaço");
  await identificador.blur();
  await ver(page, PESSOAS.identificadorComEspacos);

  const marca = Date.now() % 1e9;
  await identificador.fill(`mensagens${marca}`);
  await page.getByLabel("UF").selectOption("MG");
  await page.getByLabel("Nome completo").fill("Dona das Mensagens");
  await page.getByLabel("E-mail").fill(`dona${marca}@mensagens.example`);
  await page.getByLabel("Nome de usuário").fill("dona");
  await expect(page.getByText("Verificado")).toBeVisible();
  await semRede(page, "Conta.newConta", async () => {
    await criar.click();
    await ver(page, PESSOAS.erroConfigurandoConta);
  });
  await expect(page.getByText("Verificado")).toBeVisible();
  await criar.click();
  await ver(page, PROPRIAS.contaCriada);
});

test("sentences for an invited user without permissions", async ({ page, browser }) => {
  const token = await signIn(page);
  const convidada = await invite(page, token);
  const link = await linkOf(page, convidada.email, /\/usuario_convidado\/setup\//);
  const visita = await browser.newPage();
  await visita.goto(link);
  const nova = visita.getByRole("textbox", { name: "Nova senha" });
  const repetida = visita.getByRole("textbox", { name: "Repita a senha" });
  await nova.fill("curta1");
  await repetida.fill("outra");
  await botao(visita, "Criar a senha e continuar").click();
  await ver(visita, PESSOAS.senhaFraca);
  await nova.fill("Moinho2026estrela");
  await botao(visita, "Criar a senha e continuar").click();
  await ver(visita, PESSOAS.senhasDiferentes);

  await enterAs(visita, convidada, link);
  await visita.goto("/admin?tab=api");
  await ver(visita, PESSOAS.acessoRestrito);
  const { id } = await waitNota(page, { token, chave: chaves["nota-autorizada"][0] ?? "" });
  await visita.goto(`/nota/${id}?type=E`);
  await ver(visita, MENSAGENS.manifestacaoSemPermissao);
  await visita.close();
});

test("sentences when an administrator manages users", async ({ page }) => {
  const nome = `ana${Date.now() % 1e9}`;
  await signIn(page);
  await page.goto("/usuario/novo");
  await page.getByLabel("Nome completo").fill("Ana das Mensagens");
  await page.getByLabel("Como chamar").fill("Ana");
  await page.getByLabel("Nome de usuário").fill(nome);
  await page.getByRole("textbox", { name: "E-mail" }).fill(`${nome}@demo.example`);
  await page.getByRole("link", { name: "DF-e emitidos" }).click();
  await ver(pergunta(page), "Abandonar alterações?");
  await botao(page, "Continuar editando").click();
  await semRede(page, "Usuario.saveUsuario", async () => {
    await botao(page, "Convidar").click();
    await ver(page, PESSOAS.conviteNaoEnviado);
  });
  await botao(page, "Convidar").click();
  await ver(page, PROPRIAS.conviteEnviado);

  const acoes = page
    .locator("[data-linha]")
    .filter({ hasText: nome })
    .getByRole("button", { name: /^Ações/ });
  await acoes.click();
  await page.getByRole("menuitem", { name: "Inativar" }).click();
  await pergunta(page).getByRole("button", { name: "Inativar" }).click();
  await ver(page, PROPRIAS.usuarioInativado);
  await acoes.click();
  await page.getByRole("menuitem", { name: "Ativar", exact: true }).click();
  await ver(page, PROPRIAS.usuarioAtivado);

  await page.goto("/admin?tab=api");
  await botao(page, "Novo token").click();
  await page.getByLabel("Nome", { exact: true }).fill(`Mensagens ${Date.now()}`);
  await botao(page, "Criar o token").click();
  await ver(page, PROPRIAS.apiTokenGerado);
});

test("sentences when an administrator manages empresas and mailboxes", async ({ page }) => {
  const token = await signIn(page);
  const { results } = (await rpc(page, "Empresa.getListEmpresa", {}, token)) as {
    results: { id: string; documentos: number }[];
  };
  const empresa = results.toSorted((a, b) => b.documentos - a.documentos)[0]?.id ?? "";
  await page.goto(`/empresa/${empresa}`);
  await botao(page, "Excluir").click();
  await pergunta(page).getByRole("button", { name: "Excluir empresa" }).click();
  await ver(page, MENSAGENS.empresaNaoExcluida);

  await page.goto(`/cert/${empresa}`);
  const [{ pfx, senha } = { pfx: Buffer.from(""), senha: "" }] = await readEmpresasSandbox();
  const arquivo = { name: "a1.pfx", mimeType: "application/x-pkcs12", buffer: pfx };
  await page.getByLabel("Arquivo do certificado").setInputFiles(arquivo);
  await botao(page, "Enviar certificado").click();
  await ver(page, MENSAGENS.certificadoSenhaObrigatoria);
  await page.getByRole("textbox", { name: "Senha do certificado" }).fill(senha);
  await page.route("**/Services/certif", (route) => route.abort("connectionreset"));
  await botao(page, "Enviar certificado").click();
  await ver(page, MENSAGENS.certificadoUploadFalhou);

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
  await expect(botao(page, "Excluir")).toBeVisible();
  await rpc(page, "CaixaEmail.deleteCaixaEmail", object, token);
  await botao(page, "Excluir").click();
  await pergunta(page).getByRole("button", { name: "Excluir caixa" }).click();
  await ver(page, MENSAGENS.caixaNaoExcluida);
});

test("sentences for an invalid date, number or CNPJ in a filter", async ({ page }) => {
  await signIn(page);
  await page.goto("/filtro/dfe_recebidos");
  const caixa = (name: string) => page.getByLabel(name, { exact: true });
  for (const [campo, digitado, mensagem] of [
    ["CNPJ ou CPF do emitente", "12abc34501de36", MENSAGENS.cnpjInvalido],
    ["CNPJ ou CPF do emitente", "11111111111", MENSAGENS.cpfInvalido],
    ["Número de", "12x", MENSAGENS.inteiroInvalido],
    ["Valor até (R$)", "1,2,3", MENSAGENS.decimalInvalido],
    ["Chegada ao Malote: de", "31/02/2026", MENSAGENS.dataInvalida],
  ] as const) {
    await caixa(campo).fill(digitado);
    await caixa(campo).blur();
    await ver(page, mensagem);
  }
  await caixa("Chegada ao Malote: de").fill("01/02/2026");
  const hora = page.getByRole("combobox", { name: "Chegada ao Malote: de: hora" });
  await hora.fill("25:00");
  await hora.blur();
  await ver(page, MENSAGENS.horaInvalida);

  await page.goto("/dfe_recebidos?erp=todos&emissao=tudo");
  await botao(page, "Exportar").click();
  await ver(page, PROPRIAS.limiteCsv);
  await ver(page, PROPRIAS.limitePdf);
});

test("sentences for failed uploads", async ({ page }) => {
  await signIn(page);
  await page.goto("/importacao");
  await page.route("**/Services/import", (route) => route.abort("connectionreset"));
  const arquivo = { name: "cai.xml", mimeType: "text/xml", buffer: Buffer.from("<a/>") };
  await page.getByLabel("Arquivos XML ou ZIP").setInputFiles([arquivo]);
  const fila = page.getByRole("region", { name: "Enviando" });
  await ver(fila, MENSAGENS.erroTransmitindoArquivo);
  await page.unroute("**/Services/import");
  // Half of the form reaches the server, which refuses it.
  await page.route("**/Services/import", async (route) => {
    const corpo = route.request().postDataBuffer() ?? Buffer.from("");
    await route.continue({ postData: corpo.subarray(0, Math.floor(corpo.length / 2)) });
  });
  await fila.getByRole("button", { name: "Repetir" }).click();
  await ver(fila, MENSAGENS.falhaUploadArquivo);

  await page.goto("/repositorio");
  await semRede(page, "Download.processaDownload", async () => {
    await botao(page, "Preparar download").click();
    await ver(page, MENSAGENS.erroProcessandoRequisicao);
  });
});

test("sentences when SEFAZ does not answer", async ({ page }) => {
  const token = await signIn(page);
  const { id: cte } = await waitNota(page, { token, chave: chaves["cte-e-mdfe"][0] ?? "" }, () => true);
  await page.goto(`/nota/${cte}?type=E`);
  await expect(botao(page, "Consultar SEFAZ")).toBeVisible({ timeout: ESTRADA_MS });
  // Only the CT-e query fails: parallel tests use the other services.
  await breakSefaz(page, [{ quais: ["conexao-cortada"], servico: "CTeConsultaV4" }]);
  try {
    await botao(page, "Consultar SEFAZ").click();
    await expect(page.getByText(MENSAGENS.erroConsultandoSefaz).first()).toBeVisible({ timeout: ESTRADA_MS });
    await ver(page, MENSAGENS.erroConsultandoSefaz);
  } finally {
    await breakSefaz(page, []);
  }

  const { id } = await waitNota(page, { token, chave: chaves["nota-autorizada"][0] ?? "" });
  await page.goto(`/nota/${id}?type=E`);
  await botao(page, "Manifestar").click();
  await page.getByRole("radio", { name: /Ciência da operação/ }).check();
  await semRede(page, "Nota.manifestacao", async () => {
    await botao(page, "Enviar à SEFAZ").click();
    await ver(pergunta(page), MENSAGENS.falhaManifestacao);
  });
});

test("every sentence of the specification was shown by a test", async () => {
  const linhas = (await readMensagens()).map((mensagem) => [mensagem, historiaQueMostrou(mensagem)] as const);
  const largura = Math.max(...linhas.map(([mensagem]) => mensagem.length)) + 2;
  const tabela = linhas.map(([mensagem, historia]) => `${mensagem.padEnd(largura)}${historia ?? "NENHUMA"}`);
  console.log(["", "mensagem × história", ...tabela].join("\n"));
  expect(linhas.filter(([, historia]) => historia === undefined).map(([mensagem]) => mensagem)).toEqual([]);
});
