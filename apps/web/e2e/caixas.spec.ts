import { expect, type Page, test } from "@playwright/test";
import { ESTRADA_MS, findViolations, keepTela, putEmail, rpc, signIn, waitEmail } from "./apoio.ts";
import { appendEmail, PASTA, readCaixaSandbox } from "./correio.ts";
import { endRetelling, retell, retellSemPoder } from "./recontar.ts";
import { sobre } from "./rotas.ts";

const ASSUNTO = "Primeiro e-mail da caixa conectada";
const CARTA = [
  "From: Fornecedor <nfe@fornecedor.example>",
  "To: fiscal@ipedolargo.example",
  `Subject: ${ASSUNTO}`,
  `Message-ID: <${Date.now()}@fornecedor.example>`,
  "",
  "Segue a nota no portal.",
  "",
].join("\r\n");

const diagnostico = (page: Page) => page.getByRole("region", { name: "Diagnóstico da conexão", exact: true });
const resultado = (page: Page) => diagnostico(page).getByRole("status");

test.afterEach(endRetelling);

test(
  "a mailbox is connected (certificate, wrong password, first e-mail) and deleted",
  sobre("/caixaemail/nova", "/caixaemail/:caixaId"),
  async ({ page }) => {
    const caixa = await readCaixaSandbox();
    test.slow(); // five connections and a mailbox poll
    await appendEmail(caixa, CARTA);
    const token = await signIn(page);
    await page.goto("/admin");
    await page.getByRole("link", { name: "Caixas de e-mail", exact: true }).click();
    await expect(page).toHaveURL(/\/admin\?tab=caixa$/);
    await page.getByRole("link", { name: "Nova caixa de e-mail" }).click();

    // Saving needs a change and valid fields.
    const salvar = page.getByRole("button", { name: "Salvar" });
    await expect(salvar).toBeDisabled();
    const nome = `Caixa conectada ${Date.now() % 10_000}`;
    await page.getByLabel("Descrição").fill(nome);
    await salvar.click();
    await expect(page.getByText("Servidor deve ter um valor.")).toBeVisible();
    await page.getByLabel("Tipo").selectOption("imaps");
    await page.getByLabel("Usuário", { exact: true }).fill(caixa.usuario);
    await page.getByLabel("Servidor", { exact: true }).fill("127.0.0.1");
    await page.getByLabel("Porta").fill(String(caixa.imapsAutoAssinada));
    await page.getByLabel("Pasta").fill(PASTA);
    const senha = page.getByRole("textbox", { name: "Senha" });
    await senha.fill("senha-errada");

    // No authority signed the certificate: the user trusts this one.
    await page.getByRole("button", { name: "Testar conexão" }).click();
    await expect(diagnostico(page).getByText(caixa.impressao)).toBeVisible();
    await expect(
      diagnostico(page).getByRole("listitem").filter({ hasText: "Conexão segura, falhou" }),
    ).toBeVisible();
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect.soft(await findViolations(page), `axe, ${colorScheme}`).toEqual([]);
    }
    await keepTela(page, "caixa-certificado");
    await page.getByRole("button", { name: "Confiar neste certificado" }).click();

    // The server refuses the password; the field shows it until the password changes.
    await expect(
      diagnostico(page).getByRole("listitem").filter({ hasText: "Login na caixa, falhou" }),
    ).toBeVisible();
    await expect(page.getByText("Recusada pelo servidor no último teste.")).toBeVisible();
    await keepTela(page, "caixa-senha");
    await senha.fill(caixa.senha);
    await expect(resultado(page)).toHaveText("A conexão mudou desde o último teste. Teste de novo.");
    await expect(page.getByText("Recusada pelo servidor no último teste.")).toHaveCount(0);
    await page.getByRole("button", { name: "Testar de novo" }).click();
    await expect(resultado(page)).toHaveText(/A conexão funciona: \d+ mensage(m|ns) na caixa\./);
    await expect(diagnostico(page).getByRole("listitem")).toHaveCount(6);

    // The saved mailbox is polled at once, and the waiting e-mail arrives.
    await salvar.click();
    await expect(page).toHaveURL(/\/admin\?tab=caixa$/);
    const linha = page.locator("[data-linha]").filter({ hasText: nome });
    await expect(linha).toContainText("Coletando", { timeout: ESTRADA_MS });
    await expect(linha).toContainText(/há|agora/);
    const { id } = await waitEmail(page, token, ASSUNTO);
    await page.goto(`/email/${id}`);
    await expect(page.getByText(`caixa ${nome}`)).toBeVisible();

    // Its settings are shown without the password; leaving with changes asks first.
    await page.goto("/admin?tab=caixa");
    await linha.getByRole("link").click();
    await expect(page.getByRole("region", { name: "Saúde da caixa" })).toContainText(
      "A última coleta deu certo.",
    );
    await expect(page.getByText(caixa.impressao)).toBeVisible();
    await expect(senha).toHaveValue("");
    await page.getByLabel("Descrição").fill("Outro nome");
    await page.goBack();
    const pergunta = page.getByRole("dialog", { name: "Abandonar alterações?" });
    await pergunta.getByRole("button", { name: "Continuar editando" }).click();
    await expect(page).toHaveURL(/\/caixaemail\//);
    await expect(page.getByLabel("Descrição")).toHaveValue("Outro nome");
    await page.getByRole("link", { name: "Voltar às caixas de e-mail" }).click();
    await pergunta.getByRole("button", { name: "Abandonar" }).click();
    await expect(page).toHaveURL(/\/admin\?tab=caixa$/);

    // Polled by hand, tested from the list, deleted after a confirmation; its e-mail stays.
    await linha.getByRole("button", { name: /^Ações da caixa/ }).click();
    await page.getByRole("menuitem", { name: "Coletar agora" }).click();
    await expect(page.getByText(`${nome}: coleta feita, nenhum e-mail novo.`)).toBeVisible({
      timeout: ESTRADA_MS,
    });
    await linha.getByRole("button", { name: /^Ações da caixa/ }).click();
    await page.getByRole("menuitem", { name: "Testar conexão" }).click();
    await expect(resultado(page)).toHaveText(/A conexão funciona/);
    await page.getByRole("button", { name: "Excluir" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Excluir caixa" }).click();
    await expect(page.getByText(`Caixa ${nome} excluída.`)).toBeVisible();
    await expect(page).toHaveURL(/\/admin\?tab=caixa$/);
    await expect(linha).toHaveCount(0);
    await page.goto(`/email/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: ASSUNTO })).toBeVisible();
  },
);

test("an ordinary user sees the mailboxes but cannot change them or reprocess an e-mail", async ({
  page,
}) => {
  const token = await signIn(page);
  await retellSemPoder(page);
  await page.goto("/admin?tab=caixa");
  const linha = page.locator("[data-linha]").first();
  await expect(linha).toBeVisible();
  await expect(page.getByRole("link", { name: "Nova caixa de e-mail" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Ações da caixa/ })).toHaveCount(0);
  await linha.getByRole("link").click();
  await expect(page.getByText("Só administradores da conta alteram caixas de e-mail.")).toBeVisible();
  await expect(page.getByLabel("Servidor", { exact: true })).toBeDisabled();
  await expect(page.getByRole("region", { name: "Saúde da caixa" })).toBeVisible();
  for (const name of ["Salvar", "Testar conexão", "Excluir"]) {
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  }
  await putEmail(page, CARTA.replace(ASSUNTO, "Só para ler").replace("<", "<leitor-"));
  const { id } = await waitEmail(page, token, "Só para ler");
  await page.goto(`/email/${id}`);
  await expect(page.getByRole("heading", { name: "Partes e destino" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Reprocessar" })).toHaveCount(0);
});

test("without a mailbox the user is led to a new one, with default ports and servers; an e-mail is reprocessed", async ({
  page,
}) => {
  const token = await signIn(page);
  // The demo conta always has a mailbox: the answer for a conta without one is simulated here.
  await retell(page, "CaixaEmail.getListCaixaEmail", (result) => {
    Object.assign(result, { results: [], totalCount: 0 });
  });
  await page.goto("/dfe_recebidos?texto=nada-disto");
  await page.getByRole("link", { name: "Conectar uma caixa de e-mail" }).click();
  await page.unroute("**/Services/");
  await expect(page).toHaveURL(/\/caixaemail\/nova$/);

  await page.getByLabel("Tipo").selectOption("pop3");
  await expect(
    page.getByText("Sem proteção: usuário, senha e mensagens trafegam sem criptografia"),
  ).toBeVisible();
  await expect(page.getByText("Em branco, 110.")).toBeVisible();
  await page.getByLabel("Usuário", { exact: true }).fill("fiscal@gmail.com");
  await page.getByLabel("Usuário", { exact: true }).press("Tab");
  await expect(page.getByLabel("Servidor", { exact: true })).toHaveValue("imap.gmail.com");
  await expect(page.getByText("crie uma senha de app")).toBeVisible();
  await expect(page.getByText("Em branco, 993.")).toBeVisible();
  await page.getByLabel("Provedor", { exact: true }).selectOption("microsoft");
  await expect(page.getByLabel("Servidor", { exact: true })).toHaveValue("outlook.office365.com");
  await expect(page.getByLabel("Endereço de tokens (token endpoint)")).toHaveValue(
    /^https:\/\/login\.microsoft/,
  );
  await expect(page.getByRole("textbox", { name: "Senha" })).toHaveCount(0);
  await expect(page.getByRole("textbox", { name: "Segredo do aplicativo (client secret)" })).toBeVisible();
  await page.getByLabel("Tipo").selectOption("spop3");
  await expect(page.getByLabel("Escopo")).toHaveValue(/POP\.AccessAsUser\.All/);
  await page.getByLabel("Escopo").fill("correio/.default");
  await page.getByLabel("Provedor do acesso").selectOption("outro");
  await expect(page.getByLabel("Escopo")).toHaveValue("correio/.default");

  await putEmail(page, CARTA.replace(ASSUNTO, "Para ler de novo").replace("<", "<denovo-"));
  const { id } = await waitEmail(page, token, "Para ler de novo");
  await page.goto(`/email/${id}`);
  const partes = page.getByRole("region", { name: "Partes e destino" });
  await partes.getByRole("button", { name: "Reprocessar" }).click();
  const pergunta = page.getByRole("dialog", { name: "Ler este e-mail de novo?" });
  await expect(pergunta).toContainText("marcas e liberações são mantidas");
  await pergunta.getByRole("button", { name: "Reprocessar" }).click();
  // Another test may have advanced the sandbox's clock past the browser's midnight.
  await expect(partes.getByText(/^Reprocessado (hoje às|em \d\d\/\d\d) \d\d:\d\d$/)).toBeVisible({
    timeout: ESTRADA_MS,
  });
  const { object } = (await rpc(page, "Email.getEmail", { id }, token)) as { object: { estado: string } };
  expect(["lido", "em-leitura"]).toContain(object.estado);
});
