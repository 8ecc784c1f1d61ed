import { describe, expect, test } from "vitest";
import type { BackupRun, Backups } from "../../rpc/operator/operator-queries.ts";
import { durationOf, factsOf, runningOf } from "./backup-facts.ts";

const now = { agora: new Date("2026-11-23T17:10:00Z"), zona: "America/Sao_Paulo" };
const GB = 1024 ** 3;

const run = (part: Partial<BackupRun>): BackupRun => ({
  id: "a",
  tipo: "criar",
  destino: "s3://cofre/producao",
  comecouEm: new Date("2026-11-23T06:00:00Z"),
  terminouEm: new Date("2026-11-23T06:14:30Z"),
  resultado: "ok",
  mensagem: null,
  bytes: 31.8 * GB,
  bytesNovos: GB,
  documentos: 1_204_331,
  ...part,
});

const backups = (part: Partial<Backups>): Backups => ({
  configurado: true,
  destino: "s3://cofre/producao",
  ultimo: null,
  conferencia: null,
  execucoes: [],
  pedidoEm: null,
  pedidoPor: null,
  ...part,
});

const wordsOf = (part: Partial<Backups>): string[] =>
  factsOf(backups(part), now).map(({ warn, title, text }) => `${warn ? "! " : ""}${title}: ${text}`);

describe("the facts about backups", () => {
  test("the facts show today's backup and the last full check", () => {
    const terminouEm = new Date("2026-11-20T09:00:00Z");
    const conferencia = run({ id: "b", tipo: "conferir", terminouEm });
    expect(wordsOf({ ultimo: run({}), execucoes: [run({})], conferencia })).toEqual([
      "Feito hoje às 03:00: 31,8 GB em 14 min, guardado em s3://cofre",
      "Conferido por inteiro em 20/11/2026: 1.204.331 documentos lidos, byte a byte iguais",
    ]);
  });

  test("a partial check is shown as partial", () => {
    const mensagem = "Parte 2 de 7: 310 objetos";
    const terminouEm = new Date("2026-11-20T09:00:00Z");
    const conferencia = run({ id: "b", tipo: "conferir", terminouEm, documentos: 0, mensagem });
    expect(wordsOf({ conferencia }).at(-1)).toBe(
      "Conferido em parte em 20/11/2026: Parte 2 de 7: 310 objetos",
    );
  });

  test("a warning appears if there is no backup and no check", () => {
    expect(wordsOf({})).toEqual([
      "! Nenhum backup foi feito: O primeiro é feito automaticamente. Para não esperar, use Fazer agora.",
      "! Nunca foi conferido: Para conferir o backup, rode: npm run backup -- conferir",
    ]);
  });

  test("a warning appears if the newest backup failed, even if an older one is good", () => {
    const failed = run({ id: "c", resultado: "falhou", mensagem: "O destino não respondeu.", bytes: null });
    expect(wordsOf({ ultimo: run({}), execucoes: [failed, run({})] })[0]).toBe(
      "! Falhou hoje às 03:00: O destino não respondeu.",
    );
  });

  test("a warning appears if the last good backup is older than a day", () => {
    const old = run({ comecouEm: new Date("2026-11-22T17:09:00Z"), terminouEm: null, bytes: null });
    expect(wordsOf({ ultimo: old, execucoes: [old] })[0]).toBe(
      "! Feito ontem às 14:09: guardado em s3://cofre",
    );
  });

  test("a warning appears if the check failed", () => {
    const conferencia = run({ tipo: "conferir", resultado: "falhou", mensagem: "Faltam 2 arquivos." });
    expect(wordsOf({ conferencia })[1]).toBe("! A conferência falhou hoje: Faltam 2 arquivos.");
  });
});

test("a backup run without an end is shown as running, without a duration", () => {
  const running = run({ id: "d", terminouEm: null, resultado: null });
  expect(durationOf(running)).toBeNull();
  expect(runningOf(backups({ execucoes: [run({}), running] }))?.id).toBe("d");
  expect(runningOf(backups({ execucoes: [run({})] }))).toBeUndefined();
});
