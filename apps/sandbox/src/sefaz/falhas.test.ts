import { expect, test } from "vitest";
import { createRelogio } from "../clock.ts";
import { createFalhas, type RegraFalha } from "./falhas.ts";

const CHAMADA = { autorizador: "SP", servico: "NFeConsultaProtocolo4" } as const;
const HOUR_MS = 3_600_000;

function draw(regras: RegraFalha | RegraFalha[], times: number): string[] {
  const falhas = createFalhas(createRelogio());
  falhas.setRegras(regras);
  return Array.from({ length: times }, () => falhas.draw(CHAMADA));
}

test("a mixture draws the same faults from the same seed, in the given share, of all kinds", () => {
  const regra: RegraFalha = { quais: ["fora-do-ar", "sem-resposta", "http-500"], proporcao: 0.3, semente: 7 };
  const drawn = draw(regra, 2_000);
  const faults = drawn.filter((falha) => falha !== "nenhuma");
  expect(faults.length).toBeGreaterThan(500);
  expect(faults.length).toBeLessThan(700);
  expect([...new Set(faults)].sort()).toEqual(["fora-do-ar", "http-500", "sem-resposta"]);
  expect(draw(regra, 2_000)).toEqual(drawn);
  expect(draw({ ...regra, semente: 8 }, 2_000)).not.toEqual(drawn);
});

test("a rule without share and seed applies to every call; one for another authorizer or service to none", () => {
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

test("a window opens and closes by the sandbox clock; the fault for all calls has priority", () => {
  const clock = createRelogio();
  const falhas = createFalhas(clock);
  const now = clock.now().getTime();
  falhas.setRegras({ quais: ["http-500"], de: new Date(now + HOUR_MS), ate: new Date(now + 2 * HOUR_MS) });
  expect(falhas.draw(CHAMADA)).toBe("nenhuma");
  clock.advance(HOUR_MS);
  expect(falhas.draw(CHAMADA)).toBe("http-500");
  falhas.set("soap-fault");
  expect(falhas.draw(CHAMADA)).toBe("soap-fault");
  falhas.set("nenhuma");
  clock.advance(HOUR_MS);
  expect([falhas.draw(CHAMADA), falhas.list()]).toEqual(["nenhuma", []]);
});
