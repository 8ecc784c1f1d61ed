import { MENSAGENS } from "@malote/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openCasa, writeCopia } from "./copias.ts";
import { createWire, enter, type Pessoa, type Wire } from "./wire.ts";

let wire: Wire;
let ana: Pessoa;

beforeAll(async () => {
  wire = await createWire();
  ana = await enter(wire);
  await wire.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [ana.usuarioId]);
});
afterAll(() => wire.dispose());

const see = async (quem: Pessoa, params = {}) => await quem.call("Produto.getListConta", params);

describe("a product user sees the state of every conta", () => {
  test("the list shows captured documents, mailboxes, pending work and the feed of each conta", async () => {
    const casa = await openCasa(wire);
    await casa.receive([writeCopia({})]);
    const [com, sem] = [
      await wire.createCaixa(casa.contaId),
      await wire.createCaixa(casa.contaId, { usuario: "b" }),
    ];
    await wire.asOwner("UPDATE caixa_email SET erro_desde = now(), ultima_coleta = now() WHERE id = $1", [
      com.caixaId,
    ]);
    await wire.asOwner("UPDATE caixa_email SET silenciosa_desde = now() WHERE id = $1", [sem.caixaId]);
    const { results, totalCount } = await see(ana, { pageSize: 200 });
    expect(totalCount).toBe((await wire.asOwner("SELECT FROM conta")).length);
    const vista = results?.find(
      (each) => (each as { identificador: string }).identificador === casa.identificador,
    );
    expect(vista).toMatchObject({
      ...{ plano: 1000, documentos: 1, caixas: 2, caixasComErro: 1, caixasSilenciosas: 1 },
      ...{ sequencia: 1, webhooksDesligados: 0, espera: expect.any(Number) },
      ultimaCaptura: expect.stringMatching(/^20/),
      publicadaEm: expect.stringMatching(/^20/),
    });
    expect((vista as { espera: number }).espera).toBeGreaterThan(0);
  });

  test("the pages list each conta once", async () => {
    const { totalCount } = await see(ana);
    const seen = new Set<string>();
    for (let currentPage = 1; currentPage <= (totalCount ?? 0); currentPage += 1) {
      const { results } = await see(ana, { currentPage, pageSize: 1 });
      for (const conta of results ?? []) seen.add((conta as { id: string }).id);
    }
    expect(seen.size).toBe(totalCount);
  });

  test("the list reveals no content of the contas", async () => {
    const text = JSON.stringify((await see(ana)).results);
    for (const secret of ["Moinho", "Padaria", "11444777000161", "11222333000181", "Ana", "caixa@"]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe("all other users are refused", () => {
  const recusa = { sucesso: false, mensagem: MENSAGENS.produtoRestrito, results: null };

  test("the owner of an ordinary conta is refused", async () => {
    const beto = await enter(wire);
    expect(await see(beto)).toMatchObject(recusa);
    const { object } = await beto.call("Usuario.getUsuarioAtual", {});
    expect(object).toMatchObject({ produto: false });
  });

  test("the gatekeeper function returns nothing for a user outside the product team", async () => {
    const beto = await enter(wire);
    const olhar = {
      contaId: beto.contaId,
      usuarioId: beto.usuarioId,
      agora: wire.clock.now(),
      salto: 0,
      limite: 20,
    };
    expect(await wire.ctx.database.portaria.findContasVistas(olhar)).toEqual({ contas: [], total: 0 });
    const dela = { ...olhar, contaId: ana.contaId, usuarioId: ana.usuarioId };
    expect((await wire.ctx.database.portaria.findContasVistas(dela)).total).toBeGreaterThan(0);
    expect(await wire.ctx.database.portaria.findContasVistas({ ...dela, contaId: beto.contaId })).toEqual({
      contas: [],
      total: 0,
    });
  });

  test("a product user of a demo conta, whose password is public, sees only demo contas", async () => {
    const demo = await wire.createConta({ identificador: "mostra", sandbox: true });
    const { usuarioId } = await wire.createUsuario(demo.contaId);
    await wire.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [usuarioId]);
    const olhar = { contaId: demo.contaId, usuarioId, agora: wire.clock.now(), salto: 0, limite: 20 };
    const { contas, total } = await wire.ctx.database.portaria.findContasVistas(olhar);
    expect([contas.map(({ identificador }) => identificador), total]).toEqual([["mostra"], 1]);
  });

  test("an API token of a product user is refused", async () => {
    const { object } = await ana.call("Usuario.setNewAPIToken", {});
    const { token } = object as { token: string };
    expect(
      await see({ ...ana, call: async (method, params) => await callWith(token, method, params) } as Pessoa),
    ).toMatchObject({
      sucesso: false,
      mensagem: MENSAGENS.acessoRestrito,
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
