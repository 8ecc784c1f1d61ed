import { REASONS } from "@malote/contract";
import { describe, expect, test } from "vitest";
import type { EmailRow } from "../../../rpc/documents/queries.ts";
import { chipOf, hasStoredOriginal, quarentenaTextOf } from "./email-chips.ts";

const quarantinedEmail: EmailRow = {
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

test("a quarantined e-mail shows a short reason", () => {
  expect(quarentenaTextOf(quarantinedEmail)).toBe("Ilegível");
  expect(quarentenaTextOf({ ...quarantinedEmail, partes: 2 })).toBe("Leitura incompleta");
  expect(quarentenaTextOf({ ...quarantinedEmail, resumo: REASONS["mensagem-grande-demais"] })).toBe(
    "Grande demais",
  );
  expect(quarentenaTextOf({ ...quarantinedEmail, estado: "lido" })).toBeNull();
});

test("the original of a message that stayed in its mailbox is not offered for download", () => {
  expect(hasStoredOriginal({ motivo: REASONS["mensagem-grande-demais"] })).toBe(false);
  expect(hasStoredOriginal({ motivo: REASONS["mensagem-ilegivel"] })).toBe(true);
  expect(hasStoredOriginal({ motivo: null })).toBe(true);
});

describe("chips of an e-mail in the list", () => {
  const chip: EmailRow["chips"][number] = {
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

  test("the chip of a nota shows number and status", () => {
    expect(chipOf(chip)).toMatchObject({ tipo: "NF-e", nome: "184.220", evento: false });
    expect(chipOf(chip).situacao?.tone).toBe("ok");
    expect(chipOf({ ...chip, quarentena: true }).situacao?.word).toBe("Em quarentena");
  });

  test("the chip of a forged copy shows a warning, even when the nota has a good copy", () => {
    expect(chipOf({ ...chip, veredito: "suspeita" }).situacao).toMatchObject({
      tone: "aviso",
      word: "Suspeita",
    });
  });

  test("the chip of an evento shows the evento and its nota", () => {
    const evento = { ...chip, tipo: "evento", descricao: "Cancelamento" } as const;
    expect(chipOf(evento)).toEqual({
      tipo: "Cancelamento",
      nome: "NF-e 184.220",
      situacao: null,
      evento: true,
    });
    expect(chipOf({ ...evento, veredito: "assinatura-invalida" }).situacao?.tone).toBe("ruim");
    expect(chipOf({ ...evento, descricao: null, numeroNota: null })).toMatchObject({
      tipo: "Evento",
      nome: null,
    });
  });
});
