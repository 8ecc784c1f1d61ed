import { expect, type Page, test } from "@playwright/test";
import { appendEmail, FOLDER, readSandboxCaixa } from "../support/mailbox.ts";
import { covers } from "../support/routes.ts";
import { PIPELINE_MS, saveScreenshot, signIn, waitEmail } from "../support/sandbox.ts";

const SUBJECT = "Primeiro e-mail da caixa conectada";
const MESSAGE = [
  "From: Fornecedor <nfe@fornecedor.example>",
  "To: fiscal@ipedolargo.example",
  `Subject: ${SUBJECT}`,
  `Message-ID: <${Date.now()}@fornecedor.example>`,
  "",
  "Segue a nota no portal.",
  "",
].join("\r\n");

const diagnosis = (page: Page) => page.getByRole("region", { name: "Diagnóstico da conexão", exact: true });
const resultado = (page: Page) => diagnosis(page).getByRole("status");

test(
  "a mailbox is connected after its certificate is trusted and its password corrected, collects an e-mail, and is deleted",
  covers("/caixaemail/nova", "/caixaemail/:caixaId"),
  async ({ page }) => {
    const caixa = await readSandboxCaixa();
    test.slow(); // five connections and a mailbox poll
    await appendEmail(caixa, MESSAGE);
    const token = await signIn(page);
    await page.goto("/admin");
    await page.getByRole("link", { name: "Caixas de e-mail", exact: true }).click();
    await expect(page).toHaveURL(/\/admin\?tab=caixa$/);
    await page.getByRole("link", { name: "Nova caixa de e-mail" }).click();

    // Saving needs a change and valid fields.
    const saveButton = page.getByRole("button", { name: "Salvar" });
    await expect(saveButton).toBeDisabled();
    const name = `Caixa conectada ${Date.now() % 10_000}`;
    await page.getByLabel("Descrição").fill(name);
    await saveButton.click();
    await expect(page.getByText("Servidor deve ter um valor.")).toBeVisible();
    await page.getByLabel("Tipo").selectOption("imaps");
    await page.getByLabel("Usuário", { exact: true }).fill(caixa.usuario);
    await page.getByLabel("Servidor", { exact: true }).fill("127.0.0.1");
    await page.getByLabel("Porta").fill(String(caixa.imapsSelfSigned));
    await page.getByLabel("Pasta").fill(FOLDER);
    const password = page.getByRole("textbox", { name: "Senha" });
    await password.fill("senha-errada");

    // No authority signed the certificate: the user trusts this one.
    await page.getByRole("button", { name: "Testar conexão" }).click();
    await expect(diagnosis(page).getByText(caixa.fingerprint)).toBeVisible();
    await expect(
      diagnosis(page).getByRole("listitem").filter({ hasText: "Conexão segura, falhou" }),
    ).toBeVisible();
    await saveScreenshot(page, "caixa-certificado");
    await page.getByRole("button", { name: "Confiar neste certificado" }).click();

    // The server refuses the password; the field shows it until the password changes.
    await expect(
      diagnosis(page).getByRole("listitem").filter({ hasText: "Login na caixa, falhou" }),
    ).toBeVisible();
    await expect(page.getByText("Recusada pelo servidor no último teste.")).toBeVisible();
    await saveScreenshot(page, "caixa-senha");
    await password.fill(caixa.password);
    await expect(resultado(page)).toHaveText("A conexão mudou desde o último teste. Teste de novo.");
    await expect(page.getByText("Recusada pelo servidor no último teste.")).toHaveCount(0);
    await page.getByRole("button", { name: "Testar de novo" }).click();
    await expect(resultado(page)).toHaveText(/A conexão funciona: \d+ mensage(m|ns) na caixa\./);
    await expect(diagnosis(page).getByRole("listitem")).toHaveCount(6);

    // The saved mailbox is polled at once, and the waiting e-mail arrives.
    await saveButton.click();
    await expect(page).toHaveURL(/\/admin\?tab=caixa$/);
    const row = page.locator("[data-linha]").filter({ hasText: name });
    await expect(row).toContainText("Coletando", { timeout: PIPELINE_MS });
    await expect(row).toContainText(/há|agora/);
    const { id } = await waitEmail(page, token, SUBJECT);
    await page.goto(`/email/${id}`);
    await expect(page.getByText(`caixa ${name}`)).toBeVisible();

    // Its settings are shown without the password; leaving with changes asks first.
    await page.goto("/admin?tab=caixa");
    await row.getByRole("link").click();
    await expect(page.getByRole("region", { name: "Saúde da caixa" })).toContainText(
      "A última coleta deu certo.",
    );
    await expect(page.getByText(caixa.fingerprint)).toBeVisible();
    await expect(password).toHaveValue("");
    await page.getByLabel("Descrição").fill("Outro nome");
    await page.goBack();
    const question = page.getByRole("dialog", { name: "Abandonar alterações?" });
    await question.getByRole("button", { name: "Continuar editando" }).click();
    await expect(page).toHaveURL(/\/caixaemail\//);
    await expect(page.getByLabel("Descrição")).toHaveValue("Outro nome");
    await page.getByRole("link", { name: "Voltar às caixas de e-mail" }).click();
    await question.getByRole("button", { name: "Abandonar" }).click();
    await expect(page).toHaveURL(/\/admin\?tab=caixa$/);

    // Polled by hand, tested from the list, deleted after a confirmation; its e-mail stays.
    await row.getByRole("button", { name: /^Ações da caixa/ }).click();
    await page.getByRole("menuitem", { name: "Coletar agora" }).click();
    await expect(page.getByText(`${name}: coleta feita, nenhum e-mail novo.`)).toBeVisible({
      timeout: PIPELINE_MS,
    });
    await row.getByRole("button", { name: /^Ações da caixa/ }).click();
    await page.getByRole("menuitem", { name: "Testar conexão" }).click();
    await expect(resultado(page)).toHaveText(/A conexão funciona/);
    await page.getByRole("button", { name: "Excluir" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Excluir caixa" }).click();
    await expect(page.getByText(`Caixa ${name} excluída.`)).toBeVisible();
    await expect(page).toHaveURL(/\/admin\?tab=caixa$/);
    await expect(row).toHaveCount(0);
    await page.goto(`/email/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: SUBJECT })).toBeVisible();
  },
);
