import http from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { covers } from "../support/routes.ts";
import { findViolations, PIPELINE_MS, playScenario, rpc, signIn, waitNota } from "../support/sandbox.ts";

type Endpoint = { url: string; ids: string[]; status: number; close(): void };

/** A webhook endpoint on this machine. */
async function openEndpoint(): Promise<Endpoint> {
  const endpoint: Endpoint = { url: "", ids: [], status: 200, close: () => server.close() };
  const server = http.createServer((request, answer) => {
    endpoint.ids.push(String(request.headers["webhook-id"]));
    request.resume();
    answer.writeHead(endpoint.status).end("recebido");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/malote`;
  return endpoint;
}

const drawer = (page: Page) => page.getByRole("dialog");
const deliveries = (page: Page) => drawer(page).locator("li[data-estado]");

test(
  "an administrator creates a webhook, tests it, resends a delivery, and sees the deliveries after a reload",
  covers("/admin"),
  async ({ page }) => {
    test.setTimeout(120_000); // a dozen steps and three axe runs
    const erp = await openEndpoint();
    const name = `ERP ${Date.now() % 1e6}`;
    const session = await signIn(page);
    await page.goto("/admin?tab=api&secao=webhooks");
    await page.getByRole("button", { name: "Novo webhook" }).first().click();
    await drawer(page).getByRole("textbox", { name: "Endereço" }).fill("ftp://erp.exemplo.test");
    await drawer(page).getByRole("textbox", { name: "Nome" }).fill(name);
    await drawer(page).getByRole("button", { name: "Criar o webhook" }).click();
    await expect(drawer(page).getByText("Escreva um endereço completo")).toBeVisible();
    await drawer(page).getByRole("textbox", { name: "Endereço" }).fill(erp.url);
    await drawer(page)
      .getByRole("checkbox", { name: /^Marca/ })
      .check();
    expect(await findViolations(page)).toEqual([]);
    await drawer(page).getByRole("button", { name: "Criar o webhook" }).click();
    await expect(drawer(page).locator("[data-segredo]")).toHaveText(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await findViolations(page)).toEqual([]);
    await drawer(page).getByRole("button", { name: "Já copiei" }).click();

    await drawer(page).getByRole("button", { name: "Enviar teste" }).click();
    await expect(drawer(page).getByText(/^O servidor respondeu 200 em \d+ ms\.$/)).toBeVisible();
    // Other tests in this conta cause deliveries too.
    await expect(deliveries(page).filter({ hasText: "Teste" })).toHaveCount(1);

    // An event: a flag of a document is set.
    const [chave = ""] = await playScenario(page, "nota-autorizada");
    const { id } = await waitNota(page, { token: session, chave }, () => true);
    await rpc(page, "Nota.setConferido", { id, conferido: true }, session);
    const flagDelivery = deliveries(page).filter({ hasText: "Marca" }).first();
    await expect(flagDelivery).toContainText("Entregue", { timeout: PIPELINE_MS });
    await flagDelivery.getByRole("button").first().click();
    await expect(drawer(page).getByText('"tipo": "marca"')).toBeVisible();
    await expect(drawer(page).getByText("recebido", { exact: true })).toBeVisible();
    expect(await findViolations(page)).toEqual([]);
    await drawer(page).getByRole("button", { name: "Reenviar", exact: true }).click();
    await expect.poll(() => erp.ids.length - new Set(erp.ids).size, { timeout: PIPELINE_MS }).toBe(1);
    await rpc(page, "Nota.setConferido", { id, conferido: false }, session);

    await page.reload();
    await page.getByRole("button", { name: `Abrir o webhook ${name}` }).click();
    await expect(deliveries(page).first()).toBeVisible();
    await expect(page.locator("body")).not.toContainText("whsec_");
    await drawer(page).getByRole("button", { name: "Excluir" }).click();
    const question = page.getByRole("dialog", { name: `Excluir ${name}?` });
    await question.getByRole("button", { name: "Excluir" }).click();
    await expect(page.getByText("Webhook excluído.")).toBeVisible();
    erp.close();
  },
);
