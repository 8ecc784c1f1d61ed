import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.dispose());

test("backup runs are listed newest first with their results; an interrupted run has no end", async () => {
  const { gatekeeper } = t.ctx.database;
  const [first, second] = [newId(), newId()];
  const comecou = new Date("2026-11-26T10:00:00Z");
  const later = new Date("2026-11-26T10:05:00Z");
  await gatekeeper.noteBackupStart({ id: first, tipo: "criar", destino: "/copias", now: comecou });
  await gatekeeper.noteBackupStart({
    id: second,
    tipo: "conferir",
    destino: "s3://balde/malote",
    now: later,
  });
  const end = { mensagem: null, bytes: 12_000_000_000, bytesNovos: 7, documentos: 3 };
  await gatekeeper.noteBackupEnd({ id: first, resultado: "ok", now: later, ...end });
  await gatekeeper.noteBackupEnd({ id: first, resultado: "falhou", now: later, ...end });
  expect(await gatekeeper.findBackups(10)).toEqual([
    {
      ...{ id: second, tipo: "conferir", destino: "s3://balde/malote", comecou: later, terminou: null },
      ...{ resultado: null, mensagem: null, bytes: null, bytesNovos: null, documentos: null },
    },
    { id: first, tipo: "criar", destino: "/copias", comecou, terminou: later, resultado: "ok", ...end },
  ]);
  expect(await gatekeeper.findBackups(1)).toHaveLength(1);
});

test("only a product user can request a backup, and repeated requests count as one until it is made", async () => {
  const { gatekeeper } = t.ctx.database;
  const { contaId } = await t.createConta();
  const { usuarioId } = await t.createUsuario(contaId);
  const request = (now: Date) => gatekeeper.requestBackup({ id: newId(), contaId, usuarioId, now });
  const agora = new Date("2026-11-26T10:00:00Z");
  expect(await request(agora)).toBe(false);
  expect(await gatekeeper.findBackupRequests()).toEqual([]);
  await t.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [usuarioId]);
  expect([await request(agora), await request(new Date("2026-11-26T10:01:00Z"))]).toEqual([true, true]);
  const open = await gatekeeper.findBackupRequests();
  expect(open).toEqual([{ id: expect.any(String), pedidoEm: agora, pedidoPor: expect.any(String) }]);
  const ids = open.map(({ id }) => id);
  expect(await gatekeeper.closeBackupRequests(ids, agora)).toBe(1);
  expect(await gatekeeper.closeBackupRequests(ids, agora)).toBe(0);
  expect(await gatekeeper.findBackupRequests()).toEqual([]);
  expect(await request(new Date("2026-11-26T10:02:00Z"))).toBe(true);
});
