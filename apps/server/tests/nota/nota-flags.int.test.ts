import type { ParamsOf } from "@malote/contract";
import { MESSAGES } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import type { Wire } from "../setup/wire.ts";
import { createWire, signInNewUser } from "../setup/wire.ts";

let wire: Wire;

beforeAll(async () => {
  wire = await createWire();
});
afterAll(() => wire.dispose());

type FeedRow = { sequencia: number; tipo: string; nota_id: string };

async function feedOf(contaId: string): Promise<FeedRow[]> {
  return await wire.asOwner<FeedRow>(
    "SELECT sequencia::int, tipo, nota_id FROM feed WHERE conta_id = $1 ORDER BY sequencia",
    [contaId],
  );
}

test("each flag of a nota is set with user and time, published once, and removed in the same way", async () => {
  const user = await signInNewUser(wire, { nomeUsuario: "bia" });
  const [nota] = await insertNotas(wire, user.contaId, [inventNota()]);
  const id = nota?.id ?? "";
  const FLAGS = [
    ["Nota.setProcessadoErp", "processado", "processadoErp", "processadoEm", "processadoPor"],
    ["Nota.setRecebido", "recebido", "recebido", "recebidoEm", "recebidoPor"],
    ["Nota.setConferido", "conferido", "conferido", "conferidoEm", "conferidoPor"],
  ] as const;
  for (const [method, param, is, em, por] of FLAGS) {
    const set = async (valor: boolean): Promise<Record<string, unknown>> => {
      const params = { id, [param]: valor } as unknown as ParamsOf<typeof method>;
      expect(await user.call(method, params)).toMatchObject({ sucesso: true, object: null });
      return ((await user.call("Nota.getNota", { id })).object ?? {}) as Record<string, unknown>;
    };
    const before = (await feedOf(user.contaId)).length;
    const on = await set(true);
    expect([on[is], on[por], Date.parse(String(on[em])) > 0]).toEqual([true, "Ana de Teste", true]);
    expect(on.alteradoEm).toBe(on[em]);
    expect((await set(true))[em]).toBe(on[em]);
    const off = await set(false);
    expect([off[is], off[por], off[em]]).toEqual([false, null, null]);
    expect((await feedOf(user.contaId)).slice(before).map((row) => row.tipo)).toEqual(["marca", "marca"]);
  }
  expect((await feedOf(user.contaId)).map((row) => row.sequencia)).toEqual([1, 2, 3, 4, 5, 6]);
});

test("a quarantined nota accepts no flag; a nota of third parties does, without a feed entry", async () => {
  const user = await signInNewUser(wire);
  const [quarantined, thirdParty] = await insertNotas(wire, user.contaId, [
    inventNota({ quarentena: true, veredito: "suspeita" }),
    inventNota({ terceiros: true }),
  ]);
  const refused = await user.call("Nota.setRecebido", { id: quarantined?.id ?? "", recebido: true });
  expect(refused).toMatchObject({ sucesso: false, mensagem: MESSAGES.notaEmQuarentena });
  expect((await user.call("Nota.setRecebido", { id: thirdParty?.id ?? "", recebido: true })).sucesso).toBe(
    true,
  );
  expect(await feedOf(user.contaId)).toEqual([]);
});

test("eight simultaneous identical flags leave one flag and one feed entry", async () => {
  const user = await signInNewUser(wire);
  const [nota] = await insertNotas(wire, user.contaId, [inventNota()]);
  const params = { id: nota?.id ?? "", recebido: true };
  const answers = await Promise.all(Array.from({ length: 8 }, () => user.call("Nota.setRecebido", params)));
  expect(answers.every((answer) => answer.sucesso)).toBe(true);
  expect(await feedOf(user.contaId)).toHaveLength(1);
});

test("e-mails and mailboxes of another conta are not listed", async () => {
  const neighbour = await signInNewUser(wire);
  expect(await neighbour.call("Email.getListEmail", {})).toMatchObject({ results: [], totalCount: 0 });
  expect(await neighbour.call("CaixaEmail.getListCaixaEmail", {})).toMatchObject({
    results: [],
    totalCount: 0,
  });
});
