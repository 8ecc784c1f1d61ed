import { expect, test } from "vitest";
import { type Caixa, caixasPertoQuery } from "./queries.ts";

const VISITA = new Date("2026-11-20T12:00:00Z");

/** The polling interval for a mailbox, in ms. */
function nextOf(caixa: Pick<Caixa, "estado" | "ultimaVisita">): unknown {
  const { refetchInterval } = caixasPertoQuery;
  if (typeof refetchInterval !== "function") return refetchInterval;
  return refetchInterval({ state: { data: [caixa] } } as Parameters<typeof refetchInterval>[0]);
}

test("a mailbox that was just connected is polled as often as one that is collecting", () => {
  expect(nextOf({ estado: "coletando", ultimaVisita: VISITA })).toBe(2_500);
  expect(nextOf({ estado: "aguardando", ultimaVisita: null })).toBe(2_500);
  expect(nextOf({ estado: "aguardando", ultimaVisita: VISITA })).toBe(15_000);
});
