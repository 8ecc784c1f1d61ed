import { cnpjCheckDigits, formatDocumento } from "@malote/syntax";
import { expect, type Page, test } from "@playwright/test";
import { readSandboxEmpresas } from "../support/empresas.ts";
import { covers } from "../support/routes.ts";
import { saveScreenshot, signIn } from "../support/sandbox.ts";

const fileInput = (page: Page) => page.getByLabel("Arquivo do certificado");
const password = (page: Page) => page.getByRole("textbox", { name: "Senha do certificado" });
const sendButton = (page: Page) => page.getByRole("button", { name: "Enviar certificado" });
const currentPanel = (page: Page) => page.getByRole("region", { name: "Certificado atual" });
const question = (page: Page, name: string) => page.getByRole("dialog", { name });

/** CNPJ of an unregistered branch of a sandbox empresa; the empresa's certificate has the same root. */
function branchOf(cnpj: string): string {
  const base = `${cnpj.slice(0, 8)}${String(1_000 + (Date.now() % 9_000))}`;
  return base + cnpjCheckDigits(base);
}

test(
  "an empresa is created after a refused CNPJ, gets a valid certificado after a wrong password, and is deleted",
  covers("/empresa/nova", "/empresa/:empresaId", "/cert/:empresaId"),
  async ({ page }) => {
    test.slow(); // six uploads, each opened by the server
    const [theirs, others] = await readSandboxEmpresas();
    if (!theirs || !others) throw new Error("the sandbox has two companies");
    const cnpj = branchOf(theirs.cnpj);
    const name = `Filial do teste ${cnpj.slice(8, 12)}`;
    await signIn(page);
    await page.goto("/admin");
    await expect(page).toHaveURL(/\/admin\?tab=empresa$/);
    await page.getByRole("link", { name: "Nova empresa" }).click();

    // An invalid CNPJ is rejected by the form, one already registered by the server.
    const saveButton = page.getByRole("button", { name: "Salvar" });
    await expect(saveButton).toBeDisabled();
    await page.getByLabel("Razão social").fill(name);
    const field = page.getByLabel("CNPJ");
    await field.pressSequentially("12abc34501de36");
    await expect(field).toHaveValue("12.ABC.345/01DE-36");
    await field.press("Tab");
    await page.getByLabel("UF").selectOption("SP");
    await expect(page.getByText("CNPJ inválido: confira os caracteres")).toBeVisible();
    await field.fill(theirs.cnpj);
    await saveButton.click();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toBeFocused();
    await field.fill(cnpj);

    // Switching the auditor on needs a confirmation; ciência needs auditor and manifestação.
    const auditor = page.getByRole("switch", { name: /^Auditor/ });
    await auditor.press("Space");
    await expect(question(page, "Ligar o auditor para este CNPJ?")).toContainText(
      "Só ligue se nenhum outro sistema (ERP, contador) consulta a distribuição da SEFAZ para este CNPJ.",
    );
    await page.getByRole("button", { name: "Deixar desligado" }).click();
    await expect(auditor).not.toBeChecked();
    await auditor.press("Space");
    await page.getByRole("button", { name: "Ligar o auditor" }).click();
    await expect(auditor).toBeChecked();
    const ciencia = page.getByRole("switch", { name: "Ciência automática" });
    await expect(ciencia).toBeDisabled();
    await page.getByRole("switch", { name: "Manifestação do destinatário" }).press("Space");
    await ciencia.press("Space");
    await expect(ciencia).toBeChecked();
    await page.getByRole("switch", { name: "Manifestação do destinatário" }).press("Space");
    await expect(ciencia).not.toBeChecked();
    await auditor.press("Space");
    await expect(auditor).not.toBeChecked();
    await saveButton.click();

    // The next step is its certificado; the upload needs a file of the right type and a password.
    await expect(page).toHaveURL(/\/cert\//);
    await expect(currentPanel(page)).toContainText("Sem certificado");
    await fileInput(page).setInputFiles({
      name: "nota.xml",
      mimeType: "text/xml",
      buffer: Buffer.from("<a/>"),
    });
    await expect(page.getByText("Escolha um arquivo .pfx ou .p12.")).toBeVisible();
    await fileInput(page).setInputFiles({
      name: "a1.pfx",
      mimeType: "application/x-pkcs12",
      buffer: theirs.pfx,
    });
    await sendButton(page).click();
    await expect(page.getByText("Senha deve ser informada.")).toBeVisible();

    // A wrong password is cleared and focused; the file stays selected.
    await password(page).fill("errada");
    await sendButton(page).click();
    await expect(password(page)).toHaveAttribute("aria-invalid", "true");
    await expect(password(page)).toHaveValue("");
    await expect(password(page)).toBeFocused();
    await expect(page.getByText("a1.pfx")).toBeVisible();
    await saveScreenshot(page, "certificado-senha");

    // A failed upload is reported and can be repeated.
    await page.route("**/Services/certif", (route) => route.abort());
    await password(page).fill(theirs.password);
    await sendButton(page).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "Falha no upload do certificado." }),
    ).toBeVisible();
    await page.unroute("**/Services/certif");
    await sendButton(page).click();
    await expect(currentPanel(page)).toContainText("Certificado recebido");
    await expect(currentPanel(page)).toContainText("É o primeiro desta empresa.");
    await expect(currentPanel(page)).toContainText("Válido até");
    await expect(currentPanel(page)).toContainText("mesma raiz do CNPJ da empresa");
    await expect(currentPanel(page)).toContainText(/([0-9A-F]{2}:){31}[0-9A-F]{2}/);

    // Another empresa's certificado is refused and the current one stays; a dropped valid one replaces it.
    await fileInput(page).setInputFiles({
      name: "deles.pfx",
      mimeType: "application/x-pkcs12",
      buffer: others.pfx,
    });
    await password(page).fill(others.password);
    await sendButton(page).click();
    await expect(page.getByText(/de outra empresa/)).toBeVisible();
    await dropFile(page, theirs.pfx);
    await expect(page.getByText("novo.p12")).toBeVisible();
    await password(page).fill(theirs.password);
    await sendButton(page).click();
    await expect(currentPanel(page)).toContainText("foi substituído e apagado");
    await saveScreenshot(page, "certificado");

    // The empresa is in the list and opens by keyboard; leaving its form with changes asks first.
    await page.goto("/admin");
    const row = page.locator("[data-linha]").filter({ hasText: formatDocumento(cnpj) });
    await expect(row).toContainText("Válido até");
    await expect(row).toContainText(name);
    await page.keyboard.press("j");
    await expect(page.locator("[data-linha] :focus")).toHaveCount(1);
    await row.getByRole("button", { name: /^Ações da empresa/ }).click();
    await page.getByRole("menuitem", { name: "Abrir" }).click();
    await page.getByRole("switch", { name: "Manifestação do destinatário" }).press("Space");
    await expect(page.getByText("Alterações não salvas")).toBeVisible();
    await page.goBack();
    const leaveButton = question(page, "Abandonar alterações?");
    await leaveButton.getByRole("button", { name: "Continuar editando" }).click();
    await saveButton.click();
    await expect(page).toHaveURL(/\/admin\?tab=empresa$/);
    await expect(row).toContainText("Ligada");

    await row.getByRole("link", { name: `Abrir a empresa ${name}` }).click();
    await page.getByRole("button", { name: "Excluir" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Excluir empresa" }).click();
    await expect(page.getByText(`Empresa ${name} excluída.`)).toBeVisible();
    await expect(row).toHaveCount(0);
  },
);

/** Drops a file on the drop zone with the browser's events. */
async function dropFile(page: Page, pfx: Buffer): Promise<void> {
  const data = await page.evaluateHandle((base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], "novo.p12", { type: "application/x-pkcs12" }));
    return transfer;
  }, pfx.toString("base64"));
  const dropZone = page.locator("label").filter({ has: fileInput(page) });
  await dropZone.dispatchEvent("dragenter", { dataTransfer: data });
  await expect(page.getByText("Solte para escolher este arquivo")).toBeVisible();
  await dropZone.dispatchEvent("drop", { dataTransfer: data });
}
