import { expect, type Page } from "@playwright/test";
import { PIPELINE_MS, playScenarios, rpc } from "./sandbox.ts";

type Totals = { totalDFe: number; totalNFe: number; totalEmails: number; totalDivergenciaDFe: number };

/** Today in the demo conta's time zone. */
export const today = (): string => new Date().toLocaleDateString("sv-SE", { timeZone: "America/Sao_Paulo" });
export const dayBefore = (dias: number): string =>
  new Date(Date.parse(`${today()}T12:00:00Z`) - dias * 86_400_000).toISOString().slice(0, 10);

export async function readTotals(page: Page, token: string): Promise<Totals> {
  const searchDateRange = { de: dayBefore(6), ate: today() };
  const params = { searchTipoAnalise: "E", searchDateRange };
  return ((await rpc(page, "Painel.getEstatistica", params, token)) as { object: Totals }).object;
}

/** Ensures that there are documents to count. */
export async function waitData(page: Page, token: string): Promise<void> {
  if ((await readTotals(page, token)).totalNFe > 0) return;
  await playScenarios(page, ["nota-autorizada", "cte-e-mdfe"]);
  await expect
    .poll(async () => (await readTotals(page, token)).totalNFe, { timeout: PIPELINE_MS })
    .toBeGreaterThan(0);
}
