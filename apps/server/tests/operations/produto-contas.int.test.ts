import { MESSAGES } from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openContaFixture, writeCopy } from "../setup/nota-copies.ts";
import { createWire, type SignedInUser, signInNewUser, type Wire } from "../setup/wire.ts";

let wire: Wire;
let ana: SignedInUser;

beforeAll(async () => {
  wire = await createWire();
  ana = await signInNewUser(wire);
  await wire.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [ana.usuarioId]);
});
afterAll(() => wire.dispose());

const listContas = async (caller: SignedInUser, params = {}) =>
  await caller.call("Produto.getListConta", params);

describe("a product user sees the state of every conta", () => {
  test("the list shows captured documents, mailboxes, pending work and the feed of each conta", async () => {
    const setup = await openContaFixture(wire);
    await setup.receive([writeCopy({})]);
    const [failing, silent] = [
      await wire.createCaixa(setup.contaId),
      await wire.createCaixa(setup.contaId, { usuario: "b" }),
    ];
    await wire.asOwner("UPDATE caixa_email SET erro_desde = now(), ultima_coleta = now() WHERE id = $1", [
      failing.caixaId,
    ]);
    await wire.asOwner("UPDATE caixa_email SET silenciosa_desde = now() WHERE id = $1", [silent.caixaId]);
    const { results, totalCount } = await listContas(ana, { pageSize: 200 });
    expect(totalCount).toBe((await wire.asOwner("SELECT FROM conta")).length);
    const listedConta = results?.find(
      (each) => (each as { identificador: string }).identificador === setup.identificador,
    );
    expect(listedConta).toMatchObject({
      ...{ plano: 1000, documentos: 1, caixas: 2, caixasComErro: 1, caixasSilenciosas: 1 },
      ...{ sequencia: 1, webhooksDesligados: 0, espera: expect.any(Number) },
      ultimaCaptura: expect.stringMatching(/^20/),
      publicadaEm: expect.stringMatching(/^20/),
    });
    expect((listedConta as { espera: number }).espera).toBeGreaterThan(0);
  });

  test("the pages list each conta once", async () => {
    const { totalCount } = await listContas(ana);
    const seen = new Set<string>();
    for (let currentPage = 1; currentPage <= (totalCount ?? 0); currentPage += 1) {
      const { results } = await listContas(ana, { currentPage, pageSize: 1 });
      for (const conta of results ?? []) seen.add((conta as { id: string }).id);
    }
    expect(seen.size).toBe(totalCount);
  });

  test("the list reveals no content of the contas", async () => {
    const text = JSON.stringify((await listContas(ana)).results);
    for (const secret of ["Moinho", "Padaria", "11444777000161", "11222333000181", "Ana", "caixa@"]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe("all other users are refused", () => {
  const refusal = { sucesso: false, mensagem: MESSAGES.produtoRestrito, results: null };

  test("the owner of an ordinary conta is refused", async () => {
    const beto = await signInNewUser(wire);
    expect(await listContas(beto)).toMatchObject(refusal);
    const { object } = await beto.call("Usuario.getUsuarioAtual", {});
    expect(object).toMatchObject({ produto: false });
  });

  test("the gatekeeper function returns nothing for a user outside the product team", async () => {
    const beto = await signInNewUser(wire);
    const query = {
      contaId: beto.contaId,
      usuarioId: beto.usuarioId,
      now: wire.clock.now(),
      salto: 0,
      limite: 20,
    };
    expect(await wire.ctx.database.gatekeeper.findContaStatuses(query)).toEqual({ contas: [], total: 0 });
    const ofAna = { ...query, contaId: ana.contaId, usuarioId: ana.usuarioId };
    expect((await wire.ctx.database.gatekeeper.findContaStatuses(ofAna)).total).toBeGreaterThan(0);
    expect(await wire.ctx.database.gatekeeper.findContaStatuses({ ...ofAna, contaId: beto.contaId })).toEqual(
      {
        contas: [],
        total: 0,
      },
    );
  });

  test("a product user of a demo conta, whose password is public, sees only demo contas", async () => {
    const demo = await wire.createConta({ identificador: "mostra", sandbox: true });
    const { usuarioId } = await wire.createUsuario(demo.contaId);
    await wire.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [usuarioId]);
    const query = { contaId: demo.contaId, usuarioId, now: wire.clock.now(), salto: 0, limite: 20 };
    const { contas, total } = await wire.ctx.database.gatekeeper.findContaStatuses(query);
    expect([contas.map(({ identificador }) => identificador), total]).toEqual([["mostra"], 1]);
  });

  test("an API token of a product user is refused", async () => {
    const { object } = await ana.call("Usuario.setNewAPIToken", {});
    const { token } = object as { token: string };
    expect(
      await listContas({
        ...ana,
        call: async (method, params) => await callWith(token, method, params),
      } as SignedInUser),
    ).toMatchObject({
      sucesso: false,
      mensagem: MESSAGES.acessoRestrito,
    });
  });
});

async function callWith(token: string, method: string, params: unknown) {
  const answer = await fetch(`${wire.server.url}/Services/`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ id: 1, method, params }),
  });
  return ((await answer.json()) as { result: never }).result;
}
