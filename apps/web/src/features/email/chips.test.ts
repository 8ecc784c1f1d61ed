import { MOTIVOS } from "@malote/contract";
import { describe, expect, test } from "vitest";
import type { EmailLinha } from "../../rpc/queries.ts";
import { chipOf, isOriginalGuardado, paradoOf } from "./chips.ts";

const parado: EmailLinha = {
  id: "01900000-0000-7000-8000-000000000001",
  assunto: "",
  remetente: "",
  remetenteNome: null,
  destinatario: "",
  data: null,
  recebidaEm: new Date("2026-11-20T12:42:00Z"),
  resumo: "",
  estado: "quarentena",
  partes: 0,
  extraidos: 0,
  problemas: 0,
  chips: [],
};

test("a quarantined e-mail has a short reason", () => {
  expect(paradoOf(parado)).toBe("Ilegível");
  expect(paradoOf({ ...parado, partes: 2 })).toBe("Leitura incompleta");
  expect(paradoOf({ ...parado, resumo: MOTIVOS["mensagem-grande-demais"] })).toBe("Grande demais");
  expect(paradoOf({ ...parado, estado: "lido" })).toBeNull();
});

test("the original of a message left in its mailbox is not offered", () => {
  expect(isOriginalGuardado({ motivo: MOTIVOS["mensagem-grande-demais"] })).toBe(false);
  expect(isOriginalGuardado({ motivo: MOTIVOS["mensagem-ilegivel"] })).toBe(true);
  expect(isOriginalGuardado({ motivo: null })).toBe(true);
});

describe("a chip", () => {
  const chip: EmailLinha["chips"][number] = {
    tipo: "nota",
    tipoNota: "NFe",
    numeroNota: "184220",
    descricao: null,
    notaId: null,
    entradaSaida: "E",
    sefazStatus: "100",
    divergente: false,
    veredito: "autentica",
    quarentena: false,
  };

  test("of a nota shows number and status", () => {
    expect(chipOf(chip)).toMatchObject({ tipo: "NF-e", nome: "184.220", evento: false });
    expect(chipOf(chip).situacao?.tom).toBe("ok");
    expect(chipOf({ ...chip, quarentena: true }).situacao?.palavra).toBe("Em quarentena");
  });

  test("of a forged copy shows a warning, even when the nota has a good copy", () => {
    expect(chipOf({ ...chip, veredito: "suspeita" }).situacao).toMatchObject({
      tom: "aviso",
      palavra: "Suspeita",
    });
  });

  test("of an evento shows the evento and its nota", () => {
    const evento = { ...chip, tipo: "evento", descricao: "Cancelamento" } as const;
    expect(chipOf(evento)).toEqual({
      tipo: "Cancelamento",
      nome: "NF-e 184.220",
      situacao: null,
      evento: true,
    });
    expect(chipOf({ ...evento, veredito: "assinatura-invalida" }).situacao?.tom).toBe("ruim");
    expect(chipOf({ ...evento, descricao: null, numeroNota: null })).toMatchObject({
      tipo: "Evento",
      nome: null,
    });
  });
});
