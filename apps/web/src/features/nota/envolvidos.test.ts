import { expect, test } from "vitest";
import { envolvidosOf, formatLugar } from "./envolvidos.ts";
import { notaDeTeste, transporteDeTeste } from "./nota-de-teste.ts";

const remetente = { nome: "Pomar Alto", documento: "12ABC34501DE35", uf: "SC", municipio: "Fraiburgo" };
const outro = { nome: "Borandá", documento: "41820376000120", uf: "SP", municipio: null };
const papeis = (over: Parameters<typeof notaDeTeste>[0]) =>
  envolvidosOf(notaDeTeste({ transporte: transporteDeTeste(), ...over })).map(
    ({ papel, tomador }) => `${papel}${tomador ? "*" : ""}`,
  );

test("an NF-e has two parties; its carrier is shown with the freight", () => {
  const nota = notaDeTeste({ transportador: outro });
  expect(envolvidosOf(nota).map(({ papel }) => papel)).toEqual(["Emitente", "Destinatário"]);
});

test("marks the party that pays for the transport as tomador", () => {
  expect(papeis({ remetente, tomador: remetente })).toEqual(["Emitente", "Remetente*", "Destinatário"]);
  expect(papeis({ remetente, tomador: outro })).toEqual(["Emitente", "Remetente", "Destinatário*"]);
});

test("adds the tomador as a party of its own if no other party is the tomador", () => {
  const terceiro = { ...remetente, documento: "52998224725" };
  expect(papeis({ remetente, tomador: terceiro, nomeDestinatario: null })).toEqual([
    "Emitente",
    "Tomador",
    "Remetente",
  ]);
});

test("does not equate two foreign parties without a document number", () => {
  const semDocumento = { ...remetente, documento: "" };
  expect(papeis({ remetente: semDocumento, tomador: { ...outro, documento: "" } })).toContain("Tomador");
});

test("formats a place as town and state, or as the known part", () => {
  expect(formatLugar({ municipio: "Fraiburgo", uf: "SC" })).toBe("Fraiburgo, SC");
  expect(formatLugar({ municipio: null, uf: "SC" })).toBe("SC");
  expect(formatLugar({ municipio: null, uf: null })).toBeNull();
});
