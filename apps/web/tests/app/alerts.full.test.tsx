import { BADGE_POLL_MS } from "@malote/contract";
import { expect, test, vi } from "vitest";
import { type Locator, page } from "vitest/browser";
import { accountAnswers } from "../support/account-examples.ts";
import { button, dialog, ticking } from "../support/actions.ts";
import { findViolationsInThemes } from "../support/axe.ts";
import { type Answers, callsOf } from "../support/fake-server.ts";
import { exampleNotas, notasAnswers } from "../support/nota-examples.ts";
import { expectAddress, expectCount, openApp, reload } from "../support/open-app.tsx";

const NOTAS_FIRST_POLL_MS = 32_000;
const bell = (): Locator => button(/^Avisos/);
const panel = (): Locator => dialog("Avisos");

const [cancelled, other] = exampleNotas(2, (n) => ({
  ...{ sefazStatus: "101", divergente: true, processadoErp: n === 0 },
}));
if (!cancelled || !other) throw new Error("no examples");

/** A server with two divergences of the week. */
const DIVERGENCIAS: Answers = {
  ...notasAnswers([cancelled, other]),
  "Nota.getNumeroDivergencias": () => ({
    ...{ totalCount: 2, object: { NFe: 2, NFCe: 0, CTe: 0, CTeOS: 0, MDFe: 0 } },
  }),
  "Nota.getNotasDivergentes": () => ({ results: [cancelled, other], totalCount: 2 }),
};

test("a document cancelled after processing has a notification until it is read", async () => {
  // So wide that the open panel covers no field.
  await page.viewport(1_600, 900);
  await openApp("/minha_conta", { ...accountAnswers(), ...DIVERGENCIAS });
  await expect.element(bell()).toHaveAccessibleName("Avisos: 2 não lidos");
  await bell().click();
  const notice = panel().getByRole("link", { name: /NF-e 1\.201: Cancelada/ });
  await expect.element(notice).toHaveTextContent("na SEFAZ depois de processada no ERP");
  await expect.element(notice).toHaveTextContent("não lido");
  expect(await findViolationsInThemes()).toEqual([]);
  await notice.click();
  await expectAddress(`/nota/${cancelled.id}?type=E`);
  await expectCount(panel(), 0);
  reload();
  await expect.element(bell()).toHaveAccessibleName("Avisos: 1 não lido");
  await bell().click();
  await expect.element(notice).not.toHaveTextContent("não lido");
  await panel().getByRole("button", { name: "Marcar todos como lidos" }).click();
  await expect.element(bell()).toHaveAccessibleName("Avisos: nenhum não lido");
});

test("without an alert the bell says so", async () => {
  await openApp("/minha_conta", accountAnswers());
  await bell().click();
  await expect.element(panel()).toHaveTextContent(/[Nn]ada|[Nn]enhum/);
  await expectCount(panel().getByRole("link"), 0);
});

/** The time at which the divergences are counted again. */
async function expectNextCount(afterMs: number): Promise<void> {
  const counted = (): number => callsOf("Nota.getNumeroDivergencias").length;
  await expect.poll(ticking(counted)).toBe(1);
  await vi.advanceTimersByTimeAsync(afterMs - 2_000);
  expect(counted()).toBe(1);
  await vi.advanceTimersByTimeAsync(4_000);
  await expect.poll(ticking(counted)).toBe(2);
}

test.each([
  ["32 seconds on the notas page", "/dfe_recebidos?texto=nada", NOTAS_FIRST_POLL_MS],
  ["five minutes on other pages", "/minha_conta", BADGE_POLL_MS],
])("the divergences are counted again after %s", async (_, url, ms) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  await openApp(url, accountAnswers());
  await expect.poll(ticking(() => page.getByRole("heading", { level: 1 }).elements().length)).toBe(1);
  await expectNextCount(ms);
});
