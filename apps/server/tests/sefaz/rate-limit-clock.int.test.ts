import { HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { AppContext } from "../../src/app-context.ts";
import type { Deferral } from "../../src/errors.ts";
import { SEFAZ_QUOTAS } from "../../src/services/sefaz/quotas.ts";
import type { SefazRequest } from "../../src/services/sefaz/rate-policy.scopes.ts";
import { withRateLimit } from "../../src/services/sefaz/with-rate-limit.ts";
import { createTestContext } from "../setup/context.ts";

type Answer = { cStat: string };
/** SEFAZ's hour plus one minute, in whole ms. */
const LONGEST_MS = 61 * MINUTE_MS + 1;

const t = await createTestContext();
afterAll(() => t.dispose());
beforeEach(() => t.asOwner("TRUNCATE sefaz_uso, sefaz_bloqueio, sefaz_disjuntor, sefaz_voo"));

let n = 0;
function requestOf(o: Partial<SefazRequest<Answer>>): SefazRequest<Answer> {
  n += 1;
  return {
    ...{ sandbox: true, autorizador: "SVRS", modelo: "55", servico: "consulta" },
    ...{ certificadoCnpj: "11222333000181", chave: `${n}`.padStart(44, "0"), cotas: ["consulta-chave"] },
    ...o,
  };
}

describe("a machine clock that jumps", () => {
  // The process clock is ahead by `ms`, as the machine's is; those of the database and of SEFAZ are
  // not.
  const contextAhead = (ms: number): AppContext => {
    const now = (): Date => new Date(Date.now() + ms);
    return { ...t.ctx, clock: { now, machine: now } };
  };
  const send = (ctx: AppContext, o: Partial<SefazRequest<Answer>>, cStat = "100") =>
    withRateLimit(ctx, requestOf(o), async () => ({ cStat })).catch((e: unknown) => e);
  const CASES = [
    ["silence, in the sandbox", {}, "656", 1, "bloqueio"],
    ["silence", { sandbox: false }, "656", 1, "bloqueio"],
    [
      "quota",
      { sandbox: false, chave: "3".repeat(44) },
      "100",
      SEFAZ_QUOTAS["consulta-chave"].limite,
      "cota",
    ],
    ["breaker", { sandbox: false }, "108", 5, "disjuntor"],
  ] as const;

  test.each(CASES)(
    "a process clock that jumps neither ends a delay early nor extends it: %s",
    async (_, o, cStat, times, motivo) => {
      for (let i = 0; i < times; i += 1) expect(await send(contextAhead(0), o, cStat)).toEqual({ cStat });
      for (const hours of [2, -2, 0]) {
        const error = await send(contextAhead(hours * HOUR_MS), o);
        expect(error).toMatchObject({ motivo });
        expect((error as Deferral).retryAfterMs).toBeLessThanOrEqual(LONGEST_MS);
      }
    },
  );

  test.each(CASES.slice(1))(
    "a database clock that was ahead extends a stored delay at most by a full period from now: %s",
    async (_, o, cStat, times, motivo) => {
      for (let i = 0; i < times; i += 1) await send(contextAhead(0), o, cStat);
      const before = await send(contextAhead(0), o);
      await t.asOwner("UPDATE sefaz_bloqueio SET desde = desde + interval '3 h', ate = ate + interval '3 h'");
      await t.asOwner("UPDATE sefaz_uso SET momento = momento + interval '3 h'");
      await t.asOwner(
        "UPDATE sefaz_disjuntor SET mudou_em = mudou_em + interval '3 h', aberto_ate = aberto_ate + interval '3 h'",
      );
      const error = await send(contextAhead(0), o);
      expect(error).toMatchObject({ motivo });
      const longer = (error as Deferral).retryAfterMs - (before as Deferral).retryAfterMs;
      expect(longer, "what passed since it was written").toBeGreaterThanOrEqual(0);
      expect((error as Deferral).retryAfterMs).toBeLessThanOrEqual(LONGEST_MS);
    },
  );
});
