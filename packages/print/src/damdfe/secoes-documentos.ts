import type { PapelMdfe } from "@malote/dfe";
import { documentoOfChave, splitChaveAcesso } from "@malote/syntax";
import { type Bloco, type Coluna, type Secao, secaoOf, tabelaOf } from "../blocos/bloco.ts";
import { joinParts, wordOf, writeChave, writeDecimal, writeDocumento } from "../blocos/escrita.ts";
import { UNIDADE_CARGA, UNIDADE_TRANSPORTE } from "./texts.ts";

type Descarga = PapelMdfe["descargas"][number];
type Documento = Descarga["documentos"][number];
type Unidade = Documento["unidades"][number];

const TITULO = "Documentos fiscais vinculados ao manifesto";
const CHAVE_LENGTH = 44;

const METADE: readonly Coluna[] = [
  { titulo: "Município", peso: 17 },
  { titulo: "Tipo", peso: 9 },
  { titulo: "Chave de acesso", largura: 58.5 },
  { titulo: "Número / série", peso: 15 },
];
/** The same columns under the title of a town. */
const METADE_DO_LUGAR: readonly Coluna[] = [
  { titulo: "Tipo", peso: 11 },
  { titulo: "Chave de acesso", largura: 66 },
  { titulo: "Número / série", peso: 22 },
];
const INTEIRA: readonly Coluna[] = [
  { titulo: "Município de descarregamento", peso: 47 },
  { titulo: "Tipo", peso: 12 },
  { titulo: "Chave de acesso", largura: 78 },
  { titulo: "Número / série", peso: 24 },
  { titulo: "CNPJ/CPF do emitente", peso: 39 },
];
const COM_NOTAS: readonly Coluna[] = [
  { titulo: "Município", peso: 28 },
  { titulo: "Tipo", peso: 12 },
  { titulo: "Chave de acesso", largura: 78 },
  { titulo: "Número / série", peso: 23 },
  { titulo: "Unidades, perigosos, observações", peso: 57 },
];
/** Up to this many documents have a line each; more share a line in pairs. */
const LINHAS_INTEIRAS = 24;
/** From this average number of documents on, each town has its own title. */
const POR_LUGAR = 6;
const CORPO_INTEIRA = 8;
const CORPO_METADE = 6.5;
const CORPO_DO_LUGAR = 7.5;

/** The documents of an MDF-e with their town of unloading. Few documents, or those with remarks, have a
 * line each; others share a line in pairs. */
export function secoesOfDescargas(descargas: PapelMdfe["descargas"]): Secao[] {
  const rows = descargas.flatMap((descarga) => rowsOf(descarga));
  const hasNotas = rows.some(({ notas }) => notas !== "");
  if (hasNotas || rows.length <= LINHAS_INTEIRAS) return secaoOf(TITULO, inteiras(rows, hasNotas));
  if (rows.length < descargas.length * POR_LUGAR) {
    return secaoOf(
      TITULO,
      metades(
        METADE,
        rows.map(({ cells }) => cells),
        CORPO_METADE,
      ),
    );
  }
  return descargas.flatMap((descarga) => {
    const cells = rowsOf(descarga).map((row) => row.cells.slice(1));
    const titulo = `${TITULO} - ${lugarOf(descarga)} (${cells.length})`;
    return secaoOf(titulo, metades(METADE_DO_LUGAR, cells, CORPO_DO_LUGAR));
  });
}

function inteiras(rows: readonly Row[], hasNotas: boolean): Bloco[] {
  const linhas = rows.map(({ cells, emitente, notas }) => [...cells, hasNotas ? notas : emitente]);
  return tabelaOf(hasNotas ? COM_NOTAS : INTEIRA, linhas, CORPO_INTEIRA);
}

/** A table with two documents per line. */
function metades(metade: readonly Coluna[], rows: readonly string[][], corpo: number): Bloco[] {
  const vazia = metade.map(() => "");
  const linhas: string[][] = [];
  for (let at = 0; at < rows.length; at += 2)
    linhas.push([...(rows[at] ?? vazia), ...(rows[at + 1] ?? vazia)]);
  return [{ kind: "tabela", colunas: [...metade, ...metade], linhas, corpo }];
}

type Row = { cells: string[]; emitente: string; notas: string };

function lugarOf({ codigo, municipio }: Descarga): string {
  return municipio ?? codigo ?? "";
}

/** A town without documents has a row of its own. */
function rowsOf(descarga: Descarga): Row[] {
  const { documentos } = descarga;
  const lugar = lugarOf(descarga);

  if (documentos.length === 0) return [{ cells: [lugar, "", "", ""], emitente: "", notas: "" }];
  return documentos.map((each) => ({
    cells: [lugar, ...cellsOf(each)],
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
        describeUnidade(each, UNIDADE_TRANSPORTE),
        ...each.cargas.map((carga) => describeUnidade(carga, UNIDADE_CARGA)),
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

function describeUnidade(
  { tipo, id, lacres }: Pick<Unidade, "tipo" | "id" | "lacres">,
  words: Readonly<Record<string, string>>,
): string {
  const name = joinParts([wordOf(tipo, words) ?? "Unidade", id], " ");
  return joinParts([name, lacres.length > 0 ? `lacres ${lacres.join(", ")}` : null], ", ");
}
