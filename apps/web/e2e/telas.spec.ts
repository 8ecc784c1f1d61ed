import { expect, type Page, test } from "@playwright/test";
import { keepTela, playCenarios, rpc, signIn, waitNota } from "./apoio.ts";

const CENARIOS = [
  "email-sem-dfe",
  "nota-cancelada-depois",
  "nota-adulterada",
  "cnpj-alfanumerico",
  "zip-com-tres-notas",
  "nota-autorizada",
] as const;

// Matches high-density screens.
test.use({ deviceScaleFactor: process.env.SCREENSHOTS_DIR ? 2 : 1 });

/** Documents of every kind, some already marked. @returns a valid nota and one in quarantine */
async function prepare(page: Page): Promise<{ boa: string; presa: string }> {
  const token = await signIn(page);
  const vindas = await playCenarios(page, CENARIOS);
  const ids = new Map<string, string[]>();
  for (const nome of CENARIOS) {
    const found: string[] = [];
    // A nota in quarantine is not queried at SEFAZ automatically.
    const ready = nome === "nota-adulterada" ? () => true : undefined;
    for (const chave of vindas[nome]) found.push((await waitNota(page, { token, chave }, ready)).id);
    ids.set(nome, found);
  }
  const [boa = ""] = ids.get("nota-autorizada") ?? [];
  const [primeira = "", segunda = ""] = ids.get("zip-com-tres-notas") ?? [];
  for (const id of [boa, primeira, segunda])
    await rpc(page, "Nota.setRecebido", { id, recebido: true }, token);
  for (const id of [boa, segunda]) await rpc(page, "Nota.setConferido", { id, conferido: true }, token);
  return { boa, presa: ids.get("nota-adulterada")?.[0] ?? "" };
}

/** Takes the screenshots of one theme and width. */
async function keepTelas(
  page: Page,
  { boa, presa }: { boa: string; presa: string },
  sufixo: string,
): Promise<void> {
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Entrar" })).toBeVisible();
  await keepTela(page, `login${sufixo}`);

  const linha = page.locator(`[data-linha="${boa}"]`);
  await page.goto("/dfe_recebidos");
  await expect(page.locator("[data-linha]").nth(3)).toBeVisible();
  await keepTela(page, `recebidos${sufixo}`);
  if ((await linha.count()) > 0) await linha.locator("[data-abrir]").click();
  else await page.goto(`/nota/${boa}?type=E`);
  await expect(page.getByRole("heading", { name: "Autorizada" })).toBeVisible();
  await keepTela(page, `nota${sufixo}`);

  await page.goto(`/nota/${presa}?type=E`);
  await expect(page.getByRole("heading", { name: "Por que esta nota parou aqui" })).toBeVisible();
  await keepTela(page, `quarentena${sufixo}`);
  await page.goto("/emails");
  await expect(page.locator("[data-linha]").nth(3)).toBeVisible();
  await keepTela(page, `emails${sufixo}`);
  await page.locator("[data-linha]").filter({ hasText: "Notas fiscais" }).first().getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Partes e destino" })).toBeVisible();
  await keepTela(page, `email${sufixo}`);

  await page.goto("/admin?tab=empresa");
  await expect(page.locator("[data-linha]").nth(1)).toBeVisible();
  await keepTela(page, `empresas${sufixo}`);
  await page.locator("[data-abrir]").first().click();
  await expect(page.getByRole("region", { name: "Distribuição da SEFAZ" })).toBeVisible();
  await keepTela(page, `empresa${sufixo}`);
}

test("screenshots for the README: sign-in, list, document, e-mail, empresa, in light, dark and on a phone", async ({
  page,
}) => {
  test.slow(); // two dozen screenshots in sequence
  await page.emulateMedia({ reducedMotion: "reduce" });
  const notas = await prepare(page);
  for (const [sufixo, colorScheme, viewport] of [
    ["", "light", { width: 1440, height: 900 }],
    ["-escuro", "dark", { width: 1440, height: 900 }],
    ["-celular", "light", { width: 390, height: 844 }],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await keepTelas(page, notas, sufixo);
  }
});
