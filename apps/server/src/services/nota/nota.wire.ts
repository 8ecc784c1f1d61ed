import type { AchadoPalavras, ResultOf } from "@malote/contract";
import { ACHADOS } from "@malote/contract";
import type { AchadoCodigo, ItemLido, NotaLida } from "@malote/dfe";
import { z } from "zod";
import type { EventoRow, NotaInteira, NotaRow, OrigemRow } from "./nota.rows.ts";

type NotaLinhaWire = ResultOf<"Nota.getListNota">["results"][number];
type NotaWire = ResultOf<"Nota.getNota">["object"];

/** The judge's findings in words: one that has none does not compile. */
const PALAVRAS = ACHADOS satisfies Record<AchadoCodigo, AchadoPalavras> as Readonly<
  Record<string, AchadoPalavras>
>;

const achadosGuardados = z.array(
  z.object({ codigo: z.string(), grave: z.boolean(), detalhe: z.string().optional() }),
);

/** One row of a list. */
export function writeNotaLinha({ chave, papel, numeroNota, serieNota, ...row }: NotaRow): NotaLinhaWire {
  return {
    ...row,
    chaveAcesso: chave,
    entradaSaida: papel,
    numeroNota: String(numeroNota),
    serieNota: String(serieNota),
  };
}

export type NotaPartes = {
  row: NotaInteira;
  eventos: EventoRow[];
  origens: OrigemRow[];
  proximaEm: Date | null;
  /** Read again from the stored bytes; null when they cannot be. */
  lida: NotaLida | null;
};

/** A whole document. */
export function writeNota({ row, eventos, origens, proximaEm, lida }: NotaPartes): NotaWire {
  const { achados, xmlGzip: _bytes, ...nota } = row;
  return {
    ...nota,
    ...writeNotaLinha(row),
    achados: writeAchados(achados),
    listEventos: eventos,
    origens,
    sefazProximaEm: proximaEm,
    itens: lida?.itens.map(writeItem) ?? [],
    informacoesComplementares: lida?.informacoesComplementares ?? null,
  };
}

/** Findings as they are stored, in words. A code of another version shows itself. */
function writeAchados(stored: unknown): NotaWire["achados"] {
  return achadosGuardados.parse(stored).map(({ codigo, grave, detalhe }) => {
    const palavras = Object.hasOwn(PALAVRAS, codigo) ? PALAVRAS[codigo] : undefined;
    const { titulo, texto } = palavras ?? { titulo: codigo, texto: "" };
    return { codigo, grave, titulo, texto, evidencia: detalhe ?? null };
  });
}

function writeItem(item: ItemLido): NotaWire["itens"][number] {
  return {
    numero: item.numero,
    codigo: item.codigo ?? "",
    descricao: item.descricao ?? "",
    ncm: item.ncm,
    cfop: item.cfop,
    unidade: item.unidade ?? "",
    quantidade: item.quantidade ?? "",
    valorUnitario: item.valorUnitario ?? "",
    valorTotal: item.valorTotal ?? "",
  };
}
