import { ACHADOS, type ParsedNota, type ParsedTransporte, type Party, type Veredito } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import {
  destinationUfOf,
  type NotaCopy,
  type NotaView,
  type PlacementContext,
  planViews,
} from "./documento.rules.ts";
import type { StoredAchado } from "./veredito.rules.ts";

const OURS = "41820376000120";
const OTHER_OURS = "41820376000201";
const SUPPLIER = "27391485000148";
const TRANSPORT: ParsedTransporte = {
  modal: "rodoviario",
  origem: null,
  destino: { codigo: null, municipio: "Petrolina", uf: "PE" },
  percurso: [],
  produto: null,
  valorCarga: null,
  medidas: [],
  componentes: [],
  valorReceber: null,
  documentos: [],
  referencias: [],
  veiculos: [],
  condutores: [],
  rntrc: null,
  ibsCbs: null,
};
const CHAVE = "31261127391485000148550010001842201600727477";

describe("a nota and its copies", () => {
  test("a document for one of our companies is received", () => {
    const { inserts: novas, outcomes, feed } = plan([copy("integra")]);
    expect(novas.map(({ view: notaView }) => [notaView.papel, notaView.terceiros])).toEqual([["E", false]]);
    expect(outcomes).toEqual([{ destino: "nota", motivo: null, detalhe: null }]);
    expect(feed).toEqual([{ tipo: "nota", notaId: "id1" }]);
  });

  test("a document between two of our companies has two views", () => {
    const { inserts: novas } = plan([copy("integra", { emitente: OURS, destinatario: OTHER_OURS })]);
    expect(novas.map(({ view: notaView }) => [notaView.papel, notaView.empresaId])).toEqual([
      ["S", "matriz"],
      ["E", "filial"],
    ]);
  });

  test("a document of third parties is kept, but not published", () => {
    const { inserts: novas, feed } = plan([copy("integra", { destinatario: SUPPLIER })]);
    expect(novas.map(({ view: notaView }) => [notaView.papel, notaView.terceiros])).toEqual([["E", true]]);
    expect(feed).toEqual([]);
  });

  describe("a transport document", () => {
    const cte = { tipoNota: "CTe", transporte: TRANSPORT } as const;
    const ours = parte("Nossa", { documento: OURS, uf: "SP" });
    const otherOurs = parte("Outra nossa", { documento: OTHER_OURS, uf: "RJ" });
    const foreign = parte("Alheio", { documento: SUPPLIER, uf: "MG" });
    const sides = (m: Partial<ParsedNota>) =>
      plan([copy("autentica", { nota: { ...cte, destinatario: null, ...m } })]).inserts.map(
        ({ view: notaView }) => [notaView.papel, notaView.empresaId],
      );

    test.each(["tomador", "destinatario", "remetente", "expedidor", "recebedor", "transportador"] as const)(
      "a transport document is received by one of our companies as its %s",
      (quem) => {
        expect(sides({ [quem]: ours })).toEqual([["E", "matriz"]]);
      },
    );

    test("a transport document belongs to the tomador before the recipient of the goods", () => {
      expect(sides({ tomador: otherOurs, destinatario: ours })).toEqual([["E", "filial"]]);
    });

    test("a transport document that one of our companies issued is received only by another one of ours", () => {
      expect(sides({ emitente: ours, remetente: ours, destinatario: foreign })).toEqual([["S", "matriz"]]);
      expect(sides({ emitente: ours, remetente: ours, tomador: otherOurs })).toEqual([
        ["S", "matriz"],
        ["E", "filial"],
      ]);
    });

    test("a transport document without any of our companies is of third parties", () => {
      expect(sides({ tomador: foreign })).toEqual([["E", null]]);
    });

    test("a transport document that we issued goes to the UF of the other party, else to the end of the route", () => {
      const uf = (m: Partial<ParsedNota>) =>
        destinationUfOf({ ...nota({}), ...cte, emitente: ours, destinatario: null, ...m });
      expect(uf({ tomador: foreign })).toBe("MG");
      expect(uf({ tipoNota: "MDFe" })).toBe("PE");
    });

    test("a transport document belongs to those who receive, pay or carry before other named parties", () => {
      const partes = [{ parte: "contratante" as const, documento: OURS, nome: "Nossa" }];
      expect(sides({ partes })).toEqual([["E", "matriz"]]);
      expect(sides({ partes, recebedor: otherOurs })).toEqual([["E", "filial"]]);
      expect(sides({ partes, emitente: ours })).toEqual([["S", "matriz"]]);
    });

    test("the goods of an NF-e are received by our carrier if the destinatário is not ours", () => {
      const nota = { destinatario: foreign, transportador: ours };
      expect(plan([copy("autentica", { nota })]).inserts[0]?.view).toMatchObject({
        ...{ papel: "E", empresaId: "matriz", terceiros: false },
      });
    });
  });

  test("a forged copy that arrives first is quarantined and does not block the genuine one", () => {
    const planned = plan([copy("assinatura-invalida", { documentoId: "falso" }), copy("integra")]);
    expect(planned.inserts).toHaveLength(1);
    expect(planned.inserts[0]?.view).toMatchObject({ documentoId: "doc", quarentena: false });
    expect(planned.outcomes.map((outcome) => outcome.destino)).toEqual(["quarentena", "nota"]);
    expect(planned.feed).toEqual([{ tipo: "nota", notaId: "id1" }]);
  });

  test("the genuine copy replaces the forged one in its view, which keeps its id", () => {
    const forged = visao({ documentoId: "falso", veredito: "assinatura-invalida", quarentena: true });
    const { replacements: trocas, inserts: novas, feed } = plan([copy("integra")], [forged]);
    expect(novas).toEqual([]);
    expect(trocas.map(({ view: notaView }) => [notaView.id, notaView.documentoId])).toEqual([
      ["nota-1", "doc"],
    ]);
    expect(feed).toEqual([{ tipo: "nota", notaId: "nota-1" }]);
  });

  test("a forged copy that arrives later never replaces the genuine one", () => {
    const {
      replacements: trocas,
      inserts: novas,
      outcomes,
      feed,
    } = plan([copy("assinatura-invalida")], [visao({})]);
    expect([...trocas, ...novas, ...feed]).toEqual([]);
    expect(outcomes[0]).toMatchObject({ destino: "quarentena", motivo: "assinatura-invalida" });
  });

  const changedCopies: [string, CopyChanges["achados"]][] = [
    ["changed", ["digest-divergente"]],
    ["changed and of SEFAZ's tests", ["digest-divergente", "ambiente-homologacao"]],
  ];
  test.each(changedCopies)(
    "a %s copy never replaces a quarantined copy with a valid signature",
    (_what, achados) => {
      const doubted = visao({
        veredito: "suspeita",
        quarentena: true,
        achados: achadosOf(["cadeia-desconhecida"]),
      });
      expect(plan([copy("assinatura-invalida", { achados })], [doubted]).replacements).toEqual([]);
      const changed = visao({
        veredito: "assinatura-invalida",
        quarentena: true,
        achados: achadosOf(achados ?? []),
      });
      const genuine = copy("suspeita", { achados: ["cadeia-desconhecida"], protocolo: null });
      expect(plan([genuine], [changed]).replacements).toHaveLength(1);
    },
  );

  test("a copy of SEFAZ's test environment never replaces a quarantined copy of production", () => {
    const doubted = visao({
      veredito: "suspeita",
      quarentena: true,
      achados: achadosOf(["cadeia-desconhecida"]),
    });
    const testCopy = copy("nao-autorizada", { achados: ["ambiente-homologacao"] });
    expect(plan([testCopy], [doubted]).replacements).toEqual([]);
  });

  test("a copy with SEFAZ's protocol replaces one without it", () => {
    const { replacements: trocas, feed } = plan([copy("integra")], [visao({ protocolo: null })]);
    expect(trocas).toHaveLength(1);
    expect(feed).toEqual([{ tipo: "troca", notaId: "nota-1" }]);
  });

  test("an equal copy is a duplicate", () => {
    const { outcomes, replacements: trocas } = plan([copy("integra", { documentoId: "outro" })], [visao({})]);
    expect(trocas).toEqual([]);
    expect(outcomes[0]).toMatchObject({ destino: "duplicada", motivo: "melhor-ja-recebido" });
  });

  const gains: [string, CopyChanges, CopyChanges][] = [
    ["whose signer's chain was checked", { achados: ["cadeia-nao-verificada"] }, {}],
    ["that SEFAZ authorized", { protocolo: "110" }, { protocolo: "150" }],
    ["that SEFAZ authorized with alerts", { protocolo: "110" }, { protocolo: "120" }],
    ["with any protocol", { protocolo: null }, { protocolo: "110" }],
    ["whose QR code is SEFAZ's", { achados: ["qr-divergente"] }, {}],
    ["whose QR code is SEFAZ's and not only the government's", { achados: ["qr-desconhecido"] }, {}],
    ["whose QR code may be SEFAZ's", { achados: ["qr-divergente"] }, { achados: ["qr-desconhecido"] }],
    ["whose address of the consulta is SEFAZ's", { achados: ["url-chave-divergente"] }, {}],
    [
      "that was repaired, with the QR code of a stranger",
      { achados: ["reparada", "qr-divergente"] },
      { achados: ["qr-divergente"] },
    ],
    ["that its issuer signed", { achados: ["certificado-de-provedor"] }, {}],
    ["of production", { achados: ["ambiente-homologacao"] }, { protocolo: null }],
  ];
  test.each(gains)(
    "a copy %s replaces one without this merit, and is never replaced by it",
    (_what, worse, better) => {
      const { achados = [], protocolo = "100" } = worse;
      const existing = visao({ achados: achadosOf(achados), protocolo });
      expect(plan([copy("integra", better)], [existing]).replacements).toHaveLength(1);
      expect(plan([copy("integra", worse)], [visao({})]).replacements).toEqual([]);
    },
  );

  test("a document of SEFAZ's test environment is kept, but not published", () => {
    const { inserts: novas, feed, outcomes } = plan([copy("integra", { achados: ["ambiente-homologacao"] })]);
    expect(novas[0]?.view.quarentena).toBe(true);
    expect(feed).toEqual([]);
    expect(outcomes).toEqual([{ destino: "quarentena", motivo: "homologacao", detalhe: null }]);
  });

  test("a published nota that moves to another of our companies is new to its readers", () => {
    const branch = visao({ empresaId: "filial", achados: achadosOf(["cadeia-nao-verificada"]) });
    const { feed } = plan([copy("integra")], [branch]);
    expect(feed).toEqual([{ tipo: "nota", notaId: "nota-1" }]);
  });

  test("a published nota that becomes one of third parties is announced as changed", () => {
    const better = copy("integra", { destinatario: SUPPLIER });
    const { feed } = plan([better], [visao({ achados: achadosOf(["cadeia-nao-verificada"]) })]);
    expect(feed).toEqual([{ tipo: "troca", notaId: "nota-1" }]);
  });

  const PUBLISHABLE: Veredito[] = ["autentica", "integra", "sem-protocolo", "nao-autorizada"];
  test.each(PUBLISHABLE)("a copy that is %s may be published, and replaces every lesser one", (veredito) => {
    expect(plan([copy(veredito)]).inserts[0]?.view.quarentena).toBe(false);
    const rest: Veredito[] = [
      "autentica",
      "integra",
      "sem-protocolo",
      "nao-autorizada",
      "assinatura-invalida",
      "suspeita",
    ];
    for (const lesser of rest.slice(rest.indexOf(veredito) + 1)) {
      expect([lesser, plan([copy(veredito)], [visao({ veredito: lesser })]).replacements.length]).toEqual([
        lesser,
        1,
      ]);
      expect([lesser, plan([copy(lesser)], [visao({ veredito })]).replacements.length]).toEqual([lesser, 0]);
    }
  });

  test("a repaired copy is reported as such; it ranks below an equal whole copy and above a lesser one", () => {
    const repaired = copy("autentica", { achados: ["reparada"] });
    expect(plan([repaired]).outcomes).toEqual([{ destino: "nota", motivo: "reparada", detalhe: null }]);
    expect(plan([repaired], [visao({ veredito: "autentica" })]).replacements).toEqual([]);
    expect(
      plan([copy("autentica")], [visao({ veredito: "autentica", achados: achadosOf(["reparada"]) })])
        .replacements,
    ).toHaveLength(1);
    expect(plan([repaired], [visao({ veredito: "integra" })]).replacements).toHaveLength(1);
  });

  test("a released copy is replaced only by one that needs no release", () => {
    const released = visao({ veredito: "suspeita", liberada: true });
    expect(plan([copy("assinatura-invalida")], [released]).replacements).toEqual([]);
    const { replacements: trocas, feed } = plan([copy("nao-autorizada")], [released]);
    expect(trocas[0]?.view).toMatchObject({ liberada: false, quarentena: false });
    expect(feed).toEqual([{ tipo: "troca", notaId: "nota-1" }]);
  });

  test("the same file received again is a duplicate, whatever its content", () => {
    const { outcomes, inserts: novas } = plan([copy("integra", { novo: false })]);
    expect(novas).toEqual([]);
    expect(outcomes[0]).toMatchObject({ destino: "duplicada", motivo: "mesmo-arquivo" });
  });
});

function plan(copies: NotaCopy[], existingViews: NotaView[] = []) {
  let n = 0;
  const context: PlacementContext = {
    empresas: new Map([
      [OURS, "matriz"],
      [OTHER_OURS, "filial"],
    ]),
    newId: () => `id${++n}`,
    diaOf: () => "2026-11-20",
  };
  return planViews(copies, existingViews, context);
}

type CopyChanges = {
  emitente?: string;
  destinatario?: string;
  documentoId?: string;
  novo?: boolean;
  achados?: StoredAchado["codigo"][];
  protocolo?: string | null;
  nota?: Partial<ParsedNota>;
};

function copy(veredito: Veredito, m: CopyChanges = {}): NotaCopy {
  const { documentoId = "doc", novo = true, achados = [], protocolo = "100" } = m;
  return {
    documentoId,
    novo,
    veredito,
    achados: achadosOf(achados),
    protocolo,
    nota: { ...nota(m), ...m.nota },
  };
}

function achadosOf(codigos: readonly StoredAchado["codigo"][]): StoredAchado[] {
  return codigos.map((codigo) => ({ codigo, gravidade: ACHADOS[codigo].gravidade }));
}

function nota({ emitente = SUPPLIER, destinatario = OURS }: CopyChanges): ParsedNota {
  return {
    tipoNota: "NFe",
    modelo: "55",
    versao: "4.00",
    chaveAcesso: CHAVE,
    numeroNota: "184220",
    serieNota: "1",
    dataEmissao: "2026-11-20T09:42:00-03:00",
    valorTotal: "18420.35",
    emitente: parte("Laticínios Serra Nublada Ltda", { documento: emitente, uf: "MG" }),
    destinatario: parte("Borandá Distribuidora de Alimentos Ltda", { documento: destinatario, uf: "SP" }),
    tomador: null,
    remetente: null,
    expedidor: null,
    recebedor: null,
    transportador: null,
    autorizados: [],
    partes: [],
    naturezaOperacao: "Venda",
    finalidade: "1",
    tipoOperacao: "saida",
    ambiente: "1",
    digVal: "x",
    protocolo: {
      numero: "131260094418207",
      dataRecebimento: "2026-11-20T09:43:00-03:00",
      cStat: "100",
      xMotivo: "Autorizado",
      digVal: "x",
      chaveAcesso: CHAVE,
      alertas: [],
      defeitos: [],
    },
    itens: [],
    informacoesComplementares: null,
    comercio: null,
    transporte: null,
  };
}

function parte(nome: string, { documento, uf }: { documento: string; uf: string }): Party {
  return { nome, documento, uf, ie: null, municipio: null };
}

function visao(m: Partial<NotaView>): NotaView {
  return {
    id: "nota-1",
    chave: CHAVE,
    papel: "E",
    terceiros: false,
    empresaId: "matriz",
    documentoId: "doc-0",
    veredito: "integra",
    achados: [],
    protocolo: "100",
    sefazDigVal: null,
    digVal: "x",
    liberada: false,
    quarentena: false,
    dia: "2026-11-20",
    ...m,
  };
}
