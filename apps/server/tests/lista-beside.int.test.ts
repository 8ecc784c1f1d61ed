import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createListaBeside } from "../src/jobs/exportacao/lista-beside.ts";
import { readXlsx } from "./exportacao.ts";

const WORKER = fileURLToPath(new URL("../dist/worker.mjs", import.meta.url));
const VAZIA = { formato: "XLSX", notas: [], zona: "America/Sao_Paulo" } as const;

test("the worker as it is built writes a list in a thread, each its own", async () => {
  const write = createListaBeside({ entry: WORKER });
  const both = await Promise.all([write(VAZIA), write(VAZIA)]);
  for (const bytes of both) {
    const { linhas } = await readXlsx(Buffer.from(bytes));
    expect(linhas).toHaveLength(1);
    expect(linhas[0]?.A?.valor).toBe("Tipo");
  }
});

test("a thread that takes too long, that there is not, or that cannot write says so, and holds nobody", async () => {
  await expect(createListaBeside({ entry: WORKER, listaMs: 1 })(VAZIA)).rejects.toThrow(/without an answer/);
  await expect(createListaBeside({ entry: "/nao/ha.mjs" })(VAZIA)).rejects.toThrow(/without an answer/);
  const broken = { ...VAZIA, notas: [{}] } as never;
  await expect(createListaBeside({ entry: WORKER })(broken)).rejects.toThrow(/without an answer/);
});
