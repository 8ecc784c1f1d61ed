import { expect, type Page, test } from "@playwright/test";
import { findViolations, keepTela, playCenario, rpc, signIn, waitCancelada } from "./apoio.ts";
import { endRetelling, type Registro, retell } from "./recontar.ts";
import { sobre } from "./rotas.ts";

const PHONE = { width: 390, height: 844 };

test.afterEach(endRetelling);

async function retellEmpresa(page: Page, change: (empresa: Registro) => Registro): Promise<void> {
  await retell(page, "Empresa.getEmpresa", (result) =>
    Object.assign(result, { object: change(result.object) }),
  );
  await retell(page, "Empresa.getListEmpresa", (result) =>
    Object.assign(result, { results: result.results.map(change) }),
  );
}

test(
  "an empresa shows whether and how it is proven; the public download switch shows what it waits for",
  sobre("/empresa/:empresaId"),
  async ({ page }) => {
    const token = await signIn(page);
    const { results } = (await rpc(page, "Empresa.getListEmpresa", {}, token)) as {
      results: { id: string }[];
    };
    const address = `/empresa/${results[0]?.id}`;
    await page.goto(address);
    const prova = page.getByRole("region", { name: "Comprovação" });
    await expect(prova).toContainText("Comprovada");
    await expect(prova).toContainText("Pelo certificado A1 de");
    await expect(page.getByRole("switch", { name: /^Download público/ })).toBeChecked();
    await expect(page.getByText("Só vale depois que a empresa for comprovada.")).toHaveCount(0);
    await keepTela(page, "empresa-comprovada");
    await retellEmpresa(page, (empresa) => ({ ...empresa, prova: null }));
    await page.reload();
    await expect(prova).toContainText("Não comprovada");
    await expect(prova).toContainText("Envie o certificado A1 de um CNPJ da mesma raiz");
    await expect(page.getByText("Só vale depois que a empresa for comprovada.")).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await keepTela(page, "empresa-nao-comprovada");
    await page.emulateMedia({ colorScheme: "dark" });
    await keepTela(page, "empresa-nao-comprovada-escuro");
    await page.setViewportSize(PHONE);
    await keepTela(page, "empresa-nao-comprovada-celular");
    await page.goto("/admin?tab=empresa");
    await expect(page.getByText("Não comprovada").first()).toBeVisible();
    await keepTela(page, "empresas-celular");
  },
);

test(
  "the public download marks a cancelled document and offers only its printed form",
  sobre("/download/:chaveAcesso"),
  async ({ page, context }) => {
    const inside = await context.newPage();
    const token = await signIn(inside);
    const [chave = ""] = await playCenario(inside, "evento-antes-da-nota");
    await waitCancelada(inside, { token, chave });
    await page.goto(`/download/${chave}`);
    await expect(page.getByText("Verificado")).toBeVisible();
    await page.getByRole("button", { name: "Buscar" }).click();
    await expect(page.getByRole("note")).toContainText("Cancelada");
    await expect(
      page.getByRole("region", { name: "Documento localizado" }).getByRole("heading"),
    ).toBeFocused();
    await expect(page.getByRole("link", { name: "Baixar PDF" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Baixar XML" })).toHaveCount(0);
    // The button's colour transition takes some frames after the click.
    await expect.poll(() => findViolations(page)).toEqual([]);
    await keepTela(page, "download-cancelada");
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: "dark" });
    await keepTela(page, "download-cancelada-celular-escuro");
  },
);
