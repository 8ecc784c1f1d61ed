import { expect, type Page, test } from "@playwright/test";
import {
  DEMO,
  ESTRADA_MS,
  fillLogin,
  keepTela,
  listaDe,
  playCenarios,
  rpc,
  signIn,
  waitNota,
} from "./apoio.ts";

const CENARIOS = ["assinatura-embrulhada", "nota-reindentada", "cte-e-mdfe"] as const;

// Sent at the start, so that one mailbox poll brings them all.
let vindas: Record<(typeof CENARIOS)[number], string[]>;
test.beforeAll(async ({ request }) => {
  vindas = await playCenarios({ request }, CENARIOS);
});

const MOTIVO = "Conferido por telefone com o fornecedor.";

/** The next count of received documents not processed in the ERP, from the server's answer. */
async function nextAbertas(page: Page): Promise<number> {
  const response = await page.waitForResponse((each) =>
    Boolean(each.request().postData()?.includes("getNotasEntradaEmAberto")),
  );
  const { result } = (await response.json()) as { result: { totalCount: number } };
  return result.totalCount;
}

test("an administrator releases a nota from quarantine with a reason; list and badge follow", async ({
  page,
}) => {
  await page.goto("/login");
  await fillLogin(page);
  await expect(page).toHaveURL(/\/painel$/);
  const { authToken } = (await rpc(page, "Auth.logar", DEMO)) as { authToken: string };
  const [chave = ""] = vindas["assinatura-embrulhada"];
  const { id } = await waitNota(page, { token: authToken, chave }, () => true);
  await page.goto(listaDe(chave));
  await expect(page.locator(`[data-linha="${id}"]`)).toContainText("Em quarentena");
  await page.locator(`[data-linha="${id}"]`).getByRole("link").click();

  // The dialog shows the achados and requires a reason.
  const cartao = page.getByRole("region", { name: "Situação do documento" });
  await cartao.getByRole("button", { name: "Liberar da quarentena" }).click();
  const dialogo = page.getByRole("dialog", { name: "Liberar da quarentena?" });
  await expect(dialogo.getByRole("listitem").first()).toBeVisible();
  await expect(dialogo).toContainText("entra nas listas, nos totais e na entrega ao ERP");
  const liberar = dialogo.getByRole("button", { name: "Liberar", exact: true });
  await dialogo.getByLabel("Motivo").fill("porque sim");
  await liberar.click();
  await expect(dialogo.getByRole("alert")).toHaveText("Escreva o motivo com 15 a 255 caracteres.");
  await dialogo.getByLabel("Motivo").fill(MOTIVO);
  await expect(dialogo.getByRole("alert")).toHaveCount(0);
  await expect(dialogo).toContainText(`${MOTIVO.length} de 255`);
  await keepTela(page, "liberar");
  const counted = nextAbertas(page);
  await liberar.click();

  // Released, with its veredito unchanged, and with user, date and reason.
  await expect(dialogo).toHaveCount(0);
  await expect(cartao).toContainText(/Liberada da quarentena por .+ em \d\d\/\d\d\/\d{4} \d\d:\d\d/);
  await expect(cartao).toContainText(MOTIVO);
  await expect(cartao.getByRole("heading")).toHaveText(/Suspeita|Assinatura inválida/);
  await expect(page.getByRole("button", { name: "Marcar processado", exact: true })).toBeVisible();
  await keepTela(page, "liberada");
  const total = await counted;
  expect(total).toBeGreaterThan(0);
  await page.getByRole("link", { name: "Voltar à lista" }).click();
  const linha = page.locator(`[data-linha="${id}"]`);
  await expect(linha).not.toContainText("Em quarentena");
  await expect(page.getByTestId("abertas")).toContainText(/[1-9]\d* a processar/);

  // A click on its seal filters by the same veredito.
  await linha.getByRole("button", { name: /^Filtrar por (Suspeita|Assinatura inválida)$/ }).click();
  await expect(page).toHaveURL(/veredito=(suspeita|assinatura-invalida)/);
  await expect(linha).toBeVisible();
});

test("a nota re-indented on its way by e-mail is repaired, and the file is also kept as received", async ({
  page,
}) => {
  const token = await signIn(page);
  const [chave = ""] = vindas["nota-reindentada"];
  const { id } = await waitNota(page, { token, chave });
  await page.goto(`/nota/${id}?type=E`);
  const cartao = page.getByRole("region", { name: "Situação do documento" });
  await expect(cartao.getByText("Reparada", { exact: true })).toBeVisible();
  await expect(cartao).toContainText("espaços e quebras de linha entre os campos do XML");
  await expect(cartao).toContainText("Confirmada pela SEFAZ");
  await keepTela(page, "reparada");
  await cartao.getByRole("link", { name: "Ver no e-mail" }).click();
  const parte = page.locator("[data-alvo]");
  await expect(parte).toContainText("Reparada");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    parte.getByRole("link", { name: /^Baixar / }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toContain(">\r\n");
});

test("a CT-e received by e-mail shows route, cargo and tomador, and links to the documents it carries", async ({
  page,
}) => {
  const token = await signIn(page);
  const [cte = ""] = vindas["cte-e-mdfe"];
  const { id } = await waitNota(page, { token, chave: cte }, () => true);
  await page.goto(listaDe(cte));
  await page
    .locator(`[data-linha="${id}"]`)
    .getByRole("link", { name: /^Abrir CT-e/ })
    .click();
  // The printed form is the first tab where the browser can display it.
  await expect(page.getByRole("tab", { name: "DACTE" })).toBeVisible();
  await page.getByRole("tab", { name: "Transporte" }).click();
  const painel = page.getByRole("tabpanel");
  for (const titulo of ["Trajeto", "Carga", "Valor da prestação"]) {
    await expect(painel.getByRole("heading", { name: titulo })).toBeVisible();
  }
  await expect(painel).toContainText("Rodoviário");
  await expect(page.getByText("Tomador", { exact: true })).toBeVisible();
  await expect(page.getByRole("tab", { name: "Itens" })).toHaveCount(0);
  await keepTela(page, "cte");

  // The same e-mail contains the MDF-e of the trip.
  await page.getByRole("tab", { name: "E-mail de origem" }).click();
  await painel.getByRole("listitem").getByRole("link").first().click();
  await page.getByRole("link", { name: /^Abrir MDF-e/ }).click();
  await expect(page.getByRole("tab", { name: "DAMDFE" })).toBeVisible();
  await page.getByRole("tab", { name: "Transporte" }).click();
  for (const titulo of ["Veículos", "Condutores"]) {
    await expect(painel.getByRole("heading", { name: titulo })).toBeVisible();
  }
  await keepTela(page, "mdfe");
  await page.getByRole("tab", { name: /Documentos 1/ }).click();
  await expect(painel.getByRole("link", { name: /^Procurar CT-e/ })).toBeVisible();

  // The documents it carries are searched for by key.
  await page.goto(`/nota/${id}?type=E`);
  await page.getByRole("tab", { name: /Documentos 1/ }).click();
  await painel.getByRole("link", { name: /^Procurar NF-e/ }).click();
  await expect(page).toHaveURL(/\/dfe_recebidos\?.*texto=\d{44}/, { timeout: ESTRADA_MS });
});
