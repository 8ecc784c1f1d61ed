import { IMPORTACAO_MAX_BYTES, MESSAGES } from "@malote/contract";
import { expect, test } from "vitest";
import { CommunicationFailure, Refusal, SessionEnded } from "../../rpc/call/failures.ts";
import { describeProgress } from "./UploadQueue.tsx";
import { failureOf, rejectionOf } from "./uploads-store.ts";

test.each([
  ["nota.xml", 10, null],
  ["NOTAS.ZIP", 10, null],
  ["notas.zip", IMPORTACAO_MAX_BYTES, null],
  ["notas.zip", IMPORTACAO_MAX_BYTES + 1, "O arquivo tem mais de 500 MB. Divida-o em partes menores."],
  ["nota.xml", 0, "O arquivo está vazio."],
  ["nota.pdf", 10, "Só arquivos XML ou ZIP."],
  ["zip", 10, "Só arquivos XML ou ZIP."],
])("a file named %s with %i bytes is accepted or refused: %s", (name, size, refusal) => {
  expect(rejectionOf({ name, size })).toBe(refusal);
});

test("an upload shows the remaining time only after enough progress", () => {
  const at = (progress: number, elapsedMs: number): string =>
    describeProgress({ progress, startedAt: 0 }, elapsedMs);
  expect(at(0.01, 60_000)).toBe("1 %");
  expect(at(0.5, 1_000)).toBe("50 %");
  expect(at(0.64, 32_000)).toBe("64 %, faltam 18 s");
  expect(at(0.99, 10_000)).toBe("99 %, falta 1 s");
  expect(at(0.25, 40_000)).toBe("25 %, faltam 2 min");
});

test.each([
  [0, MESSAGES.erroTransmitindoArquivo],
  [0.615, `${MESSAGES.falhaUploadArquivo} A conexão caiu em 61 %.`],
  [1, MESSAGES.falhaUploadArquivo],
])("a connection that breaks after the fraction %d of a file shows: %s", (progress, reason) => {
  expect(failureOf(new CommunicationFailure(), progress)).toEqual({
    state: "falhou",
    reason,
    isFinal: false,
  });
});

test("an upload that ends by a refusal or an ended session offers no retry", () => {
  const refusal = failureOf(new Refusal("O ZIP tem senha."), 1);
  expect(refusal).toEqual({ state: "falhou", reason: "O ZIP tem senha.", isFinal: true });
  expect(failureOf(new SessionEnded(), 0.5).isFinal).toBe(true);
});
