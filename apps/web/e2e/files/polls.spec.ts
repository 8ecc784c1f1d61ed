import { expect, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { rpc, signIn } from "../support/sandbox.ts";

const WAIT_MS = 30_000;

test(
  "jobs started in another tab or by the API appear on the open pages of importações, repositório and exportações",
  covers("/importacao", "/repositorio", "/admin"),
  async ({ page, context }) => {
    const token = await signIn(page);
    const [repositorio, exportacoes] = [await context.newPage(), await context.newPage()];
    for (const outra of [repositorio, exportacoes]) await signIn(outra);
    await page.goto("/importacao");
    await repositorio.goto("/repositorio");
    await exportacoes.goto("/admin?tab=exportacao");
    const total = async (method: string): Promise<number> =>
      ((await rpc(page, method, {}, token)) as { totalCount: number }).totalCount;
    const before = await total("Exportacao.getListExportacao");
    await expect(exportacoes.getByText(new RegExp(`^${before} exporta`))).toBeAttached();

    const name = `pela-api-${Date.now()}.xml`;
    await page.request.post("/Services/import", {
      headers: { authorization: `Bearer ${token}` },
      multipart: { arquivo: { name: name, mimeType: "text/xml", buffer: Buffer.from("<a/>") } },
    });
    // Other tests request files too; only this one uses this period.
    const dia = String((Date.now() % 28) + 1).padStart(2, "0");
    const dateRange = { de: `2001-02-${dia}`, ate: `2098-03-${dia}` };
    const request = { entradaSaida: "T", tipoDFe: null, cnpjEmpresa: null, dateRange, cnpj: null };
    await rpc(page, "Download.processaDownload", request, token);
    const list = { entradaSaida: "E", searchFilter: {}, createFileType: "CSV", currentPage: 1, pageSize: 1 };
    await rpc(page, "Nota.getListNota", list, token);

    const patience = { timeout: WAIT_MS };
    await expect(page.getByTitle(name, { exact: true })).toBeVisible(patience);
    await expect(repositorio.getByText(`${dia}/02/2001 a ${dia}/03/2098`).first()).toBeVisible(patience);
    await expect(async () => {
      const now = await total("Exportacao.getListExportacao");
      expect(now).toBeGreaterThan(before);
      await expect(exportacoes.getByText(new RegExp(`^${now} exporta`))).toBeAttached({ timeout: 1_000 });
    }).toPass(patience);
  },
);
