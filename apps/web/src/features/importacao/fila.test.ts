import { IMPORTACAO_MAX_BYTES, MENSAGENS } from "@malote/contract";
import { expect, test } from "vitest";
import { FalhaComunicacao, Recusa, SessaoEncerrada } from "../../rpc/falhas.ts";
import { describeParte } from "./FilaEnvios.tsx";
import { failureOf, recusaOf } from "./fila.ts";

test.each([
  ["nota.xml", 10, null],
  ["NOTAS.ZIP", 10, null],
  ["notas.zip", IMPORTACAO_MAX_BYTES, null],
  ["notas.zip", IMPORTACAO_MAX_BYTES + 1, "O arquivo tem mais de 500 MB. Divida-o em partes menores."],
  ["nota.xml", 0, "O arquivo está vazio."],
  ["nota.pdf", 10, "Só arquivos XML ou ZIP."],
  ["zip", 10, "Só arquivos XML ou ZIP."],
])("%s of %i bytes: %s", (name, size, recusa) => {
  expect(recusaOf({ name, size })).toBe(recusa);
});

test("estimates the remaining time only after enough progress", () => {
  const at = (parte: number, gastosMs: number): string => describeParte({ parte, comecou: 0 }, gastosMs);
  expect(at(0.01, 60_000)).toBe("1 %");
  expect(at(0.5, 1_000)).toBe("50 %");
  expect(at(0.64, 32_000)).toBe("64 %, faltam 18 s");
  expect(at(0.99, 10_000)).toBe("99 %, falta 1 s");
  expect(at(0.25, 40_000)).toBe("25 %, faltam 2 min");
});

test.each([
  [0, MENSAGENS.erroTransmitindoArquivo],
  [0.615, `${MENSAGENS.falhaUploadArquivo} A conexão caiu em 61 %.`],
  [1, MENSAGENS.falhaUploadArquivo],
])("a connection that breaks after %d of a file: %s", (parte, motivo) => {
  expect(failureOf(new FalhaComunicacao(), parte)).toEqual({ estado: "falhou", motivo, definitiva: false });
});

test("a refusal or an ended session is final: there is no retry", () => {
  const recusa = failureOf(new Recusa("O ZIP tem senha."), 1);
  expect(recusa).toEqual({ estado: "falhou", motivo: "O ZIP tem senha.", definitiva: true });
  expect(failureOf(new SessaoEncerrada(), 0.5).definitiva).toBe(true);
});
