import { expect, type Page, test } from "@playwright/test";
import { keepTela, playCenario, signIn, waitNota } from "./apoio.ts";

const CENARIOS = [
  "nota-autorizada",
  "zip-com-tres-notas",
  "cnpj-alfanumerico",
  "email-sem-dfe",
  "nota-adulterada",
];

/** A mailbox with a bit of everything. @returns what the pictures show */
async function prepare(page: Page): Promise<{ boa: string; presa: string }> {
  const token = await signIn(page);
  const chaves = new Map<string, string[]>();
  for (const nome of CENARIOS) chaves.set(nome, await playCenario(page, nome));
  const find = async (nome: string, ready?: () => boolean): Promise<string> => {
    const [chave = ""] = chaves.get(nome) ?? [];
    return (await waitNota(page, { token, chave }, ready)).id;
  };
  return { boa: await find("nota-autorizada"), presa: await find("nota-adulterada", () => true) };
}

async function openZip(page: Page): Promise<void> {
  await page.goto("/emails");
  await page
    .locator("[data-linha]")
    .filter({ hasText: /NF-e.*NF-e.*NF-e/ })
    .first()
    .getByRole("link")
    .click();
  await expect(page.getByRole("heading", { name: "Partes e destino" })).toBeVisible();
}

test("the pictures of the README: sign-in, list, document, e-mail, in light, dark and on a phone", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { boa, presa } = await prepare(page);
  for (const [sufixo, colorScheme, viewport] of [
    ["", "light", { width: 1440, height: 900 }],
    ["-escuro", "dark", { width: 1440, height: 900 }],
    ["-celular", "light", { width: 390, height: 844 }],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await page.goto("/login");
    await expect(page.getByRole("heading", { name: "Entrar" })).toBeVisible();
    await keepTela(page, `login${sufixo}`);
    await page.goto("/dfe_recebidos");
    await expect(page.locator("[data-linha]").nth(3)).toBeVisible();
    if (viewport.width > 640) await page.keyboard.press("j");
    await keepTela(page, `recebidos${sufixo}`);
    await page.goto(`/nota/${boa}?type=E`);
    await expect(page.getByRole("heading", { name: "Autorizada" })).toBeVisible();
    await keepTela(page, `nota${sufixo}`);
    await page.goto(`/nota/${presa}?type=E`);
    await expect(page.getByRole("heading", { name: "Por que esta nota parou aqui" })).toBeVisible();
    await keepTela(page, `quarentena${sufixo}`);
    await page.goto("/emails");
    await expect(page.locator("[data-linha]").nth(3)).toBeVisible();
    await keepTela(page, `emails${sufixo}`);
    await openZip(page);
    await keepTela(page, `email${sufixo}`);
  }
});
