import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createListaBeside } from "../src/jobs/exportacao/lista-beside.ts";
import { readXlsx } from "./exportacao.ts";

const WORKER = fileURLToPath(new URL("../dist/worker.mjs", import.meta.url));
const VAZIA = { formato: "XLSX", notas: [], zona: "America/Sao_Paulo" } as const;

test("the built worker writes two lists at once, each in its own thread", async () => {
  const write = createListaBeside({ entry: WORKER });
  const both = await Promise.all([write(VAZIA), write(VAZIA)]);
  for (const bytes of both) {
    const { linhas } = await readXlsx(Buffer.from(bytes));
    expect(linhas).toHaveLength(1);
    expect(linhas[0]?.A?.valor).toBe("Tipo");
  }
});

test("a list thread that times out, is missing or fails rejects with an error", async () => {
  await expect(createListaBeside({ entry: WORKER, listaMs: 1 })(VAZIA)).rejects.toThrow(/without an answer/);
  await expect(createListaBeside({ entry: "/nao/ha.mjs" })(VAZIA)).rejects.toThrow(/without an answer/);
  const broken = { ...VAZIA, notas: [{}] } as never;
  await expect(createListaBeside({ entry: WORKER })(broken)).rejects.toThrow(/without an answer/);
});
