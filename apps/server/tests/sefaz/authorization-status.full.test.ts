import type { ResultOf } from "@malote/contract";
import { AUTHORIZED_CSTATS, CLOSED_CSTAT, NONEXISTENT_CSTATS } from "@malote/syntax";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertNotas, inventNota } from "../setup/invent-notas.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";
import { openWire, type SignedInUser, signInAs, signInNewUser, type Wire } from "../setup/wire.ts";

type Nota = ResultOf<"Nota.getNota">["object"];
type ListedNotas = { id: string }[];

let pipeline: TestPipeline;
let wire: Wire;
beforeAll(async () => {
  pipeline = await createTestPipeline();
  wire = await openWire(pipeline);
});
afterAll(() => wire.dispose());

async function enterDemo(): Promise<SignedInUser> {
  const [usuario] = await pipeline.asOwner<{ id: string }>("SELECT id FROM usuario");
  const demo = { identificador: "demo", nomeUsuario: "admin", senha: "Malote123" };
  return await signInAs(wire, { contaId: pipeline.contaId, usuarioId: usuario?.id ?? "", ...demo });
}

test("a nota authorized with an alert (120) counts as authorized and shows the alert", async () => {
  const admin = await enterDemo();
  const { chaves } = await pipeline.sandbox.playScenario("nfce-com-alerta");
  await pipeline.collect();
  const { results } = await admin.call("Nota.getListNota", {
    searchFilter: { chaveAcesso: chaves[0], nfeStatus: "100,120,150", incluirTerceiros: true },
  });
  const [row] = results as ListedNotas;
  const nota = (await admin.call("Nota.getNota", { id: row?.id ?? "" })).object as Nota;
  expect(nota).toMatchObject({
    ...{ nfeStatus: "120", sefazStatus: "120", divergente: false, quarentena: false },
    alertas: [{ codigo: "172", texto: expect.stringContaining("inabilitado") }],
  });
  expect(["autentica", "integra"]).toContain(nota.veredito);
});

describe("an NF-e whose emitente has no IE", () => {
  let chave: string;
  beforeAll(async () => {
    const { chaves } = await pipeline.sandbox.playScenario("nota-sem-ie");
    chave = chaves[0] ?? "";
    await pipeline.collect();
  });
  const listConsultas = () =>
    pipeline.asOwner("SELECT autorizador, cstat FROM consulta WHERE chave = $1 ORDER BY pedida_em, id", [
      chave,
    ]);
  const readSefazStatus = async () =>
    (await pipeline.notas()).find((nota) => nota.chave === chave)?.sefaz_status;
  const askAgain = async () => {
    await pipeline.asOwner("DELETE FROM consulta");
    await pipeline.asOwner("UPDATE tarefa SET vence_em = now() - interval '1 day' WHERE alvo = $1", [chave]);
    return await pipeline.run("validate");
  };

  test("a nota whose emitente has no IE is consulted at SVRS, although its UF has its own authorizer", async () => {
    expect(await listConsultas()).toEqual([{ autorizador: "SVRS", cstat: "100" }]);
    expect(await readSefazStatus()).toBe("100");
  });

  test("a nota stored before its IE was read is consulted at SVRS too before it counts as unknown to SEFAZ", async () => {
    await pipeline.asOwner("UPDATE nota SET emitente_sem_ie = NULL WHERE chave = $1", [chave]);
    expect(await askAgain()).toEqual([]);
    expect(await listConsultas()).toEqual([
      { autorizador: "MG", cstat: "217" },
      { autorizador: "SVRS", cstat: "100" },
    ]);
    expect(await readSefazStatus()).toBe("100");
    expect(await askAgain()).toEqual([]);
    expect(await listConsultas()).toEqual([{ autorizador: "SVRS", cstat: "100" }]);
  });
});

describe("divergências of a conta", () => {
  let ana: SignedInUser;
  let ids: (string | undefined)[];
  beforeAll(async () => {
    ana = await signInNewUser(wire);
    const notas = await insertNotas(wire, ana.contaId, [
      inventNota({ nfeStatus: null, sefazStatus: "217" }),
      inventNota({ nfeStatus: null, sefazStatus: "613" }),
      inventNota({ nfeStatus: null, sefazStatus: "100" }),
      inventNota({ nfeStatus: null, sefazStatus: null }),
      inventNota({ nfeStatus: "120", sefazStatus: "100" }),
      inventNota({ nfeStatus: "100", sefazStatus: "120" }),
      inventNota({ nfeStatus: "120", sefazStatus: "101" }),
    ]);
    ids = notas.map(({ id }) => id);
  });

  test("a nota without protocolo that SEFAZ does not know diverges; one authorized with alerts does not", async () => {
    const { results } = await ana.call("Nota.getNotasDivergentes", {});
    const found = (results as ListedNotas).map(({ id }) => ids.indexOf(id));
    expect(found.toSorted()).toEqual([0, 1, 6]);
  });

  test('a nota without protocolo diverges for every "not found" answer and for no authorization', async () => {
    const bia = await signInNewUser(wire);
    const answers = [...NONEXISTENT_CSTATS, ...AUTHORIZED_CSTATS, CLOSED_CSTAT];
    await insertNotas(
      wire,
      bia.contaId,
      answers.map((sefazStatus) => inventNota({ nfeStatus: null, sefazStatus })),
    );
    await insertNotas(
      wire,
      bia.contaId,
      [...AUTHORIZED_CSTATS, CLOSED_CSTAT].map((sefazStatus) =>
        inventNota({ nfeStatus: "100", sefazStatus }),
      ),
    );
    const { totalCount } = await bia.call("Nota.getNumeroDivergencias", {});
    expect(totalCount).toBe(NONEXISTENT_CSTATS.length);
  });

  test('the filter "nenhum" finds notas without a status, but not those with 120', async () => {
    const { results } = await ana.call("Nota.getListNota", { searchFilter: { nfeStatus: "nenhum" } });
    expect((results as ListedNotas).map(({ id }) => ids.indexOf(id)).toSorted()).toEqual([0, 1, 2, 3]);
  });
});
