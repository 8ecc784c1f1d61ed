import type { PapelMdfe } from "@malote/dfe";
import { splitChaveAcesso } from "@malote/syntax";
import { type Bloco, type Coluna, tabelaOf } from "../blocos/bloco.ts";
import { joinParts, wordOf, writeChave, writeDecimal } from "../blocos/escrita.ts";
import { UNIDADE_CARGA, UNIDADE_TRANSPORTE } from "./texts.ts";

type Documento = PapelMdfe["descargas"][number]["documentos"][number];
type Unidade = Documento["unidades"][number];

const METADE: readonly Coluna[] = [
  { titulo: "Município", peso: 19 },
  { titulo: "Tipo", peso: 8.5 },
  { titulo: "Chave de acesso", peso: 56.5 },
  { titulo: "Número / série", peso: 15 },
];
const COM_NOTAS: readonly Coluna[] = [
  { titulo: "Município", peso: 24 },
  { titulo: "Tipo", peso: 9 },
  { titulo: "Chave de acesso", peso: 57 },
  { titulo: "Número / série", peso: 18 },
  { titulo: "Unidades de transporte e de carga, produtos perigosos, observações", peso: 90 },
];
const VAZIA = METADE.map(() => "");

/** The documents of a MDF-e with the town where each is unloaded: two on each line, or one where any of them has more to say of
 * itself. */
export function tabelaOfDescargas(descargas: PapelMdfe["descargas"]): Bloco[] {
  const rows = descargas.flatMap((descarga) => rowsOf(descarga));
  if (rows.some(({ notas }) => notas !== "")) {
    return tabelaOf(
      COM_NOTAS,
      rows.map(({ cells, notas }) => [...cells, notas]),
    );
  }
  const pairs: string[][] = [];
  for (let at = 0; at < rows.length; at += 2) {
    pairs.push([...(rows[at]?.cells ?? VAZIA), ...(rows[at + 1]?.cells ?? VAZIA)]);
  }
  return pairs.length === 0 ? [] : [{ kind: "tabela", colunas: [...METADE, ...METADE], linhas: pairs }];
}

/** A town where nothing is unloaded yet has a row of its own. */
function rowsOf({
  codigo,
  municipio,
  documentos,
}: PapelMdfe["descargas"][number]): { cells: string[]; notas: string }[] {
  const lugar = municipio ?? codigo ?? "";
  if (documentos.length === 0) return [{ cells: [lugar, "", "", ""], notas: "" }];
  return documentos.map((each) => ({ cells: [lugar, ...cellsOf(each)], notas: notasOf(each).join("\n") }));
}

function cellsOf({ tipo, chave, descricao }: Documento): string[] {
  if (chave?.length !== 44) return [tipo, chave ?? descricao ?? "", ""];
  const { numero, serie } = splitChaveAcesso(chave);
  return [tipo, writeChave(chave), `${withoutZeros(numero)} / ${withoutZeros(serie)}`];
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
