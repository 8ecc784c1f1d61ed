import { EXPORTACAO_TEXTOS } from "@malote/contract";
import { type CelulaRelatorio, printRelatorio, type Relatorio } from "@malote/print";
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

/** What a report says beside its documents. data: when it was asked for; quarentena: documents that stay behind. */
export type RelatorioSobre = {
  pedido: PedidoExportacao;
  conta: string;
  data: Date;
  usuario: string | null;
  quarentena: number;
};

const T = EXPORTACAO_TEXTOS.relatorio;

/** Widths in millimetres; together LARGURA_RELATORIO of the report. */
const COLUNAS: Relatorio["colunas"] = [
  { titulo: T.documento, largura: 50 },
  { titulo: T.emissao, largura: 19 },
  { titulo: T.emitente, largura: 59 },
  { titulo: T.destinatario, largura: 59 },
  { titulo: T.valor, largura: 27, alinha: "direita" },
  { titulo: T.nfe, largura: 21 },
  { titulo: T.sefaz, largura: 21 },
  { titulo: T.marcas, largura: 21, alinha: "centro" },
];

/** A report of documents, as the bytes of a PDF: always the same for the same documents. */
export function writeRelatorio(notas: readonly NotaExportada[], sobre: RelatorioSobre): Uint8Array {
  const { pedido, conta, data, quarentena } = sobre;
  const { zona } = pedido;
  const gerado = fill(T.gerado, { quando: formatDataHora(data, zona), quem: sobre.usuario ?? "" });
  const { pdf } = printRelatorio({
    titulo: titleOf(pedido.papel),
    conta: fill(T.conta, { conta }),
    filtro: fill(T.filtro, { filtro: describeFiltro(pedido) }),
    colunas: COLUNAS,
    linhas: notas.map((nota) => writeLinha(nota, zona)),
    totais: { titulos: [T.tipo, T.quantidade, T.valor], linhas: sumNotas(notas) },
    observacao: quarentena === 0 ? T.semQuarentena : fill(T.quarentena, { total: formatInteiro(quarentena) }),
    gerado,
    data,
  });
  return pdf;
}

function writeLinha(nota: NotaExportada, zona: string): CelulaRelatorio[] {
  const [dia = "", hora = ""] = formatDataHora(nota.dataEmissao, zona).split(" ");
  const numero = `${formatTipoNota(nota.tipoNota)} ${formatInteiro(nota.numeroNota)} / ${nota.serieNota}`;
  return [
    {
      texto: nota.terceiros ? `${numero} (${T.terceiros})` : numero,
      abaixo: formatChave(nota.chave),
    },
    { texto: dia, abaixo: hora },
    writeParte(nota.nomeEmitente, nota.cnpjEmitente, nota.ufEmitente),
    writeParte(nota.nomeDestinatario, nota.cnpjDestinatario, nota.ufDestinatario),
    { texto: formatValor(nota.valorTotal) },
    {
      texto: wordOfStatus(nota.nfeStatus),
      abaixo: joinAbaixo(nota.nfeStatus, detalheOfStatus(nota.nfeStatus)),
    },
    {
      texto: wordOfStatus(nota.sefazStatus),
      abaixo: joinAbaixo(
        nota.sefazStatus,
        detalheOfStatus(nota.sefazStatus),
        nota.divergente ? T.divergente : null,
      ),
    },
    {
      texto: [nota.processadoErp, nota.recebido, nota.conferido]
        .map((is) => (is ? T.sim : T.nao))
        .join(" · "),
    },
  ];
}

function joinAbaixo(...parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(" · ");
}

function writeParte(nome: string | null, documento: string | null, uf: string | null): CelulaRelatorio {
  return { texto: nome ?? "", abaixo: [formatDocumento(documento ?? ""), uf].filter(Boolean).join(" · ") };
}

type Soma = { quantidade: number; valor: Valor };

/** Count and sum of each type that there is, and of all. */
function sumNotas(notas: readonly NotaExportada[]): Relatorio["totais"]["linhas"] {
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
    return [{ rotulo, quantidade: formatInteiro(soma.quantidade), valor: formatValor(soma.valor) }];
  });
}

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
