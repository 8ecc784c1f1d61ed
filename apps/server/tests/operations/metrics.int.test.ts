import { METHODS } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MetricsServer, serveMetrics } from "../../src/metrics/serve-metrics.ts";
import { createWire, get, rpc, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

let wire: Wire;
let ana: SignedInUser;
let metricsServer: MetricsServer;
beforeAll(async () => {
  wire = await createWire();
  ana = await signInNewUser(wire);
  metricsServer = await serveMetrics(wire.ctx, { host: "127.0.0.1", port: 0, isInstallation: true });
});
afterAll(async () => {
  await metricsServer.close();
  await wire.dispose();
});

async function scrape(path = "/metrics", method = "GET"): Promise<{ status: number; text: string }> {
  const response = await fetch(`http://127.0.0.1:${metricsServer.port}${path}`, { method });
  return { status: response.status, text: await response.text() };
}

const line = (text: string, start: string): string =>
  text.split("\n").find((each) => each.startsWith(start)) ?? `no ${start}`;

test("the metrics count calls by method and outcome, requests by entry point, and unknown methods under no name", async () => {
  await ana.call("Conta.getConta", {});
  await rpc(wire, { id: 1, method: "Conta.getConta", params: {} });
  await rpc(wire, { id: 1, method: "Conta.getConta", params: { x: 1 }, authToken: ana.token });
  await rpc(wire, { id: 1, method: "Inventado.metodo", params: {} });
  await get(wire, "/usuario_convidado/setup/UmConvite", { accept: "text/html" });
  const { status, text } = await scrape();
  expect(status).toBe(200);
  for (const outcome of ["ok", "sem-sessao", "parametros"]) {
    expect(text).toContain(`malote_chamada_segundos_count{metodo="Conta.getConta",fim="${outcome}"} 1`);
  }
  expect(line(text, 'malote_pedido_segundos_count{porta="rpc",verbo="POST",status="2xx"}')).toMatch(
    / [1-9]\d*$/,
  );
  expect(text).toContain('malote_pedido_segundos_count{porta="pagina"');
  const methods = [...text.matchAll(/metodo="([^"]*)"/g)].map(([, metodo = ""]) => metodo);
  expect(methods.filter((metodo) => !Object.hasOwn(METHODS, metodo))).toEqual([]);
});

test("the metrics export the state of the process and of the installation", async () => {
  const { text } = await scrape();
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  expect(text).toMatch(/^malote_banco_conexoes\{uso="livre"\} \d/m);
  expect(text).toMatch(/^malote_medidas_lidas 1$/m);
});

test("the metrics count due tarefas by kind across all contas", async () => {
  await wire.asOwner(
    `INSERT INTO tarefa (conta_id, id, tipo, alvo, vence_em, criado_em)
     SELECT $1, gen_random_uuid(), 'empresa', n::text, now() - interval '1 min', now() FROM generate_series(1, 3) n`,
    [ana.contaId],
  );
  const { tarefas: tasks } = await wire.ctx.database.gatekeeper.measure(wire.clock.now());
  expect(tasks).toContainEqual({ tipo: "empresa", estado: "vencida", quantas: 3 });
});

test("no label contains an id, name or link, and only GET /metrics answers", async () => {
  const { text } = await scrape();
  for (const secret of [ana.contaId, ana.usuarioId, ana.identificador, ana.token, "UmConvite", "Inventado"]) {
    expect(text).not.toContain(secret);
  }
  expect((await scrape("/")).status).toBe(404);
  expect((await scrape("/metrics", "POST")).status).toBe(405);
  expect((await get(wire, "/metrics", { accept: "text/html" })).headers.get("content-type")).not.toMatch(
    /version=/,
  );
});
