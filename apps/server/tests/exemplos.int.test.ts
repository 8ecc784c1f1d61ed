import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createErpToken,
  EXEMPLOS,
  isRunnable,
  listHeld,
  listStored,
  publishXmls,
  readAndamento,
  runErp,
} from "./erp.ts";
import { createWire, enter, type Wire } from "./wire.ts";

const NOTAS = 230;

let wire: Wire;
let raiz: string;

beforeAll(async () => {
  wire = await createWire();
  raiz = await fs.mkdtemp(path.join(os.tmpdir(), "malote-exemplos-"));
});
afterAll(async () => {
  await fs.rm(raiz, { recursive: true, force: true });
  await wire.dispose();
});

async function openErp(nome: string) {
  const ana = await enter(wire, { uf: "SP" });
  const { contaId } = ana;
  const onde = { url: wire.server.url, token: await createErpToken(ana), pasta: path.join(raiz, nome) };
  await publishXmls(wire, contaId, NOTAS);
  return { contaId, onde };
}

describe.each(Object.entries(EXEMPLOS))("examples/erp/%s", (nome, programa) => {
  const here = isRunnable(programa);

  test.skipIf(!here)(
    "stores and acknowledges each XML byte for byte, and finds nothing to do in a second run",
    async () => {
      const { contaId, onde } = await openErp(nome);
      const first = await runErp(programa, onde);
      expect(first).toMatchObject({ code: 0, erros: "" });
      expect(first.saida.trim().split("\n")).toEqual(["100 documentos", "100 documentos", "30 documentos"]);
      expect(await listHeld(onde.pasta)).toEqual(await listStored(wire, contaId));
      const done = { publicadas: NOTAS, marcadas: NOTAS, marcas: NOTAS, atos: NOTAS, lidas: NOTAS };
      expect(await readAndamento(wire, contaId, onde.pasta)).toEqual(done);
      const second = await runErp(programa, onde);
      expect(second).toMatchObject({ code: 0, saida: "0 documentos\n", erros: "" });
      expect(await readAndamento(wire, contaId, onde.pasta)).toEqual(done);
      await publishXmls(wire, contaId, 1);
      expect((await runErp(programa, onde)).saida).toBe("1 documentos\n");
      expect(await listHeld(onde.pasta)).toEqual(await listStored(wire, contaId));
    },
  );

  test.skipIf(!here)(
    "continues after being killed at its first page, and acknowledges nothing twice",
    async () => {
      const { contaId, onde } = await openErp(`${nome} morto`);
      expect(await runErp(programa, onde, "primeira página")).toMatchObject({ morto: true });
      expect((await readAndamento(wire, contaId, onde.pasta)).lidas).toBeGreaterThanOrEqual(100);
      const rest = await runErp(programa, onde);
      expect(rest).toMatchObject({ code: 0, erros: "" });
      expect(rest.saida.startsWith("100 documentos\n100 documentos\n")).toBe(false);
      expect(await listHeld(onde.pasta)).toEqual(await listStored(wire, contaId));
      const done = { publicadas: NOTAS, marcadas: NOTAS, marcas: NOTAS, atos: NOTAS, lidas: NOTAS };
      expect(await readAndamento(wire, contaId, onde.pasta)).toEqual(done);
    },
  );

  test.skipIf(!here)("prints Malote's sentence about a refused token, and exits with 1", async () => {
    const pasta = path.join(raiz, `${nome} sem token`);
    const refused = await runErp(programa, { url: wire.server.url, token: "mal_nada", pasta });
    expect(refused.code).toBe(1);
    expect(refused.erros).toContain("401: ");
    expect(refused.erros).toContain("token");
  });
});
