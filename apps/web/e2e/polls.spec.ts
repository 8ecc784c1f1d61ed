import { expect, test } from "@playwright/test";
import { rpc, signIn } from "./apoio.ts";
import { sobre } from "./rotas.ts";

const ESPERA_MS = 30_000;

test(
  "jobs started in another tab or by the API appear on the open pages of importações, repositório and exportações",
  sobre("/importacao", "/repositorio", "/admin"),
  async ({ page, context }) => {
    const token = await signIn(page);
    const [repositorio, exportacoes] = [await context.newPage(), await context.newPage()];
    for (const outra of [repositorio, exportacoes]) await signIn(outra);
    await page.goto("/importacao");
    await repositorio.goto("/repositorio");
    await exportacoes.goto("/admin?tab=exportacao");
    const total = async (method: string): Promise<number> =>
      ((await rpc(page, method, {}, token)) as { totalCount: number }).totalCount;
    const antes = await total("Exportacao.getListExportacao");
    await expect(exportacoes.getByText(new RegExp(`^${antes} exporta`))).toBeAttached();

    const nome = `pela-api-${Date.now()}.xml`;
    await page.request.post("/Services/import", {
      headers: { authorization: `Bearer ${token}` },
      multipart: { arquivo: { name: nome, mimeType: "text/xml", buffer: Buffer.from("<a/>") } },
    });
    // Other tests request files too; only this one uses this period.
    const dia = String((Date.now() % 28) + 1).padStart(2, "0");
    const dateRange = { de: `2001-02-${dia}`, ate: `2098-03-${dia}` };
    const pedido = { entradaSaida: "T", tipoDFe: null, cnpjEmpresa: null, dateRange, cnpj: null };
    await rpc(page, "Download.processaDownload", pedido, token);
    const lista = { entradaSaida: "E", searchFilter: {}, createFileType: "CSV", currentPage: 1, pageSize: 1 };
    await rpc(page, "Nota.getListNota", lista, token);

    const patience = { timeout: ESPERA_MS };
    await expect(page.getByTitle(nome, { exact: true })).toBeVisible(patience);
    await expect(repositorio.getByText(`${dia}/02/2001 a ${dia}/03/2098`).first()).toBeVisible(patience);
    await expect(async () => {
      const agora = await total("Exportacao.getListExportacao");
      expect(agora).toBeGreaterThan(antes);
      await expect(exportacoes.getByText(new RegExp(`^${agora} exporta`))).toBeAttached({ timeout: 1_000 });
    }).toPass(patience);
  },
);
