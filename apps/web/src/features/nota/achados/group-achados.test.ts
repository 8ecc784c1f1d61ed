import { expect, test } from "vitest";
import { sampleAchado } from "../tests/sample-nota.ts";
import { evidenceLinesOf, groupAchados, splitEvidence } from "./group-achados.ts";

test("findings are grouped by gravidade, gravest first", () => {
  const groups = groupAchados([
    sampleAchado("cadeia-nao-verificada", { gravidade: "informacao" }),
    sampleAchado("sem-protocolo", { gravidade: "aviso" }),
    sampleAchado("digest-divergente"),
  ]);
  expect(groups.map(({ gravidade }) => gravidade)).toEqual(["grave", "aviso", "informacao"]);
});

test("findings with the same code are merged, and every path is kept", () => {
  const fora = (caminho: string) =>
    sampleAchado("estrutura-formato", { gravidade: "aviso", caminho, evidencia: "12,5" });
  const [group] = groupAchados([fora("infNFe/det[1]/prod/NCM"), fora("infNFe/det[2]/prod/NCM")]);
  expect(group?.achados).toHaveLength(1);
  expect(group?.achados[0]?.ocorrencias.map(({ caminho }) => caminho)).toEqual([
    "infNFe/det[1]/prod/NCM",
    "infNFe/det[2]/prod/NCM",
  ]);
});

test("a finding without path or evidence has no occurrences", () => {
  const [group] = groupAchados([sampleAchado("sem-assinatura")]);
  expect(group?.achados[0]?.ocorrencias).toEqual([]);
});

test.each([
  [
    "certificado: 55830412000107\nemitente: 27391485000148",
    ["certificado|55830412000107", "emitente|27391485000148"],
  ],
  ["DigestValue=ntGh77E= sha1=OQQY9qsE=", ["DigestValue|ntGh77E=", "sha1|OQQY9qsE="]],
  ["3959.16, soma 2959.16", ["|3959.16, soma 2959.16"]],
  ["", []],
])("the evidence %j is split into labelled lines", (evidencia, lines) => {
  expect(splitEvidence(evidencia).map(({ rotulo, valor }) => `${rotulo}|${valor}`)).toEqual(lines);
});

test("codes in the evidence are replaced by words, and the wrong value is marked", () => {
  expect(evidenceLinesOf("digest-divergente", "DigestValue=ntGh77E= sha1=OQQY9qsE=")).toEqual([
    { rotulo: "Assinado", valor: "ntGh77E=" },
    { rotulo: "Calculado agora", valor: "OQQY9qsE=", errada: true },
  ]);
  expect(
    evidenceLinesOf("soma-divergente", "3959.16, soma 2959.16").map(({ valor }) =>
      valor.replace(/\u00a0/g, " "),
    ),
  ).toEqual(["diz R$ 3.959,16, e a soma das partes é R$ 2.959,16"]);
  expect(evidenceLinesOf("reparada", "espacos-entre-tags utf8-duplicado").map(({ valor }) => valor)).toEqual([
    "espaços e quebras de linha entre os campos do XML",
    "acentos codificados duas vezes",
  ]);
  expect(evidenceLinesOf("chave-divergente", "mod")).toEqual([{ rotulo: "", valor: "mod" }]);
});

test("a repair is shown as information", () => {
  const [group] = groupAchados([sampleAchado("reparada", { gravidade: "aviso" })]);
  expect(group?.gravidade).toBe("informacao");
});
