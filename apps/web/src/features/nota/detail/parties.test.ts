import { expect, test } from "vitest";
import { sampleNota, sampleTransporte } from "../tests/sample-nota.ts";
import { formatPlace, partiesOf } from "./parties.ts";

const remetente = { nome: "Pomar Alto", documento: "12ABC34501DE35", uf: "SC", municipio: "Fraiburgo" };
const other = { nome: "Borandá", documento: "41820376000120", uf: "SP", municipio: null };
const rolesOf = (over: Parameters<typeof sampleNota>[0]) =>
  partiesOf(sampleNota({ transporte: sampleTransporte(), ...over })).map(
    ({ role, tomador }) => `${role}${tomador ? "*" : ""}`,
  );

test("an NF-e has two parties; its carrier is shown with the freight", () => {
  const nota = sampleNota({ transportador: other });
  expect(partiesOf(nota).map(({ role }) => role)).toEqual(["Emitente", "Destinatário"]);
});

test("marks the party that pays for the transport as tomador", () => {
  expect(rolesOf({ remetente, tomador: remetente })).toEqual(["Emitente", "Remetente*", "Destinatário"]);
  expect(rolesOf({ remetente, tomador: other })).toEqual(["Emitente", "Remetente", "Destinatário*"]);
});

test("adds the tomador as a party of its own if no other party is the tomador", () => {
  const thirdParty = { ...remetente, documento: "52998224725" };
  expect(rolesOf({ remetente, tomador: thirdParty, nomeDestinatario: null })).toEqual([
    "Emitente",
    "Tomador",
    "Remetente",
  ]);
});

test("does not equate two foreign parties without a document number", () => {
  const withoutDocumento = { ...remetente, documento: "" };
  expect(rolesOf({ remetente: withoutDocumento, tomador: { ...other, documento: "" } })).toContain("Tomador");
});

test("formats a place as town and state, or as the known part", () => {
  expect(formatPlace({ municipio: "Fraiburgo", uf: "SC" })).toBe("Fraiburgo, SC");
  expect(formatPlace({ municipio: null, uf: "SC" })).toBe("SC");
  expect(formatPlace({ municipio: null, uf: null })).toBeNull();
});
