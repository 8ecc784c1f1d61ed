import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createListWriter } from "../../src/jobs/threads/task-pools.ts";
import { readXlsx } from "../setup/exportacao.ts";

const ENTRY = fileURLToPath(new URL("../../dist/task-thread.mjs", import.meta.url));
const EMPTY = { formato: "XLSX", notas: [], zona: "America/Sao_Paulo" } as const;

test("the built program writes two lists at once, each in its own thread", async () => {
  const write = createListWriter({ entry: ENTRY });
  const both = await Promise.all([write(EMPTY), write(EMPTY)]);
  for (const bytes of both) {
    const { linhas } = await readXlsx(Buffer.from(bytes));
    expect(linhas).toHaveLength(1);
    expect(linhas[0]?.A?.valor).toBe("Tipo");
  }
});

test("a list thread that times out, is missing or fails rejects with an error", async () => {
  await expect(createListWriter({ entry: ENTRY, timeoutMs: 1 })(EMPTY)).rejects.toThrow(/without an answer/);
  await expect(createListWriter({ entry: "/nao/ha.mjs" })(EMPTY)).rejects.toThrow(/without an answer/);
  const broken = { ...EMPTY, notas: [{}] } as never;
  await expect(createListWriter({ entry: ENTRY })(broken)).rejects.toThrow(/without an answer/);
});
