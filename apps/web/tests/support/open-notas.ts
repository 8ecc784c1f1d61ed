import { type Locator, page } from "vitest/browser";
import { exampleNotas, type Nota, notasAnswers } from "./nota-examples.ts";
import { expectCount, openApp } from "./open-app.tsx";

/** The received list with documents of every state and date. */
export const LIST = "/dfe_recebidos?erp=todos&emissao=tudo";
export const rows = (): Locator => page.getByRole("link", { name: /^Abrir NF-e/ });
export const linkOf = (n: number): Locator => page.getByRole("link", { name: `Abrir NF-e 1.20${n}` });

/** Opens a list with these documents. */
export async function openNotas(notas: Nota[] = exampleNotas(3), url = LIST): Promise<void> {
  await openApp(url, notasAnswers(notas));
  await expectCount(rows(), Math.min(notas.length, 20));
}
