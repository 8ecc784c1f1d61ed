import { afterAll, beforeAll, expect, test } from "vitest";
import { executeText } from "../../src/db/index.ts";
import { runOnce } from "../../src/services/idempotency/run-once.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import { rest } from "./send-rest.ts";

let wire: Wire;
let ana: SignedInUser;

beforeAll(async () => {
  wire = await createWire();
  ana = await signInNewUser(wire);
});
afterAll(async () => await wire.dispose());

const empresa = (nome: string, cnpj: string) => ({
  nome,
  cnpj,
  ativarAuditor: false,
  ativarManifestacao: false,
});
const count = async (nome: string) =>
  (
    await wire.asOwner("SELECT count(*)::int AS n FROM empresa WHERE conta_id = $1 AND nome = $2", [
      ana.contaId,
      nome,
    ])
  )[0]?.n;

test("two hundred identical POSTs with one idempotency key have one effect and one answer", async () => {
  const body = empresa("Uma Vez", "11444777000161");
  const headers = { "idempotency-key": "duzentas" };
  const all = await Promise.all(
    Array.from({ length: 200 }, () => rest(wire, ana, "POST /empresas", { body, headers })),
  );
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(all.map(({ bytes }) => bytes.toString())).size).toBe(1);
  expect(await count("Uma Vez")).toBe(1);
});

test("an idempotency key is refused for another request, and remains free after a refused request", async () => {
  const headers = { "idempotency-key": "outro" };
  const bad = await rest(wire, ana, "POST /empresas", { body: empresa("Fica", "1"), headers });
  expect(bad.status).toBe(422);
  const good = await rest(wire, ana, "POST /empresas", { body: empresa("Fica", "22333444000181"), headers });
  expect(good.status).toBe(201);
  const other = await rest(wire, ana, "POST /empresas", {
    body: empresa("Outra", "22333444000181"),
    headers,
  });
  expect(other.body).toMatchObject({ status: 422, codigo: "idempotencyOutroPedido" });
  for (const key of ["", "a".repeat(256), "com espaço"]) {
    const refused = await rest(wire, ana, "POST /empresas", {
      body: empresa("X", "1"),
      headers: { "idempotency-key": encodeURI(key) },
    });
    if (key === "com espaço") continue;
    expect([key.length, refused.body.codigo]).toEqual([key.length, "idempotencyChave"]);
  }
});

test("an idempotency key expires after a day and is deleted by the cleanup job", async () => {
  const headers = { "idempotency-key": "ontem" };
  const first = await rest(wire, ana, "POST /exportacoes", { body: { formato: "CSV" }, headers });
  expect(first.status).toBe(422);
  await wire.asOwner(
    `INSERT INTO idempotencia (conta_id, portador_id, chave, dono_id, pedido, status, corpo, criada_em, expira_em)
     VALUES ($1, gen_random_uuid(), 'velha', gen_random_uuid(), '', 200, '', now() - interval '25 hours', now() - interval '1 hour')`,
    [ana.contaId],
  );
  expect(await wire.ctx.database.gatekeeper.sweepIdempotency(wire.clock.now(), 10)).toBe(1);
});

test("a failed request leaves no effect and its key free; two runs with one key have one effect", async () => {
  const caller = { ...(await callerOf()), sessionId: "0193b1c2-7d4e-7a11-9c3f-5e2b8a6d4f10" };
  const ctx = { ...wire.ctx, caller } as unknown as Parameters<typeof runOnce>[0];
  const request = { chave: "meio", pedido: Buffer.from("um") };
  const insert = async (one: typeof ctx, nome: string) => {
    await one.database.withConta(ana.contaId, (db) =>
      executeText(
        db,
        "INSERT INTO empresa (conta_id, id, nome, cnpj) VALUES ($1, gen_random_uuid(), $2, $3)",
        [ana.contaId, nome, nome],
      ),
    );
    return { status: 201, corpo: Buffer.from("{}"), local: null };
  };
  await expect(
    runOnce(ctx, request, async (one) => {
      await insert(one, "Morreu");
      throw new Error("died");
    }),
  ).rejects.toThrow("died");
  expect(await count("Morreu")).toBe(0);
  const ran = await runOnce(ctx, request, (one) => insert(one, "Viveu"));
  expect([ran.status, ran.replayed, await count("Viveu")]).toEqual([201, false, 1]);
  expect((await runOnce(ctx, request, (one) => insert(one, "Viveu"))).replayed).toBe(true);
});

test("stored answers are compressed, and the number of keys per token and day is limited", async () => {
  const itens = Array.from({ length: 200 }, (_, n) => ({
    id: `0193b1c2-7d4e-7a11-9c3f-${String(n).padStart(12, "0")}`,
    valor: true,
  }));
  const sendBatch = (chave: string) =>
    rest(wire, ana, "POST /notas/lote/processado", {
      body: { itens },
      headers: { "idempotency-key": chave },
    });
  const first = await sendBatch("grande");
  const [kept] = await wire.asOwner<{ portador: string; bytes: number }>(
    "SELECT portador_id AS portador, octet_length(corpo) AS bytes FROM idempotencia WHERE conta_id = $1 AND chave = 'grande'",
    [ana.contaId],
  );
  expect(kept?.bytes).toBeLessThan(first.bytes.length / 4);
  const day = new Date(wire.clock.now().toISOString().slice(0, 10));
  await wire.asOwner(
    `INSERT INTO limite_uso (chave, janela, usos) VALUES ('idempotencia:' || $1, $2, 50000)
     ON CONFLICT (chave, janela) DO UPDATE SET usos = 50000`,
    [kept?.portador, day],
  );
  const beyond = await sendBatch("mais-uma");
  expect([beyond.status, beyond.body.codigo]).toEqual([429, "idempotencyChavesDemais"]);
  expect(Number(beyond.headers["retry-after"])).toBeGreaterThan(0);
  expect((await sendBatch("grande")).body).toEqual(first.body);
  expect((await rest(wire, ana, "POST /notas/lote/processado", { body: { itens } })).status).toBe(200);
});

async function callerOf() {
  const uf = "SP";
  return {
    contaId: ana.contaId,
    usuarioId: ana.usuarioId,
    ownerId: ana.usuarioId,
    nome: "Ana",
    isManager: true,
    isProprietario: true,
    isPerson: true,
    isManifestante: false,
    lacksSecondFactor: false,
    authenticatedAt: null,
    scopes: null,
    empresas: null,
    contaUf: uf,
    contaSandbox: false,
  };
}
