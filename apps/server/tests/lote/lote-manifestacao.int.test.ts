import { MESSAGES } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { SENDING_MAX } from "../../src/services/lote/lote.rules.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { NOSSA } from "../setup/nota-copies.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import { actsOf, outcomesOf, show, start, work } from "./lote-setup.ts";

let wire: Wire;
beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());

/** A user who may manifest for an empresa with a certificate, and that many received notas. */
async function openNotas(count: number): Promise<{ user: SignedInUser; ids: string[] }> {
  const user = await signInNewUser(wire);
  const { contaId } = user;
  await wire.asOwner("UPDATE usuario SET permissao_manifestacao = true WHERE conta_id = $1", [contaId]);
  const { empresaId } = await wire.createEmpresa(contaId, { cnpj: NOSSA });
  await wire.asOwner("UPDATE empresa SET ativar_manifestacao = true WHERE conta_id = $1", [contaId]);
  await wire.asOwner(
    `INSERT INTO certificado (conta_id, id, empresa_id, selado, titular, cnpj, valido_de, valido_ate)
     VALUES ($1, $2, $3, '\\x00', 'PADARIA AURORA LTDA', $4, now() - interval '1 year', now() + interval '1 year')`,
    [contaId, newId(), empresaId, NOSSA],
  );
  const emissao = wire.clock.now().toISOString();
  const notas = Array.from({ length: count }, () => inventNota({ empresaId, emissao }));
  await insertNotas(wire, contaId, notas);
  return { user, ids: notas.map(({ id }) => id) };
}

/** SEFAZ answers the pending manifestações of a conta; the first is refused. */
async function answer(contaId: string): Promise<void> {
  await wire.asOwner(
    `UPDATE manifestacao m SET estado = CASE WHEN n = 1 THEN 'recusada' ELSE 'registrada' END,
       cstat = CASE WHEN n = 1 THEN '999' ELSE '135' END, x_motivo = 'Motivo da SEFAZ'
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM manifestacao
       WHERE conta_id = $1 AND estado = 'pendente') p
     WHERE m.conta_id = $1 AND m.id = p.id`,
    [contaId],
  );
}

test("a lote of manifestações says who may, sends them, and ends with SEFAZ's answers", async () => {
  const { user, ids } = await openNotas(3);
  const { contaId } = user;
  const [late] = await insertNotas(wire, contaId, [inventNota({ emissao: "2026-01-05T10:00:00Z" })]);
  const all = [...ids, late?.id ?? ""];
  const { object } = await user.call("Lote.getContagem", { ids: all });
  expect(object).toMatchObject({ total: 4, manifestacaoImpedida: null });
  const [confirmed] = (object as { manifestacoes: unknown[] }).manifestacoes;
  expect(confirmed).toMatchObject({ status: 1, aceitam: 3, motivos: [{ quantidade: 1 }] });
  const id = await start(user, "Lote.startManifestacao", { ids: all, novoStatus: 1 });
  expect(await work(wire.ctx, contaId, id)).toBeGreaterThan(0);
  expect(await show(user, id)).toMatchObject({ estado: "em-andamento", enviando: 3, recusados: 1 });
  const tasks = await wire.asOwner("SELECT FROM tarefa WHERE conta_id = $1 AND tipo = 'manifesto'", [
    contaId,
  ]);
  expect(tasks).toHaveLength(3);
  await answer(contaId);
  expect(await work(wire.ctx, contaId, id)).toBeNull();
  const ended = await show(user, id);
  expect(ended).toMatchObject({ estado: "concluido", feitos: 2, recusados: 2, desfazerAte: null });
  const outcomes = [...(await outcomesOf(user, id)).values()];
  expect(outcomes).toContain("recusado: A SEFAZ recusou a manifestação: Motivo da SEFAZ (999).");
  expect(await actsOf(wire, ids[0] ?? "")).toEqual(["Confirmação da operação (lote 1)"]);
  expect((await user.call("Lote.startDesfazer", { id })).mensagem).toBe(MESSAGES.loteNaoDesfaz);
});

test("a stop keeps what waits for the queue from SEFAZ; what was sent still ends", async () => {
  const { user, ids } = await openNotas(SENDING_MAX + 2);
  const id = await start(user, "Lote.startManifestacao", { ids, novoStatus: 4 });
  await work(wire.ctx, user.contaId, id);
  expect(await show(user, id)).toMatchObject({ enviando: SENDING_MAX, naFila: 2 });
  await user.call("Lote.endLote", { id });
  expect(await show(user, id)).toMatchObject({ estado: "em-andamento", parados: 2 });
  await answer(user.contaId);
  expect(await work(wire.ctx, user.contaId, id)).toBeNull();
  expect(await show(user, id)).toMatchObject({ estado: "parado", parados: 2, feitos: SENDING_MAX - 1 });
  const requests = await wire.asOwner("SELECT FROM manifestacao WHERE conta_id = $1", [user.contaId]);
  expect(requests).toHaveLength(SENDING_MAX);
});
