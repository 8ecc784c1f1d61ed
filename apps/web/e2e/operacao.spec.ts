import fs from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { DEMO, ESTRADA_MS, findViolations, keepTela, playCenario, rpc, signIn, waitNota } from "./apoio.ts";
import { addBrokenCaixa, cutMdfe, healMdfe, setProduto, signInOperator } from "./operador.ts";
import { keepAxe, type Rota, sobre } from "./rotas.ts";

const REFUSED = "Só quem opera o Malote vê esta página";
const PAGES = [
  ["/operacao/contas", "Contas"],
  ["/operacao/filas", "Filas"],
  ["/operacao/caixas", "Caixas"],
  ["/operacao/backups", "Backups"],
  ["/operacao/registros", "Registros"],
  ["/operacao/configuracao", "Configuração"],
] as const;
const ALL = ["/operacao", ...PAGES.map(([page]) => page)];
const ROTA: Rota = "/operacao/:pagina?";

test("a user who is not an operator sees a refusal with a link back, and the server refuses", async ({
  page,
}) => {
  const token = await signIn(page);
  for (const url of ["/operacao", "/operacao/filas", "/admin?tab=produto"]) {
    await page.goto(url);
    await expect(page.getByRole("heading", { name: REFUSED })).toBeVisible();
  }
  await expect(page).toHaveURL(/\/operacao\/contas$/);
  expect(await findViolations(page)).toEqual([]);
  const answer = await rpc(page, "Operador.getEstado", {}, token);
  expect(answer).toMatchObject({ sucesso: false, mensagem: "Só quem opera o Malote vê todas as contas." });
  const headers = { authorization: `Bearer ${token}` };
  expect((await page.request.get("/Services/downloadDiagnostico", { headers })).status()).toBe(403);
  await page.getByRole("link", { name: "Voltar ao painel" }).click();
  await expect(page).toHaveURL(/\/painel$/);
});

test(
  "an operator sees failing mailboxes with the reason, warns a conta, and downloads the diagnostics",
  sobre(ROTA),
  async ({ page }) => {
    const { quem, token } = await signInOperator(page);
    const caixa = await addBrokenCaixa(page, token);
    await page.goto("/painel");
    await page.getByRole("button", { name: /^Menu de / }).click();
    await page.getByRole("menuitem", { name: "Operação" }).click();
    await expect(page.getByText(/^Atualizado (agora|há \d+ s)$/)).toBeVisible();

    // The overview shows the five longest failures, also those of other tests; the page shows all.
    await expect(page.getByRole("region", { name: "Caixas com erro" })).toBeVisible();
    await page.getByRole("link", { name: "Caixas", exact: true }).click();
    await page.getByRole("link", { name: /^Com erro/ }).click();

    // A conta outside the demo cannot reach internal addresses; it can be warned once a day.
    const linha = page.getByRole("row").filter({ hasText: caixa });
    await expect(linha).toContainText("endereço interno", { timeout: ESTRADA_MS });
    await linha.getByRole("button", { name: `Avisar a conta sobre ${caixa}` }).click();
    await expect(linha).toContainText("avisada hoje");
    await page.getByRole("link", { name: "Operação", exact: true }).click();

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Baixar diagnóstico" }).click(),
    ]);
    const bytes = await fs.readFile(await download.path());
    expect(bytes.length).toBeGreaterThan(500);
    expect(bytes.includes(quem.senha)).toBe(false);

    await page.getByRole("link", { name: "Registros" }).click();
    await expect(page.getByRole("table", { name: "Registros" })).toContainText(quem.identificador);
    await page.getByRole("link", { name: `Voltar a ${quem.identificador}` }).click();
    await expect(page).toHaveURL(/\/painel$/);
  },
);

test(
  "failed SEFAZ queries are listed as failures; a pause stops mailbox polling until it is resumed",
  sobre(ROTA),
  async ({ page, browser }) => {
    const inside = await browser.newPage();
    const token = await signIn(inside);
    const operator = await signInOperator(page);
    await page.goto("/operacao/filas?aba=falhas&tipo=validate");
    const falhas = page.getByRole("table", { name: "Falhas" });
    // Another test may reset the failure set here: it is then set again.
    await expect(async () => {
      await cutMdfe(page);
      await playCenario(page, "cte-e-mdfe");
      await expect(falhas.getByRole("row").filter({ hasText: "Consulta à SEFAZ" }).first()).toBeVisible({
        timeout: 15_000,
      });
    }).toPass({ timeout: ESTRADA_MS });
    await healMdfe(page);

    await page.getByRole("link", { name: "Operação", exact: true }).click();
    await page.getByRole("button", { name: "Pausar a coleta" }).click();
    const pergunta = page.getByRole("dialog", { name: "Pausar a coleta?" });
    await pergunta.getByLabel("Motivo").fill("Troca do servidor de e-mail");
    await pergunta.getByRole("button", { name: "Pausar a coleta" }).click();
    const aviso = page.getByRole("region", { name: "Coleta pausada" });
    try {
      await expect(aviso).toContainText("Troca do servidor de e-mail");
      const [chave = ""] = await playCenario(page, "nota-autorizada");
      await page.getByRole("link", { name: "Filas", exact: true }).click();
      await expect(aviso).toBeVisible();
      await expect(page.getByRole("row").filter({ hasText: "Coleta de caixas" })).toContainText("Pausada");
      // Longer than a mailbox poll takes, and still no document.
      await page.waitForTimeout(3_000);
      const { totalCount } = (await rpc(
        inside,
        "Nota.getListNota",
        { searchFilter: { chaveAcesso: chave } },
        token,
      )) as { totalCount: number };
      expect(totalCount).toBe(0);
      await aviso.getByRole("button", { name: "Retomar a coleta" }).click();
      await expect(aviso).toHaveCount(0);
      await waitNota(inside, { token, chave }, () => true);
    } finally {
      // Always resume: the other tests need their e-mails.
      await rpc(page, "Operador.setPausa", { pausada: false }, operator.token);
      await inside.close();
    }
  },
);

test(
  "every operator page passes axe in both sizes and themes, and is refused once the permission is removed",
  sobre(ROTA),
  async ({ page }) => {
    const { quem } = await signInOperator(page);
    for (const [onde, tamanho] of Object.entries(SIZES)) {
      await page.setViewportSize(tamanho);
      for (const url of ALL) {
        await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
        await page.goto(url);
        await expect(page.getByRole("heading", { level: 1, name: titleOf(url) })).toBeVisible();
        await expect(page.getByRole("status", { name: "Carregando…" })).toHaveCount(0);
        for (const tema of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme: tema, reducedMotion: "reduce" });
          const violations = await findViolations(page);
          keepAxe(ROTA, `${onde}-${tema}`, violations);
          expect.soft(violations, `${url}, ${onde}, ${tema}`).toEqual([]);
          await keepTela(page, `${url.slice(1).replace("/", "-")}-${onde}-${tema}`);
        }
      }
    }
    const contas = page.getByRole("list", { name: "Contas" });
    await page.goto("/operacao/contas");
    await expect(contas).toContainText(DEMO.identificador);
    await expect(contas).not.toContainText("@");
    await setProduto(quem, "nao");
    await page.reload();
    await expect(page.getByRole("heading", { name: REFUSED })).toBeVisible();
  },
);

const SIZES = { mesa: { width: 1440, height: 900 }, fone: { width: 390, height: 844 } };

function titleOf(url: string): string {
  return PAGES.find(([each]) => each === url)?.[1] ?? "Operação";
}
