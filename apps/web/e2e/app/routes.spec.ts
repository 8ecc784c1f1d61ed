import fs from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { covers, ROUTES } from "../support/routes.ts";
import { listUrlOf, playScenario, rpc, signIn, waitNota } from "../support/sandbox.ts";

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
  test.info().annotations.push({ type: "rotas", description: ROUTES.join(" ") });
});

test(
  "the colour that a user chooses is saved and survives a reload",
  covers("/minha_conta"),
  async ({ page }) => {
    await signIn(page);
    await page.goto("/minha_conta");
    const colours = page.getByRole("group", { name: "Sua cor" });
    const indigo = colours.getByRole("radio", { name: "Anil" });
    // The colour is saved before it is shown.
    await indigo.click({ force: true });
    await expect(indigo).toBeChecked();
    await page.reload();
    await expect(indigo).toBeChecked();
    await colours.getByRole("radio", { name: "Sem cor" }).click({ force: true });
    await expect(indigo).not.toBeChecked();
  },
);

test(
  "an issued document is in the list of issued documents and can be marked in it",
  covers("/dfe_emitidos"),
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
  },
);

test(
  "an administrator changes the name of an ordinary user",
  covers("/usuario/:usuarioId"),
  async ({ page }) => {
    const token = await signIn(page);
    const name = `clara${Date.now() % 1e9}`;
    const usuario = {
      nome: "Clara",
      nomeCompleto: "Clara Nunes",
      nomeUsuario: name,
      email: `${name}@demo.example`,
    };
    const { object } = (await rpc(page, "Usuario.inviteUsuario", { usuario }, token)) as {
      object: { id: string };
    };
    await page.goto(`/usuario/${object.id}`);
    await page.getByLabel("Nome completo").fill("Clara Nunes Lima");
    await page.getByRole("button", { name: "Salvar" }).click();
    await expect(page).toHaveURL(/tab=usuario$/);
    await page.goto(`/usuario/${object.id}`);
    await page.reload();
    await expect(page.getByLabel("Nome completo")).toHaveValue("Clara Nunes Lima");
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
