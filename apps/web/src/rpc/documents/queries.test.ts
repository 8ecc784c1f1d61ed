import { expect, test } from "vitest";
import { type Caixa, caixasCloseQuery } from "./queries.ts";

const VISIT = new Date("2026-11-20T12:00:00Z");

/** The polling interval for a mailbox, in ms. */
function intervalOf(caixa: Pick<Caixa, "estado" | "ultimaVisita">): unknown {
  const { refetchInterval } = caixasCloseQuery;
  if (typeof refetchInterval !== "function") return refetchInterval;
  return refetchInterval({ state: { data: [caixa] } } as Parameters<typeof refetchInterval>[0]);
}

test("a newly connected mailbox is polled as often as one that is collecting", () => {
  expect(intervalOf({ estado: "coletando", ultimaVisita: VISIT })).toBe(2_500);
  expect(intervalOf({ estado: "aguardando", ultimaVisita: null })).toBe(2_500);
  expect(intervalOf({ estado: "aguardando", ultimaVisita: VISIT })).toBe(15_000);
});
