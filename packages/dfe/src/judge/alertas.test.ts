import { describe, expect, test } from "vitest";
import { examineDfe } from "../examine.ts";
import { readPrintedForm } from "../printed-form/read-printed-form.ts";
import { bytesOf, makeNota, sign, wrapNota } from "../tests/make-dfe.ts";
import { CNPJ, CONFIANCA, empresa } from "../tests/trust.ts";

const nota = wrapNota(sign(makeNota({ cnpj: CNPJ, modelo: "65" }), empresa), { cStat: "120" });
const par = (n: number) => `<cMsg>${n}</cMsg><xMsg>Alerta: assunto ${n}</xMsg>`;
const withAlertas = (length: number) =>
  nota.replace("</infProt>", `${Array.from({ length: length }, (_, at) => par(at + 1)).join("")}</infProt>`);
const examine = (xml: string) => examineDfe(bytesOf(xml), CONFIANCA);
const codesOf = (xml: string) => examine(xml).achados.map(({ codigo }) => codigo);

describe("a nota that SEFAZ authorized with alerts (120)", () => {
  test("a nota with alerts is authorized, with the same verdict as without them", () => {
    const { veredito } = examine(nota.replace("<cStat>120", "<cStat>100"));
    expect(examine(withAlertas(5)).veredito).toBe(veredito);
    expect(codesOf(withAlertas(5))).not.toContain("nao-autorizada");
  });

  test("a nota has up to five alerts, and its other fields stay readable", () => {
    const { reading } = examine(withAlertas(6));
    const protocolo = reading.kind === "nota" ? reading.nota.protocolo : null;
    expect(protocolo?.alertas).toEqual(
      [1, 2, 3, 4, 5].map((n) => ({ codigo: String(n), texto: `Alerta: assunto ${n}` })),
    );
    expect(protocolo?.defeitos).toEqual([]);
  });

  test("the printed form of a nota shows each alert", () => {
    const form = readPrintedForm(bytesOf(withAlertas(2)));
    expect(form).toMatchObject({ protocolo: { mensagens: ["Alerta: assunto 1", "Alerta: assunto 2"] } });
  });

  test("a nota with status 100 may have a message of SEFAZ, too", () => {
    const { reading } = examine(withAlertas(1).replace("<cStat>120", "<cStat>100"));
    expect(reading).toMatchObject({ nota: { protocolo: { cStat: "100", alertas: [{ codigo: "1" }] } } });
  });
});

describe("the number of a protocolo", () => {
  test.each([
    ["15 digits", "135260000000001", false],
    ["17 digits", "13526000000000001", false],
    ["16 digits", "1352600000000001", true],
    ["18 digits", "135260000000000001", true],
  ])("the protocolo of an NF-e has 15 or 17 digits: %s", (_, numero, isWrong) => {
    const xml = nota.replace("<nProt>135260000000001", `<nProt>${numero}`);
    expect(codesOf(xml).includes("protocolo-invalido")).toBe(isWrong);
    expect(examine(xml).reading).toMatchObject({ nota: { protocolo: { numero } } });
  });
});
