import fs from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { covers, nameRoutes, ROUTES } from "../support/routes.ts";
import { listUrlOf, playScenario, signIn, waitNota } from "../support/sandbox.ts";

/** Spec §2, the first column of its two tables. */
const SPECIFIED_ROUTES = `
/home /beneficios /faq /quem_utiliza /contato /download /download/{chaveAcesso} /login /esqueceu_senha
/configurar_senha/setup/{resetToken} /usuario_convidado/setup/{inviteToken} /criar_conta
/painel /minha_conta /dfe_emitidos /dfe_recebidos /nota/{notaId} /auditor /auditor/{auditorId} /emails /email/{emailId}
/filtro/{type} /importacao /importacao/erros/{importacaoId} /repositorio /admin /empresa/nova /empresa/{empresaId}
/usuario/novo /usuario/{usuarioId} /caixaemail/nova /caixaemail/{caixaId} /cert/{empresaId}`;

test("the router has every route of the specification, and ROUTES lists all routes of the router", async () => {
  const router = await fs.readFile(new URL("../../src/app/router.tsx", import.meta.url), "utf8");
  const known = [...router.matchAll(/path: "(\/[^"]*)"/g)].map(([, path]) => path);
  const asked = SPECIFIED_ROUTES.trim()
    .split(/\s+/)
    .map((route) => route.replaceAll(/\{(\w+)\}/g, ":$1"));
  expect(asked.filter((route) => !known.includes(route))).toEqual([]);
  expect([...known].sort()).toEqual([...ROUTES].sort());
  nameRoutes();
});

test(
  "an issued document is in the list of issued documents and can be marked in it; the page of lotes opens",
  covers("/dfe_emitidos", "/lotes"),
  async ({ page }) => {
    const token = await signIn(page);
    const [chave = ""] = await playScenario(page, "nota-emitida");
    const { id } = await waitNota(page, { token, chave }, () => true);
    await page.goto(listUrlOf(chave).replace("/dfe_recebidos", "/dfe_emitidos"));
    const row = page.locator(`[data-linha="${id}"]`);
    await row.getByRole("button", { name: /^Conferido/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Marcar" }).click();
    const flagged = row.getByRole("button", { name: /^Conferido.*Conferido por Marina/ });
    await expect(flagged).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await expect(flagged).toHaveAttribute("aria-pressed", "true");
    await page.goto("/lotes");
    await expect(page.getByRole("heading", { level: 1, name: "Lotes" })).toBeVisible();
  },
);

test(
  "a download URL that contains the chave needs only the captcha, and offers the printed form",
  covers("/download/:chaveAcesso"),
  async ({ page, context }) => {
    const inside = await context.newPage();
    const token = await signIn(inside);
    const [chave = ""] = await playScenario(inside, "nota-autorizada");
    await waitNota(inside, { token, chave });
    await page.goto(`/download/${chave}`);
    await page.reload();
    await expect(page.getByText("Verificado")).toBeVisible();
    await page.getByRole("button", { name: "Buscar" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Baixar PDF" }).click(),
    ]);
    const bytes = await fs.readFile(await download.path());
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  },
);
