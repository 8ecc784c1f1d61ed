import { expect, test } from "@playwright/test";
import { ESTRADA_MS, findViolations, keepTela, playCenario, rpc, signIn, waitNota } from "./apoio.ts";

test("a manifestação is sent from the nota's page and registered; one no longer allowed is disabled", async ({
  page,
}) => {
  const token = await signIn(page);
  const [chave = ""] = await playCenario(page, "nota-autorizada");
  const { id } = await waitNota(page, { token, chave });
  await page.goto(`/nota/${id}?type=E`);
  const secao = page.getByRole("region", { name: "Manifestação do destinatário" });
  await expect(secao).toContainText("Sem manifestação");
  await secao.getByRole("button", { name: "Manifestar" }).click();
  const dialogo = page.getByRole("dialog", { name: "Manifestar à SEFAZ" });

  // Only 'operação não realizada' requires a reason.
  await dialogo.getByRole("radio", { name: /Operação não realizada/ }).check();
  await dialogo.getByLabel("Por que a operação não se realizou").fill("recusada");
  await dialogo.getByRole("button", { name: "Enviar à SEFAZ" }).click();
  await expect(dialogo.getByRole("alert")).toHaveText("Escreva a justificativa com 15 a 255 caracteres.");
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect.soft(await findViolations(page), `axe, ${colorScheme}`).toEqual([]);
  }
  await keepTela(page, "manifestar");
  await dialogo.getByRole("radio", { name: /Operação confirmada/ }).check();
  await dialogo.getByRole("button", { name: "Enviar à SEFAZ" }).click();
  await expect(dialogo).toHaveCount(0);
  await expect(secao.getByText("Registrada na SEFAZ em")).toBeVisible({ timeout: ESTRADA_MS });
  await expect(secao).toContainText("Operação confirmada");
  await keepTela(page, "manifestada");

  // It is listed among the eventos, and the SEFAZ query in its own tab.
  await page.getByRole("tab", { name: /^Eventos/ }).click();
  await expect(page.getByRole("tabpanel")).toContainText("Confirmação da Operação");
  await page.getByRole("tab", { name: /^SEFAZ/ }).click();
  await expect(page.getByRole("tabpanel")).toContainText("Na chegada do documento");
  await expect(page.getByRole("tabpanel")).toContainText("Envio de evento");
  expect(await findViolations(page)).toEqual([]);
  await keepTela(page, "consultas");

  // After a conclusive manifestação the ciência is disabled without a SEFAZ query; no option is
  // preselected.
  await secao.getByRole("button", { name: "Mudar a manifestação" }).click();
  await expect(dialogo.getByRole("radio", { name: /Ciência da operação/ })).toBeDisabled();
  await expect(dialogo).toContainText("já há uma manifestação conclusiva");
  await dialogo.getByRole("button", { name: "Enviar à SEFAZ" }).click();
  await expect(dialogo.getByRole("alert")).toHaveText(
    "Escolha o que sua empresa declara sobre esta operação.",
  );
  await page.keyboard.press("Escape");
  await expect(dialogo).toHaveCount(0);
  await expect(page).toHaveURL(/\/nota\//);
});

test("a bulk manifestação shows the outcome of each document", async ({ page }) => {
  const token = await signIn(page);
  const chaves = await playCenario(page, "zip-com-tres-notas");
  const notas: Awaited<ReturnType<typeof waitNota>>[] = [];
  for (const chave of chaves) notas.push(await waitNota(page, { token, chave }));
  // One of them already has a ciência: sending it again is refused.
  const [ja] = notas;
  await rpc(page, "Nota.manifestacao", { tipo: "NFe", novoStatus: 4, id: ja?.id }, token);
  await page.goto(`/nota/${ja?.id}?type=E`);
  const secao = page.getByRole("region", { name: "Manifestação do destinatário" });
  await expect(secao).toContainText("Ciência da operação", { timeout: ESTRADA_MS });
  await expect(secao).toContainText("Registrada na SEFAZ em", { timeout: ESTRADA_MS });

  const emitente = chaves[0]?.slice(6, 20) ?? "";
  const numeros = chaves.map((each) => Number(each.slice(25, 34)));
  const numero = `${Math.min(...numeros)}..${Math.max(...numeros)}`;
  await page.goto(`/dfe_recebidos?erp=todos&emissao=tudo&emitente=${emitente}&numero=${numero}`);
  for (const { id } of notas) await page.locator(`[data-linha="${id}"]`).getByRole("checkbox").check();
  await page.getByRole("toolbar").getByRole("button", { name: "Manifestar" }).click();
  const pergunta = page.getByRole("dialog", { name: "Manifestar à SEFAZ" });
  await expect(pergunta).toContainText("3 documentos");
  await pergunta.getByRole("radio", { name: /Ciência da operação/ }).check();
  await pergunta.getByRole("button", { name: "Enviar à SEFAZ" }).click();
  const resultado = page.getByRole("dialog", { name: "Resultado por documento" });
  await expect(resultado).toContainText("2 manifestações pedidas, 1 não.");
  await keepTela(page, "manifestar-lote");
  await resultado.locator("li").last().waitFor();
  await page.keyboard.press("Escape");
  await expect(resultado).toHaveCount(0);
  await expect(page.getByRole("toolbar")).toHaveCount(0);
  await expect(async () => {
    await page.goto(`/nota/${notas[1]?.id}?type=E`);
    await expect(secao).toContainText("Ciência da operação", { timeout: 10_000 });
  }).toPass({ timeout: ESTRADA_MS });
});
