import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestContext, type TestContext } from "./context.ts";
import { type Casa, openCasa, writeCancelamento, writeCopia, writeEvento } from "./copias.ts";
import { insertNotas, inventNota } from "./wire-notas.ts";

let t: TestContext;
let casa: Casa;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.dispose());
beforeEach(async () => {
  casa = await openCasa(t);
});

const genuina = writeCopia({ digVal: "GENUINA=", valor: "100.00" });
const forjada = writeCopia({ digVal: "FORJADA=", valor: "9999.00" });

describe("SEFAZ's digest decides which copy is genuine", () => {
  test("a forged copy that came first is replaced by the stored genuine one", async () => {
    const fates = await casa.receive([forjada], [genuina]);
    expect(fates.map((fate) => fate.destino)).toEqual(["nota", "duplicada"]);
    expect(await casa.nota(1)).toMatchObject({ valor_total: "9999.00", quarentena: false });
    await casa.hear({ numero: 1, digVal: "GENUINA=" });
    expect(await casa.nota(1)).toMatchObject({
      valor_total: "100.00",
      dig_val: "GENUINA=",
      veredito: "autentica",
      quarentena: false,
    });
    expect(await casa.feed()).toEqual(["nota", "status", "troca"]);
    expect(await casa.totals()).toEqual({ rollup: "1 100.00", notas: "1 100.00" });
  });

  test("a forged copy without a genuine one is quarantined, until the genuine one comes", async () => {
    await casa.receive([forjada]);
    await casa.hear({ numero: 1, digVal: "GENUINA=" });
    const presa = await casa.nota(1);
    expect(presa).toMatchObject({ veredito: "suspeita", quarentena: true });
    expect(presa.achados.map(({ codigo }) => codigo)).toEqual(["sefaz-digest-divergente"]);
    expect(await casa.totals()).toEqual({ rollup: "0 0.00", notas: "0 0" });
    expect((await casa.feed()).at(-1)).toBe("quarentena");
    await casa.receive([genuina]);
    expect(await casa.nota(1)).toMatchObject({ valor_total: "100.00", quarentena: false });
    expect(await casa.totals()).toEqual({ rollup: "1 100.00", notas: "1 100.00" });
  });

  test("a forged copy that comes after SEFAZ's answer is suspicious, and so is the same file again", async () => {
    await casa.receive([genuina]);
    await casa.hear({ numero: 1, digVal: "GENUINA=" });
    expect(await casa.receive([forjada])).toEqual([{ destino: "quarentena", motivo: "suspeita" }]);
    expect(await casa.receive([forjada])).toEqual([{ destino: "duplicada", motivo: "mesmo-arquivo" }]);
    expect(await casa.nota(1)).toMatchObject({ valor_total: "100.00", quarentena: false });
  });

  test("the content that SEFAZ confirms stays unchanged", async () => {
    await casa.receive([genuina]);
    await casa.hear({ numero: 1, digVal: "GENUINA=" });
    await casa.hear({ numero: 1, digVal: null });
    expect(await casa.feed()).toEqual(["nota", "status"]);
    expect(await casa.nota(1)).toMatchObject({ veredito: "autentica", quarentena: false });
  });
});

describe("a better copy", () => {
  test("a copy with a verified chain replaces one with an unverified chain", async () => {
    await casa.receive([forjada, { achados: ["cadeia-nao-verificada"] }]);
    await casa.receive([genuina]);
    expect(await casa.nota(1)).toMatchObject({ valor_total: "100.00" });
    expect(await casa.feed()).toEqual(["nota", "troca"]);
  });

  test("the same bytes are judged again once the missing CA is known", async () => {
    await casa.receive([genuina, { veredito: "suspeita", achados: ["cadeia-desconhecida"] }]);
    expect(await casa.nota(1)).toMatchObject({ quarentena: true });
    expect(await casa.receive([genuina])).toEqual([{ destino: "nota", motivo: null }]);
    const nota = await casa.nota(1);
    expect(nota).toMatchObject({ quarentena: false, veredito: "autentica", achados: [] });
    expect(await casa.feed()).toEqual(["nota"]);
    expect(await casa.receive([genuina])).toEqual([{ destino: "duplicada", motivo: "mesmo-arquivo" }]);
  });

  test("a copy of production replaces one of SEFAZ's test environment, which never counts", async () => {
    const homologada = writeCopia({ tpAmb: "2", digVal: "TESTE=" });
    const fates = await casa.receive([homologada, { achados: ["ambiente-homologacao"] }]);
    expect(fates).toEqual([{ destino: "quarentena", motivo: "homologacao" }]);
    expect(await casa.feed()).toEqual([]);
    expect(await t.asOwner("SELECT FROM tarefa WHERE conta_id = $1", [casa.contaId])).toEqual([]);
    await casa.receive([writeCopia({ cStat: null })]);
    expect(await casa.nota(1)).toMatchObject({ quarentena: false });
    expect(await casa.feed()).toEqual(["nota"]);
  });
});

describe("a cancellation", () => {
  const mailed = (cStat: string | null): [string] => [writeCancelamento(1, cStat)];

  test("a cancellation that SEFAZ did not register is stored, but not published", async () => {
    await casa.receive([genuina]);
    expect(await casa.receive(mailed("999"))).toEqual([
      { destino: "evento", motivo: "evento-nao-autorizado" },
    ]);
    expect((await casa.nota(1)).hash_sha1_canc).toBeNull();
    expect(await casa.feed()).toEqual(["nota"]);
  });

  test("a cancellation from SEFAZ takes precedence over one received by e-mail", async () => {
    await casa.receive([genuina]);
    await casa.receive(mailed("999"));
    await casa.hear({ numero: 1, eventos: [writeCancelamento(1, "135")] });
    const eventos = "SELECT origem, cstat FROM evento WHERE conta_id = $1";
    expect(await t.asOwner(eventos, [casa.contaId])).toEqual([{ origem: "sefaz", cstat: "135" }]);
    await casa.receive(mailed("999"));
    await casa.receive(mailed("155"));
    expect(await t.asOwner(eventos, [casa.contaId])).toEqual([{ origem: "sefaz", cstat: "135" }]);
    expect(await casa.feed()).toEqual(["nota", "status", "evento"]);
  });

  test("a cancellation of a CT-e is linked to it and schedules a SEFAZ query", async () => {
    const [cte] = await insertNotas(t, casa.contaId, [inventNota({ tipoNota: "CTe" })]);
    const fates = await casa.receive([writeEvento({ chave: cte?.chave ?? "" })]);
    expect(fates).toEqual([{ destino: "evento", motivo: null }]);
    const [row] = await t.asOwner("SELECT hash_sha1_canc FROM nota WHERE id = $1", [cte?.id]);
    expect(row).toEqual({ hash_sha1_canc: expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(await casa.feed()).toEqual(["evento"]);
    const asked = await t.asOwner("SELECT tipo, alvo FROM tarefa WHERE conta_id = $1", [casa.contaId]);
    expect(asked).toEqual([{ tipo: "validate", alvo: cte?.chave }]);
  });

  test("a registered cancellation is published once, however often it is repeated", async () => {
    await casa.receive([genuina], mailed("135"));
    await casa.hear({ numero: 1, eventos: [writeCancelamento(1, "135")] });
    expect(await casa.feed()).toEqual(["nota", "evento", "status"]);
    const eventos = "SELECT origem FROM evento WHERE conta_id = $1";
    expect(await t.asOwner(eventos, [casa.contaId])).toEqual([{ origem: "sefaz" }]);
  });
});

describe("polling for changes by alterado_em", () => {
  test("a cancellation updates alterado_em", async () => {
    await casa.receive([genuina]);
    const before = (await casa.nota(1)).alterado_em;
    await casa.receive([writeCancelamento(1, "135")]);
    expect((await casa.nota(1)).alterado_em.getTime()).toBeGreaterThan(before.getTime());
  });

  test("a change committed late, or by a host whose clock is behind, is not missed", async () => {
    await casa.receive([genuina]);
    t.clock.advance(-60_000);
    await casa.receive([writeCopia({ numero: 2 })]);
    t.clock.advance(60_000);
    const [first, second] = [await casa.nota(1), await casa.nota(2)];
    expect(second.alterado_em.getTime()).toBeGreaterThan(first.alterado_em.getTime());
  });
});
