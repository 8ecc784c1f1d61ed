import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  createErpToken,
  EXAMPLE_ERPS,
  isRunnable,
  listHeld,
  listStored,
  publishXmls,
  readProgress,
  runErp,
} from "../setup/example-erp.ts";
import { createWire, signInNewUser, type Wire } from "../setup/wire.ts";

const NOTA_COUNT = 230;

let wire: Wire;
let root: string;

beforeAll(async () => {
  wire = await createWire();
  root = await fs.mkdtemp(path.join(os.tmpdir(), "malote-exemplos-"));
});
afterAll(async () => {
  await fs.rm(root, { recursive: true, force: true });
  await wire.dispose();
});

async function openErp(nome: string) {
  const ana = await signInNewUser(wire, { uf: "SP" });
  const { contaId } = ana;
  const place = { url: wire.server.url, token: await createErpToken(ana), pasta: path.join(root, nome) };
  await publishXmls(wire, contaId, NOTA_COUNT);
  return { contaId, onde: place };
}

describe.each(Object.entries(EXAMPLE_ERPS))("the client examples/erp/%s", (nome, program) => {
  const here = isRunnable(program);

  test.skipIf(!here)(
    "the client stores and acknowledges each XML byte for byte, and finds nothing to do in a second run",
    async () => {
      const { contaId, onde: place } = await openErp(nome);
      const first = await runErp(program, place);
      expect(first).toMatchObject({ code: 0, erros: "" });
      expect(first.saida.trim().split("\n")).toEqual(["100 documentos", "100 documentos", "30 documentos"]);
      expect(await listHeld(place.pasta)).toEqual(await listStored(wire, contaId));
      const done = {
        publicadas: NOTA_COUNT,
        marcadas: NOTA_COUNT,
        marcas: NOTA_COUNT,
        atos: NOTA_COUNT,
        lidas: NOTA_COUNT,
      };
      expect(await readProgress(wire, contaId, place.pasta)).toEqual(done);
      const second = await runErp(program, place);
      expect(second).toMatchObject({ code: 0, saida: "0 documentos\n", erros: "" });
      expect(await readProgress(wire, contaId, place.pasta)).toEqual(done);
      await publishXmls(wire, contaId, 1);
      expect((await runErp(program, place)).saida).toBe("1 documentos\n");
      expect(await listHeld(place.pasta)).toEqual(await listStored(wire, contaId));
    },
  );

  test.skipIf(!here)(
    "the client continues after being killed at its first page, and acknowledges nothing twice",
    async () => {
      const { contaId, onde: place } = await openErp(`${nome} morto`);
      expect(await runErp(program, place, "primeira página")).toMatchObject({ morto: true });
      expect((await readProgress(wire, contaId, place.pasta)).lidas).toBeGreaterThanOrEqual(100);
      const rest = await runErp(program, place);
      expect(rest).toMatchObject({ code: 0, erros: "" });
      expect(rest.saida.startsWith("100 documentos\n100 documentos\n")).toBe(false);
      expect(await listHeld(place.pasta)).toEqual(await listStored(wire, contaId));
      const done = {
        publicadas: NOTA_COUNT,
        marcadas: NOTA_COUNT,
        marcas: NOTA_COUNT,
        atos: NOTA_COUNT,
        lidas: NOTA_COUNT,
      };
      expect(await readProgress(wire, contaId, place.pasta)).toEqual(done);
    },
  );

  test.skipIf(!here)(
    "the client prints Malote's sentence about a refused token, and exits with 1",
    async () => {
      const folder = path.join(root, `${nome} sem token`);
      const refused = await runErp(program, { url: wire.server.url, token: "mal_nada", pasta: folder });
      expect(refused.code).toBe(1);
      expect(refused.erros).toContain("401: ");
      expect(refused.erros).toContain("token");
    },
  );
});
