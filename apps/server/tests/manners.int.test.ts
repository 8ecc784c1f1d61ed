import { SefazOutage } from "@malote/sefaz";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Deferral } from "../src/errors.ts";
import { COTAS } from "../src/services/sefaz/cotas.ts";
import { askPolitely, type PerguntaPolida } from "../src/services/sefaz/manners.ts";
import type { TestContext } from "./context.ts";
import { createTestContext } from "./context.ts";

type Resposta = { cStat: string };
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CNPJ = "11222333000181";
const OUTRO = "99888777000166";
const TERCEIRO = "55666777000144";
const SIM: Resposta = { cStat: "100" };

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.dispose());
beforeEach(async () => {
  t.clock.release();
  await t.asOwner("TRUNCATE sefaz_uso, sefaz_bloqueio, sefaz_disjuntor, sefaz_voo");
});

let n = 0;
function question(o: Partial<PerguntaPolida<Resposta>> = {}): PerguntaPolida<Resposta> {
  n += 1;
  const chave = `${n}`.padStart(44, "0");
  return {
    ...{ sandbox: true, autorizador: "SVRS", modelo: "55", servico: "consulta", certificadoCnpj: CNPJ },
    ...{ chave, cotas: ["consulta-chave"], ...o },
  };
}

function ask(o: Partial<PerguntaPolida<Resposta>> = {}, answer: () => Promise<Resposta> = async () => SIM) {
  return askPolitely(t.ctx, question(o), answer);
}

async function deferralOf(
  o: Partial<PerguntaPolida<Resposta>> = {},
): Promise<{ motivo: string; minutes: number }> {
  let asked = false;
  const error = await ask(o, async () => {
    asked = true;
    return SIM;
  }).then(
    () => null,
    (e: unknown) => e,
  );
  expect(asked, "nobody was asked").toBe(false);
  if (!(error instanceof Deferral)) throw new Error("the request was allowed", { cause: error });
  return { motivo: error.motivo, minutes: Math.round(error.retryAfterMs / MINUTE_MS) };
}

const away =
  (causa: "tempo" | "recusada" | "certificado" | "tls" = "tempo") =>
  async (): Promise<Resposta> => {
    throw new SefazOutage(causa, "x");
  };

async function fail(times: number, o: Partial<PerguntaPolida<Resposta>> = {}): Promise<void> {
  for (let i = 0; i < times; i += 1) await expect(ask(o, away())).rejects.toThrow(SefazOutage);
}

test.each(["656", "678"])(
  "cStat %s blocks that CNPJ for an hour at that authorizer, for every service and document, and nothing else",
  async (cStat) => {
    expect(await ask({}, async () => ({ cStat }))).toEqual({ cStat });
    expect(await deferralOf()).toEqual({ motivo: "bloqueio", minutes: 61 });
    expect(await deferralOf({ servico: "evento", modelo: "57" })).toMatchObject({ motivo: "bloqueio" });
    expect(await ask({ autorizador: "SP" })).toEqual(SIM);
    expect(await ask({ certificadoCnpj: OUTRO })).toEqual(SIM);
    t.clock.advance(60 * MINUTE_MS);
    expect(await deferralOf()).toEqual({ motivo: "bloqueio", minutes: 1 });
    t.clock.advance(2 * MINUTE_MS);
    expect(await ask()).toEqual(SIM);
  },
);

test("misuse of the distribution blocks only the distribution of that modelo, and no other block affects it", async () => {
  const fila = { autorizador: "AN", servico: "distribuicao", cotas: [], descanso: () => 0 } as const;
  await ask(fila, async () => ({ cStat: "656" }));
  expect(await deferralOf(fila)).toEqual({ motivo: "bloqueio", minutes: 61 });
  const pontual = { ...fila, cotas: ["distribuicao-pontual"], descanso: undefined } as const;
  expect(await deferralOf(pontual), "one by its NSU").toMatchObject({ motivo: "bloqueio" });
  for (const o of [{ ...fila, modelo: "57" }, { autorizador: "AN", servico: "evento" }, {}] as const) {
    expect(await ask(o)).toEqual(SIM);
  }
  await ask({ autorizador: "AN", servico: "evento" }, async () => ({ cStat: "656" }));
  expect(await ask({ ...fila, modelo: "57" })).toEqual(SIM);
});

test("blocks of sandbox, production and homologação are independent", async () => {
  await ask({}, async () => ({ cStat: "656" }));
  await fail(1, { certificadoCnpj: TERCEIRO });
  await fail(4, { certificadoCnpj: OUTRO });
  expect(await deferralOf({ certificadoCnpj: OUTRO })).toMatchObject({ motivo: "disjuntor" });
  expect(await ask({ sandbox: false })).toEqual(SIM);
  await ask({ sandbox: false }, async () => ({ cStat: "656" }));
  expect(await ask({ sandbox: false, ambiente: "2" })).toEqual(SIM);
});

test("ten consultas of a chave in an hour exhaust the quota of one certificate, but not of another nor of other chaves", async () => {
  const chave = "5".repeat(44);
  for (let i = 0; i < COTAS["consulta-chave"].limite; i += 1) await ask({ chave });
  expect(await deferralOf({ chave })).toEqual({ motivo: "cota", minutes: 61 });
  expect(await ask({ chave, certificadoCnpj: OUTRO })).toEqual(SIM);
  expect(await ask()).toEqual(SIM);
  t.clock.advance(HOUR_MS + 2 * MINUTE_MS);
  expect(await ask({ chave })).toEqual(SIM);
});

test("a quota slot becomes free when the oldest consulta leaves the window, one at a time", async () => {
  const chave = "6".repeat(44);
  for (let i = 0; i < 10; i += 1) {
    await ask({ chave });
    t.clock.advance(MINUTE_MS);
  }
  expect(await deferralOf({ chave })).toEqual({ motivo: "cota", minutes: 51 });
  t.clock.advance(51.5 * MINUTE_MS);
  expect(await ask({ chave })).toEqual(SIM);
  expect(await deferralOf({ chave })).toMatchObject({ motivo: "cota" });
});

test("a request that did not reach SEFAZ does not count; one that timed out does", async () => {
  const chave = "7".repeat(44);
  const cotas = ["distribuicao-pontual"] as const;
  for (let i = 0; i < 30; i += 1) {
    await ask({ chave, cotas, certificado: `${i}` }, away("certificado")).catch(() => {});
  }
  expect(await t.asOwner("SELECT FROM sefaz_uso")).toEqual([]);
  await ask({ chave, cotas }, away("tempo")).catch(() => {});
  expect(await t.asOwner("SELECT FROM sefaz_uso")).toHaveLength(1);
});

test("of ten simultaneous consultas of one chave only one is sent, whatever the conta or certificate", async () => {
  const chave = "8".repeat(44);
  let release = () => {};
  const answered = new Promise<void>((resolve) => {
    release = resolve;
  });
  let under = 0;
  const slow = async (): Promise<Resposta> => {
    under += 1;
    await answered;
    return SIM;
  };
  const all = Array.from({ length: 10 }, (_, i) =>
    ask({ chave, certificadoCnpj: i % 2 ? CNPJ : OUTRO }, slow).catch((e: unknown) => e),
  );
  const refused = await firstNine(all);
  expect(under).toBe(1);
  for (const each of refused) expect(each).toMatchObject({ motivo: "em-voo" });
  release();
  expect((await Promise.all(all)).filter((each) => each === SIM)).toHaveLength(1);
  expect(await ask({ chave })).toEqual(SIM);
});

/** The first nine results, in order of completion. */
function firstNine(all: readonly Promise<unknown>[]): Promise<unknown[]> {
  const ended: unknown[] = [];
  return new Promise((resolve) => {
    for (const each of all) {
      void each.then((result) => {
        if (ended.push(result) === 9) resolve(ended);
      });
    }
  });
}

test("a clock jump does not end an in-flight lease; the lease of a dead process ends by the database clock", async () => {
  const chave = "9".repeat(44);
  const held = ask({ chave }, async () => {
    t.clock.advance(25 * HOUR_MS);
    expect(await deferralOf({ chave })).toMatchObject({ motivo: "em-voo" });
    return SIM;
  });
  await held;
  await ask({ chave }, async () => {
    await t.asOwner("UPDATE sefaz_voo SET ate = clock_timestamp() - interval '1 ms'");
    expect(await ask({ chave })).toEqual(SIM);
    return SIM;
  });
});

test("five failures in a row open the circuit breaker of that service alone, and one probe closes it", async () => {
  await fail(4);
  expect(await ask()).toEqual(SIM);
  await fail(5);
  expect(await deferralOf()).toMatchObject({ motivo: "disjuntor" });
  for (const o of [{ autorizador: "SP" }, { modelo: "57" }, { servico: "evento" }] as const) {
    expect(await ask(o)).toEqual(SIM);
  }
  t.clock.advance(31 * SECOND_MS);
  await ask({}, async () => {
    expect(await deferralOf(), "one probe at a time").toMatchObject({ motivo: "disjuntor" });
    return SIM;
  });
  expect(await ask()).toEqual(SIM);
  expect(
    await t.asOwner(
      "SELECT falhas, aberturas, aberto_ate FROM sefaz_disjuntor WHERE nome = 'simulador SVRS 55 consulta'",
    ),
  ).toEqual([{ falhas: 0, aberturas: 0, aberto_ate: null }]);
});

test("a failed probe doubles the time that the circuit breaker stays open, up to 15 minutes", async () => {
  t.clock.hold();
  await fail(5);
  const waits: number[] = [];
  for (let i = 0; i < 8; i += 1) {
    const error = await ask().catch((e: unknown) => e);
    if (!(error instanceof Deferral)) throw new Error("the breaker was closed");
    waits.push(Math.round(error.retryAfterMs / SECOND_MS));
    t.clock.advance(error.retryAfterMs + 1);
    await fail(1);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

test("cStat 108 and 109 count as failures of the service, a refused certificate does not", async () => {
  for (const cStat of ["108", "109", "108", "108", "109"]) await ask({}, async () => ({ cStat }));
  expect(await deferralOf()).toMatchObject({ motivo: "disjuntor" });
  for (let i = 0; i < 9; i += 1) {
    await ask({ autorizador: "SP", certificado: `${i}` }, away("certificado")).catch(() => {});
  }
  expect(await ask({ autorizador: "SP" })).toEqual(SIM);
});

test("an inconclusive probe leaves the probe slot to the next request", async () => {
  await fail(5);
  t.clock.advance(31 * SECOND_MS);
  await ask({ certificadoCnpj: OUTRO }, away("certificado")).catch(() => {});
  expect(await ask()).toEqual(SIM);
});

test("a late inconclusive request does not take the slot of the running probe", async () => {
  let end = () => {};
  const waits = new Promise<void>((resolve) => {
    end = resolve;
  });
  const late = ask({ certificadoCnpj: OUTRO }, async () => {
    await waits;
    return away("certificado")();
  }).catch(() => {});
  await expect.poll(() => t.asOwner("SELECT FROM sefaz_voo")).toHaveLength(1);
  await fail(5);
  t.clock.advance(31 * SECOND_MS);
  await ask({}, async () => {
    end();
    await late;
    expect(await deferralOf(), "one probe at a time").toMatchObject({ motivo: "disjuntor" });
    return SIM;
  });
});

const http403 = async (): Promise<Resposta> => {
  throw new SefazOutage("http", "HTTP 403", { status: 403 });
};

test.each([
  ["certificado", away("certificado")],
  ["tls", away("tls")],
  ["HTTP 403", http403],
] as const)(
  "a certificate refused by an authorizer (%s) pauses there alone, doubling up to six hours, until it is replaced",
  async (_nome, refused) => {
    const velho = { certificado: "velho" };
    const pauses: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      await expect(ask(velho, refused)).rejects.toThrow(SefazOutage);
      const { motivo, minutes } = await deferralOf(velho);
      expect(motivo).toBe("bloqueio");
      pauses.push(minutes);
      if (i < 7) t.clock.advance(minutes * MINUTE_MS + 1_000);
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 360]);
    expect(await ask({ ...velho, autorizador: "SP" })).toEqual(SIM);
    expect(await ask({ certificado: "novo" })).toEqual(SIM);
    t.clock.advance(361 * MINUTE_MS);
    expect(await ask(velho)).toEqual(SIM);
    await expect(ask(velho, refused)).rejects.toThrow(SefazOutage);
    expect(await deferralOf(velho), "an answer ends the row").toEqual({ motivo: "bloqueio", minutes: 5 });
  },
);

test("failures of one certificate alone do not open the circuit breaker for the others", async () => {
  await ask({ certificadoCnpj: OUTRO });
  await fail(20);
  expect(await ask({ certificadoCnpj: OUTRO })).toEqual(SIM);
  await fail(4);
  await fail(1, { certificadoCnpj: OUTRO });
  expect(await deferralOf({ certificadoCnpj: TERCEIRO })).toMatchObject({ motivo: "disjuntor" });
});

test("the answer is returned although storing its block fails at the first attempt", async () => {
  const { database } = t.ctx;
  let tries = 0;
  const silence: typeof database.portaria.silence = async (...o) => {
    tries += 1;
    if (tries === 1) throw Object.assign(new Error("connection terminated"), { code: "57P01" });
    await database.portaria.silence(...o);
  };
  const ctx = { ...t.ctx, database: { ...database, portaria: { ...database.portaria, silence } } };
  expect(await askPolitely(ctx, question(), async () => ({ cStat: "656" }))).toEqual({ cStat: "656" });
  expect(await deferralOf()).toEqual({ motivo: "bloqueio", minutes: 61 });
});

test("a block of the real SEFAZ survives changes of the application clock", async () => {
  const real = { sandbox: false } as const;
  await ask(real, async () => ({ cStat: "656" }));
  for (const hours of [-30, 60, -30]) {
    t.clock.advance(hours * HOUR_MS);
    const agora = t.clock.now();
    await t.ctx.database.portaria.sweepSefaz({ agora, antes: agora, limite: 100 });
    expect(await deferralOf(real)).toMatchObject({ motivo: "bloqueio" });
  }
});

test("late failures do not reopen an open circuit breaker", async () => {
  const late = Array.from({ length: 5 }, () => {
    let end = () => {};
    const waits = new Promise<void>((resolve) => {
      end = resolve;
    });
    const done = ask({}, async () => {
      await waits;
      return away()();
    }).catch(() => {});
    return { end: () => end(), done };
  });
  await expect.poll(() => t.asOwner("SELECT FROM sefaz_voo")).toHaveLength(late.length);
  await fail(5);
  for (const each of late) each.end();
  await Promise.all(late.map(({ done }) => done));
  expect(await t.asOwner("SELECT aberturas FROM sefaz_disjuntor")).toEqual([{ aberturas: 1 }]);
});

test("a distribution queue without news pauses for all contas, and only that queue", async () => {
  const fila = { servico: "distribuicao", cotas: [], descanso: () => HOUR_MS } as const;
  await ask(fila, async () => ({ cStat: "137" }));
  expect(await deferralOf(fila)).toEqual({ motivo: "bloqueio", minutes: 60 });
  expect(await ask({ ...fila, modelo: "57" })).toEqual(SIM);
  expect(await ask({ servico: "distribuicao", cotas: ["distribuicao-pontual"] }), "one by its NSU").toEqual(
    SIM,
  );
  expect(await ask()).toEqual(SIM);
});

test("requests to a distribution queue run one at a time", async () => {
  const { chave: _, ...fila } = question({ servico: "distribuicao", cotas: [] });
  await askPolitely(t.ctx, fila, async () => {
    const error = await askPolitely(t.ctx, fila, async () => SIM).catch((e: unknown) => e);
    expect(error).toMatchObject({ motivo: "em-voo" });
    return SIM;
  });
});

test("the status of an authorizer is queried at most once every three minutes by all certificates together", async () => {
  const status = { servico: "status", cotas: ["status"] } as const;
  await ask(status);
  expect(await deferralOf({ ...status, certificadoCnpj: OUTRO })).toEqual({ motivo: "cota", minutes: 3 });
  expect(await ask({ ...status, autorizador: "SP" })).toEqual(SIM);
});

test("requests above the rate of an authorizer wait in place instead of being deferred", async () => {
  const { limite } = COTAS.autorizador;
  const started = performance.now();
  const all = await Promise.allSettled(
    Array.from({ length: limite + 5 }, () => ask({ cotas: ["autorizador"] })),
  );
  expect(all.filter(({ status }) => status === "rejected")).toEqual([]);
  expect(performance.now() - started).toBeGreaterThan(500);
});

test("setting the clock back discards usage recorded in the future", async () => {
  const chave = "4".repeat(44);
  t.clock.advance(25 * HOUR_MS);
  for (let i = 0; i < 10; i += 1) await ask({ chave });
  await ask({}, async () => ({ cStat: "656" }));
  await fail(1, { certificadoCnpj: TERCEIRO });
  await fail(4, { certificadoCnpj: OUTRO });
  t.clock.advance(-25 * HOUR_MS);
  expect(await ask({ chave })).toEqual(SIM);
  expect(await ask({ certificadoCnpj: OUTRO })).toEqual(SIM);
});

test("per-second usage of an authorizer is deleted after a minute", async () => {
  await ask({ cotas: ["autorizador", "consulta-chave"] });
  t.clock.advance(2 * MINUTE_MS);
  const agora = t.clock.now();
  const antes = new Date(agora.getTime() - 3 * HOUR_MS);
  expect(await t.ctx.database.portaria.sweepSefaz({ agora, antes, limite: 100 })).toBe(1);
  expect(await t.asOwner("SELECT FROM sefaz_uso")).toHaveLength(1);
});

test("usage older than every window is deleted", async () => {
  await ask();
  t.clock.advance(4 * HOUR_MS);
  await ask();
  const agora = t.clock.now();
  const antes = new Date(agora.getTime() - 3 * HOUR_MS);
  expect(await t.ctx.database.portaria.sweepSefaz({ agora, antes, limite: 100 })).toBe(1);
  expect(await t.asOwner("SELECT FROM sefaz_uso")).toHaveLength(1);
});
