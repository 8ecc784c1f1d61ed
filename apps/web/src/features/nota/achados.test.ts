import { expect, test } from "vitest";
import { evidenciaOf, groupAchados, linhasOf } from "./achados.ts";
import { achadoDeTeste } from "./nota-de-teste.ts";

test("the gravest findings come first, and what is worth knowing last", () => {
  const grupos = groupAchados([
    achadoDeTeste("cadeia-nao-verificada", { gravidade: "informacao" }),
    achadoDeTeste("sem-protocolo", { gravidade: "aviso" }),
    achadoDeTeste("digest-divergente"),
  ]);
  expect(grupos.map(({ gravidade }) => gravidade)).toEqual(["grave", "aviso", "informacao"]);
});

test("one kind of finding is told once, with every field where it is", () => {
  const fora = (caminho: string) =>
    achadoDeTeste("estrutura-formato", { gravidade: "aviso", caminho, evidencia: "12,5" });
  const [grupo] = groupAchados([fora("infNFe/det[1]/prod/NCM"), fora("infNFe/det[2]/prod/NCM")]);
  expect(grupo?.achados).toHaveLength(1);
  expect(grupo?.achados[0]?.ocorrencias.map(({ caminho }) => caminho)).toEqual([
    "infNFe/det[1]/prod/NCM",
    "infNFe/det[2]/prod/NCM",
  ]);
});

test("a finding about the whole document names no field", () => {
  const [grupo] = groupAchados([achadoDeTeste("sem-assinatura")]);
  expect(grupo?.achados[0]?.ocorrencias).toEqual([]);
});

test.each([
  [
    "certificado: 55830412000107\nemitente: 27391485000148",
    ["certificado|55830412000107", "emitente|27391485000148"],
  ],
  ["DigestValue=ntGh77E= sha1=OQQY9qsE=", ["DigestValue|ntGh77E=", "sha1|OQQY9qsE="]],
  ["3959.16, soma 2959.16", ["|3959.16, soma 2959.16"]],
  ["", []],
])("the evidence %j is told line by line", (evidencia, lines) => {
  expect(linhasOf(evidencia).map(({ rotulo, valor }) => `${rotulo}|${valor}`)).toEqual(lines);
});

test("evidence is said in a person's words, and the side that does not hold is marked", () => {
  expect(evidenciaOf("digest-divergente", "DigestValue=ntGh77E= sha1=OQQY9qsE=")).toEqual([
    { rotulo: "Assinado", valor: "ntGh77E=" },
    { rotulo: "Calculado agora", valor: "OQQY9qsE=", errada: true },
  ]);
  expect(
    evidenciaOf("soma-divergente", "3959.16, soma 2959.16").map(({ valor }) => valor.replace(/\u00a0/g, " ")),
  ).toEqual(["diz R$ 3.959,16, e a soma das partes é R$ 2.959,16"]);
  expect(evidenciaOf("reparada", "espacos-entre-tags utf8-duplicado").map(({ valor }) => valor)).toEqual([
    "espaços e quebras de linha entre os campos do XML",
    "acentos codificados duas vezes",
  ]);
  expect(evidenciaOf("chave-divergente", "mod")).toEqual([{ rotulo: "", valor: "mod" }]);
});

test("a repair that proved itself is information", () => {
  const [grupo] = groupAchados([achadoDeTeste("reparada", { gravidade: "aviso" })]);
  expect(grupo?.gravidade).toBe("informacao");
});
