import { expect, type Page, type Request, test } from "@playwright/test";
import { readSandboxEmpresas } from "../support/empresas.ts";
import { createConta } from "../support/new-conta.ts";
import { covers } from "../support/routes.ts";
import {
  findViolations,
  listUrlOf,
  PIPELINE_MS,
  playScenario,
  pressTwo,
  putEmail,
  rpc,
  saveScreenshot,
  signIn,
  waitCancelled,
  waitNota,
} from "../support/sandbox.ts";

const headerField = (page: Page) => page.getByRole("textbox", { name: "Buscar documentos" });
const palette = (page: Page) => page.getByRole("dialog", { name: "Busca" });
const field = (page: Page) => page.getByRole("combobox", { name: "Buscar documentos" });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole("option", { name });
const bell = (page: Page) => page.getByRole("button", { name: /^Avisos/ });

/** Counts the requests of a method, or its finished answers. @returns the count */
function countRequests(
  page: Page,
  method: string,
  when: "request" | "requestfinished" = "request",
): () => number {
  let count = 0;
  const add = (request: Request): void => {
    if (request.postData()?.includes(`"${method}"`)) count += 1;
  };
  // Each event name has its own overload.
  if (when === "request") page.on("request", add);
  else page.on("requestfinished", add);
  return () => count;
}

test("the search finds documents by any part, typed or scanned, and runs actions", async ({ page }) => {
  const token = await signIn(page);
  const [chave = ""] = await playScenario(page, "nota-autorizada");
  const { id, numeroNota } = await waitNota(page, { token, chave });
  await page.goto("/admin");

  // Text typed in the header continues in the palette; two characters are too few.
  await headerField(page).pressSequentially(numeroNota.slice(0, 2));
  await expect(field(page)).toBeFocused();
  await expect(palette(page).getByRole("status")).toHaveText("Digite ao menos 3 caracteres.");
  await field(page).fill(numeroNota);
  await expect(option(page, /^Ver todos na lista/)).toHaveAttribute("aria-selected", "true");
  await expect(option(page, /^NF-e/).first()).toBeVisible();
  // The first digits of the number, or the first characters of the key, are enough.
  for (const start of [numeroNota.slice(0, 3), chave.slice(0, 12)]) {
    await field(page).fill(start);
    await expect(option(page, `Ver todos na lista: “${start}”`)).toBeVisible();
    await expect(
      option(page, new RegExp(`^NF-e.*${Number(numeroNota).toLocaleString("pt-BR")}`)).first(),
    ).toBeVisible();
  }
  await field(page).fill(numeroNota);
  await expect(option(page, /^NF-e/).first()).toBeVisible();
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect.soft(await findViolations(page), `axe, ${colorScheme}`).toEqual([]);
  }
  await saveScreenshot(page, "paleta");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/nota\/[\w-]+\?type=[ES]$/);

  // A scanner types a whole key and Enter: the document opens without a mouse.
  await page.goto("/admin");
  await expect(headerField(page)).toBeVisible();
  await page.keyboard.press("/");
  await expect(field(page)).toBeFocused();
  await page.keyboard.insertText(chave.replace(/(.{4})/g, "$1 "));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/nota/${id}\\?type=E$`));
  await expect(palette(page)).toHaveCount(0);

  // Enter without a selection opens the whole list, and the search is remembered.
  await page.keyboard.press("Control+k");
  await field(page).fill(numeroNota);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/dfe_recebidos\\?.*texto=${numeroNota}`));
  await page.reload();
  await expect(headerField(page)).toBeVisible();
  await page.keyboard.press("Control+k");
  await expect(option(page, numeroNota)).toBeVisible();

  // Actions are found by their words; Esc returns to the page.
  await field(page).fill("aparência escuro");
  await page.getByRole("option", { name: "Escuro", exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await pressTwo(page, "gd", /\/painel$/);
});

test("a document cancelled after processing has a notification until it is read", async ({ page }) => {
  const token = await signIn(page);
  const [chave = ""] = await playScenario(page, "nota-cancelada-depois");
  const { id, numeroNota } = await waitNota(page, { token, chave });
  await rpc(page, "Nota.setProcessadoErp", { id, processado: true }, token);
  await waitCancelled(page, { token, chave });
  // So wide that the open panel covers no field: how far it reaches down depends on the number of notices.
  await page.setViewportSize({ width: 1_600, height: 900 });
  await page.goto("/minha_conta");
  await expect(bell(page)).toHaveAccessibleName(/não lidos?$/);
  await bell(page).click();
  const panel = page.getByRole("dialog", { name: "Avisos" });
  const numero = Number(numeroNota).toLocaleString("pt-BR");
  const notice = panel.getByRole("link", { name: new RegExp(`NF-e ${numero}: Cancelada`) });
  await expect(notice).toContainText("na SEFAZ depois de processada no ERP");
  await expect(notice).toContainText("não lido");
  expect(await findViolations(page)).toEqual([]);
  await notice.click();
  await expect(page).toHaveURL(new RegExp(`/nota/${id}\\?type=E$`));
  await page.reload();
  await bell(page).click();
  await expect(notice).toBeVisible();
  await expect(notice).not.toContainText("não lido");
  const markAll = panel.getByRole("button", { name: "Marcar todos como lidos" });
  // Other tests in this conta cause notifications too.
  await expect(async () => {
    if (await markAll.isVisible()) await markAll.click();
    await expect(bell(page)).toHaveAccessibleName("Avisos: nenhum não lido", { timeout: 2_000 });
  }).toPass({ timeout: PIPELINE_MS });
});

test("the divergences are counted after 32 s on the notas page, and after five minutes on other pages", async ({
  page,
}) => {
  const method = "Nota.getNumeroDivergencias";
  await page.clock.install();
  await signIn(page);
  const counted = countRequests(page, method);
  const answeredCount = countRequests(page, method, "requestfinished");
  const open = async (address: string): Promise<void> => {
    const before = answeredCount();
    await page.clock.resume();
    await page.goto(address);
    await expect.poll(answeredCount).toBe(before + 1);
    // The interval starts when the page has processed the answer, slightly after its arrival.
    await page.waitForTimeout(1_000);
    // From here on only the test advances the clock.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000);
  };
  const countWithin = async (turns: number, turnMs: number): Promise<void> => {
    const before = counted();
    for (let turn = 0; turn < turns && counted() === before; turn += 1) {
      await page.clock.runFor(turnMs);
      for (let looks = 0; looks < 10 && counted() === before; looks += 1) await page.waitForTimeout(100);
    }
    expect(counted()).toBe(before + 1);
    // A later answer would be lost with the page or counted for the next one.
    await expect.poll(answeredCount).toBe(before + 1);
  };
  await open("/admin");
  expect(counted()).toBe(1);
  await page.clock.runFor(288_000);
  await page.waitForTimeout(300);
  expect(counted()).toBe(1);
  await countWithin(5, 2_500);

  await open(listUrlOf("nada que exista"));
  expect(counted()).toBe(3);
  await page.clock.runFor(25_000);
  await page.waitForTimeout(300);
  expect(counted()).toBe(3);
  await countWithin(4, 1_500);
});

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
    await page.getByRole("button", { name: "Entrar" }).click();
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
    expect(await findViolations(page)).toEqual([]);
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

test("the first steps show the first e-mails as they arrive", async ({ page }) => {
  await signIn(page);
  await page.goto("/primeiros_passos?passo=emails");
  const arrivals = page.getByRole("list", { name: "E-mails que acabaram de chegar" });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/documentos|primeiros e-mails/);
  const who = `Moinho ${Date.now()}`;
  await putEmail(
    page,
    `From: ${who} <nfe@moinho.example>\r\nMessage-ID: <${Date.now()}@moinho.example>\r\nSubject: Segue\r\n\r\nOlá.\r\n`,
  );
  await expect(arrivals.getByRole("link", { name: who })).toBeVisible({ timeout: PIPELINE_MS });
  expect(await findViolations(page)).toEqual([]);
  await saveScreenshot(page, "primeiros-emails");
});

test(
  "the first steps can be postponed and are not opened again",
  covers("/primeiros_passos"),
  async ({ page }) => {
    const conta = await createConta(page);
    const enter = async (): Promise<void> => {
      await page.goto("/login");
      await page.getByLabel("Identificador").fill(conta.identificador);
      await page.getByLabel("Usuário").fill(conta.nomeUsuario);
      await page.getByRole("textbox", { name: "Senha" }).fill(conta.senha);
      await page.getByRole("button", { name: "Entrar" }).click();
    };
    await enter();
    await expect(page).toHaveURL(/\/primeiros_passos$/);
    await page.getByRole("button", { name: "Fazer depois" }).click();
    await expect(page).toHaveURL(/\/painel$/);
    await enter();
    await expect(page).toHaveURL(/\/painel$/);
  },
);
