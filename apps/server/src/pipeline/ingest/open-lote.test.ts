import { gzipSync } from "node:zlib";
import { readDfe } from "@malote/dfe";
import { createBudget } from "@malote/mailbox";
import { expect, test } from "vitest";
import type { EmailFile } from "./email-part.ts";
import { openLoteFile } from "./open-lote.ts";

const NS = "http://www.portalfiscal.inf.br/nfe";
const TOO_MANY = 5_001;

/** A batch of notas without required fields: the test counts them only. */
function lote(notas: number): EmailFile {
  const xml = `<enviNFe xmlns="${NS}" versao="4.00">${'<NFe><infNFe versao="4.00"/></NFe>'.repeat(notas)}</enviNFe>`;
  return arquivo(Buffer.from(xml));
}

function arquivo(bytes: Buffer): EmailFile {
  const parte = { caminho: "2/1", nome: "lote.xml", tipo: "text/xml", embutida: false, contentId: null };
  return { ...parte, bytes, outcome: null };
}

const outcomes = (arquivos: EmailFile[]) =>
  arquivos.map(({ caminho, outcome }) => [caminho, outcome?.motivo ?? null]);

test("a lote is a package, and its content is numbered below its path", () => {
  const batch = lote(2);
  expect(readDfe(batch.bytes)).toMatchObject({ kind: "lote", documentos: 2 });
  expect(outcomes(openLoteFile(batch, 1))).toEqual([
    ["2/1", "lote-aberto"],
    ["2/1/1", null],
    ["2/1/2", null],
  ]);
});

test("a lote inside a lote is opened, and no deeper one", () => {
  expect(openLoteFile(lote(2), 2)).toHaveLength(3);
  expect(outcomes(openLoteFile(lote(2), 3))).toEqual([["2/1", "pacote-fundo-demais"]]);
});

test("a lote with too many documents is refused as a whole, with their number", () => {
  const [refused, ...rest] = openLoteFile(lote(TOO_MANY), 1);
  expect(rest).toEqual([]);
  expect(refused?.outcome).toMatchObject({ destino: "erro", motivo: "lote-muitos-documentos" });
  expect(refused?.outcome?.detalhe).toContain(String(TOO_MANY));
});

test("the bytes and documents of lotes count in the budget of the e-mail", () => {
  const bytes = `<NFe xmlns="${NS}"><infNFe versao="4.00"></infNFe></NFe>`.length;
  const budget = createBudget({ infladoBytes: 5 * bytes, entradas: 100 });
  expect(outcomes(openLoteFile(lote(3), 1, budget)).map(([, motivo]) => motivo)).toEqual([
    "lote-aberto",
    null,
    null,
    null,
  ]);
  expect(budget).toMatchObject({ infladoLivre: 2 * bytes, entradasLivres: 97 });
  const second = openLoteFile(lote(3), 1, budget);
  expect(second.map(({ outcome }) => outcome?.motivo ?? null)).toEqual([
    "lote-aberto",
    null,
    null,
    "xml-grande-demais",
  ]);
  budget.entradasLivres = 2;
  expect(openLoteFile(lote(3), 1, budget).map(({ outcome }) => outcome?.motivo)).toEqual([
    "lote-muitos-documentos",
  ]);
});

test("the documents of a lote are listed unread when the CPU allowance is spent", () => {
  const budget = createBudget({}, () => true);
  expect(outcomes(openLoteFile(lote(2), 1, budget)).map(([, motivo]) => motivo)).toEqual([
    "lote-aberto",
    "caro-demais",
    "caro-demais",
  ]);
});

test("only the document that inflates beyond the limit is refused", () => {
  const bomba = gzipSync(Buffer.alloc(11 * 1024 * 1024, " ")).toString("base64");
  const inteira = gzipSync(`<NFe xmlns="${NS}"><infNFe versao="4.00"/></NFe>`).toString("base64");
  const docs = [bomba, inteira].map(
    (zip, i) => `<docZip NSU="${i}" schema="procNFe_v4.00.xsd">${zip}</docZip>`,
  );
  const xml = `<retDistDFeInt xmlns="${NS}" versao="1.01"><loteDistDFeInt>${docs.join("")}</loteDistDFeInt></retDistDFeInt>`;
  const parts = openLoteFile(arquivo(Buffer.from(xml)), 1);
  expect(parts.map(({ outcome }) => String(outcome?.motivo ?? null))).toEqual([
    "lote-aberto",
    "null",
    "xml-grande-demais",
  ]);
});
