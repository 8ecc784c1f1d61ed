import { ACHADOS, type NotaLida, type Parte, type TransporteLido, type Veredito } from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { type Casa, type Copia, planNotas, ufDestinoOf, type Visao } from "./documento.rules.ts";
import type { AchadoGuardado } from "./merito.rules.ts";

const NOSSA = "41820376000120";
const OUTRA_NOSSA = "41820376000201";
const FORNECEDOR = "27391485000148";
const TRANSPORTE: TransporteLido = {
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
    const { novas, sortes, feed } = plan([copia("integra")]);
    expect(novas.map(({ visao }) => [visao.papel, visao.terceiros])).toEqual([["E", false]]);
    expect(sortes).toEqual([{ destino: "nota", motivo: null, detalhe: null }]);
    expect(feed).toEqual([{ tipo: "nota", notaId: "id1" }]);
  });

  test("a document between two of our companies has two views", () => {
    const { novas } = plan([copia("integra", { emitente: NOSSA, destinatario: OUTRA_NOSSA })]);
    expect(novas.map(({ visao }) => [visao.papel, visao.empresaId])).toEqual([
      ["S", "matriz"],
      ["E", "filial"],
    ]);
  });

  test("a document of third parties is kept, but not published", () => {
    const { novas, feed } = plan([copia("integra", { destinatario: FORNECEDOR })]);
    expect(novas.map(({ visao }) => [visao.papel, visao.terceiros])).toEqual([["E", true]]);
    expect(feed).toEqual([]);
  });

  describe("a transport document", () => {
    const cte = { tipoNota: "CTe", transporte: TRANSPORTE } as const;
    const nosso = parte("Nossa", { documento: NOSSA, uf: "SP" });
    const outra = parte("Outra nossa", { documento: OUTRA_NOSSA, uf: "RJ" });
    const alheio = parte("Alheio", { documento: FORNECEDOR, uf: "MG" });
    const lados = (m: Partial<NotaLida>) =>
      plan([copia("autentica", { nota: { ...cte, destinatario: null, ...m } })]).novas.map(({ visao }) => [
        visao.papel,
        visao.empresaId,
      ]);

    test.each(["tomador", "destinatario", "remetente", "expedidor", "recebedor", "transportador"] as const)(
      "is received by one of our companies as its %s",
      (quem) => {
        expect(lados({ [quem]: nosso })).toEqual([["E", "matriz"]]);
      },
    );

    test("belongs to the tomador before the recipient of the goods", () => {
      expect(lados({ tomador: outra, destinatario: nosso })).toEqual([["E", "filial"]]);
    });

    test("issued by one of our companies is not received by it, but by another one of ours", () => {
      expect(lados({ emitente: nosso, remetente: nosso, destinatario: alheio })).toEqual([["S", "matriz"]]);
      expect(lados({ emitente: nosso, remetente: nosso, tomador: outra })).toEqual([
        ["S", "matriz"],
        ["E", "filial"],
      ]);
    });

    test("without any of our companies is of third parties", () => {
      expect(lados({ tomador: alheio })).toEqual([["E", null]]);
    });

    test("issued by us goes to the UF of the other party or, without one, to the end of the route", () => {
      const uf = (m: Partial<NotaLida>) =>
        ufDestinoOf({ ...nota({}), ...cte, emitente: nosso, destinatario: null, ...m });
      expect(uf({ tomador: alheio })).toBe("MG");
      expect(uf({ tipoNota: "MDFe" })).toBe("PE");
    });

    test("belongs to those who receive, pay or carry before other named parties", () => {
      const partes = [{ parte: "contratante" as const, documento: NOSSA, nome: "Nossa" }];
      expect(lados({ partes })).toEqual([["E", "matriz"]]);
      expect(lados({ partes, recebedor: outra })).toEqual([["E", "filial"]]);
      expect(lados({ partes, emitente: nosso })).toEqual([["S", "matriz"]]);
    });

    test("of goods in an NF-e: our carrier receives it if the destinatário is not ours", () => {
      const nota = { destinatario: alheio, transportador: nosso };
      expect(plan([copia("autentica", { nota })]).novas[0]?.visao).toMatchObject({
        ...{ papel: "E", empresaId: "matriz", terceiros: false },
      });
    });
  });

  test("a forged copy that arrives first is quarantined and does not block the genuine one", () => {
    const plano = plan([copia("assinatura-invalida", { documentoId: "falso" }), copia("integra")]);
    expect(plano.novas).toHaveLength(1);
    expect(plano.novas[0]?.visao).toMatchObject({ documentoId: "doc", quarentena: false });
    expect(plano.sortes.map((sorte) => sorte.destino)).toEqual(["quarentena", "nota"]);
    expect(plano.feed).toEqual([{ tipo: "nota", notaId: "id1" }]);
  });

  test("the genuine copy replaces the forged one in its view, which keeps its id", () => {
    const forged = visao({ documentoId: "falso", veredito: "assinatura-invalida", quarentena: true });
    const { trocas, novas, feed } = plan([copia("integra")], [forged]);
    expect(novas).toEqual([]);
    expect(trocas.map(({ visao }) => [visao.id, visao.documentoId])).toEqual([["nota-1", "doc"]]);
    expect(feed).toEqual([{ tipo: "nota", notaId: "nota-1" }]);
  });

  test("a forged copy that arrives later never replaces the genuine one", () => {
    const { trocas, novas, sortes, feed } = plan([copia("assinatura-invalida")], [visao({})]);
    expect([...trocas, ...novas, ...feed]).toEqual([]);
    expect(sortes[0]).toMatchObject({ destino: "quarentena", motivo: "assinatura-invalida" });
  });

  const alteradas: [string, Mudanca["achados"]][] = [
    ["changed", ["digest-divergente"]],
    ["changed and of SEFAZ's tests", ["digest-divergente", "ambiente-homologacao"]],
  ];
  test.each(alteradas)("a %s copy never replaces a doubted one with a valid signature", (_what, achados) => {
    const doubted = visao({
      veredito: "suspeita",
      quarentena: true,
      achados: achadosOf(["cadeia-desconhecida"]),
    });
    expect(plan([copia("assinatura-invalida", { achados })], [doubted]).trocas).toEqual([]);
    const changed = visao({
      veredito: "assinatura-invalida",
      quarentena: true,
      achados: achadosOf(achados ?? []),
    });
    const genuine = copia("suspeita", { achados: ["cadeia-desconhecida"], protocolo: null });
    expect(plan([genuine], [changed]).trocas).toHaveLength(1);
  });

  test("a copy of SEFAZ's test environment never blocks a doubted one of production", () => {
    const doubted = visao({
      veredito: "suspeita",
      quarentena: true,
      achados: achadosOf(["cadeia-desconhecida"]),
    });
    const deTeste = copia("nao-autorizada", { achados: ["ambiente-homologacao"] });
    expect(plan([deTeste], [doubted]).trocas).toEqual([]);
  });

  test("a copy with SEFAZ's protocol replaces one without", () => {
    const { trocas, feed } = plan([copia("integra")], [visao({ protocolo: null })]);
    expect(trocas).toHaveLength(1);
    expect(feed).toEqual([{ tipo: "troca", notaId: "nota-1" }]);
  });

  test("an equal copy is a duplicate", () => {
    const { sortes, trocas } = plan([copia("integra", { documentoId: "outro" })], [visao({})]);
    expect(trocas).toEqual([]);
    expect(sortes[0]).toMatchObject({ destino: "duplicada", motivo: "melhor-ja-recebido" });
  });

  const gains: [string, Mudanca, Mudanca][] = [
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
      const atual = visao({ achados: achadosOf(achados), protocolo });
      expect(plan([copia("integra", better)], [atual]).trocas).toHaveLength(1);
      expect(plan([copia("integra", worse)], [visao({})]).trocas).toEqual([]);
    },
  );

  test("a document of SEFAZ's test environment is kept, but not published", () => {
    const { novas, feed, sortes } = plan([copia("integra", { achados: ["ambiente-homologacao"] })]);
    expect(novas[0]?.visao.quarentena).toBe(true);
    expect(feed).toEqual([]);
    expect(sortes).toEqual([{ destino: "quarentena", motivo: "homologacao", detalhe: null }]);
  });

  test("a published nota that moves to another of our companies is new to its readers", () => {
    const filial = visao({ empresaId: "filial", achados: achadosOf(["cadeia-nao-verificada"]) });
    const { feed } = plan([copia("integra")], [filial]);
    expect(feed).toEqual([{ tipo: "nota", notaId: "nota-1" }]);
  });

  test("a published nota that becomes one of third parties is announced as changed", () => {
    const better = copia("integra", { destinatario: FORNECEDOR });
    const { feed } = plan([better], [visao({ achados: achadosOf(["cadeia-nao-verificada"]) })]);
    expect(feed).toEqual([{ tipo: "troca", notaId: "nota-1" }]);
  });

  const MELHORES: Veredito[] = ["autentica", "integra", "sem-protocolo", "nao-autorizada"];
  test.each(MELHORES)("a copy that is %s may be published, and replaces every lesser one", (veredito) => {
    expect(plan([copia(veredito)]).novas[0]?.visao.quarentena).toBe(false);
    const rest: Veredito[] = [
      "autentica",
      "integra",
      "sem-protocolo",
      "nao-autorizada",
      "assinatura-invalida",
      "suspeita",
    ];
    for (const menor of rest.slice(rest.indexOf(veredito) + 1)) {
      expect([menor, plan([copia(veredito)], [visao({ veredito: menor })]).trocas.length]).toEqual([
        menor,
        1,
      ]);
      expect([menor, plan([copia(menor)], [visao({ veredito })]).trocas.length]).toEqual([menor, 0]);
    }
  });

  test("a repaired copy is reported as such; it ranks below an equal whole copy and above a lesser one", () => {
    const repaired = copia("autentica", { achados: ["reparada"] });
    expect(plan([repaired]).sortes).toEqual([{ destino: "nota", motivo: "reparada", detalhe: null }]);
    expect(plan([repaired], [visao({ veredito: "autentica" })]).trocas).toEqual([]);
    expect(
      plan([copia("autentica")], [visao({ veredito: "autentica", achados: achadosOf(["reparada"]) })]).trocas,
    ).toHaveLength(1);
    expect(plan([repaired], [visao({ veredito: "integra" })]).trocas).toHaveLength(1);
  });

  test("a released copy is replaced only by one that needs no release", () => {
    const liberada = visao({ veredito: "suspeita", liberada: true });
    expect(plan([copia("assinatura-invalida")], [liberada]).trocas).toEqual([]);
    const { trocas, feed } = plan([copia("nao-autorizada")], [liberada]);
    expect(trocas[0]?.visao).toMatchObject({ liberada: false, quarentena: false });
    expect(feed).toEqual([{ tipo: "troca", notaId: "nota-1" }]);
  });

  test("the same file again is a duplicate, whatever its content", () => {
    const { sortes, novas } = plan([copia("integra", { novo: false })]);
    expect(novas).toEqual([]);
    expect(sortes[0]).toMatchObject({ destino: "duplicada", motivo: "mesmo-arquivo" });
  });
});

function plan(copias: Copia[], atuais: Visao[] = []) {
  let n = 0;
  const casa: Casa = {
    empresas: new Map([
      [NOSSA, "matriz"],
      [OUTRA_NOSSA, "filial"],
    ]),
    newId: () => `id${++n}`,
    diaOf: () => "2026-11-20",
  };
  return planNotas(copias, atuais, casa);
}

type Mudanca = {
  emitente?: string;
  destinatario?: string;
  documentoId?: string;
  novo?: boolean;
  achados?: AchadoGuardado["codigo"][];
  protocolo?: string | null;
  nota?: Partial<NotaLida>;
};

function copia(veredito: Veredito, m: Mudanca = {}): Copia {
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

function achadosOf(codigos: readonly AchadoGuardado["codigo"][]): AchadoGuardado[] {
  return codigos.map((codigo) => ({ codigo, gravidade: ACHADOS[codigo].gravidade }));
}

function nota({ emitente = FORNECEDOR, destinatario = NOSSA }: Mudanca): NotaLida {
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

function parte(nome: string, { documento, uf }: { documento: string; uf: string }): Parte {
  return { nome, documento, uf, ie: null, municipio: null };
}

function visao(m: Partial<Visao>): Visao {
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
