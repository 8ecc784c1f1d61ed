import type { PrintedMdfe } from "@malote/dfe";
import { documentoOfChave, splitChaveAcesso } from "@malote/syntax";
import { type Block, type Column, type Section, sectionOf, tableOf } from "../sections/section.ts";
import { joinParts, wordOf, writeChave, writeDecimal, writeDocumento } from "../sections/write-values.ts";
import { CARGO_UNIT, TRANSPORT_UNIT } from "./texts.ts";

type Descarga = PrintedMdfe["descargas"][number];
type Documento = Descarga["documentos"][number];
type Unit = Documento["unidades"][number];

const TITLE = "Documentos fiscais vinculados ao manifesto";
const CHAVE_LENGTH = 44;

const HALF_ROW: readonly Column[] = [
  { title: "Município", weight: 17 },
  { title: "Tipo", weight: 9 },
  { title: "Chave de acesso", width: 58.5 },
  { title: "Número / série", weight: 15 },
];
/** The same columns under the title of a town. */
const TOWN_HALF_ROW: readonly Column[] = [
  { title: "Tipo", weight: 11 },
  { title: "Chave de acesso", width: 66 },
  { title: "Número / série", weight: 22 },
];
const FULL_ROW: readonly Column[] = [
  { title: "Município de descarregamento", weight: 47 },
  { title: "Tipo", weight: 12 },
  { title: "Chave de acesso", width: 78 },
  { title: "Número / série", weight: 24 },
  { title: "CNPJ/CPF do emitente", weight: 39 },
];
const WITH_NOTAS: readonly Column[] = [
  { title: "Município", weight: 28 },
  { title: "Tipo", weight: 12 },
  { title: "Chave de acesso", width: 78 },
  { title: "Número / série", weight: 23 },
  { title: "Unidades, perigosos, observações", weight: 57 },
];
/** Up to this many documents have a line each; more share a line in pairs. */
const FULL_ROWS_MAX = 24;
/** From this average number of documents on, each town has its own title. */
const PER_TOWN = 6;
const FULL_ROW_FONT_SIZE = 8;
const HALF_ROW_FONT_SIZE = 6.5;
const TOWN_FONT_SIZE = 7.5;

/** The documents of an MDF-e with their town of unloading. Few documents, or those with remarks, have a
 * line each; others share a line in pairs. */
export function sectionsOfDescargas(descargas: PrintedMdfe["descargas"]): Section[] {
  const rows = descargas.flatMap((descarga) => rowsOf(descarga));
  const hasNotas = rows.some(({ notas }) => notas !== "");
  if (hasNotas || rows.length <= FULL_ROWS_MAX) return sectionOf(TITLE, fullRows(rows, hasNotas));
  if (rows.length < descargas.length * PER_TOWN) {
    return sectionOf(
      TITLE,
      halfRows(
        HALF_ROW,
        rows.map(({ cells }) => cells),
        HALF_ROW_FONT_SIZE,
      ),
    );
  }
  return descargas.flatMap((descarga) => {
    const cells = rowsOf(descarga).map((row) => row.cells.slice(1));
    const title = `${TITLE} - ${townOf(descarga)} (${cells.length})`;
    return sectionOf(title, halfRows(TOWN_HALF_ROW, cells, TOWN_FONT_SIZE));
  });
}

function fullRows(rows: readonly Row[], hasNotas: boolean): Block[] {
  const lines = rows.map(({ cells, emitente, notas }) => [...cells, hasNotas ? notas : emitente]);
  return tableOf(hasNotas ? WITH_NOTAS : FULL_ROW, lines, FULL_ROW_FONT_SIZE);
}

/** A table with two documents per line. */
function halfRows(halfColumns: readonly Column[], rows: readonly string[][], fontSize: number): Block[] {
  const empty = halfColumns.map(() => "");
  const lines: string[][] = [];
  for (let at = 0; at < rows.length; at += 2)
    lines.push([...(rows[at] ?? empty), ...(rows[at + 1] ?? empty)]);
  return [{ kind: "tabela", columns: [...halfColumns, ...halfColumns], lines, fontSize }];
}

type Row = { cells: string[]; emitente: string; notas: string };

function townOf({ codigo, municipio }: Descarga): string {
  return municipio ?? codigo ?? "";
}

/** A town without documents has a row of its own. */
function rowsOf(descarga: Descarga): Row[] {
  const { documentos } = descarga;
  const place = townOf(descarga);

  if (documentos.length === 0) return [{ cells: [place, "", "", ""], emitente: "", notas: "" }];
  return documentos.map((each) => ({
    cells: [place, ...cellsOf(each)],
    emitente: emitenteOf(each),
    notas: notasOf(each).join("\n"),
  }));
}

function cellsOf({ tipo, chave, descricao }: Documento): string[] {
  if (chave?.length !== CHAVE_LENGTH) return [tipo, chave ?? descricao ?? "", ""];
  const { numero, serie } = splitChaveAcesso(chave);
  return [tipo, writeChave(chave), `${withoutZeros(numero)} / ${withoutZeros(serie)}`];
}

/** The issuer, from the key; "" for series whose key does not have it. */
function emitenteOf({ chave }: Documento): string {
  return chave?.length === CHAVE_LENGTH ? writeDocumento(documentoOfChave(chave)) : "";
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=.)/, "");
}

function notasOf({ segundoCodigo, isReentrega, unidades, perigosos }: Documento): string[] {
  return [
    ...(isReentrega ? ["Reentrega"] : []),
    ...(segundoCodigo === null ? [] : [`Segundo código de barras: ${segundoCodigo}`]),
    ...unidades.map((each) =>
      joinParts([
        describeUnit(each, TRANSPORT_UNIT),
        ...each.cargas.map((carga) => describeUnit(carga, CARGO_UNIT)),
      ]),
    ),
    ...perigosos.map((each) => `Produto perigoso: ${describePerigoso(each)}`),
  ];
}

function describePerigoso(each: Documento["perigosos"][number]): string {
  return joinParts([
    each.onu && `ONU ${each.onu}`,
    each.nome,
    each.classe && `classe ${each.classe}`,
    each.grupo && `grupo de embalagem ${each.grupo}`,
    each.quantidade && `quantidade ${writeDecimal(each.quantidade, 0)}`,
    each.volumes,
  ]);
}

function describeUnit(
  { tipo, id, lacres }: Pick<Unit, "tipo" | "id" | "lacres">,
  words: Readonly<Record<string, string>>,
): string {
  const name = joinParts([wordOf(tipo, words) ?? "Unidade", id], " ");
  return joinParts([name, lacres.length > 0 ? `lacres ${lacres.join(", ")}` : null], ", ");
}
