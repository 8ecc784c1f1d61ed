import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";
import { getRestRow, ROUTES, type RouteName } from "@malote/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openContext } from "../../src/open-context.ts";
import { createTestContext } from "../setup/context.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { openWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import { rest } from "./send-rest.ts";

let wire: Wire;
let ana: SignedInUser;

/**
 * A server with a single database connection: a request that needs a second one while holding the
 * first would wait forever.
 */
beforeAll(async () => {
  const context = await createTestContext();
  const { clock, config } = context;
  const ctx = await openContext(config, { processName: "teste", poolMax: 1, clock });
  wire = await openWire({ ...context, ctx });
  const { dispose } = wire;
  wire.dispose = async () => {
    await ctx.database.close();
    await dispose();
  };
  ana = await signInNewUser(wire);
});
afterAll(async () => await wire.dispose());

const FORM = "limite";
const FORM_BODY = `--${FORM}\r\nContent-Disposition: form-data; name="arquivo"; filename="a.xml"\r\n\r\n<nada/>\r\n--${FORM}--\r\n`;
const CAIXA = { tipo: "imaps", servidor: "127.0.0.1", porta: 1, usuario: "a", senha: "b", descricao: "A" };
const WEBHOOK = { url: "https://erp.exemplo.test/avisos", tipos: ["nota"] };

type RouteRequest = { id?: string; body?: unknown; raw?: string };

/** For each POST route, a request that reaches the database, whatever the answer. */
async function inventRequests(): Promise<Partial<Record<RouteName, RouteRequest>>> {
  const [nota] = await insertNotas(wire, ana.contaId, [inventNota()]);
  const id = nota?.id ?? "";
  const { caixaId } = await wire.createCaixa(ana.contaId);
  const webhook = (await rest(wire, ana, "POST /webhooks", { body: WEBHOOK })).body.id;
  return {
    "POST /importacoes": { raw: FORM_BODY },
    "POST /downloads": {
      body: { entradaSaida: "E", dateRange: { de: "2026-10-01", ate: "2026-10-31" } },
    },
    "POST /exportacoes": { body: { formato: "CSV", entradaSaida: "E" } },
    "POST /notas/{id}/manifestacao": { id, body: { novoStatus: 4 } },
    "POST /notas/{id}/eventos": {
      id,
      body: { tpEvento: "610110", justificativa: "A carga chegou incompleta" },
    },
    "POST /notas/lote/manifestacao": { body: { ids: [id], novoStatus: 4 } },
    "POST /notas/{id}/consultaSefaz": { id },
    "POST /notas/lote/processado": { body: { itens: [{ id, valor: true }] } },
    "POST /emails/{id}/reprocessar": { id },
    "POST /empresas": {
      body: { nome: "Uma", cnpj: "11444777000161", ativarAuditor: false, ativarManifestacao: false },
    },
    "POST /caixasEmail": { body: CAIXA },
    "POST /caixasEmail/testar": { body: { ...CAIXA, descricao: undefined } },
    "POST /caixasEmail/{id}/coletar": { id: caixaId },
    "POST /webhooks": { body: { ...WEBHOOK, url: "https://erp.exemplo.test/outros" } },
    "POST /webhooks/{id}/testar": { id: webhook },
    "POST /webhooks/{id}/girarSegredo": { id: webhook, body: {} },
    "POST /webhooks/{id}/reenviarFalhas": { id: webhook, body: { desde: "2026-11-01T00:00:00Z" } },
    "POST /entregas/{id}/reenviar": { id },
  };
}

test("a POST with an Idempotency-Key uses a single database connection on every route", async () => {
  const routeRequests = await inventRequests();
  const posts = ROUTES.filter((name) => name.startsWith("POST "));
  expect(posts.filter((name) => routeRequests[name] === undefined)).toEqual([]);
  const statuses: Record<string, number> = {};
  for (const [n, name] of posts.entries()) {
    const { id = "", ...routeRequest } = routeRequests[name] ?? {};
    const headers: Record<string, string> = { "idempotency-key": `so-${n}` };
    if (routeRequest.raw !== undefined) headers["content-type"] = `multipart/form-data; boundary=${FORM}`;
    statuses[name] = (await rest(wire, ana, name.replace("{id}", id), { ...routeRequest, headers })).status;
  }
  expect(Object.entries(statuses).filter(([, status]) => status >= 500 || status === 400)).toEqual([]);
  expect([statuses["POST /caixasEmail"], statuses["POST /caixasEmail/{id}/coletar"]]).toEqual([201, 204]);
});

test("twelve simultaneous requests with different idempotency keys are all answered", async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => wire.createCaixa(ana.contaId)));
  const all = await Promise.all(
    ids.map(({ caixaId }, n) => {
      const headers = { "idempotency-key": `junto-${n}` };
      return rest(wire, ana, `POST /caixasEmail/${caixaId}/coletar`, { headers });
    }),
  );
  expect(all.map(({ status }) => status)).toEqual(all.map(() => 204));
});

test("a conditional PUT uses a single database connection on every route", async () => {
  const [nota] = await insertNotas(wire, ana.contaId, [inventNota()]);
  const id = nota?.id ?? "";
  const { empresaId } = await wire.createEmpresa(ana.contaId);
  const { caixaId } = await wire.createCaixa(ana.contaId);
  const webhook = (await rest(wire, ana, "POST /webhooks", { body: WEBHOOK })).body.id;
  const flagRequest = { id, body: { valor: true } };
  const empresa = { nome: "Uma", cnpj: "11222333000181", ativarAuditor: false, ativarManifestacao: false };
  const routeRequests: Partial<Record<RouteName, RouteRequest>> = {
    "PUT /notas/{id}/processado": flagRequest,
    "PUT /notas/{id}/recebido": flagRequest,
    "PUT /notas/{id}/conferido": flagRequest,
    "PUT /empresas/{id}": { id: empresaId, body: empresa },
    "PUT /caixasEmail/{id}": { id: caixaId, body: { ...CAIXA, usuario: "b" } },
    "PUT /webhooks/{id}": { id: webhook, body: WEBHOOK },
  };
  for (const name of ROUTES.filter((each) => getRestRow(each).versaoDe !== undefined)) {
    const { id: targetId = "", body } = routeRequests[name] ?? {};
    const put = await rest(wire, ana, name.replace("{id}", targetId), { body, headers: { "if-match": "*" } });
    expect([name, put.status, put.body?.codigo]).toEqual([name, 200, undefined]);
  }
});

test("other requests are answered during the DNS lookup of a webhook's new address", async () => {
  const webhook = await rest(wire, ana, "POST /webhooks", { body: WEBHOOK });
  const { etag = "" } = (await rest(wire, ana, `GET /webhooks/${webhook.body.id}`)).headers;
  const asked = vi.spyOn(dns, "lookup").mockImplementation(() => new Promise(() => {}));
  syncBuiltinESMExports();
  try {
    const body = { ...WEBHOOK, url: "https://lento.exemplo.test/avisos" };
    const put = rest(wire, ana, `PUT /webhooks/${webhook.body.id}`, { body, headers: { "if-match": etag } });
    await expect.poll(() => asked.mock.calls.length, { interval: 20 }).toBe(1);
    expect(wire.ctx.database.pool()).toMatchObject({ idle: 1, waiting: 0 });
    expect((await rest(wire, ana, "GET /webhooks")).status).toBe(200);
    expect((await put).body).toMatchObject({ id: webhook.body.id, url: body.url });
  } finally {
    asked.mockRestore();
    syncBuiltinESMExports();
  }
});
