// @vitest-environment happy-dom
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Caixa } from "../../../rpc/documents/queries.ts";
import { sampleCaixa } from "../sample-caixa.ts";
import { type CaixaActions, useCaixaActions } from "./caixa-actions.ts";

const OK = { sucesso: true, mensagem: null, erros: [], object: null, results: null, totalCount: null };
const CAIXA = sampleCaixa({ ultimaVisita: new Date("2026-11-20T12:00:00Z") });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(JSON.stringify({ id: 1, result: OK, error: null }))),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Renders the list with its actions, and exposes the requested collections. */
function renderList() {
  const seen: { latest: (CaixaActions & { requestedIds: ReadonlySet<string> }) | null } = { latest: null };
  function TestList({ caixas }: { caixas: Caixa[] }): null {
    seen.latest = useCaixaActions(caixas);
    return null;
  }
  const root = createRoot(document.createElement("div"));
  const show = (caixas: Caixa[]): Promise<void> =>
    act(async () => root.render(createElement(MemoryRouter, null, createElement(TestList, { caixas }))));
  const close = (): Promise<void> => act(async () => root.unmount());
  return {
    show,
    close,
    requestedIds: () => [...(seen.latest?.requestedIds ?? [])],
    actions: () => seen.latest,
  };
}

test("the list stops waiting for a requested collection after 90 s", async () => {
  const list = renderList();
  await list.show([CAIXA]);
  await act(async () => list.actions()?.collect(CAIXA));
  await act(async () => vi.advanceTimersByTimeAsync(85_000));
  expect(list.requestedIds()).toEqual([CAIXA.id]);
  await act(async () => vi.advanceTimersByTimeAsync(10_000));
  expect(list.requestedIds()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  await list.close();
});

test("the list stops waiting when the requested collection ends", async () => {
  const list = renderList();
  await list.show([CAIXA]);
  await act(async () => list.actions()?.collect(CAIXA));
  await list.show([{ ...CAIXA, estado: "coletando", ultimaVisita: new Date("2026-11-20T12:05:00Z") }]);
  expect(list.requestedIds()).toEqual([CAIXA.id]);
  await list.show([{ ...CAIXA, ultimaVisita: new Date("2026-11-20T12:05:00Z") }]);
  expect(list.requestedIds()).toEqual([]);
  await list.close();
});
