import { expect, type Page, test } from "@playwright/test";
import { changeAnswer, endInterception, type WireRecord } from "../support/intercept.ts";
import { covers } from "../support/routes.ts";
import {
  findViolations,
  playScenario,
  rpc,
  saveScreenshot,
  signIn,
  waitCancelled,
} from "../support/sandbox.ts";

const PHONE = { width: 390, height: 844 };

test.afterEach(endInterception);

async function changeEmpresa(page: Page, change: (empresa: WireRecord) => WireRecord): Promise<void> {
  await changeAnswer(page, "Empresa.getEmpresa", (result) =>
    Object.assign(result, { object: change(result.object) }),
  );
  await changeAnswer(page, "Empresa.getListEmpresa", (result) =>
    Object.assign(result, { results: result.results.map(change) }),
  );
}

test(
  "an empresa shows whether and how it is proven; its public download switch shows what is still missing",
  covers("/empresa/:empresaId"),
  async ({ page }) => {
    const token = await signIn(page);
    const { results } = (await rpc(page, "Empresa.getListEmpresa", {}, token)) as {
      results: { id: string }[];
    };
    const address = `/empresa/${results[0]?.id}`;
    await page.goto(address);
    const proof = page.getByRole("region", { name: "Comprovação" });
    await expect(proof).toContainText("Comprovada");
    await expect(proof).toContainText("Pelo certificado A1 de");
    await expect(page.getByRole("switch", { name: /^Download público/ })).toBeChecked();
    await expect(page.getByText("Só vale depois que a empresa for comprovada.")).toHaveCount(0);
    await saveScreenshot(page, "empresa-comprovada");
    await changeEmpresa(page, (empresa) => ({ ...empresa, prova: null }));
    await page.reload();
    await expect(proof).toContainText("Não comprovada");
    await expect(proof).toContainText("Envie o certificado A1 de um CNPJ da mesma raiz");
    await expect(page.getByText("Só vale depois que a empresa for comprovada.")).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshot(page, "empresa-nao-comprovada");
    await page.emulateMedia({ colorScheme: "dark" });
    await saveScreenshot(page, "empresa-nao-comprovada-escuro");
    await page.setViewportSize(PHONE);
    await saveScreenshot(page, "empresa-nao-comprovada-celular");
    await page.goto("/admin?tab=empresa");
    await expect(page.getByText("Não comprovada").first()).toBeVisible();
    await saveScreenshot(page, "empresas-celular");
  },
);

test(
  "the public download marks a cancelled document and offers only its printed form",
  covers("/download/:chaveAcesso"),
  async ({ page, context }) => {
    const inside = await context.newPage();
    const token = await signIn(inside);
    const [chave = ""] = await playScenario(inside, "evento-antes-da-nota");
    await waitCancelled(inside, { token, chave });
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
    await saveScreenshot(page, "download-cancelada");
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ colorScheme: "dark" });
    await saveScreenshot(page, "download-cancelada-celular-escuro");
  },
);
