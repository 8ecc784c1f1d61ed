import { SefazOutage } from "@malote/sefaz";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@malote/syntax";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Deferral } from "../../src/errors.ts";
import { SEFAZ_QUOTAS } from "../../src/services/sefaz/quotas.ts";
import type { SefazRequest } from "../../src/services/sefaz/rate-policy.scopes.ts";
import { withRateLimit } from "../../src/services/sefaz/with-rate-limit.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";

type Answer = { cStat: string };
const CNPJ = "11222333000181";
const OTHER_CNPJ = "99888777000166";
const THIRD_CNPJ = "55666777000144";
const AUTHORIZED: Answer = { cStat: "100" };

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
function requestOf(o: Partial<SefazRequest<Answer>> = {}): SefazRequest<Answer> {
  n += 1;
  const chave = `${n}`.padStart(44, "0");
  return {
    ...{ sandbox: true, autorizador: "SVRS", modelo: "55", servico: "consulta", certificadoCnpj: CNPJ },
    ...{ chave, cotas: ["consulta-chave"], ...o },
  };
}

function send(o: Partial<SefazRequest<Answer>> = {}, answer: () => Promise<Answer> = async () => AUTHORIZED) {
  return withRateLimit(t.ctx, requestOf(o), answer);
}

async function deferralOf(
  o: Partial<SefazRequest<Answer>> = {},
): Promise<{ motivo: string; minutes: number }> {
  let asked = false;
  const error = await send(o, async () => {
    asked = true;
    return AUTHORIZED;
  }).then(
    () => null,
    (e: unknown) => e,
  );
  expect(asked, "nobody was asked").toBe(false);
  if (!(error instanceof Deferral)) throw new Error("the request was allowed", { cause: error });
  return { motivo: error.motivo, minutes: Math.round(error.retryAfterMs / MINUTE_MS) };
}

const outageOf =
  (cause: "tempo" | "recusada" | "certificado" | "tls" = "tempo") =>
  async (): Promise<Answer> => {
    throw new SefazOutage(cause, "x");
  };

async function failTimes(times: number, o: Partial<SefazRequest<Answer>> = {}): Promise<void> {
  for (let i = 0; i < times; i += 1) await expect(send(o, outageOf())).rejects.toThrow(SefazOutage);
}

test.each(["656", "678"])(
  "cStat %s blocks that CNPJ for an hour at that authorizer, for every service and document, and nothing else",
  async (cStat) => {
    expect(await send({}, async () => ({ cStat }))).toEqual({ cStat });
    expect(await deferralOf()).toEqual({ motivo: "bloqueio", minutes: 61 });
    expect(await deferralOf({ servico: "evento", modelo: "57" })).toMatchObject({ motivo: "bloqueio" });
    expect(await send({ autorizador: "SP" })).toEqual(AUTHORIZED);
    expect(await send({ certificadoCnpj: OTHER_CNPJ })).toEqual(AUTHORIZED);
    t.clock.advance(HOUR_MS);
    expect(await deferralOf()).toEqual({ motivo: "bloqueio", minutes: 1 });
    t.clock.advance(2 * MINUTE_MS);
    expect(await send()).toEqual(AUTHORIZED);
  },
);

test("misuse of the distribution blocks only the distribution of that modelo, and no other block affects it", async () => {
  const queue = { autorizador: "AN", servico: "distribuicao", cotas: [], descanso: () => 0 } as const;
  await send(queue, async () => ({ cStat: "656" }));
  expect(await deferralOf(queue)).toEqual({ motivo: "bloqueio", minutes: 61 });
  const single = { ...queue, cotas: ["distribuicao-pontual"], descanso: undefined } as const;
  expect(await deferralOf(single), "one by its NSU").toMatchObject({ motivo: "bloqueio" });
  for (const o of [{ ...queue, modelo: "57" }, { autorizador: "AN", servico: "evento" }, {}] as const) {
    expect(await send(o)).toEqual(AUTHORIZED);
  }
  await send({ autorizador: "AN", servico: "evento" }, async () => ({ cStat: "656" }));
  expect(await send({ ...queue, modelo: "57" })).toEqual(AUTHORIZED);
});

test("blocks of sandbox, production and homologação are independent", async () => {
  await send({}, async () => ({ cStat: "656" }));
  await failTimes(1, { certificadoCnpj: THIRD_CNPJ });
  await failTimes(4, { certificadoCnpj: OTHER_CNPJ });
  expect(await deferralOf({ certificadoCnpj: OTHER_CNPJ })).toMatchObject({ motivo: "disjuntor" });
  expect(await send({ sandbox: false })).toEqual(AUTHORIZED);
  await send({ sandbox: false }, async () => ({ cStat: "656" }));
  expect(await send({ sandbox: false, ambiente: "2" })).toEqual(AUTHORIZED);
});

test("ten consultas of a chave in an hour exhaust the quota of one certificate, but not of another nor of other chaves", async () => {
  const chave = "5".repeat(44);
  for (let i = 0; i < SEFAZ_QUOTAS["consulta-chave"].limite; i += 1) await send({ chave });
  expect(await deferralOf({ chave })).toEqual({ motivo: "cota", minutes: 61 });
  expect(await send({ chave, certificadoCnpj: OTHER_CNPJ })).toEqual(AUTHORIZED);
  expect(await send()).toEqual(AUTHORIZED);
  t.clock.advance(HOUR_MS + 2 * MINUTE_MS);
  expect(await send({ chave })).toEqual(AUTHORIZED);
});

test("a quota slot becomes free when the oldest consulta leaves the window, one at a time", async () => {
  const chave = "6".repeat(44);
  for (let i = 0; i < 10; i += 1) {
    await send({ chave });
    t.clock.advance(MINUTE_MS);
  }
  expect(await deferralOf({ chave })).toEqual({ motivo: "cota", minutes: 51 });
  t.clock.advance(51.5 * MINUTE_MS);
  expect(await send({ chave })).toEqual(AUTHORIZED);
  expect(await deferralOf({ chave })).toMatchObject({ motivo: "cota" });
});

test("a request that did not reach SEFAZ does not count; one that timed out does", async () => {
  const chave = "7".repeat(44);
  const cotas = ["distribuicao-pontual"] as const;
  for (let i = 0; i < 30; i += 1) {
    await send({ chave, cotas, certificado: `${i}` }, outageOf("certificado")).catch(() => {});
  }
  expect(await t.asOwner("SELECT FROM sefaz_uso")).toEqual([]);
  await send({ chave, cotas }, outageOf("tempo")).catch(() => {});
  expect(await t.asOwner("SELECT FROM sefaz_uso")).toHaveLength(1);
});

test("of ten simultaneous consultas of one chave only one is sent, whatever the conta or certificate", async () => {
  const chave = "8".repeat(44);
  let release = () => {};
  const answered = new Promise<void>((resolve) => {
    release = resolve;
  });
  let inFlight = 0;
  const slow = async (): Promise<Answer> => {
    inFlight += 1;
    await answered;
    return AUTHORIZED;
  };
  const all = Array.from({ length: 10 }, (_, i) =>
    send({ chave, certificadoCnpj: i % 2 ? CNPJ : OTHER_CNPJ }, slow).catch((e: unknown) => e),
  );
  const refused = await firstNine(all);
  expect(inFlight).toBe(1);
  for (const each of refused) expect(each).toMatchObject({ motivo: "em-voo" });
  release();
  expect((await Promise.all(all)).filter((each) => each === AUTHORIZED)).toHaveLength(1);
  expect(await send({ chave })).toEqual(AUTHORIZED);
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

test("a clock jump does not end the lease of a request in flight; the lease of a dead process ends by the database clock", async () => {
  const chave = "9".repeat(44);
  const pendingRequest = send({ chave }, async () => {
    t.clock.advance(25 * HOUR_MS);
    expect(await deferralOf({ chave })).toMatchObject({ motivo: "em-voo" });
    return AUTHORIZED;
  });
  await pendingRequest;
  await send({ chave }, async () => {
    await t.asOwner("UPDATE sefaz_voo SET ate = clock_timestamp() - interval '1 ms'");
    expect(await send({ chave })).toEqual(AUTHORIZED);
    return AUTHORIZED;
  });
});

test("five failures in a row open the circuit breaker of that service alone, and one probe closes it", async () => {
  await failTimes(4);
  expect(await send()).toEqual(AUTHORIZED);
  await failTimes(5);
  expect(await deferralOf()).toMatchObject({ motivo: "disjuntor" });
  for (const o of [{ autorizador: "SP" }, { modelo: "57" }, { servico: "evento" }] as const) {
    expect(await send(o)).toEqual(AUTHORIZED);
  }
  t.clock.advance(31 * SECOND_MS);
  await send({}, async () => {
    expect(await deferralOf(), "one probe at a time").toMatchObject({ motivo: "disjuntor" });
    return AUTHORIZED;
  });
  expect(await send()).toEqual(AUTHORIZED);
  expect(
    await t.asOwner(
      "SELECT falhas, aberturas, aberto_ate FROM sefaz_disjuntor WHERE nome = 'simulador SVRS 55 consulta'",
    ),
  ).toEqual([{ falhas: 0, aberturas: 0, aberto_ate: null }]);
});

test("a failed probe doubles the time that the circuit breaker stays open, up to 15 minutes", async () => {
  t.clock.hold();
  await failTimes(5);
  const waits: number[] = [];
  for (let i = 0; i < 8; i += 1) {
    const error = await send().catch((e: unknown) => e);
    if (!(error instanceof Deferral)) throw new Error("the breaker was closed");
    waits.push(Math.round(error.retryAfterMs / SECOND_MS));
    t.clock.advance(error.retryAfterMs + 1);
    await failTimes(1);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

test("cStat 108 and 109 count as failures of the service, a refused certificate does not", async () => {
  for (const cStat of ["108", "109", "108", "108", "109"]) await send({}, async () => ({ cStat }));
  expect(await deferralOf()).toMatchObject({ motivo: "disjuntor" });
  for (let i = 0; i < 9; i += 1) {
    await send({ autorizador: "SP", certificado: `${i}` }, outageOf("certificado")).catch(() => {});
  }
  expect(await send({ autorizador: "SP" })).toEqual(AUTHORIZED);
});

test("an inconclusive probe leaves the probe slot to the next request", async () => {
  await failTimes(5);
  t.clock.advance(31 * SECOND_MS);
  await send({ certificadoCnpj: OTHER_CNPJ }, outageOf("certificado")).catch(() => {});
  expect(await send()).toEqual(AUTHORIZED);
});

test("a late inconclusive request does not take the slot of the running probe", async () => {
  let end = () => {};
  const waits = new Promise<void>((resolve) => {
    end = resolve;
  });
  const late = send({ certificadoCnpj: OTHER_CNPJ }, async () => {
    await waits;
    return outageOf("certificado")();
  }).catch(() => {});
  await expect.poll(() => t.asOwner("SELECT FROM sefaz_voo")).toHaveLength(1);
  await failTimes(5);
  t.clock.advance(31 * SECOND_MS);
  await send({}, async () => {
    end();
    await late;
    expect(await deferralOf(), "one probe at a time").toMatchObject({ motivo: "disjuntor" });
    return AUTHORIZED;
  });
});

const http403 = async (): Promise<Answer> => {
  throw new SefazOutage("http", "HTTP 403", { status: 403 });
};

test.each([
  ["certificado", outageOf("certificado")],
  ["tls", outageOf("tls")],
  ["HTTP 403", http403],
] as const)(
  "a certificate refused by an authorizer (%s) pauses there alone, doubling up to six hours, until it is replaced",
  async (_nome, refused) => {
    const oldCertificate = { certificado: "velho" };
    const pauses: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      await expect(send(oldCertificate, refused)).rejects.toThrow(SefazOutage);
      const { motivo, minutes } = await deferralOf(oldCertificate);
      expect(motivo).toBe("bloqueio");
      pauses.push(minutes);
      if (i < 7) t.clock.advance(minutes * MINUTE_MS + 1_000);
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 360]);
    expect(await send({ ...oldCertificate, autorizador: "SP" })).toEqual(AUTHORIZED);
    expect(await send({ certificado: "novo" })).toEqual(AUTHORIZED);
    t.clock.advance(361 * MINUTE_MS);
    expect(await send(oldCertificate)).toEqual(AUTHORIZED);
    await expect(send(oldCertificate, refused)).rejects.toThrow(SefazOutage);
    expect(await deferralOf(oldCertificate), "an answer ends the row").toEqual({
      motivo: "bloqueio",
      minutes: 5,
    });
  },
);

test("failures of one certificate alone do not open the circuit breaker for the others", async () => {
  await send({ certificadoCnpj: OTHER_CNPJ });
  await failTimes(20);
  expect(await send({ certificadoCnpj: OTHER_CNPJ })).toEqual(AUTHORIZED);
  await failTimes(4);
  await failTimes(1, { certificadoCnpj: OTHER_CNPJ });
  expect(await deferralOf({ certificadoCnpj: THIRD_CNPJ })).toMatchObject({ motivo: "disjuntor" });
});

test("the answer is returned although storing its block fails at the first attempt", async () => {
  const { database } = t.ctx;
  let tries = 0;
  const silence: typeof database.gatekeeper.blockScope = async (...o) => {
    tries += 1;
    if (tries === 1) throw Object.assign(new Error("connection terminated"), { code: "57P01" });
    await database.gatekeeper.blockScope(...o);
  };
  const ctx = {
    ...t.ctx,
    database: { ...database, gatekeeper: { ...database.gatekeeper, blockScope: silence } },
  };
  expect(await withRateLimit(ctx, requestOf(), async () => ({ cStat: "656" }))).toEqual({ cStat: "656" });
  expect(await deferralOf()).toEqual({ motivo: "bloqueio", minutes: 61 });
});

test("a block of the real SEFAZ survives changes of the application clock", async () => {
  const real = { sandbox: false } as const;
  await send(real, async () => ({ cStat: "656" }));
  for (const hours of [-30, 60, -30]) {
    t.clock.advance(hours * HOUR_MS);
    const now = t.clock.now();
    await t.ctx.database.gatekeeper.sweepSefaz({ now, antes: now, limite: 100 });
    expect(await deferralOf(real)).toMatchObject({ motivo: "bloqueio" });
  }
});

test("late failures do not reopen an open circuit breaker", async () => {
  const late = Array.from({ length: 5 }, () => {
    let end = () => {};
    const waits = new Promise<void>((resolve) => {
      end = resolve;
    });
    const done = send({}, async () => {
      await waits;
      return outageOf()();
    }).catch(() => {});
    return { end: () => end(), done };
  });
  await expect.poll(() => t.asOwner("SELECT FROM sefaz_voo")).toHaveLength(late.length);
  await failTimes(5);
  for (const each of late) each.end();
  await Promise.all(late.map(({ done }) => done));
  expect(await t.asOwner("SELECT aberturas FROM sefaz_disjuntor")).toEqual([{ aberturas: 1 }]);
});

test("a distribution queue without news pauses for all contas, and only that queue", async () => {
  const queue = { servico: "distribuicao", cotas: [], descanso: () => HOUR_MS } as const;
  await send(queue, async () => ({ cStat: "137" }));
  expect(await deferralOf(queue)).toEqual({ motivo: "bloqueio", minutes: 60 });
  expect(await send({ ...queue, modelo: "57" })).toEqual(AUTHORIZED);
  expect(await send({ servico: "distribuicao", cotas: ["distribuicao-pontual"] }), "one by its NSU").toEqual(
    AUTHORIZED,
  );
  expect(await send()).toEqual(AUTHORIZED);
});

test("requests to a distribution queue run one at a time", async () => {
  const { chave: _, ...queue } = requestOf({ servico: "distribuicao", cotas: [] });
  await withRateLimit(t.ctx, queue, async () => {
    const error = await withRateLimit(t.ctx, queue, async () => AUTHORIZED).catch((e: unknown) => e);
    expect(error).toMatchObject({ motivo: "em-voo" });
    return AUTHORIZED;
  });
});

test("the status of an authorizer is queried at most once every three minutes by all certificates together", async () => {
  const status = { servico: "status", cotas: ["status"] } as const;
  await send(status);
  expect(await deferralOf({ ...status, certificadoCnpj: OTHER_CNPJ })).toEqual({
    motivo: "cota",
    minutes: 3,
  });
  expect(await send({ ...status, autorizador: "SP" })).toEqual(AUTHORIZED);
});

test("requests above the rate of an authorizer wait in place instead of being deferred", async () => {
  const { limite } = SEFAZ_QUOTAS.autorizador;
  const started = performance.now();
  const all = await Promise.allSettled(
    Array.from({ length: limite + 5 }, () => send({ cotas: ["autorizador"] })),
  );
  expect(all.filter(({ status }) => status === "rejected")).toEqual([]);
  expect(performance.now() - started).toBeGreaterThan(500);
});

test("setting the clock back discards usage recorded in the future", async () => {
  const chave = "4".repeat(44);
  t.clock.advance(25 * HOUR_MS);
  for (let i = 0; i < 10; i += 1) await send({ chave });
  await send({}, async () => ({ cStat: "656" }));
  await failTimes(1, { certificadoCnpj: THIRD_CNPJ });
  await failTimes(4, { certificadoCnpj: OTHER_CNPJ });
  t.clock.advance(-25 * HOUR_MS);
  expect(await send({ chave })).toEqual(AUTHORIZED);
  expect(await send({ certificadoCnpj: OTHER_CNPJ })).toEqual(AUTHORIZED);
});

test("per-second usage of an authorizer is deleted after a minute", async () => {
  await send({ cotas: ["autorizador", "consulta-chave"] });
  t.clock.advance(2 * MINUTE_MS);
  const now = t.clock.now();
  const before = new Date(now.getTime() - 3 * HOUR_MS);
  expect(await t.ctx.database.gatekeeper.sweepSefaz({ now, antes: before, limite: 100 })).toBe(1);
  expect(await t.asOwner("SELECT FROM sefaz_uso")).toHaveLength(1);
});

test("usage older than every window is deleted", async () => {
  await send();
  t.clock.advance(4 * HOUR_MS);
  await send();
  const now = t.clock.now();
  const before = new Date(now.getTime() - 3 * HOUR_MS);
  expect(await t.ctx.database.gatekeeper.sweepSefaz({ now, antes: before, limite: 100 })).toBe(1);
  expect(await t.asOwner("SELECT FROM sefaz_uso")).toHaveLength(1);
});
