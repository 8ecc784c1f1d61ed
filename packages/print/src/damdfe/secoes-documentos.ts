import type { PapelMdfe } from "@malote/dfe";
import { documentoOfChave, splitChaveAcesso } from "@malote/syntax";
import { type Bloco, type Coluna, tabelaOf } from "../blocos/bloco.ts";
import { joinParts, wordOf, writeChave, writeDecimal, writeDocumento } from "../blocos/escrita.ts";
import { UNIDADE_CARGA, UNIDADE_TRANSPORTE } from "./texts.ts";

type Documento = PapelMdfe["descargas"][number]["documentos"][number];
type Unidade = Documento["unidades"][number];

const CHAVE_LENGTH = 44;

const METADE: readonly Coluna[] = [
  { titulo: "Município", peso: 17 },
  { titulo: "Tipo", peso: 8.5 },
  { titulo: "Chave de acesso", peso: 58.5 },
  { titulo: "Número / série", peso: 15 },
];
const INTEIRA: readonly Coluna[] = [
  { titulo: "Município de descarregamento", peso: 40 },
  { titulo: "Tipo", peso: 11 },
  { titulo: "Chave de acesso", peso: 71 },
  { titulo: "Número / série", peso: 22 },
  { titulo: "CNPJ/CPF do emitente", peso: 32 },
  { titulo: "Unidades de transporte e de carga, perigosos, observações", peso: 56 },
];
const VAZIA = METADE.map(() => "");
/** So many documents have a line each; more of them share lines two by two. */
const LINHAS_INTEIRAS = 24;
const CORPO_INTEIRA = 8;
const CORPO_METADE = 6.5;

/** The documents of a MDF-e with the town where each is unloaded: one on a line while they are few or have more to say of
 * themselves, else two. */
export function tabelaOfDescargas(descargas: PapelMdfe["descargas"]): Bloco[] {
  const rows = descargas.flatMap((descarga) => rowsOf(descarga));
  if (rows.length <= LINHAS_INTEIRAS || rows.some(({ notas }) => notas !== "")) {
    const linhas = rows.map(({ cells, emitente, notas }) => [...cells, emitente, notas]);
    return tabelaOf(INTEIRA, linhas, CORPO_INTEIRA);
  }
  const pairs: string[][] = [];
  for (let at = 0; at < rows.length; at += 2) {
    pairs.push([...(rows[at]?.cells ?? VAZIA), ...(rows[at + 1]?.cells ?? VAZIA)]);
  }
  return [{ kind: "tabela", colunas: [...METADE, ...METADE], linhas: pairs, corpo: CORPO_METADE }];
}

type Row = { cells: string[]; emitente: string; notas: string };

/** A town where nothing is unloaded yet has a row of its own. */
function rowsOf({ codigo, municipio, documentos }: PapelMdfe["descargas"][number]): Row[] {
  const lugar = municipio ?? codigo ?? "";
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

/** Who issued it, by its key; "" for series of which the key does not say it. */
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
