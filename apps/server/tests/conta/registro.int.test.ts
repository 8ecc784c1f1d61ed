import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../src/db/index.ts";
import { insertRegistros, type NewRegistro } from "../../src/services/registro/registro.rows.ts";
import { createWire, rpc, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

let wire: Wire;
let ana: SignedInUser;
beforeAll(async () => {
  wire = await createWire();
  ana = await signInNewUser(wire);
});
afterAll(() => wire.dispose());

/** Writes one act, as a service does. */
async function writeAct(o: Partial<NewRegistro>): Promise<void> {
  const nobody = { usuarioId: null, usuario: "Ana de Teste", alvo: "a", detalhe: null };
  const newAct = { quando: wire.clock.now(), acao: "exportar" as const, ...nobody, ...o };
  await wire.ctx.database.withConta(ana.contaId, (db) => insertRegistros(db, ana.contaId, [newAct]));
}

test("the registro lists acts newest first, each with its description, and applies every filter", async () => {
  const authorId = newId();
  await writeAct({
    acao: "manifestar",
    detalhe: "Ciência da Operação",
    quando: new Date("2026-03-02T02:59:59.999Z"),
  });
  await writeAct({
    acao: "exportar",
    usuario: "Bruno 100%",
    usuarioId: authorId,
    quando: new Date("2026-03-02T03:00:00Z"),
  });
  const list = async (searchFilter: object) => {
    const { results, totalCount } = await ana.call("Registro.getListRegistro", { searchFilter });
    return { acoes: results?.map((row) => (row as { acao: string }).acao), totalCount };
  };
  const { results } = await ana.call("Registro.getListRegistro", { pageSize: 2 });
  expect(results).toMatchObject([
    {
      acao: "exportar",
      texto: "Pediu uma exportação.",
      usuario: "Bruno 100%",
      quando: "2026-03-02T03:00:00.000Z",
    },
    { acao: "manifestar", texto: "Manifestou-se sobre um documento.", detalhe: "Ciência da Operação" },
  ]);
  const onlyAct = (acao: string) => ({ acoes: [acao], totalCount: 1 });
  expect(await list({ acao: "manifestar" })).toEqual(onlyAct("manifestar"));
  expect(await list({ usuarioId: authorId })).toEqual(onlyAct("exportar"));
  expect(await list({ texto: "ciência" })).toEqual(onlyAct("manifestar"));
  expect(await list({ texto: "100%" })).toEqual(onlyAct("exportar"));
  expect(await list({ texto: "EXPORTACAO" })).toEqual(onlyAct("exportar"));
  expect(await list({ quandoDe: "2026-03-02", quandoAte: "2026-03-02" })).toEqual(onlyAct("exportar"));
  expect(await list({ quandoDe: "2026-03-01", quandoAte: "2026-03-01" })).toEqual(onlyAct("manifestar"));
  expect(await list({ texto: "%_%" })).toEqual({ acoes: [], totalCount: 0 });
});

test("the registro is refused to an ordinary user", async () => {
  const bia = await signInNewUser(wire, { conta: ana, nomeUsuario: "bia", administrador: false });
  const params = {};
  for (const method of ["Registro.getListRegistro", "Registro.verifyRegistro"]) {
    const answer = await rpc(wire, { id: 1, method, params, authToken: bia.token });
    expect(answer.result).toMatchObject({ sucesso: false, mensagem: "Acesso restrito." });
  }
});
