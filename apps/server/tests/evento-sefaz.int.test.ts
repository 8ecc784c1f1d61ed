import { formatMensagem, MENSAGENS, type TipoEventoEnviado } from "@malote/contract";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Cartorio, JUSTIFICATIVA, openCartorio } from "./manifesto.ts";

const DIA_MS = 86_400_000;

type Pedido = {
  id: string;
  tpEvento: string;
  estado: string;
  mensagem: string | null;
  protocolo: string | null;
};
type Possivel = { tpEvento: string; ate: string | null; impedimento: string | null; cancelaveis: string[] };
type Vista = {
  itens: { unidade: string | null; quantidade: string | null }[];
  eventosPedidos: Pedido[];
  eventosPossiveis: Possivel[];
  listEventos: { id: string; tpEvento: string; descEvento: string; origem: string; veredito: string }[];
};

let c: Cartorio;
beforeAll(async () => {
  c = await openCartorio();
});
afterAll(() => c.dispose());
afterEach(async () => {
  c.sandbox.sefaz.setFalha("nenhuma");
  c.sandbox.clock.reset();
  c.clock.set(new Date());
  await c.asOwner("DELETE FROM sefaz_disjuntor");
  await c.asOwner("DELETE FROM sefaz_bloqueio");
});

const show = async (id: string): Promise<Vista> =>
  (await c.marina.call("Nota.getNota", { id })).object as unknown as Vista;
const inBook = (chave: string, tpEvento: string) =>
  c.sandbox.sefaz.livro.eventos(chave).filter((each) => each.tpEvento === tpEvento);
const possivel = ({ eventosPossiveis }: Vista, tpEvento: string) =>
  eventosPossiveis.find((each) => each.tpEvento === tpEvento);

/** Requests an evento. @returns the sentence of the refusal; null when accepted */
async function ask(id: string, tpEvento: TipoEventoEnviado, outro: object = {}): Promise<string | null> {
  return (await c.marina.call("Nota.sendEvento", { id, tpEvento, ...outro })).mensagem;
}

/** A CT-e whose tomador is the demo company. */
async function receiveCte(): Promise<{ id: string; chave: string }> {
  const { chaves } = await c.sandbox.playCenario("cte-e-mdfe");
  await c.collect();
  const nota = (await c.notas()).find(({ chave }) => chaves.includes(chave) && chave.slice(20, 22) === "57");
  if (!nota) throw new Error("the CT-e did not come");
  return nota;
}

describe("desacordo about a transport service", () => {
  test("the tomador sends the desacordo of a CT-e and later cancels it", async () => {
    const { id, chave } = await receiveCte();
    expect((await show(id)).eventosPossiveis.map(({ tpEvento }) => tpEvento)).toEqual(["610110", "610111"]);
    expect(await ask(id, "610111")).toBe(MENSAGENS.eventoSemDesacordo);
    expect(await ask(id, "610110", { justificativa: JUSTIFICATIVA })).toBeNull();
    expect(await c.send()).toEqual([]);
    const dito = await show(id);
    expect(dito.eventosPedidos).toMatchObject([{ tpEvento: "610110", estado: "registrada", mensagem: null }]);
    expect(dito.listEventos).toMatchObject([
      { tpEvento: "610110", descEvento: "Prestação do Serviço em Desacordo", origem: "sefaz" },
    ]);
    expect(inBook(chave, "610110")[0]?.procEventoXml).toContain(`<xObs>${JUSTIFICATIVA}</xObs>`);
    expect(await ask(id, "610110", { justificativa: JUSTIFICATIVA })).toBe(MENSAGENS.desacordoRegistrado);
    expect(await ask(id, "610111")).toBeNull();
    expect(await c.send()).toEqual([]);
    expect((await show(id)).eventosPedidos[0]).toMatchObject({ tpEvento: "610111", estado: "registrada" });
    expect(inBook(chave, "610111")[0]?.procEventoXml).toContain(
      `<nProtEvPrestDes>${dito.eventosPedidos[0]?.protocolo}</nProtEvPrestDes>`,
    );
    const atos = await c.asOwner<{ acao: string; usuario: string }>(
      "SELECT acao, usuario FROM registro WHERE alvo = $1 AND acao = 'enviar-evento'",
      [id],
    );
    expect(atos.map(({ usuario }) => usuario)).toEqual(["Marina Prado", "Marina Prado"]);
    const asked = await c.asOwner<{ autorizador: string; quem: string }>(
      "SELECT DISTINCT autorizador, quem FROM consulta WHERE chave = $1 AND servico = 'evento'",
      [chave],
    );
    expect(asked).toMatchObject([{ quem: "Marina Prado" }]);
    expect(asked[0]?.autorizador).not.toBe("AN");
  });

  test("a desacordo is possible for 45 days from the authorization; a later request names the end of the term", async () => {
    const { id } = await receiveCte();
    const { ate } = possivel(await show(id), "610110") ?? {};
    const [nota] = await c.asOwner<{ em: Date }>("SELECT nfe_protocolo_data AS em FROM nota WHERE id = $1", [
      id,
    ]);
    expect(Date.parse(ate ?? "") - (nota?.em.getTime() ?? 0)).toBe(45 * DIA_MS);
    await c.asOwner(
      "UPDATE nota SET nfe_protocolo_data = nfe_protocolo_data - interval '46 days' WHERE id = $1",
      [id],
    );
    expect(await ask(id, "610110", { justificativa: JUSTIFICATIVA })).toMatch(
      /^O prazo para este evento terminou em /,
    );
  });

  test("a desacordo whose answer was lost is found registered and not sent twice", async () => {
    const { id, chave } = await receiveCte();
    expect(await ask(id, "610110", { justificativa: JUSTIFICATIVA })).toBeNull();
    c.sandbox.sefaz.setFalha("resposta-perdida");
    await c.send();
    c.sandbox.sefaz.setFalha("nenhuma");
    await c.asOwner("DELETE FROM sefaz_disjuntor");
    await c.asOwner("UPDATE tarefa SET estado = 'pendente' WHERE tipo = 'manifesto' AND estado <> 'feita'");
    await c.send();
    expect(inBook(chave, "610110")).toHaveLength(1);
    expect((await show(id)).eventosPedidos).toMatchObject([{ tpEvento: "610110", estado: "registrada" }]);
  });
});

describe("the eventos of the tax reform", () => {
  const valores = { valorIBS: "10", valorCBS: "90.5" };
  const doEstoque = { ...valores, quantidade: "2", unidade: "CX" };
  test.each<[TipoEventoEnviado, object]>([
    [
      "211110",
      { itens: [{ nItem: 1, baseCalculo: "100", codigoCBS: "01", percentualCBS: "5", valorCBS: "5" }] },
    ],
    ["211124", { itens: [{ nItem: 1, ...doEstoque }] }],
    ["211130", { itens: [{ nItem: 1, ...doEstoque }] }],
    ["211140", { itens: [{ nItem: 1, ...doEstoque, quantidade: "0.25" }] }],
    ["211150", { itens: [{ nItem: 1, ...valores }] }],
  ])("%s is valid by the official schema, signed, and registered at SVRS", async (tpEvento, dizeres) => {
    const { id, chave } = await c.receive();
    expect(await ask(id, tpEvento, dizeres)).toBeNull();
    expect(await c.send()).toEqual([]);
    const vista = await show(id);
    expect(vista.eventosPedidos).toMatchObject([{ tpEvento, estado: "registrada", mensagem: null }]);
    expect(vista.listEventos).toMatchObject([{ tpEvento, origem: "sefaz" }]);
    const [evento] = inBook(chave, tpEvento);
    expect(evento?.procEventoXml).toContain("<cOrgao>92</cOrgao>");
  });

  test("a registered evento is cancelled by 110001, once", async () => {
    const { id, chave } = await c.receive();
    expect(await ask(id, "110001", { eventoId: id })).toBe(MENSAGENS.eventoNadaACancelar);
    expect(await ask(id, "211150", { itens: [{ nItem: 1, ...valores }] })).toBeNull();
    expect(await c.send()).toEqual([]);
    const vista = await show(id);
    const eventoId = vista.listEventos[0]?.id ?? "";
    expect(possivel(vista, "110001")).toMatchObject({ impedimento: null, cancelaveis: [eventoId] });
    expect(await ask(id, "110001", { eventoId })).toBeNull();
    expect(await c.send()).toEqual([]);
    expect((await show(id)).eventosPedidos[0]).toMatchObject({ tpEvento: "110001", estado: "registrada" });
    expect(inBook(chave, "110001")).toHaveLength(1);
    expect(await ask(id, "110001", { eventoId })).toBe(MENSAGENS.eventoNadaACancelar);
  });

  test("refuses what the layout cannot express, and names the field", async () => {
    const { id } = await c.receive();
    const of = (item: object) => ask(id, "211130", { itens: [{ nItem: 1, ...doEstoque, ...item }] });
    const diz = (key: "eventoCampoFalta" | "eventoCampoInvalido", campo: string) =>
      formatMensagem(key, { campo, item: 1 });
    expect(await of({ unidade: "" })).toBe(diz("eventoCampoFalta", "Unidade"));
    expect(await of({ valorIBS: "1,00" })).toBe(diz("eventoCampoInvalido", "Valor do IBS"));
    expect(await of({ quantidade: "1.00001" })).toBe(diz("eventoCampoInvalido", "Quantidade"));
    expect(await of({ baseCalculo: "1" })).toBe(
      formatMensagem("eventoCampoSobra", { campo: "Base de cálculo" }),
    );
    expect(await ask(id, "211128", { aceita: true })).toBe(MENSAGENS.eventoSoNotaDeCredito);
    expect(await ask(id, "610110", {})).toBe(MENSAGENS.eventoDeOutroModelo);
  });

  test("refuses an unknown item or a quantity above the nota's before SEFAZ is queried", async () => {
    const { id } = await c.receive();
    const item = (await show(id)).itens[0];
    const of = (outro: object) => ask(id, "211130", { itens: [{ nItem: 1, ...doEstoque, ...outro }] });
    expect(await of({ nItem: 99 })).toBe(formatMensagem("eventoItemInexistente", { item: 99 }));
    const { unidade, quantidade } = { unidade: item?.unidade ?? "", quantidade: item?.quantidade ?? "" };
    expect(await of({ unidade, quantidade: String(Number(quantidade) + 0.5) })).toBe(
      formatMensagem("eventoQuantidadeDemais", { item: 1, quantidade: `${quantidade} ${unidade}` }),
    );
    expect(await of({ unidade, quantidade: String(Number(quantidade)) })).toBeNull();
  });

  test("a repeated request is one evento, and another of the same kind waits for it", async () => {
    const { id } = await c.receive();
    const itens = [{ nItem: 1, ...valores }];
    const first = await c.marina.call("Nota.sendEvento", { id, tpEvento: "211150", itens });
    const again = await c.marina.call("Nota.sendEvento", { id, tpEvento: "211150", itens });
    expect(again.object).toEqual(first.object);
    expect(await ask(id, "211150", { itens: [{ nItem: 2, ...valores }] })).toBe(MENSAGENS.eventoEmEnvio);
    expect(await c.send()).toEqual([]);
    expect((await show(id)).eventosPedidos).toHaveLength(1);
  });

  test("refuses a user without the permission, and shows the reason", async () => {
    const { id } = await c.receive();
    await c.asOwner("UPDATE usuario SET permissao_manifestacao = false WHERE id = $1", [c.marina.usuarioId]);
    try {
      const { mensagem } = await c.marina.call("Nota.sendEvento", { id, tpEvento: "211128", aceita: true });
      expect(mensagem).toBe(MENSAGENS.manifestacaoSemPermissao);
      expect(possivel(await show(id), "211150")?.impedimento).toBe(MENSAGENS.manifestacaoSemPermissao);
    } finally {
      await c.asOwner("UPDATE usuario SET permissao_manifestacao = true WHERE id = $1", [c.marina.usuarioId]);
    }
  });
});
