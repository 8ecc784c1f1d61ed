import { createHash } from "node:crypto";
import { MESSAGES, REASONS } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { newId } from "../../src/db/index.ts";
import { insertOversizedEmail } from "../../src/services/email/email-poll.rows.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import type { SignedInUser, Wire } from "../setup/wire.ts";
import { createWire, get, signInNewUser } from "../setup/wire.ts";

const SIZE = 70 * 1_048_576;

let wire: Wire;
let ana: SignedInUser;

beforeAll(async () => {
  wire = await createWire();
  ana = await signInNewUser(wire);
  const { contaId } = ana;
  const { caixaId } = await wire.createCaixa(contaId);
  const largeMessage = {
    caixaId,
    geracao: 1,
    uid: "u1",
    tamanho: SIZE,
    tamanhoDito: SIZE,
    now: wire.clock.now(),
  };
  await wire.ctx.database.withConta(contaId, (db) => insertOversizedEmail(db, contaId, largeMessage));
});
afterAll(async () => {
  await wire.dispose();
});

test("a message left on its server is listed as a problem with its reason", async () => {
  const motivo = REASONS["mensagem-grande-demais"];
  const seen = { estado: "quarentena", resumo: motivo, partes: 0, extraidos: 0 };
  const { results, totalCount } = await ana.call("Email.getListEmail", {});
  expect([results, totalCount]).toMatchObject([[seen], 1]);
  const problems = await ana.call("Email.getListEmail", { searchFilter: { tipoAnexo: "problema" } });
  expect(problems.results).toMatchObject([seen]);
  const id = idOf(results);
  expect((await ana.call("Email.getEmail", { id })).object).toMatchObject({ tamanho: SIZE, motivo });
});

test("the original of a message left on its server cannot be downloaded, since it is not stored", async () => {
  const { results } = await ana.call("Email.getListEmail", {});
  const file = await get(wire, `/Services/downloadEmailAnexo?emailId=${idOf(results)}`, {
    authorization: `Bearer ${ana.token}`,
  });
  expect(file.status).toBe(404);
  expect(await file.json()).toMatchObject({ sucesso: false, mensagem: MESSAGES.originalNaoGuardado });
});

test("the chaves of the text are listed in order, with the nota that arrived by other means", async () => {
  const { contaId } = ana;
  const withNota = inventNota();
  await insertNotas(wire, contaId, [withNota]);
  const withoutNota = "3526".concat("0".repeat(40));
  const { results } = await ana.call("Email.getListEmail", {});
  const chaves = [withoutNota, withNota.chave];
  await wire.asOwner("UPDATE email SET chaves_sem_xml = $2, reprocessado_em = $3 WHERE conta_id = $1", [
    contaId,
    chaves,
    "2026-11-20T12:00:00Z",
  ]);
  expect((await ana.call("Email.getEmail", { id: idOf(results) })).object).toMatchObject({
    chavesSemXml: [
      { chaveAcesso: withoutNota, notaId: null },
      { chaveAcesso: withNota.chave, notaId: withNota.id },
    ],
    reprocessadoEm: "2026-11-20T12:00:00.000Z",
  });
});

test("a message without its stored original is not read again and keeps its parts", async () => {
  const { contaId } = ana;
  const { bytes, id } = { bytes: Buffer.from("From: a@b.test\r\n\r\nok"), id: newId() };
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await wire.asOwner(
    `INSERT INTO email (conta_id, id, sha256, data, recebida_em, tamanho, estado, partes) VALUES ($1, $2, $3, now(), now(), 20, 'lido', 1)`,
    [contaId, id, sha256],
  );
  await wire.asOwner(
    `INSERT INTO anexo (conta_id, id, email_id, caminho, tipo, tamanho, sha256, destino)
     VALUES ($1, $2, $3, '1', 'text/plain', 1, 'a', 'nao-dfe')`,
    [contaId, newId(), id],
  );
  const parts = async () => (await wire.asOwner("SELECT id FROM anexo WHERE email_id = $1", [id])).length;
  expect(await ana.call("Email.reprocessarEmail", { id })).toMatchObject({
    sucesso: false,
    mensagem: MESSAGES.originalNaoGuardado,
  });
  expect(await parts()).toBe(1);
  expect((await ana.call("Email.getEmail", { id })).object).toMatchObject({
    estado: "lido",
    reprocessadoEm: null,
  });
  await wire.ctx.blobs.put(contaId, bytes);
  expect(await ana.call("Email.reprocessarEmail", { id })).toMatchObject({ sucesso: true });
  expect(await parts()).toBe(0);
});

function idOf(results: readonly unknown[] | null): string {
  const [first] = results ?? [];
  return z.object({ id: z.uuid() }).parse(first).id;
}
