import type { CDPSession, Page } from "@playwright/test";

/** How much slower than this machine the tab runs. */
const SLOWDOWN = 4;
const ROWS = 50;
const REPETITIONS = 4;
const PAUSE_MS = 900;

/** What a hand did, and the slowest answer to it, in ms, from the event to the frame that shows it. */
export type SlowAnswer = { what: string; ms: number };

/**
 * A list of 50 rows on a slow processor: turns, moves, looks into the panel, marks rows, sorts.
 * @returns the slowest answer of each kind, by the browser's Event Timing (INP counts the same)
 */
export async function measureSlowDesk(page: Page, cdp: CDPSession): Promise<SlowAnswer[]> {
  await page
    .getByRole("group", { name: "Documentos por página" })
    .getByRole("button", { name: "50" })
    .click();
  await page
    .locator("tbody [data-linha]")
    .nth(ROWS - 1)
    .waitFor();
  await page.waitForTimeout(PAUSE_MS);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  const answers: SlowAnswer[] = [];
  const watch = async (what: string, act: () => Promise<void>): Promise<void> => {
    let ms = 0;
    for (let n = 0; n < REPETITIONS; n += 1) {
      await page.evaluate("virada.seen.worst = 0");
      await act();
      await page.waitForTimeout(PAUSE_MS);
      ms = Math.max(ms, await page.evaluate<number>("virada.seen.worst"));
    }
    answers.push({ what, ms });
  };
  const rows = page.locator("tbody [data-linha]");
  await watch("próxima página", () => page.locator('button[aria-label="Próxima página"]').click());
  await rows.nth(0).locator("[data-abrir]").focus();
  await watch("seta para a linha seguinte", () => page.keyboard.press("ArrowDown"));
  await watch("marcar uma linha", () => rows.nth(2).locator("input").click());
  await watch("marcar a página", () => page.locator("thead input").click());
  await watch("ordenar por valor", () => page.locator("thead").getByText("Valor", { exact: true }).click());
  await rows.nth(0).locator("[data-abrir]").focus();
  await watch("espiar e fechar", async () => {
    await page.keyboard.press("Space");
    await page.waitForTimeout(PAUSE_MS);
    await page.keyboard.press("Escape");
  });
  await page.keyboard.press("Space");
  await watch("espiar a seguinte", () => page.keyboard.press("ArrowDown"));
  await page.keyboard.press("Escape");
  await watch("Ctrl K e fechar", async () => {
    await page.keyboard.press("Control+k");
    await page.waitForTimeout(PAUSE_MS);
    await page.keyboard.press("Escape");
  });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return answers;
}
