import { expect, test } from "vitest";
import { envolvidosOf, formatLugar } from "./envolvidos.ts";
import { notaDeTeste, transporteDeTeste } from "./nota-de-teste.ts";

const remetente = { nome: "Pomar Alto", documento: "12ABC34501DE35", uf: "SC", municipio: "Fraiburgo" };
const outro = { nome: "Borandá", documento: "41820376000120", uf: "SP", municipio: null };
const papeis = (over: Parameters<typeof notaDeTeste>[0]) =>
  envolvidosOf(notaDeTeste({ transporte: transporteDeTeste(), ...over })).map(
    ({ papel, tomador }) => `${papel}${tomador ? "*" : ""}`,
  );

test("an NF-e has two parties, and its carrier is told elsewhere", () => {
  const nota = notaDeTeste({ transportador: outro });
  expect(envolvidosOf(nota).map(({ papel }) => papel)).toEqual(["Emitente", "Destinatário"]);
});

test("who pays for the transport is marked in the role they have", () => {
  expect(papeis({ remetente, tomador: remetente })).toEqual(["Emitente", "Remetente*", "Destinatário"]);
  expect(papeis({ remetente, tomador: outro })).toEqual(["Emitente", "Remetente", "Destinatário*"]);
});

test("who pays and has no other role stands by itself", () => {
  const terceiro = { ...remetente, documento: "52998224725" };
  expect(papeis({ remetente, tomador: terceiro, nomeDestinatario: null })).toEqual([
    "Emitente",
    "Tomador",
    "Remetente",
  ]);
});

test("a foreign party without a document is nobody else", () => {
  const semDocumento = { ...remetente, documento: "" };
  expect(papeis({ remetente: semDocumento, tomador: { ...outro, documento: "" } })).toContain("Tomador");
});

test("a place is a town and its state, or what is known of it", () => {
  expect(formatLugar({ municipio: "Fraiburgo", uf: "SC" })).toBe("Fraiburgo, SC");
  expect(formatLugar({ municipio: null, uf: "SC" })).toBe("SC");
  expect(formatLugar({ municipio: null, uf: null })).toBeNull();
});
