import * as contract from "@malote/contract";
import { CONSULTA_FAILURES } from "@malote/contract";
import * as dfe from "@malote/dfe";
import { describe, expect, test } from "vitest";
import { type NotaParts, writeNota } from "./nota.wire.ts";

test("contract and dfe declare the same vereditos and gravidades, in the same order", () => {
  expect(contract.VEREDITOS).toEqual(dfe.VEREDITOS);
  expect(contract.GRAVIDADES).toEqual(dfe.SEVERITIES);
});

describe("findings of a nota on the wire", () => {
  const parts = (achados: unknown): NotaParts =>
    ({
      row: { achados, digVal: "x", sefazDigVal: "x", sefazAlertas: null },
      eventos: [],
      origens: [],
      consultas: [],
      proximaEm: null,
      atos: [],
      evidence: null,
      parsed: null,
      texts: new Map(),
    }) as unknown as NotaParts;

  test("a finding has the rule's title and text, the path and the evidence", () => {
    const stored = [
      { codigo: "soma-divergente", gravidade: "aviso", caminho: "infNFe/total", detalhe: "vNF" },
    ];
    expect(writeNota(parts(stored)).achados).toEqual([
      {
        codigo: "soma-divergente",
        gravidade: "aviso",
        titulo: dfe.ACHADOS["soma-divergente"].titulo,
        texto: dfe.ACHADOS["soma-divergente"].mensagem,
        caminho: "infNFe/total",
        evidencia: "vNF",
      },
    ]);
  });

  test("a finding with an unknown code shows the code, and does not prevent SEFAZ's confirmation", () => {
    const nota = writeNota(parts([{ codigo: "toString", gravidade: "aviso" }]));
    expect(nota.achados).toMatchObject([
      { codigo: "toString", titulo: "toString", texto: "", caminho: null },
    ]);
    expect(nota.confirmadaSefaz).toBe(true);
  });

  test.each(["digest-divergente", "codificacao-reparada", "sem-assinatura"] as const)(
    "a nota with an invalid signature (%s) is never confirmed by SEFAZ's digest",
    (codigo) => {
      expect(writeNota(parts([{ codigo, gravidade: "grave" }])).confirmadaSefaz).toBe(false);
    },
  );
});

test("a failed SEFAZ query has a sentence for its cause; an unknown cause is shown as its code", () => {
  const asked = {
    ...{
      quando: new Date(0),
      servico: "consulta",
      origem: "pessoa",
      quem: "Ana",
      autorizador: "SP",
      duracaoMs: 7,
    },
    ...{ cStat: null, xMotivo: null },
  };
  const consultas = ["tempo", "causa-nova", null].map((falha) => ({ ...asked, falha }));
  const row = { achados: [], digVal: null, sefazDigVal: null, sefazAlertas: null };
  const parts = {
    row,
    eventos: [],
    origens: [],
    consultas,
    proximaEm: null,
    atos: [],
    evidence: null,
    parsed: null,
    texts: new Map(),
  } as unknown as NotaParts;
  const { consultas: written } = writeNota(parts);
  expect(written.map(({ falha }) => falha)).toEqual([CONSULTA_FAILURES.tempo, "causa-nova", null]);
  expect(written[0]).toMatchObject({ quem: "Ana", origem: "pessoa", duracaoMs: 7 });
});
