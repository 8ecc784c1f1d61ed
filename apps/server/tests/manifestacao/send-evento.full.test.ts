import { formatMessage, MESSAGES, type SendableEventoType } from "@malote/contract";
import { DAY_MS } from "@malote/syntax";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { JUSTIFICATIVA, type ManifestacaoSetup, openManifestacaoSetup } from "./manifestacao-setup.ts";

type RequestedEvento = {
  id: string;
  tpEvento: string;
  estado: string;
  mensagem: string | null;
  protocolo: string | null;
};
type PossibleEvento = {
  tpEvento: string;
  ate: string | null;
  impedimento: string | null;
  cancelaveis: string[];
};
type NotaWithEventos = {
  itens: { unidade: string | null; quantidade: string | null }[];
  eventosPedidos: RequestedEvento[];
  eventosPossiveis: PossibleEvento[];
  listEventos: { id: string; tpEvento: string; descEvento: string; origem: string; veredito: string }[];
};

let c: ManifestacaoSetup;
beforeAll(async () => {
  c = await openManifestacaoSetup();
});
afterAll(() => c.dispose());
afterEach(async () => {
  c.sandbox.sefaz.setFault("nenhuma");
  c.sandbox.clock.reset();
  c.clock.set(new Date());
  await c.asOwner("DELETE FROM sefaz_disjuntor");
  await c.asOwner("DELETE FROM sefaz_bloqueio");
});

const show = async (id: string): Promise<NotaWithEventos> =>
  (await c.marina.call("Nota.getNota", { id })).object as unknown as NotaWithEventos;
const findInLedger = (chave: string, tpEvento: string) =>
  c.sandbox.sefaz.ledger.eventos(chave).filter((each) => each.tpEvento === tpEvento);
const findPossible = ({ eventosPossiveis }: NotaWithEventos, tpEvento: string) =>
  eventosPossiveis.find((each) => each.tpEvento === tpEvento);

/** Requests an evento. @returns the sentence of the refusal; null when accepted */
async function requestEvento(
  id: string,
  tpEvento: SendableEventoType,
  extra: object = {},
): Promise<string | null> {
  return (await c.marina.call("Nota.sendEvento", { id, tpEvento, ...extra })).mensagem;
}

/** A CT-e whose tomador is the demo company. */
async function receiveCte(): Promise<{ id: string; chave: string }> {
  const { chaves } = await c.sandbox.playScenario("cte-e-mdfe");
  await c.collect();
  const nota = (await c.notas()).find(({ chave }) => chaves.includes(chave) && chave.slice(20, 22) === "57");
  if (!nota) throw new Error("the CT-e did not come");
  return nota;
}

describe("desacordo about a transport service", () => {
  test("the tomador sends the desacordo of a CT-e and later cancels it", async () => {
    const { id, chave } = await receiveCte();
    expect((await show(id)).eventosPossiveis.map(({ tpEvento }) => tpEvento)).toEqual(["610110", "610111"]);
    expect(await requestEvento(id, "610111")).toBe(MESSAGES.eventoSemDesacordo);
    expect(await requestEvento(id, "610110", { justificativa: JUSTIFICATIVA })).toBeNull();
    expect(await c.send()).toEqual([]);
    const shown = await show(id);
    expect(shown.eventosPedidos).toMatchObject([
      { tpEvento: "610110", estado: "registrada", mensagem: null },
    ]);
    expect(shown.listEventos).toMatchObject([
      { tpEvento: "610110", descEvento: "Prestação do Serviço em Desacordo", origem: "sefaz" },
    ]);
    expect(findInLedger(chave, "610110")[0]?.procEventoXml).toContain(`<xObs>${JUSTIFICATIVA}</xObs>`);
    expect(await requestEvento(id, "610110", { justificativa: JUSTIFICATIVA })).toBe(
      MESSAGES.desacordoRegistrado,
    );
    expect(await requestEvento(id, "610111")).toBeNull();
    expect(await c.send()).toEqual([]);
    expect((await show(id)).eventosPedidos[0]).toMatchObject({ tpEvento: "610111", estado: "registrada" });
    expect(findInLedger(chave, "610111")[0]?.procEventoXml).toContain(
      `<nProtEvPrestDes>${shown.eventosPedidos[0]?.protocolo}</nProtEvPrestDes>`,
    );
    const acts = await c.asOwner<{ acao: string; usuario: string }>(
      "SELECT acao, usuario FROM registro WHERE alvo = $1 AND acao = 'enviar-evento'",
      [id],
    );
    expect(acts.map(({ usuario }) => usuario)).toEqual(["Marina Prado", "Marina Prado"]);
    const queries = await c.asOwner<{ autorizador: string; quem: string }>(
      "SELECT DISTINCT autorizador, quem FROM consulta WHERE chave = $1 AND servico = 'evento'",
      [chave],
    );
    expect(queries).toMatchObject([{ quem: "Marina Prado" }]);
    expect(queries[0]?.autorizador).not.toBe("AN");
  });

  test("a desacordo is possible for 45 days from the authorization; a later request names the end of the term", async () => {
    const { id } = await receiveCte();
    const { ate } = findPossible(await show(id), "610110") ?? {};
    const [nota] = await c.asOwner<{ em: Date }>("SELECT nfe_protocolo_data AS em FROM nota WHERE id = $1", [
      id,
    ]);
    expect(Date.parse(ate ?? "") - (nota?.em.getTime() ?? 0)).toBe(45 * DAY_MS);
    await c.asOwner(
      "UPDATE nota SET nfe_protocolo_data = nfe_protocolo_data - interval '46 days' WHERE id = $1",
      [id],
    );
    expect(await requestEvento(id, "610110", { justificativa: JUSTIFICATIVA })).toMatch(
      /^O prazo para este evento terminou em /,
    );
  });

  test("a desacordo whose answer was lost is found registered and not sent twice", async () => {
    const { id, chave } = await receiveCte();
    expect(await requestEvento(id, "610110", { justificativa: JUSTIFICATIVA })).toBeNull();
    c.sandbox.sefaz.setFault("resposta-perdida");
    await c.send();
    c.sandbox.sefaz.setFault("nenhuma");
    await c.asOwner("DELETE FROM sefaz_disjuntor");
    await c.asOwner("UPDATE tarefa SET estado = 'pendente' WHERE tipo = 'manifesto' AND estado <> 'feita'");
    await c.send();
    expect(findInLedger(chave, "610110")).toHaveLength(1);
    expect((await show(id)).eventosPedidos).toMatchObject([{ tpEvento: "610110", estado: "registrada" }]);
  });
});

describe("eventos of the tax reform", () => {
  const TAXES = { valorIBS: "10", valorCBS: "90.5" };
  const FROM_STOCK = { ...TAXES, quantidade: "2", unidade: "CX" };
  test.each<[SendableEventoType, object]>([
    [
      "211110",
      { itens: [{ nItem: 1, baseCalculo: "100", codigoCBS: "01", percentualCBS: "5", valorCBS: "5" }] },
    ],
    ["211124", { itens: [{ nItem: 1, ...FROM_STOCK }] }],
    ["211130", { itens: [{ nItem: 1, ...FROM_STOCK }] }],
    ["211140", { itens: [{ nItem: 1, ...FROM_STOCK, quantidade: "0.25" }] }],
    ["211150", { itens: [{ nItem: 1, ...TAXES }] }],
  ])(
    "the evento %s is valid by the official schema, signed, and registered at SVRS",
    async (tpEvento, statements) => {
      const { id, chave } = await c.receive();
      expect(await requestEvento(id, tpEvento, statements)).toBeNull();
      expect(await c.send()).toEqual([]);
      const shownNota = await show(id);
      expect(shownNota.eventosPedidos).toMatchObject([{ tpEvento, estado: "registrada", mensagem: null }]);
      expect(shownNota.listEventos).toMatchObject([{ tpEvento, origem: "sefaz" }]);
      const [evento] = findInLedger(chave, tpEvento);
      expect(evento?.procEventoXml).toContain("<cOrgao>92</cOrgao>");
    },
  );

  test("a registered evento is cancelled by 110001, once", async () => {
    const { id, chave } = await c.receive();
    expect(await requestEvento(id, "110001", { eventoId: id })).toBe(MESSAGES.eventoNadaACancelar);
    expect(await requestEvento(id, "211150", { itens: [{ nItem: 1, ...TAXES }] })).toBeNull();
    expect(await c.send()).toEqual([]);
    const shownNota = await show(id);
    const eventoId = shownNota.listEventos[0]?.id ?? "";
    expect(findPossible(shownNota, "110001")).toMatchObject({ impedimento: null, cancelaveis: [eventoId] });
    expect(await requestEvento(id, "110001", { eventoId })).toBeNull();
    expect(await c.send()).toEqual([]);
    expect((await show(id)).eventosPedidos[0]).toMatchObject({ tpEvento: "110001", estado: "registrada" });
    expect(findInLedger(chave, "110001")).toHaveLength(1);
    expect(await requestEvento(id, "110001", { eventoId })).toBe(MESSAGES.eventoNadaACancelar);
  });

  test("an evento that the layout cannot express is refused, and the field is named", async () => {
    const { id } = await c.receive();
    const of = (item: object) =>
      requestEvento(id, "211130", { itens: [{ nItem: 1, ...FROM_STOCK, ...item }] });
    const sentenceOf = (key: "eventoCampoFalta" | "eventoCampoInvalido", campo: string) =>
      formatMessage(key, { campo, item: 1 });
    expect(await of({ unidade: "" })).toBe(sentenceOf("eventoCampoFalta", "Unidade"));
    expect(await of({ valorIBS: "1,00" })).toBe(sentenceOf("eventoCampoInvalido", "Valor do IBS"));
    expect(await of({ quantidade: "1.00001" })).toBe(sentenceOf("eventoCampoInvalido", "Quantidade"));
    expect(await of({ baseCalculo: "1" })).toBe(
      formatMessage("eventoCampoSobra", { campo: "Base de cálculo" }),
    );
    expect(await requestEvento(id, "211128", { aceita: true })).toBe(MESSAGES.eventoSoNotaDeCredito);
    expect(await requestEvento(id, "610110", {})).toBe(MESSAGES.eventoDeOutroModelo);
  });

  test("an unknown item or a quantity above the nota's is refused before SEFAZ is queried", async () => {
    const { id } = await c.receive();
    const item = (await show(id)).itens[0];
    const of = (extra: object) =>
      requestEvento(id, "211130", { itens: [{ nItem: 1, ...FROM_STOCK, ...extra }] });
    expect(await of({ nItem: 99 })).toBe(formatMessage("eventoItemInexistente", { item: 99 }));
    const { unidade, quantidade } = { unidade: item?.unidade ?? "", quantidade: item?.quantidade ?? "" };
    expect(await of({ unidade, quantidade: String(Number(quantidade) + 0.5) })).toBe(
      formatMessage("eventoQuantidadeDemais", { item: 1, quantidade: `${quantidade} ${unidade}` }),
    );
    expect(await of({ unidade, quantidade: String(Number(quantidade)) })).toBeNull();
  });

  test("a repeated request is one evento, and another of the same kind waits for it", async () => {
    const { id } = await c.receive();
    const itens = [{ nItem: 1, ...TAXES }];
    const first = await c.marina.call("Nota.sendEvento", { id, tpEvento: "211150", itens });
    const again = await c.marina.call("Nota.sendEvento", { id, tpEvento: "211150", itens });
    expect(again.object).toEqual(first.object);
    expect(await requestEvento(id, "211150", { itens: [{ nItem: 1, ...TAXES, valorIBS: "11" }] })).toBe(
      MESSAGES.eventoEmEnvio,
    );
    expect(await c.send()).toEqual([]);
    expect((await show(id)).eventosPedidos).toHaveLength(1);
  });

  test("a user without the permission is refused, and the reason is shown", async () => {
    const { id } = await c.receive();
    await c.asOwner("UPDATE usuario SET permissao_manifestacao = false WHERE id = $1", [c.marina.usuarioId]);
    try {
      const { mensagem } = await c.marina.call("Nota.sendEvento", { id, tpEvento: "211128", aceita: true });
      expect(mensagem).toBe(MESSAGES.manifestacaoSemPermissao);
      expect(findPossible(await show(id), "211150")?.impedimento).toBe(MESSAGES.manifestacaoSemPermissao);
    } finally {
      await c.asOwner("UPDATE usuario SET permissao_manifestacao = true WHERE id = $1", [c.marina.usuarioId]);
    }
  });
});
