import { expect, test } from "@playwright/test";
import { readSandboxEmpresas } from "../support/empresas.ts";
import { createConta } from "../support/new-conta.ts";
import { covers } from "../support/routes.ts";
import { PIPELINE_MS } from "../support/sandbox.ts";

test(
  "after the first sign-in a guide leads through empresa, certificado and mailbox, and explains missing e-mails",
  covers("/primeiros_passos"),
  async ({ page }) => {
    const conta = await createConta(page);
    const [empresa] = await readSandboxEmpresas();
    if (!empresa) throw new Error("the sandbox has companies");
    await page.goto("/login");
    await page.getByLabel("Identificador").fill(conta.identificador);
    await page.getByLabel("Usuário").fill(conta.nomeUsuario);
    await page.getByRole("textbox", { name: "Senha" }).fill(conta.senha);
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    await expect(page).toHaveURL(/\/primeiros_passos$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Qual é a sua empresa?");

    await page.getByLabel("Razão social").fill(empresa.name);
    await page.getByLabel("CNPJ").fill(empresa.cnpj);
    await page.getByLabel("UF").selectOption(empresa.uf);
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Envie o certificado A1 da empresa");
    await page
      .getByLabel("Arquivo do certificado")
      .setInputFiles({ name: "a1.pfx", mimeType: "application/x-pkcs12", buffer: empresa.pfx });
    await page.getByRole("textbox", { name: "Senha do certificado" }).fill(empresa.password);
    await page.getByRole("button", { name: "Enviar certificado" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Conecte a caixa que recebe as notas");

    // Opening another step does not lose the typed values.
    await page.getByLabel("Tipo").selectOption("imap");
    await page.getByRole("link", { name: "Alterar Empresa" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Continuar editando" }).click();
    await page.getByLabel("Usuário", { exact: true }).fill("fiscal@padaria.example");
    await page.getByLabel("Servidor", { exact: true }).fill("127.0.0.1");
    await page.getByLabel("Porta").fill("1");
    await page.getByRole("textbox", { name: "Senha" }).fill("qualquer");
    await page.getByRole("button", { name: "Salvar" }).click();

    // No server answers there: the page shows it, with a link to fix the connection.
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/não respondeu$/, {
      timeout: PIPELINE_MS,
    });
    await expect(page.getByRole("alert").getByRole("link", { name: "Corrigir a conexão" })).toBeVisible();
    await page.getByRole("button", { name: "Ir para o Painel" }).click();
    await expect(page).toHaveURL(/\/painel$/);
    const card = page.getByRole("region", { name: "Primeiros passos" });
    await expect(card).toContainText("3 de 5 feitos");
    await page.reload();
    await expect(card).toContainText("3 de 5 feitos");
    await card.getByRole("link", { name: "Receber o primeiro documento" }).click();
    await expect(page).toHaveURL(/\/primeiros_passos\?passo=emails$/);
  },
);
