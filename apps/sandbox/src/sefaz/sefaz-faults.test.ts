import { HOUR_MS } from "@malote/syntax";
import { expect, test } from "vitest";
import { createClock } from "../clock.ts";
import { createFaultInjector, type FaultRule } from "./sefaz-faults.ts";

const CHAMADA = { autorizador: "SP", servico: "NFeConsultaProtocolo4" } as const;

function draw(rules: FaultRule | FaultRule[], times: number): string[] {
  const injector = createFaultInjector(createClock());
  injector.setRules(rules);
  return Array.from({ length: times }, () => injector.draw(CHAMADA));
}

test("a rule with seed and share draws the same faults each time, of all its kinds", () => {
  const rule: FaultRule = { quais: ["fora-do-ar", "sem-resposta", "http-500"], proporcao: 0.3, semente: 7 };
  const drawn = draw(rule, 2_000);
  const faults = drawn.filter((fault) => fault !== "nenhuma");
  expect(faults.length).toBeGreaterThan(500);
  expect(faults.length).toBeLessThan(700);
  expect([...new Set(faults)].sort()).toEqual(["fora-do-ar", "http-500", "sem-resposta"]);
  expect(draw(rule, 2_000)).toEqual(drawn);
  expect(draw({ ...rule, semente: 8 }, 2_000)).not.toEqual(drawn);
});

test("a rule without share and seed applies to every call of its authorizer and service, and to no other call", () => {
  expect(draw({ quais: ["http-403"] }, 3)).toEqual(["http-403", "http-403", "http-403"]);
  expect(draw({ quais: ["http-403"], autorizador: "SVC-RS" }, 1)).toEqual(["nenhuma"]);
  expect(draw({ quais: ["http-403"], servico: "CTeConsultaV4" }, 1)).toEqual(["nenhuma"]);
  expect(
    draw(
      [
        { quais: ["http-403"], autorizador: "PR" },
        { quais: ["http-500"], autorizador: "SP" },
      ],
      1,
    ),
  ).toEqual(["http-500"]);
});

test("a rule starts and ends by the sandbox clock; the fault set for all calls has priority", () => {
  const clock = createClock();
  const injector = createFaultInjector(clock);
  const now = clock.now().getTime();
  injector.setRules({ quais: ["http-500"], de: new Date(now + HOUR_MS), ate: new Date(now + 2 * HOUR_MS) });
  expect(injector.draw(CHAMADA)).toBe("nenhuma");
  clock.advance(HOUR_MS);
  expect(injector.draw(CHAMADA)).toBe("http-500");
  injector.set("soap-fault");
  expect(injector.draw(CHAMADA)).toBe("soap-fault");
  injector.set("nenhuma");
  clock.advance(HOUR_MS);
  expect([injector.draw(CHAMADA), injector.list()]).toEqual(["nenhuma", []]);
});
