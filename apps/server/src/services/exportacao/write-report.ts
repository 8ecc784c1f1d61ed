import { EXPORTACAO_TEXTS } from "@malote/contract";
import { printReport, type Report, type ReportCell } from "@malote/print";
import {
  type Amount,
  addAmount,
  formatAmount,
  formatChave,
  formatDateTime,
  formatDocumento,
  formatInteger,
  formatTipoNota,
  TIPOS_NOTA,
} from "@malote/syntax";
import type { ExportedNota } from "../nota/list/exported-nota.rows.ts";
import { describeFilter, titleOf } from "./describe-filter.ts";
import { detailOfStatus, wordOfStatus } from "./export-columns.ts";
import type { ExportRequest } from "./exportacao.rules.ts";

/** Facts about a report. data: time of the request; quarentena: number of documents that are left out. */
export type ReportAbout = {
  pedido: ExportRequest;
  conta: string;
  data: Date;
  usuario: string | null;
  quarentena: number;
};

const T = EXPORTACAO_TEXTS.relatorio;

/** Widths in millimetres; together the width of the report. */
const REPORT_COLUMNS: Report["columns"] = [
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
export function writeReport(notas: readonly ExportedNota[], about: ReportAbout): Uint8Array {
  const { pedido, conta, data, quarentena } = about;
  const { zona } = pedido;
  const gerado = fill(T.gerado, { quando: formatDateTime(data, zona), quem: about.usuario ?? "" });
  const { pdf } = printReport({
    title: titleOf(pedido.papel),
    conta: fill(T.conta, { conta }),
    filter: fill(T.filtro, { filtro: describeFilter(pedido) }),
    columns: REPORT_COLUMNS,
    lines: notas.map((nota) => writeRow(nota, zona)),
    totais: { titulos: [T.tipo, T.quantidade, T.valor], lines: sumNotas(notas) },
    observacao: quarentena === 0 ? T.semQuarentena : fill(T.quarentena, { total: formatInteger(quarentena) }),
    gerado,
    data,
  });
  return pdf;
}

function writeRow(nota: ExportedNota, zona: string): ReportCell[] {
  const [day = "", time = ""] = formatDateTime(nota.dataEmissao, zona).split(" ");
  const numero = `${formatTipoNota(nota.tipoNota)} ${formatInteger(nota.numeroNota)} / ${nota.serieNota}`;
  return [
    {
      text: nota.terceiros ? `${numero} (${T.terceiros})` : numero,
      below: formatChave(nota.chave),
    },
    { text: day, below: time },
    writeParty(nota.nomeEmitente, nota.cnpjEmitente, nota.ufEmitente),
    writeParty(nota.nomeDestinatario, nota.cnpjDestinatario, nota.ufDestinatario),
    { text: formatAmount(nota.valorTotal) },
    {
      text: wordOfStatus(nota.nfeStatus),
      below: joinBelow(nota.nfeStatus, detailOfStatus(nota.nfeStatus)),
    },
    {
      text: wordOfStatus(nota.sefazStatus),
      below: joinBelow(
        nota.sefazStatus,
        detailOfStatus(nota.sefazStatus),
        nota.divergente ? T.divergente : null,
      ),
    },
    {
      text: [nota.processadoErp, nota.recebido, nota.conferido].map((is) => (is ? T.sim : T.nao)).join(" · "),
    },
  ];
}

function joinBelow(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(" · ");
}

function writeParty(nome: string | null, documento: string | null, uf: string | null): ReportCell {
  return { text: nome ?? "", below: [formatDocumento(documento ?? ""), uf].filter(Boolean).join(" · ") };
}

type Sum = { quantidade: number; valor: Amount };

/** Count and sum by type, and overall. */
function sumNotas(notas: readonly ExportedNota[]): Report["totais"]["lines"] {
  const sums = new Map<string, Sum>();
  const add = (label: string, valor: Amount): void => {
    const before = sums.get(label) ?? { quantidade: 0, valor: "0.00" };
    sums.set(label, { quantidade: before.quantidade + 1, valor: addAmount(before.valor, valor) });
  };
  for (const { tipoNota, valorTotal } of notas) {
    add(formatTipoNota(tipoNota), valorTotal);
    add(T.total, valorTotal);
  }
  return [...TIPOS_NOTA.map(formatTipoNota), T.total].flatMap((label) => {
    const soma = sums.get(label);
    if (soma === undefined) return [];
    return [{ label: label, quantidade: formatInteger(soma.quantidade), valor: formatAmount(soma.valor) }];
  });
}

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
