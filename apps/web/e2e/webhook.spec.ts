import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { ESTRADA_MS, findViolations, playCenario, rpc, signIn, waitNota } from "./apoio.ts";
import { sobre } from "./rotas.ts";

type Receptor = { url: string; ids: string[]; status: number; close(): void };

/** A webhook endpoint on this machine. */
async function openReceptor(): Promise<Receptor> {
  const receptor: Receptor = { url: "", ids: [], status: 200, close: () => server.close() };
  const server = http.createServer((request, answer) => {
    receptor.ids.push(String(request.headers["webhook-id"]));
    request.resume();
    answer.writeHead(receptor.status).end("recebido");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receptor.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/malote`;
  return receptor;
}

const gaveta = (page: Page) => page.getByRole("dialog");
const entregas = (page: Page) => gaveta(page).locator("li[data-estado]");

test(
  "an administrator creates a webhook, tests it, resends a delivery, and finds its log after a reload",
  sobre("/admin"),
  async ({ page }) => {
    test.setTimeout(120_000); // a dozen steps and three axe runs
    const erp = await openReceptor();
    const nome = `ERP ${Date.now() % 1e6}`;
    const sessao = await signIn(page);
    await page.goto("/admin?tab=api&secao=webhooks");
    await page.getByRole("button", { name: "Novo webhook" }).first().click();
    await gaveta(page).getByRole("textbox", { name: "Endereço" }).fill("ftp://erp.exemplo.test");
    await gaveta(page).getByRole("textbox", { name: "Nome" }).fill(nome);
    await gaveta(page).getByRole("button", { name: "Criar o webhook" }).click();
    await expect(gaveta(page).getByText("Escreva um endereço completo")).toBeVisible();
    await gaveta(page).getByRole("textbox", { name: "Endereço" }).fill(erp.url);
    await gaveta(page)
      .getByRole("checkbox", { name: /^Marca/ })
      .check();
    expect(await findViolations(page)).toEqual([]);
    await gaveta(page).getByRole("button", { name: "Criar o webhook" }).click();
    await expect(gaveta(page).locator("[data-segredo]")).toHaveText(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await findViolations(page)).toEqual([]);
    await gaveta(page).getByRole("button", { name: "Já copiei" }).click();

    await gaveta(page).getByRole("button", { name: "Enviar teste" }).click();
    await expect(gaveta(page).getByText(/^O servidor respondeu 200 em \d+ ms\.$/)).toBeVisible();
    // Other tests in this conta cause deliveries too.
    await expect(entregas(page).filter({ hasText: "Teste" })).toHaveCount(1);

    // An event: a flag of a document is set.
    const [chave = ""] = await playCenario(page, "nota-autorizada");
    const { id } = await waitNota(page, { token: sessao, chave }, () => true);
    await rpc(page, "Nota.setConferido", { id, conferido: true }, sessao);
    const marca = entregas(page).filter({ hasText: "Marca" }).first();
    await expect(marca).toContainText("Entregue", { timeout: ESTRADA_MS });
    await marca.getByRole("button").first().click();
    await expect(gaveta(page).getByText('"tipo": "marca"')).toBeVisible();
    await expect(gaveta(page).getByText("recebido", { exact: true })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await gaveta(page).getByRole("button", { name: "Reenviar", exact: true }).click();
    await expect.poll(() => erp.ids.length - new Set(erp.ids).size, { timeout: ESTRADA_MS }).toBe(1);
    await rpc(page, "Nota.setConferido", { id, conferido: false }, sessao);

    await page.reload();
    await page.getByRole("button", { name: `Abrir o webhook ${nome}` }).click();
    await expect(entregas(page).first()).toBeVisible();
    await expect(page.locator("body")).not.toContainText("whsec_");
    await gaveta(page).getByRole("button", { name: "Excluir" }).click();
    const pergunta = page.getByRole("dialog", { name: `Excluir ${nome}?` });
    await pergunta.getByRole("button", { name: "Excluir" }).click();
    await expect(page.getByText("Webhook excluído.")).toBeVisible();
    erp.close();
  },
);
