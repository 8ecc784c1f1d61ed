import { LOTES_ABERTOS_MAX, MESSAGES } from "@malote/contract";
import { HOUR_MS } from "@malote/syntax";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertNotas, inventNota, type NewNota } from "../setup/invent-notas.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";
import { actsOf, outcomesOf, show, start, work } from "./lote-setup.ts";

let wire: Wire;
beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());

const MARCA = { marca: "recebido", valor: true } as const;

async function openNotas(count: number): Promise<{ user: SignedInUser; ids: string[] }> {
  const user = await signInNewUser(wire);
  const notas = await insertNotas(
    wire,
    user.contaId,
    Array.from({ length: count }, () => inventNota()),
  );
  return { user, ids: notas.map(({ id }) => id) };
}

const receivedOf = async (contaId: string): Promise<{ id: string; em: Date | null; por: string | null }[]> =>
  await wire.asOwner(
    "SELECT id, recebido_em AS em, recebido_por AS por FROM nota WHERE conta_id = $1 AND recebido ORDER BY id",
    [contaId],
  );

test("a lote marks its documents, with an outcome, an act and a feed entry of each", async () => {
  const { user, ids } = await openNotas(3);
  const [already = ""] = ids;
  await user.call("Nota.setRecebido", { id: already, recebido: true });
  const [quarantined] = await insertNotas(wire, user.contaId, [
    inventNota({ quarentena: true, veredito: "suspeita" }),
  ]);
  const stranger = await insertNotas(wire, (await signInNewUser(wire)).contaId, [inventNota()]);
  const all = [...ids, quarantined?.id ?? "", stranger[0]?.id ?? ""];
  const id = await start(user, "Lote.startMarca", { ids: all, ...MARCA });
  expect(await show(user, id)).toMatchObject({
    estado: "pendente",
    numero: 1,
    total: 5,
    naFila: 5,
    podeParar: true,
  });
  expect(await work(wire.ctx, user.contaId, id)).toBeNull();
  const lote = await show(user, id);
  expect(lote).toMatchObject({ estado: "concluido", naFila: 0, feitos: 2, semMudanca: 1, recusados: 2 });
  const outcomes = await outcomesOf(user, id);
  expect(all.map((notaId) => outcomes.get(notaId))).toEqual([
    `sem-mudanca: ${MESSAGES.loteJaEstava}`,
    "feito",
    "feito",
    `recusado: ${MESSAGES.notaEmQuarentena}`,
    `recusado: ${MESSAGES.notaNaoEncontrada}`,
  ]);
  expect(await receivedOf(user.contaId)).toHaveLength(3);
  expect(await actsOf(wire, ids[1] ?? "")).toEqual(["recebido: sim (lote 1)"]);
  const feed = await wire.asOwner("SELECT FROM feed WHERE conta_id = $1 AND tipo = 'marca'", [user.contaId]);
  expect(feed).toHaveLength(3);
});

test("an undo gives back author and time, and leaves what a user changed since", async () => {
  const { user, ids } = await openNotas(3);
  const [first = "", second = "", third = ""] = ids;
  for (const id of [first, second]) await user.call("Nota.setRecebido", { id, recebido: true });
  const before = await receivedOf(user.contaId);
  const id = await start(user, "Lote.startMarca", { ids, marca: "recebido", valor: false });
  await work(wire.ctx, user.contaId, id);
  expect(await show(user, id)).toMatchObject({ feitos: 2, semMudanca: 1, desfazerAte: expect.any(String) });
  // Set and cleared again: the mark looks as the lote left it, and yet a user changed it.
  await new Promise((resolve) => setTimeout(resolve, 5));
  for (const recebido of [true, false]) await user.call("Nota.setRecebido", { id: second, recebido });
  const undo = await start(user, "Lote.startDesfazer", { id });
  await work(wire.ctx, user.contaId, undo);
  const outcomes = await outcomesOf(user, undo);
  expect([...outcomes].toSorted()).toEqual(
    [
      [first, "feito"],
      [second, `sem-mudanca: ${MESSAGES.loteMudouDepois}`],
    ].toSorted(),
  );
  expect(outcomes.has(third)).toBe(false);
  expect(await receivedOf(user.contaId)).toEqual(before.filter((row) => row.id === first));
  expect(await show(user, undo)).toMatchObject({ origem: { id, tipo: "desfaz" }, desfazerAte: null });
  expect((await show(user, id)).desfeitoEm).not.toBeNull();
  await expect(start(user, "Lote.startDesfazer", { id })).rejects.toThrow(MESSAGES.loteJaDesfeito);
});

test("an undo is refused after a day, while the lote runs, and without a changed document", async () => {
  const { user, ids } = await openNotas(1);
  const id = await start(user, "Lote.startMarca", { ids, ...MARCA });
  await expect(start(user, "Lote.startDesfazer", { id })).rejects.toThrow(MESSAGES.loteEmAndamento);
  await work(wire.ctx, user.contaId, id);
  const again = await start(user, "Lote.startMarca", { ids, ...MARCA });
  await work(wire.ctx, user.contaId, again);
  await expect(start(user, "Lote.startDesfazer", { id: again })).rejects.toThrow(MESSAGES.loteNadaADesfazer);
  const late = new Date(wire.clock.now().getTime() - 24 * HOUR_MS);
  await wire.asOwner("UPDATE lote SET terminado_em = $2 WHERE id = $1", [id, late]);
  await expect(start(user, "Lote.startDesfazer", { id })).rejects.toThrow("24 h");
});

test("a stopped lote leaves its queue out, and its rest is repeated as a lote of its own", async () => {
  const { user, ids } = await openNotas(2);
  const id = await start(user, "Lote.startMarca", { ids, ...MARCA });
  expect((await user.call("Lote.endLote", { id })).sucesso).toBe(true);
  expect(await work(wire.ctx, user.contaId, id)).toBeNull();
  expect(await show(user, id)).toMatchObject({ estado: "parado", parados: 2, feitos: 0, podeRepetir: true });
  expect((await user.call("Lote.endLote", { id })).mensagem).toBe(MESSAGES.loteTerminado);
  const again = await start(user, "Lote.retryLote", { id });
  await work(wire.ctx, user.contaId, again);
  expect(await show(user, again)).toMatchObject({
    estado: "concluido",
    feitos: 2,
    origem: { tipo: "repete" },
  });
  await expect(start(user, "Lote.retryLote", { id: again })).rejects.toThrow(MESSAGES.loteNadaARepetir);
});

test("all documents of a filter are counted and marked; one more than the limit of lotes is refused", async () => {
  const { user } = await openNotas(2);
  const other: Partial<NewNota> = { cnpjEmitente: "98765432000198", recebido: true };
  await insertNotas(wire, user.contaId, [inventNota(other), inventNota({ ...other, recebido: false })]);
  const filtro = { entradaSaida: "E", searchFilter: { cnpjEmitente: "98765432000198" } } as const;
  const { object, mensagem } = await user.call("Lote.getContagem", { filtro });
  expect(mensagem).toBeNull();
  expect(object).toMatchObject({
    total: 2,
    marcas: expect.arrayContaining([{ marca: "recebido", marcados: 1, semMarca: 1 }]),
  });
  const id = await start(user, "Lote.startMarca", { filtro, ...MARCA });
  await work(wire.ctx, user.contaId, id);
  expect(await show(user, id)).toMatchObject({ total: 2, feitos: 1, semMudanca: 1 });
  const nothing = { searchFilter: { cnpjEmitente: "98765432000299" } };
  await expect(start(user, "Lote.startMarca", { filtro: nothing, ...MARCA })).rejects.toThrow(
    MESSAGES.loteVazio,
  );
  await expect(start(user, "Lote.startMarca", MARCA)).rejects.toThrow(MESSAGES.loteAlvo);
  for (let n = 0; n < LOTES_ABERTOS_MAX; n += 1) await start(user, "Lote.startMarca", { filtro, ...MARCA });
  await expect(start(user, "Lote.startMarca", { filtro, ...MARCA })).rejects.toThrow(
    String(LOTES_ABERTOS_MAX),
  );
});

test("rights that the requester lost before a step count: nothing is marked for them", async () => {
  const { user, ids } = await openNotas(1);
  const id = await start(user, "Lote.startMarca", { ids, ...MARCA });
  await wire.asOwner("UPDATE usuario SET ativo = false WHERE id = $1", [user.usuarioId]);
  await work(wire.ctx, user.contaId, id);
  expect(await receivedOf(user.contaId)).toEqual([]);
  const items = await wire.asOwner("SELECT situacao, mensagem FROM lote_item WHERE lote_id = $1", [id]);
  expect(items).toEqual([{ situacao: "recusado", mensagem: MESSAGES.loteSemDireito }]);
});
