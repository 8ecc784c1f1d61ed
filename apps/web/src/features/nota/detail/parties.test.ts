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

test("the party that pays for the transport is marked as tomador", () => {
  expect(rolesOf({ remetente, tomador: remetente })).toEqual(["Emitente", "Remetente*", "Destinatário"]);
  expect(rolesOf({ remetente, tomador: other })).toEqual(["Emitente", "Remetente", "Destinatário*"]);
});

test("a tomador who is none of the other parties is shown as a party", () => {
  const thirdParty = { ...remetente, documento: "52998224725" };
  expect(rolesOf({ remetente, tomador: thirdParty, nomeDestinatario: null })).toEqual([
    "Emitente",
    "Tomador",
    "Remetente",
  ]);
});

test("two foreign parties without a document number are not treated as the same party", () => {
  const withoutDocumento = { ...remetente, documento: "" };
  expect(rolesOf({ remetente: withoutDocumento, tomador: { ...other, documento: "" } })).toContain("Tomador");
});

test("a place is shown as town and state, or as the known one of them", () => {
  expect(formatPlace({ municipio: "Fraiburgo", uf: "SC" })).toBe("Fraiburgo, SC");
  expect(formatPlace({ municipio: null, uf: "SC" })).toBe("SC");
  expect(formatPlace({ municipio: null, uf: null })).toBeNull();
});
