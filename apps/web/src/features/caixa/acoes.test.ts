// @vitest-environment happy-dom
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Caixa } from "../../rpc/queries.ts";
import { type CaixaAcoes, useCaixaAcoes } from "./acoes.ts";
import { caixaDeTeste } from "./caixa-de-teste.ts";

const OK = { sucesso: true, mensagem: null, erros: [], object: null, results: null, totalCount: null };
const CAIXA = caixaDeTeste({ ultimaVisita: new Date("2026-11-20T12:00:00Z") });

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
function draw() {
  const seen: { latest: (CaixaAcoes & { pedidas: ReadonlySet<string> }) | null } = { latest: null };
  function Lista({ caixas }: { caixas: Caixa[] }): null {
    seen.latest = useCaixaAcoes(caixas);
    return null;
  }
  const root = createRoot(document.createElement("div"));
  const show = (caixas: Caixa[]): Promise<void> =>
    act(async () => root.render(createElement(MemoryRouter, null, createElement(Lista, { caixas }))));
  const close = (): Promise<void> => act(async () => root.unmount());
  return { show, close, pedidas: () => [...(seen.latest?.pedidas ?? [])], acoes: () => seen.latest };
}

test("stops waiting for a collection after 90 s", async () => {
  const lista = draw();
  await lista.show([CAIXA]);
  await act(async () => lista.acoes()?.coletar(CAIXA));
  await act(async () => vi.advanceTimersByTimeAsync(85_000));
  expect(lista.pedidas()).toEqual([CAIXA.id]);
  await act(async () => vi.advanceTimersByTimeAsync(10_000));
  expect(lista.pedidas()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  await lista.close();
});

test("stops waiting when the collection ends", async () => {
  const lista = draw();
  await lista.show([CAIXA]);
  await act(async () => lista.acoes()?.coletar(CAIXA));
  await lista.show([{ ...CAIXA, estado: "coletando", ultimaVisita: new Date("2026-11-20T12:05:00Z") }]);
  expect(lista.pedidas()).toEqual([CAIXA.id]);
  await lista.show([{ ...CAIXA, ultimaVisita: new Date("2026-11-20T12:05:00Z") }]);
  expect(lista.pedidas()).toEqual([]);
  await lista.close();
});
