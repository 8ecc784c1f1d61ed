import { MOTIVOS } from "@malote/contract";
import { expect, test } from "vitest";
import type { EmailLinha } from "../../rpc/queries.ts";
import { isOriginalGuardado, paradoOf } from "./chips.ts";

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

test("an e-mail that stopped says why in a word or two", () => {
  expect(paradoOf(parado)).toBe("Ilegível");
  expect(paradoOf({ ...parado, partes: 2 })).toBe("Leitura incompleta");
  expect(paradoOf({ ...parado, resumo: MOTIVOS["mensagem-grande-demais"] })).toBe("Grande demais");
  expect(paradoOf({ ...parado, estado: "lido" })).toBeNull();
});

test("the original of a message that was left in its mailbox is not offered", () => {
  expect(isOriginalGuardado({ motivo: MOTIVOS["mensagem-grande-demais"] })).toBe(false);
  expect(isOriginalGuardado({ motivo: MOTIVOS["mensagem-ilegivel"] })).toBe(true);
  expect(isOriginalGuardado({ motivo: null })).toBe(true);
});
