import { expect, test } from "@playwright/test";
import { PIPELINE_MS, putEmail, rpc, signIn, waitEmail } from "../support/sandbox.ts";

const SUBJECT = "Para ler de novo";
const MESSAGE = [
  "From: Fornecedor <nfe@fornecedor.example>",
  "To: fiscal@ipedolargo.example",
  `Subject: ${SUBJECT}`,
  `Message-ID: <denovo-${Date.now()}@fornecedor.example>`,
  "",
  "Segue a nota no portal.",
  "",
].join("\r\n");

test("an administrator can reprocess an e-mail", async ({ page }) => {
  const token = await signIn(page);
  await putEmail(page, MESSAGE);
  const { id } = await waitEmail(page, token, SUBJECT);
  await page.goto(`/email/${id}`);
  const parts = page.getByRole("region", { name: "Partes e destino" });
  await parts.getByRole("button", { name: "Reprocessar" }).click();
  const question = page.getByRole("dialog", { name: "Ler este e-mail de novo?" });
  await expect(question).toContainText("marcas e liberações são mantidas");
  await question.getByRole("button", { name: "Reprocessar" }).click();
  // Another test may have advanced the sandbox's clock past the browser's midnight.
  await expect(parts.getByText(/^Reprocessado (hoje às|em \d\d\/\d\d) \d\d:\d\d$/)).toBeVisible({
    timeout: PIPELINE_MS,
  });
  const { object } = (await rpc(page, "Email.getEmail", { id }, token)) as { object: { estado: string } };
  expect(["lido", "em-leitura"]).toContain(object.estado);
});
