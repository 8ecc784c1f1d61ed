import { expect, test } from "vitest";
import { type Locator, page } from "vitest/browser";
import { button, dialog } from "../support/actions.ts";
import { exampleDelivery, exampleWebhook, tokenAnswers, webhookAnswers } from "../support/admin-examples.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { exampleId } from "../support/conta-examples.ts";
import { callsOf, Refused } from "../support/fake-server.ts";
import { expectCount, openApp } from "../support/open-app.tsx";

const URL = "/admin?tab=api&secao=webhooks";
const drawer = (): Locator => dialog().first();
const address = (): Locator => drawer().getByRole("textbox", { name: "Endereço" });
const setChecked = async (box: Locator, checked: boolean): Promise<void> => {
  await expect.element(box).toBeVisible();
  if ((box.element() as HTMLInputElement).checked !== checked) await box.click();
};
const createButton = (): Locator => drawer().getByRole("button", { name: "Criar o webhook" });

test("the server's refusal of a webhook is shown at its field, and the corrected one shows its secret once", async () => {
  const refuse = (campo: string, mensagem: string): never => {
    throw new Refused(mensagem, [{ campo, mensagem }]);
  };
  const { "Webhook.saveWebhook": save, ...others } = webhookAnswers([]);
  await openApp(URL, {
    ...{ ...tokenAnswers([]), ...others },
    "Webhook.saveWebhook": (params) => {
      const { url, tipos } = params.webhook;
      if (!url.startsWith("https:")) refuse("webhook.url", "Escreva um endereço completo, com https.");
      if (!tipos.includes("marca")) refuse("webhook.tipos", "Escolha ao menos um evento.");
      if (!save) throw new Error("no answer");
      return save(params);
    },
  });
  await button("Novo webhook").first().click();
  await address().fill("ftp://erp.example");
  for (const name of ["Marca"]) await setChecked(drawer().getByRole("checkbox", { name }), false);
  await createButton().click();
  await expect.element(drawer().getByText("Escreva um endereço completo, com https.")).toBeVisible();
  await expect.element(address()).toHaveAttribute("aria-invalid", "true");
  await address().fill("https://erp.example/malote");
  await createButton().click();
  await expect.element(drawer().getByText("Escolha ao menos um evento.")).toBeVisible();
  await setChecked(drawer().getByRole("checkbox", { name: "Marca" }), true);
  await createButton().click();
  await expect.element(drawer()).toHaveTextContent("whsec_segredo");
  expect(await findViolationsInThemes()).toEqual([]);
  await drawer().getByRole("button", { name: "Já copiei" }).click();
  await expect.element(drawer()).not.toHaveTextContent("whsec_segredo");
});

test("a test delivery shows the server's answer, and a delivery what was sent and received", async () => {
  const deliveries = [
    exampleDelivery({
      ...{
        id: exampleId(82),
        tipo: "marca",
        estado: "falhou",
        status: 500,
        erro: "O servidor respondeu 500.",
      },
      ...{ corpo: '{ "tipo": "marca" }', resposta: "quebrou" },
    }),
  ];
  await openApp(URL, {
    ...tokenAnswers([]),
    ...webhookAnswers([exampleWebhook()], deliveries),
    "Webhook.resendEntrega": ({ id }) => ({ object: exampleDelivery({ id, estado: "pendente" }) }),
  });
  await button("Abrir o webhook ERP da matriz").click();
  await drawer().getByRole("button", { name: "Enviar teste" }).click();
  await expect.element(drawer().getByText(/^O servidor respondeu 200 em \d+ ms\.$/)).toBeVisible();
  const entries = drawer()
    .getByRole("region", { name: /[Ee]ntregas|Registro/ })
    .getByRole("listitem");
  await expectCount(entries, 2);
  const failed = entries.filter({ hasText: "Marca" });
  await expect.element(failed).toHaveTextContent("Falhou");
  await failed.getByRole("button").first().click();
  await expect.element(failed.getByText('"tipo": "marca"')).toBeVisible();
  await expect.element(failed).toHaveTextContent("quebrou");
  await failed.getByRole("button", { name: "Reenviar", exact: true }).click();
  await expect.poll(() => callsOf("Webhook.resendEntrega")).toEqual([{ id: exampleId(82) }]);
});

test("a webhook that was disabled says why, and is deleted after a confirmation", async () => {
  const stopped = exampleWebhook({ ativo: false, motivo: "falhas", desativadoEm: new Date() });
  await openApp(URL, { ...tokenAnswers([]), ...webhookAnswers([stopped]) });
  await expect.element(page.getByRole("main")).toHaveTextContent("Desativado: nada foi aceito em 24 horas");
  await button("Abrir o webhook ERP da matriz").click();
  await expect.element(drawer().getByRole("alert")).toHaveTextContent("nada foi aceito em 24 horas");
  await drawer().getByRole("button", { name: "Excluir" }).click();
  await dialog("Excluir ERP da matriz?").getByRole("button", { name: "Excluir" }).click();
  await expect.element(page.getByText("Webhook excluído.")).toBeVisible();
  await expect.element(page.getByText("Nenhum webhook")).toBeVisible();
});
