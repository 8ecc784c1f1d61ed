import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import {
  type ContaFixture,
  openContaFixture,
  writeCancelamento,
  writeCopy,
  writeEvento,
} from "../setup/nota-copies.ts";

let t: TestContext;
let fixture: ContaFixture;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.dispose());
beforeEach(async () => {
  fixture = await openContaFixture(t);
});

const GENUINE = writeCopy({ digVal: "GENUINA=", valor: "100.00" });
const FORGED = writeCopy({ digVal: "FORJADA=", valor: "9999.00" });

describe("SEFAZ's digest decides which copy is genuine", () => {
  test("a forged copy that came first is replaced by the stored genuine one", async () => {
    const outcomes = await fixture.receive([FORGED], [GENUINE]);
    expect(outcomes.map((outcome) => outcome.destino)).toEqual(["nota", "duplicada"]);
    expect(await fixture.nota(1)).toMatchObject({ valor_total: "9999.00", quarentena: false });
    await fixture.applyAnswer({ numero: 1, digVal: "GENUINA=" });
    expect(await fixture.nota(1)).toMatchObject({
      valor_total: "100.00",
      dig_val: "GENUINA=",
      veredito: "autentica",
      quarentena: false,
    });
    expect(await fixture.feed()).toEqual(["nota", "status", "troca"]);
    expect(await fixture.totals()).toEqual({ rollup: "1 100.00", notas: "1 100.00" });
  });

  test("a forged copy without a genuine one is quarantined, until the genuine one comes", async () => {
    await fixture.receive([FORGED]);
    await fixture.applyAnswer({ numero: 1, digVal: "GENUINA=" });
    const quarantined = await fixture.nota(1);
    expect(quarantined).toMatchObject({ veredito: "suspeita", quarentena: true });
    expect(quarantined.achados.map(({ codigo }) => codigo)).toEqual(["sefaz-digest-divergente"]);
    expect(await fixture.totals()).toEqual({ rollup: "0 0.00", notas: "0 0" });
    expect((await fixture.feed()).at(-1)).toBe("quarentena");
    await fixture.receive([GENUINE]);
    expect(await fixture.nota(1)).toMatchObject({ valor_total: "100.00", quarentena: false });
    expect(await fixture.totals()).toEqual({ rollup: "1 100.00", notas: "1 100.00" });
  });

  test("a forged copy that comes after SEFAZ's answer is suspicious, and so is the same file again", async () => {
    await fixture.receive([GENUINE]);
    await fixture.applyAnswer({ numero: 1, digVal: "GENUINA=" });
    expect(await fixture.receive([FORGED])).toEqual([{ destino: "quarentena", motivo: "suspeita" }]);
    expect(await fixture.receive([FORGED])).toEqual([{ destino: "duplicada", motivo: "mesmo-arquivo" }]);
    expect(await fixture.nota(1)).toMatchObject({ valor_total: "100.00", quarentena: false });
  });

  test("the content that SEFAZ confirms stays unchanged", async () => {
    await fixture.receive([GENUINE]);
    await fixture.applyAnswer({ numero: 1, digVal: "GENUINA=" });
    await fixture.applyAnswer({ numero: 1, digVal: null });
    expect(await fixture.feed()).toEqual(["nota", "status"]);
    expect(await fixture.nota(1)).toMatchObject({ veredito: "autentica", quarentena: false });
  });
});

describe("replacement of a copy by a better one", () => {
  test("a copy with a verified chain replaces one with an unverified chain", async () => {
    await fixture.receive([FORGED, { achados: ["cadeia-nao-verificada"] }]);
    await fixture.receive([GENUINE]);
    expect(await fixture.nota(1)).toMatchObject({ valor_total: "100.00" });
    expect(await fixture.feed()).toEqual(["nota", "troca"]);
  });

  test("the same bytes are judged again once the missing CA is known", async () => {
    await fixture.receive([GENUINE, { veredito: "suspeita", achados: ["cadeia-desconhecida"] }]);
    expect(await fixture.nota(1)).toMatchObject({ quarentena: true });
    expect(await fixture.receive([GENUINE])).toEqual([{ destino: "nota", motivo: null }]);
    const nota = await fixture.nota(1);
    expect(nota).toMatchObject({ quarentena: false, veredito: "autentica", achados: [] });
    expect(await fixture.feed()).toEqual(["nota"]);
    expect(await fixture.receive([GENUINE])).toEqual([{ destino: "duplicada", motivo: "mesmo-arquivo" }]);
  });

  test("a copy of production replaces one of SEFAZ's test environment, which never counts", async () => {
    const testCopy = writeCopy({ tpAmb: "2", digVal: "TESTE=" });
    const outcomes = await fixture.receive([testCopy, { achados: ["ambiente-homologacao"] }]);
    expect(outcomes).toEqual([{ destino: "quarentena", motivo: "homologacao" }]);
    expect(await fixture.feed()).toEqual([]);
    expect(await t.asOwner("SELECT FROM tarefa WHERE conta_id = $1", [fixture.contaId])).toEqual([]);
    await fixture.receive([writeCopy({ cStat: null })]);
    expect(await fixture.nota(1)).toMatchObject({ quarentena: false });
    expect(await fixture.feed()).toEqual(["nota"]);
  });
});

describe("cancellation of a nota", () => {
  const mailed = (cStat: string | null): [string] => [writeCancelamento(1, cStat)];

  test("a cancellation that SEFAZ did not register is stored, but not published", async () => {
    await fixture.receive([GENUINE]);
    expect(await fixture.receive(mailed("999"))).toEqual([
      { destino: "evento", motivo: "evento-nao-autorizado" },
    ]);
    expect((await fixture.nota(1)).hash_sha1_canc).toBeNull();
    expect(await fixture.feed()).toEqual(["nota"]);
  });

  test("a cancellation from SEFAZ takes precedence over one received by e-mail", async () => {
    await fixture.receive([GENUINE]);
    await fixture.receive(mailed("999"));
    await fixture.applyAnswer({ numero: 1, eventos: [writeCancelamento(1, "135")] });
    const eventos = "SELECT origem, cstat FROM evento WHERE conta_id = $1";
    expect(await t.asOwner(eventos, [fixture.contaId])).toEqual([{ origem: "sefaz", cstat: "135" }]);
    await fixture.receive(mailed("999"));
    await fixture.receive(mailed("155"));
    expect(await t.asOwner(eventos, [fixture.contaId])).toEqual([{ origem: "sefaz", cstat: "135" }]);
    expect(await fixture.feed()).toEqual(["nota", "status", "evento"]);
  });

  test("a cancellation of a CT-e is linked to it and schedules a SEFAZ query", async () => {
    const [cte] = await insertNotas(t, fixture.contaId, [inventNota({ tipoNota: "CTe" })]);
    const outcomes = await fixture.receive([writeEvento({ chave: cte?.chave ?? "" })]);
    expect(outcomes).toEqual([{ destino: "evento", motivo: null }]);
    const [row] = await t.asOwner("SELECT hash_sha1_canc FROM nota WHERE id = $1", [cte?.id]);
    expect(row).toEqual({ hash_sha1_canc: expect.stringMatching(/^[0-9a-f]{40}$/) });
    expect(await fixture.feed()).toEqual(["evento"]);
    const asked = await t.asOwner("SELECT tipo, alvo FROM tarefa WHERE conta_id = $1", [fixture.contaId]);
    expect(asked).toEqual([{ tipo: "validate", alvo: cte?.chave }]);
  });

  test("a registered cancellation is published once, however often it is repeated", async () => {
    await fixture.receive([GENUINE], mailed("135"));
    await fixture.applyAnswer({ numero: 1, eventos: [writeCancelamento(1, "135")] });
    expect(await fixture.feed()).toEqual(["nota", "evento", "status"]);
    const eventos = "SELECT origem FROM evento WHERE conta_id = $1";
    expect(await t.asOwner(eventos, [fixture.contaId])).toEqual([{ origem: "sefaz" }]);
  });
});

describe("polling for changes by alterado_em", () => {
  test("a cancellation updates alterado_em", async () => {
    await fixture.receive([GENUINE]);
    const before = (await fixture.nota(1)).alterado_em;
    await fixture.receive([writeCancelamento(1, "135")]);
    expect((await fixture.nota(1)).alterado_em.getTime()).toBeGreaterThan(before.getTime());
  });

  test("a change committed late, or by a host whose clock is behind, is not missed", async () => {
    await fixture.receive([GENUINE]);
    t.clock.advance(-60_000);
    await fixture.receive([writeCopy({ numero: 2 })]);
    t.clock.advance(60_000);
    const [first, second] = [await fixture.nota(1), await fixture.nota(2)];
    expect(second.alterado_em.getTime()).toBeGreaterThan(first.alterado_em.getTime());
  });
});
