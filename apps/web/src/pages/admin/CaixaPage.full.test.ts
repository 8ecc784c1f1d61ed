// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sampleCaixaDetail } from "../../features/caixa/sample-caixa.ts";
import { queryClient } from "../../rpc/call/query-client.ts";
import { caixaQuery } from "../../rpc/documents/detail-queries.ts";
import { setToken } from "../../rpc/session/session.ts";
import { caixaTexts } from "../../texts/admin/caixas.ts";
import { CaixaPage } from "./CaixaPage.tsx";

const OLD = sampleCaixaDetail({ descricao: "Como era", apagarAposDias: 30 });
const NEW = { ...OLD, descricao: "Como ficou", apagarAposDias: null };
const USER = { id: OLD.id, nome: "Ana", administrador: true, proprietarioConta: true };
const PROOF = { ok: true, mensagens: 3, falha: null, passos: [], certificado: null };

const FINGERPRINT = Array(32).fill("AA").join(":");

let stored = OLD;
let calledMethods: string[] = [];
let root: Root | null = null;

/** Answers this page's calls in place of the server. */
async function answer(_url: unknown, init?: RequestInit): Promise<Response> {
  const { method } = JSON.parse(String(init?.body)) as { method: string };
  calledMethods.push(method);
  const object = {
    "CaixaEmail.getCaixaEmail": stored,
    "Usuario.getUsuarioAtual": { usuario: USER, conta: { uf: "SP" } },
    "CaixaEmail.pingServidor": PROOF,
  }[method];
  const result = { sucesso: true, mensagem: null, erros: [], object, results: [stored], totalCount: 1 };
  return new Response(JSON.stringify({ id: 1, result, error: null }));
}

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", answer);
  setToken("meu-token");
  stored = OLD;
  calledMethods = [];
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
    initialEntries: [{ pathname: `/caixaemail/${OLD.id}`, state }],
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

test("the mailbox form shows the stored values, not cached ones, also for the deletion of messages", async () => {
  queryClient.setQueryData(caixaQuery(OLD.id).queryKey, OLD);
  stored = NEW;
  await open();
  expect(field("descricao").value).toBe("Como ficou");
  expect(field("apagar").checked).toBe(false);
});

test("the deletion setting stays visible after other fields re-render", async () => {
  await open();
  await write("descricao", "Outro nome");
  expect(field("apagar").checked).toBe(true);
});

test("values saved meanwhile by another user appear in the fields that are not edited", async () => {
  stored = { ...OLD, certificadoFixado: FINGERPRINT };
  await open();
  await write("usuario", "outro@ipedolargo.example");
  const unpinButton = [...document.querySelectorAll("button")].find(
    ({ textContent }) => textContent === caixaTexts.campos.desfixar,
  );
  await act(async () => unpinButton?.click());
  stored = { ...NEW, certificadoFixado: FINGERPRINT };
  await act(() => queryClient.refetchQueries({ queryKey: caixaQuery(OLD.id).queryKey }));
  await settle(() => field("descricao").value === "Como ficou");
  expect(field("apagar").checked).toBe(false);
  expect(field("usuario").value).toBe("outro@ipedolargo.example");
  expect(document.body.textContent).not.toContain(FINGERPRINT);
});

test("a connection test requested from the list runs once; a reload does not repeat it", async () => {
  const router = await open({ testar: true });
  await settle(() => calledMethods.includes("CaixaEmail.pingServidor"));
  expect(router.state.location.state).toBeNull();
  expect(calledMethods.filter((method) => method === "CaixaEmail.pingServidor")).toHaveLength(1);
});
