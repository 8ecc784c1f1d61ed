import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { executeText } from "../../src/db/index.ts";
import { lockChaves } from "../../src/services/documento/documento.rows.ts";
import { readFeedChanges } from "../../src/services/feed/read-feed.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import { publishNotas, rest } from "./send-rest.ts";

let wire: Wire;
let ana: SignedInUser;
let otherUser: SignedInUser;

beforeAll(async () => {
  wire = await createWire();
  ana = await signInNewUser(wire);
  otherUser = await signInNewUser(wire, { uf: "PR" });
});
afterAll(async () => await wire.dispose());

async function publishSome(who: SignedInUser, total: number, o: Parameters<typeof inventNota>[0] = {}) {
  const notas = await insertNotas(
    wire,
    who.contaId,
    Array.from({ length: total }, () => inventNota(o)),
  );
  await publishNotas(
    wire,
    who.contaId,
    notas.map(({ id }) => id),
  );
  return notas;
}

test("an ERP reads each published nota once in order of publication, and continues from its cursor", async () => {
  const erp = await signInNewUser(wire, { uf: "SP" });
  const first = await publishSome(erp, 3);
  const one = await rest(wire, erp, "GET /notas?limit=2");
  expect(one.status).toBe(200);
  expect(one.body.itens.map(({ id }: { id: string }) => id)).toEqual(first.slice(0, 2).map(({ id }) => id));
  expect(one.body.page).toMatchObject({ hasMore: true, maxSeq: 3 });
  const two = await rest(wire, erp, `GET /notas?limit=2&cursor=${one.body.page.next}`);
  expect(two.body.itens.map(({ id }: { id: string }) => id)).toEqual([first[2]?.id]);
  expect(two.body.page.hasMore).toBe(false);
  const again = await rest(wire, erp, "GET /notas?limit=2");
  expect(again.bytes.equals(one.bytes)).toBe(true);
  const more = await publishSome(erp, 1);
  const three = await rest(wire, erp, `GET /notas?cursor=${two.body.page.next}`);
  expect(three.body.itens.map(({ id }: { id: string }) => id)).toEqual([more[0]?.id]);
});

test("the feed omits quarantined notas and those of third parties; a released nota appears at its release", async () => {
  const erp = await signInNewUser(wire, { uf: "SP" });
  const [a, b, c] = await publishSome(erp, 3);
  await wire.asOwner("UPDATE nota SET quarentena = true WHERE id = $1", [a?.id]);
  await wire.asOwner("UPDATE nota SET terceiros = true WHERE id = $1", [b?.id]);
  const ids = async () =>
    (await rest(wire, erp, "GET /notas")).body.itens.map(({ id }: { id: string }) => id);
  expect(await ids()).toEqual([c?.id]);
  await wire.asOwner("UPDATE nota SET quarentena = false WHERE id = $1", [a?.id]);
  await publishNotas(wire, erp.contaId, [a?.id ?? ""]);
  expect(await ids()).toEqual([c?.id, a?.id]);
});

test("a cursor of another conta, a changed one and an invalid one each get their own error", async () => {
  await publishSome(ana, 1);
  const { page } = (await rest(wire, ana, "GET /notas")).body;
  const foreign = await rest(wire, otherUser, `GET /notas?cursor=${page.next}`);
  expect(foreign).toMatchObject({
    status: 422,
    body: { codigo: "cursorDeOutraConta", erros: [{ campo: "cursor" }] },
  });
  const broken = await rest(wire, ana, `GET /notas?cursor=${page.next.slice(0, -1)}A`);
  expect(broken.status === 400 || broken.body?.page !== undefined).toBe(true);
  const nonsense = await rest(wire, ana, "GET /notas?cursor=abc");
  expect(nonsense).toMatchObject({ status: 400, body: { codigo: "cursorInvalido" } });
});

test("the feed includes the XML on request, and answers 304 for an unchanged page", async () => {
  await publishSome(ana, 4);
  const page = await rest(wire, ana, "GET /notas?incluir=xml&limit=4");
  expect(page.body.itens[0].xml).toBe("<nada/>");
  const { etag } = page.headers;
  expect(etag).toMatch(/^"[\w-]+"$/);
  const same = await rest(wire, ana, "GET /notas?incluir=xml&limit=4", {
    headers: { "if-none-match": etag ?? "" },
  });
  expect(same).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
  const zipped = await rest(wire, ana, "GET /notas?incluir=xml&limit=4", {
    headers: { "accept-encoding": "gzip" },
  });
  expect(zipped.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(zipped.bytes).equals(page.bytes)).toBe(true);
  expect(zipped.headers.etag).not.toBe(etag);
  const stillSame = await rest(wire, ana, "GET /notas?incluir=xml&limit=4", {
    headers: { "accept-encoding": "gzip", "if-none-match": zipped.headers.etag ?? "" },
  });
  expect(stillSame.status).toBe(304);
});

test("a page cut short by the size of its XMLs skips no nota", async () => {
  const erp = await signInNewUser(wire, { uf: "SP" });
  const notas = await publishSome(erp, 3);
  await wire.asOwner("UPDATE documento SET tamanho = 10000000 WHERE conta_id = $1", [erp.contaId]);
  await publishNotas(wire, erp.contaId, [notas[0]?.id ?? ""], "marca");
  const ctx = { database: wire.ctx.database, caller: { contaId: erp.contaId, contaUf: "SP" } };
  const first = await readFeedChanges(ctx, { depois: 0, limite: 50, comXml: true });
  const then = await readFeedChanges(ctx, { depois: first.nextAfter, limite: 50, comXml: true });
  expect([first, then].map(({ itens }) => itens.map(({ sequencia }) => sequencia))).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test("the feed's filters select what they name, and an invalid filter is refused with its field", async () => {
  const erp = await signInNewUser(wire, { uf: "SP" });
  const [nfe] = await publishSome(erp, 1);
  const [cte] = await publishSome(erp, 1, { tipoNota: "CTe" });
  const ids = async (query: string) =>
    (await rest(wire, erp, `GET /notas?${query}`)).body.itens.map(({ id }: { id: string }) => id);
  expect(await ids("tipo=CTe")).toEqual([cte?.id]);
  expect(await ids("tipo[]=CTe&tipo[]=NFe")).toEqual([nfe?.id, cte?.id]);
  expect(await ids(`chave=${nfe?.chave}`)).toEqual([nfe?.id]);
  expect(await ids("cnpj=11.444.777/0001-61&processado=false")).toEqual([nfe?.id, cte?.id]);
  expect(await ids("processado=true")).toEqual([]);
  for (const [query, field] of [
    ["limit=0", "limit"],
    ["limit=x", "limit"],
    ["tipo=XYZ", "tipo.0"],
    ["nada=1", "nada"],
    ["emissaoDe=2026-02-30", "emissaoDe"],
  ]) {
    const refused = await rest(wire, erp, `GET /notas?${query}`);
    expect([query, refused.status, refused.body.erros[0].campo]).toEqual([query, 400, field]);
  }
});

test("a missing token, a wrong one and one in the query string are refused with problem documents", async () => {
  const none = await rest(wire, ana, "GET /notas", { token: null });
  expect(none).toMatchObject({
    status: 401,
    body: { codigo: "restSemToken", status: 401, title: "Sem autenticação" },
  });
  expect(none.headers["content-type"]).toMatch(/^application\/problem\+json/);
  expect(none.headers["www-authenticate"]).toBe("Bearer");
  expect((await rest(wire, ana, "GET /notas", { token: "nada" })).body.codigo).toBe("restTokenRecusado");
  expect((await rest(wire, ana, `GET /notas?token=${ana.token}`, { token: null })).status).toBe(401);
  expect((await rest(wire, ana, "GET /nada")).body).toMatchObject({ status: 404, codigo: "restEndereco" });
  const verb = await rest(wire, ana, "DELETE /notas");
  expect([verb.status, verb.headers.allow]).toEqual([405, "GET, HEAD"]);
});

test("each answer has the rate limit and the number of remaining calls", async () => {
  const { headers } = await rest(wire, ana, "GET /notas?limit=1");
  expect(headers["ratelimit-limit"]).toBe("1200");
  expect(Number(headers["ratelimit-remaining"])).toBeLessThan(1200);
  expect(headers["x-ratelimit-remaining"]).toBe(headers["ratelimit-remaining"]);
  expect(Number(headers["ratelimit-reset"])).toBeGreaterThan(0);
});

test("a conditional PUT and a simultaneous answer of SEFAZ wait for each other, and both are kept", async () => {
  const [nota] = await publishSome(ana, 1);
  const id = nota?.id ?? "";
  const { etag = "" } = (await rest(wire, ana, `GET /notas/${id}`)).headers;
  const mark = () =>
    rest(wire, ana, `PUT /notas/${id}/processado`, { body: { valor: true }, headers: { "if-match": etag } });
  const waiting = async () =>
    (await wire.asOwner("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")).length;
  // Every writer of documents locks the chave first, then the rows.
  const { put } = await wire.ctx.database.withConta(ana.contaId, async (db) => {
    await lockChaves(db, ana.contaId, [nota?.chave ?? ""]);
    const put = mark();
    await expect.poll(waiting, { interval: 20 }).toBe(1);
    await executeText(db, "UPDATE nota SET hash_sha1_canc = NULL WHERE conta_id = $1 AND id = $2", [
      ana.contaId,
      id,
    ]);
    return { put };
  });
  expect((await put).status).toBe(200);
});
