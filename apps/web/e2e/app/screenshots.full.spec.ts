import { expect, type Page, test } from "@playwright/test";
import { playScenarios, rpc, saveScreenshot, signIn, waitNota } from "../support/sandbox.ts";

const SCENARIOS = [
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
async function prepare(page: Page): Promise<{ valid: string; quarantined: string }> {
  const token = await signIn(page);
  const received = await playScenarios(page, SCENARIOS);
  const ids = new Map<string, string[]>();
  for (const name of SCENARIOS) {
    const found: string[] = [];
    // A nota in quarantine is not queried at SEFAZ automatically.
    const ready = name === "nota-adulterada" ? () => true : undefined;
    for (const chave of received[name]) found.push((await waitNota(page, { token, chave }, ready)).id);
    ids.set(name, found);
  }
  const [valid = ""] = ids.get("nota-autorizada") ?? [];
  const [first = "", second = ""] = ids.get("zip-com-tres-notas") ?? [];
  for (const id of [valid, first, second]) await rpc(page, "Nota.setRecebido", { id, recebido: true }, token);
  for (const id of [valid, second]) await rpc(page, "Nota.setConferido", { id, conferido: true }, token);
  return { valid, quarantined: ids.get("nota-adulterada")?.[0] ?? "" };
}

/** Takes the screenshots of one theme and width. */
async function saveScreenshots(
  page: Page,
  { valid, quarantined }: { valid: string; quarantined: string },
  suffix: string,
): Promise<void> {
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Entrar" })).toBeVisible();
  await saveScreenshot(page, `login${suffix}`);

  const row = page.locator(`[data-linha="${valid}"]`);
  await page.goto("/dfe_recebidos");
  await expect(page.locator("[data-linha]").nth(3)).toBeVisible();
  await saveScreenshot(page, `recebidos${suffix}`);
  if ((await row.count()) > 0) await row.locator("[data-abrir]").click();
  else await page.goto(`/nota/${valid}?type=E`);
  await expect(page.getByRole("heading", { name: "Autorizada" })).toBeVisible();
  await saveScreenshot(page, `nota${suffix}`);

  await page.goto(`/nota/${quarantined}?type=E`);
  await expect(page.getByRole("heading", { name: "Por que esta nota parou aqui" })).toBeVisible();
  await saveScreenshot(page, `quarentena${suffix}`);
  await page.goto("/emails");
  await expect(page.locator("[data-linha]").nth(3)).toBeVisible();
  await saveScreenshot(page, `emails${suffix}`);
  await page.locator("[data-linha]").filter({ hasText: "Notas fiscais" }).first().getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Partes e destino" })).toBeVisible();
  await saveScreenshot(page, `email${suffix}`);

  await page.goto("/admin?tab=empresa");
  await expect(page.locator("[data-linha]").nth(1)).toBeVisible();
  await saveScreenshot(page, `empresas${suffix}`);
  await page.locator("[data-abrir]").first().click();
  await expect(page.getByRole("region", { name: "Distribuição da SEFAZ" })).toBeVisible();
  await saveScreenshot(page, `empresa${suffix}`);
}

test("screenshots for the README show sign-in, list, document, e-mail and empresa, in light, dark and on a phone", async ({
  page,
}) => {
  test.slow(); // two dozen screenshots in sequence
  await page.emulateMedia({ reducedMotion: "reduce" });
  const notas = await prepare(page);
  for (const [suffix, colorScheme, viewport] of [
    ["", "light", { width: 1440, height: 900 }],
    ["-escuro", "dark", { width: 1440, height: 900 }],
    ["-celular", "light", { width: 390, height: 844 }],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await saveScreenshots(page, notas, suffix);
  }
});
