import { expect, test } from "@playwright/test";
import { cutMdfe, healMdfe, setOperator, signInOperator } from "../support/operator.ts";
import { covers, type Route, recordAxe } from "../support/routes.ts";
import {
  DEMO,
  findViolations,
  PIPELINE_MS,
  playScenario,
  rpc,
  saveScreenshot,
  signIn,
  waitNota,
} from "../support/sandbox.ts";

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
const ROUTE: Route = "/operacao/:pagina?";

test(
  "failed SEFAZ queries are listed as failures, and a pause stops mailbox polling until polling is resumed",
  covers(ROUTE),
  async ({ page, browser }) => {
    const inside = await browser.newPage();
    const token = await signIn(inside);
    const operator = await signInOperator(page);
    await page.goto("/operacao/filas?aba=falhas&tipo=validate");
    const failures = page.getByRole("table", { name: "Falhas" });
    // Another test may reset the failure set here: it is then set again.
    await expect(async () => {
      await cutMdfe(page);
      await playScenario(page, "cte-e-mdfe");
      await expect(failures.getByRole("row").filter({ hasText: "Consulta à SEFAZ" }).first()).toBeVisible({
        timeout: 15_000,
      });
    }).toPass({ timeout: PIPELINE_MS });
    await healMdfe(page);

    await page.getByRole("link", { name: "Operação", exact: true }).click();
    await page.getByRole("button", { name: "Pausar a coleta" }).click();
    const question = page.getByRole("dialog", { name: "Pausar a coleta?" });
    await question.getByLabel("Motivo").fill("Troca do servidor de e-mail");
    await question.getByRole("button", { name: "Pausar a coleta" }).click();
    const notice = page.getByRole("region", { name: "Coleta pausada" });
    try {
      await expect(notice).toContainText("Troca do servidor de e-mail");
      const [chave = ""] = await playScenario(page, "nota-autorizada");
      await page.getByRole("link", { name: "Filas", exact: true }).click();
      await expect(notice).toBeVisible();
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
      await notice.getByRole("button", { name: "Retomar a coleta" }).click();
      await expect(notice).toHaveCount(0);
      await waitNota(inside, { token, chave }, () => true);
    } finally {
      // Always resume: the other tests need their e-mails.
      await rpc(page, "Operador.setPausa", { pausada: false }, operator.token);
      await inside.close();
    }
  },
);

test(
  "axe passes on every operator page in both sizes and themes; without the permission the pages are refused",
  covers(ROUTE),
  async ({ page }) => {
    const { who } = await signInOperator(page);
    for (const [place, size] of Object.entries(SIZES)) {
      await page.setViewportSize(size);
      for (const url of ALL) {
        await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
        await page.goto(url);
        await expect(page.getByRole("heading", { level: 1, name: titleOf(url) })).toBeVisible();
        await expect(page.getByRole("status", { name: "Carregando…" })).toHaveCount(0);
        for (const theme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
          const violations = await findViolations(page);
          recordAxe(ROUTE, `${place}-${theme}`, violations);
          expect.soft(violations, `${url}, ${place}, ${theme}`).toEqual([]);
          await saveScreenshot(page, `${url.slice(1).replace("/", "-")}-${place}-${theme}`);
        }
      }
    }
    const contas = page.getByRole("list", { name: "Contas" });
    await page.goto("/operacao/contas");
    await expect(contas).toContainText(DEMO.identificador);
    await expect(contas).not.toContainText("@");
    await setOperator(who, "nao");
    await page.reload();
    await expect(page.getByRole("heading", { name: REFUSED })).toBeVisible();
  },
);

const SIZES = { mesa: { width: 1440, height: 900 }, fone: { width: 390, height: 844 } };

function titleOf(url: string): string {
  return PAGES.find(([each]) => each === url)?.[1] ?? "Operação";
}
