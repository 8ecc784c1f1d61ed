// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { caixaDetalheDeTeste } from "../features/caixa/caixa-de-teste.ts";
import { queryClient } from "../rpc/client.ts";
import { caixaQuery } from "../rpc/detalhe.ts";
import { setToken } from "../rpc/session.ts";
import { caixa } from "../textos/caixas.ts";
import { CaixaPage } from "./CaixaPage.tsx";

const ANTIGA = caixaDetalheDeTeste({ descricao: "Como era", apagarAposDias: 30 });
const NOVA = { ...ANTIGA, descricao: "Como ficou", apagarAposDias: null };
const USUARIO = { id: ANTIGA.id, nome: "Ana", administrador: true, proprietarioConta: true };
const PROVA = { ok: true, mensagens: 3, falha: null, passos: [], certificado: null };

const IMPRESSAO = Array(32).fill("AA").join(":");

let stored = ANTIGA;
let asked: string[] = [];
let root: Root | null = null;

/** Answers this page's calls in place of the server. */
async function answer(_url: unknown, init?: RequestInit): Promise<Response> {
  const { method } = JSON.parse(String(init?.body)) as { method: string };
  asked.push(method);
  const object = {
    "CaixaEmail.getCaixaEmail": stored,
    "Usuario.getUsuarioAtual": { usuario: USUARIO, conta: { uf: "SP" } },
    "CaixaEmail.pingServidor": PROVA,
  }[method];
  const result = { sucesso: true, mensagem: null, erros: [], object, results: [stored], totalCount: 1 };
  return new Response(JSON.stringify({ id: 1, result, error: null }));
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", answer);
  setToken("meu-token");
  stored = ANTIGA;
  asked = [];
  queryClient.clear();
});
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

/** Opens the page at its URL and waits for the form. */
async function open(state: unknown = null) {
  const router = createMemoryRouter([{ path: "/caixaemail/:caixaId", Component: CaixaPage }], {
    initialEntries: [{ pathname: `/caixaemail/${ANTIGA.id}`, state }],
  });
  const place = document.body.appendChild(document.createElement("div"));
  root = createRoot(place);
  const page = createElement(RouterProvider, { router });
  const client = createElement(QueryClientProvider, { client: queryClient }, page);
  await act(async () => root?.render(createElement(MantineProvider, null, client)));
  await settle(() => document.querySelector("input[name=descricao]") !== null);
  return router;
}

async function settle(ready: () => boolean): Promise<void> {
  for (let i = 0; i < 100 && !ready(); i++) await act(() => new Promise((done) => setTimeout(done, 20)));
  expect(ready()).toBe(true);
}

function field(name: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (!found) throw new Error(`no field ${name}`);
  return found;
}

/** Sets a field's value with an event that React handles. */
async function write(name: string, value: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field(name), value);
    field(name).dispatchEvent(new Event("input", { bubbles: true }));
  });
}

test("the form shows the stored values, not cached ones, also for the deletion of messages", async () => {
  queryClient.setQueryData(caixaQuery(ANTIGA.id).queryKey, ANTIGA);
  stored = NOVA;
  await open();
  expect(field("descricao").value).toBe("Como ficou");
  expect(field("apagar").checked).toBe(false);
});

test("the deletion setting stays visible after other fields re-render", async () => {
  await open();
  await write("descricao", "Outro nome");
  expect(field("apagar").checked).toBe(true);
});

test("values saved meanwhile by another user update the untouched fields", async () => {
  stored = { ...ANTIGA, certificadoFixado: IMPRESSAO };
  await open();
  await write("usuario", "outro@ipedolargo.example");
  const desfixar = [...document.querySelectorAll("button")].find(
    ({ textContent }) => textContent === caixa.campos.desfixar,
  );
  await act(async () => desfixar?.click());
  stored = { ...NOVA, certificadoFixado: IMPRESSAO };
  await act(() => queryClient.refetchQueries({ queryKey: caixaQuery(ANTIGA.id).queryKey }));
  await settle(() => field("descricao").value === "Como ficou");
  expect(field("apagar").checked).toBe(false);
  expect(field("usuario").value).toBe("outro@ipedolargo.example");
  expect(document.body.textContent).not.toContain(IMPRESSAO);
});

test("a connection test requested by the list runs once; a reload does not repeat it", async () => {
  const router = await open({ testar: true });
  await settle(() => asked.includes("CaixaEmail.pingServidor"));
  expect(router.state.location.state).toBeNull();
  expect(asked.filter((method) => method === "CaixaEmail.pingServidor")).toHaveLength(1);
});
