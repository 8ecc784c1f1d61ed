import { EXPORTACAO_TEXTOS } from "@malote/contract";
import { printReport, type Report, type ReportCell } from "@malote/print";
import {
  addValor,
  formatChave,
  formatDataHora,
  formatDocumento,
  formatInteiro,
  formatTipoNota,
  formatValor,
  TIPOS_NOTA,
  type Valor,
} from "@malote/syntax";
import type { NotaExportada } from "../nota/nota-exportacao.rows.ts";
import { detalheOfStatus, wordOfStatus } from "./colunas.ts";
import { describeFiltro, titleOf } from "./describe-filtro.ts";
import type { PedidoExportacao } from "./exportacao.rules.ts";

/** Facts about a report. data: time of the request; quarentena: number of documents that are left out. */
export type RelatorioSobre = {
  pedido: PedidoExportacao;
  conta: string;
  data: Date;
  usuario: string | null;
  quarentena: number;
};

const T = EXPORTACAO_TEXTOS.relatorio;

/** Widths in millimetres; together the width of the report. */
const COLUNAS: Report["columns"] = [
  { title: T.documento, width: 50 },
  { title: T.emissao, width: 19 },
  { title: T.emitente, width: 59 },
  { title: T.destinatario, width: 59 },
  { title: T.valor, width: 27, align: "right" },
  { title: T.nfe, width: 21 },
  { title: T.sefaz, width: 21 },
  { title: T.marcas, width: 21, align: "center" },
];

/** A report of documents, as PDF bytes: always the same for the same documents. */
export function writeRelatorio(notas: readonly NotaExportada[], sobre: RelatorioSobre): Uint8Array {
  const { pedido, conta, data, quarentena } = sobre;
  const { zona } = pedido;
  const gerado = fill(T.gerado, { quando: formatDataHora(data, zona), quem: sobre.usuario ?? "" });
  const { pdf } = printReport({
    title: titleOf(pedido.papel),
    conta: fill(T.conta, { conta }),
    filter: fill(T.filtro, { filtro: describeFiltro(pedido) }),
    columns: COLUNAS,
    lines: notas.map((nota) => writeLinha(nota, zona)),
    totais: { titulos: [T.tipo, T.quantidade, T.valor], lines: sumNotas(notas) },
    observacao: quarentena === 0 ? T.semQuarentena : fill(T.quarentena, { total: formatInteiro(quarentena) }),
    gerado,
    data,
  });
  return pdf;
}

function writeLinha(nota: NotaExportada, zona: string): ReportCell[] {
  const [dia = "", hora = ""] = formatDataHora(nota.dataEmissao, zona).split(" ");
  const numero = `${formatTipoNota(nota.tipoNota)} ${formatInteiro(nota.numeroNota)} / ${nota.serieNota}`;
  return [
    {
      text: nota.terceiros ? `${numero} (${T.terceiros})` : numero,
      below: formatChave(nota.chave),
    },
    { text: dia, below: hora },
    writeParte(nota.nomeEmitente, nota.cnpjEmitente, nota.ufEmitente),
    writeParte(nota.nomeDestinatario, nota.cnpjDestinatario, nota.ufDestinatario),
    { text: formatValor(nota.valorTotal) },
    {
      text: wordOfStatus(nota.nfeStatus),
      below: joinAbaixo(nota.nfeStatus, detalheOfStatus(nota.nfeStatus)),
    },
    {
      text: wordOfStatus(nota.sefazStatus),
      below: joinAbaixo(
        nota.sefazStatus,
        detalheOfStatus(nota.sefazStatus),
        nota.divergente ? T.divergente : null,
      ),
    },
    {
      text: [nota.processadoErp, nota.recebido, nota.conferido].map((is) => (is ? T.sim : T.nao)).join(" · "),
    },
  ];
}

function joinAbaixo(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(" · ");
}

function writeParte(nome: string | null, documento: string | null, uf: string | null): ReportCell {
  return { text: nome ?? "", below: [formatDocumento(documento ?? ""), uf].filter(Boolean).join(" · ") };
}

type Soma = { quantidade: number; valor: Valor };

/** Count and sum by type, and overall. */
function sumNotas(notas: readonly NotaExportada[]): Report["totais"]["lines"] {
  const somas = new Map<string, Soma>();
  const add = (rotulo: string, valor: Valor): void => {
    const before = somas.get(rotulo) ?? { quantidade: 0, valor: "0.00" };
    somas.set(rotulo, { quantidade: before.quantidade + 1, valor: addValor(before.valor, valor) });
  };
  for (const { tipoNota, valorTotal } of notas) {
    add(formatTipoNota(tipoNota), valorTotal);
    add(T.total, valorTotal);
  }
  return [...TIPOS_NOTA.map(formatTipoNota), T.total].flatMap((rotulo) => {
    const soma = somas.get(rotulo);
    if (soma === undefined) return [];
    return [{ label: rotulo, quantidade: formatInteiro(soma.quantidade), valor: formatValor(soma.valor) }];
  });
}

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
