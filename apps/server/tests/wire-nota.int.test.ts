import type { ParamsOf } from "@malote/contract";
import { MENSAGENS } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Wire } from "./wire.ts";
import { createWire, enter } from "./wire.ts";
import { insertNotas, inventNota } from "./wire-notas.ts";

let wire: Wire;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());

type Feed = { sequencia: number; tipo: string; nota_id: string };

async function feedOf(contaId: string): Promise<Feed[]> {
  return await wire.asOwner<Feed>(
    "SELECT sequencia::int, tipo, nota_id FROM feed WHERE conta_id = $1 ORDER BY sequencia",
    [contaId],
  );
}

test("each flag is set with user and time, published once, and removed in the same way", async () => {
  const pessoa = await enter(wire, { nomeUsuario: "bia" });
  const [nota] = await insertNotas(wire, pessoa.contaId, [inventNota()]);
  const id = nota?.id ?? "";
  const MARCAS = [
    ["Nota.setProcessadoErp", "processado", "processadoErp", "processadoEm", "processadoPor"],
    ["Nota.setRecebido", "recebido", "recebido", "recebidoEm", "recebidoPor"],
    ["Nota.setConferido", "conferido", "conferido", "conferidoEm", "conferidoPor"],
  ] as const;
  for (const [method, param, is, em, por] of MARCAS) {
    const set = async (valor: boolean): Promise<Record<string, unknown>> => {
      const params = { id, [param]: valor } as unknown as ParamsOf<typeof method>;
      expect(await pessoa.call(method, params)).toMatchObject({ sucesso: true, object: null });
      return ((await pessoa.call("Nota.getNota", { id })).object ?? {}) as Record<string, unknown>;
    };
    const before = (await feedOf(pessoa.contaId)).length;
    const on = await set(true);
    expect([on[is], on[por], Date.parse(String(on[em])) > 0]).toEqual([true, "Ana de Teste", true]);
    expect(on.alteradoEm).toBe(on[em]);
    expect((await set(true))[em]).toBe(on[em]);
    const off = await set(false);
    expect([off[is], off[por], off[em]]).toEqual([false, null, null]);
    expect((await feedOf(pessoa.contaId)).slice(before).map((row) => row.tipo)).toEqual(["marca", "marca"]);
  }
  expect((await feedOf(pessoa.contaId)).map((row) => row.sequencia)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a quarantined nota accepts no flag; one of third parties does, without a feed entry", async () => {
  const pessoa = await enter(wire);
  const [presa, alheia] = await insertNotas(wire, pessoa.contaId, [
    inventNota({ quarentena: true, veredito: "suspeita" }),
    inventNota({ terceiros: true }),
  ]);
  const refused = await pessoa.call("Nota.setRecebido", { id: presa?.id ?? "", recebido: true });
  expect(refused).toMatchObject({ sucesso: false, mensagem: MENSAGENS.notaEmQuarentena });
  expect((await pessoa.call("Nota.setRecebido", { id: alheia?.id ?? "", recebido: true })).sucesso).toBe(
    true,
  );
  expect(await feedOf(pessoa.contaId)).toEqual([]);
});

test("eight simultaneous identical flags leave one flag and one feed entry", async () => {
  const pessoa = await enter(wire);
  const [nota] = await insertNotas(wire, pessoa.contaId, [inventNota()]);
  const params = { id: nota?.id ?? "", recebido: true };
  const answers = await Promise.all(Array.from({ length: 8 }, () => pessoa.call("Nota.setRecebido", params)));
  expect(answers.every((answer) => answer.sucesso)).toBe(true);
  expect(await feedOf(pessoa.contaId)).toHaveLength(1);
});

test("e-mails and mailboxes of another conta are not listed", async () => {
  const vizinha = await enter(wire);
  expect(await vizinha.call("Email.getListEmail", {})).toMatchObject({ results: [], totalCount: 0 });
  expect(await vizinha.call("CaixaEmail.getListCaixaEmail", {})).toMatchObject({
    results: [],
    totalCount: 0,
  });
});
