import { gunzipSync } from "node:zlib";
import type { ResultOf } from "@malote/contract";
import { FALHA_CONSULTA, GRAVIDADES, RESSALVAS } from "@malote/contract";
import { ACHADOS, type AchadoLinha, type ItemLido, type NotaLida, readDfe } from "@malote/dfe";
import type { TipoNota } from "@malote/syntax";
import { z } from "zod";
import { nomeOfEvento, ressalvaOf } from "../evento/evento.rules.ts";
import type { ManifestacaoDaNota } from "../manifestacao/read-manifestacao.ts";
import type { ConsultaRow } from "../sefaz/consulta.rows.ts";
import type { EventoRow, NotaInteira, NotaRow, OrigemRow } from "./nota.rows.ts";

type NotaLinhaWire = ResultOf<"Nota.getListNota">["results"][number];
type NotaWire = ResultOf<"Nota.getNota">["object"];

const achadosGuardados = z.array(
  z.object({
    codigo: z.string(),
    gravidade: z.enum(GRAVIDADES),
    detalhe: z.string().optional(),
    caminho: z.string().optional(),
  }),
);
const LINHAS: Readonly<Record<string, AchadoLinha>> = ACHADOS;

type AchadoLido = z.infer<typeof achadosGuardados>[number];

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

type PorTipoWire = Pick<ResultOf<"Nota.getNumeroDivergencias">, "object" | "totalCount">;

/** How many there are, of each type and in all. */
export function writePorTipo(rows: readonly { tipoNota: TipoNota; total: number }[]): PorTipoWire {
  const object = { NFe: 0, CTe: 0, CTeOS: 0, MDFe: 0, NFCe: 0 };
  for (const { tipoNota, total } of rows) object[tipoNota] = total;
  return { totalCount: rows.reduce((sum, { total }) => sum + total, 0), object };
}

export type NotaPartes = {
  row: NotaInteira;
  eventos: EventoRow[];
  origens: OrigemRow[];
  proximaEm: Date | null;
  consultas: ConsultaRow[];
  manifestacao: ManifestacaoDaNota;
  /** Read again from the stored bytes; null when they cannot be. */
  lida: NotaLida | null;
};

/** A whole document. */
export function writeNota(partes: NotaPartes): NotaWire {
  const { row, eventos, origens, proximaEm, consultas, manifestacao, lida } = partes;
  const { achados: guardados, xmlGzip: _bytes, ...nota } = row;
  const achados = achadosGuardados.parse(guardados);
  return {
    ...nota,
    ...writeNotaLinha(row),
    achados: achados.map(writeAchado),
    confirmadaSefaz: isConfirmada(row, achados),
    listEventos: eventos.map((evento) => writeEvento(evento, row.chave)),
    origens,
    sefazProximaEm: proximaEm,
    consultas: consultas.map(writeConsulta),
    ...manifestacao,
    ...writeConteudo(lida),
  };
}

/** One time SEFAZ was asked; why it was not heard, in words. A cause of another version shows itself. */
function writeConsulta({ falha, ...consulta }: ConsultaRow): NotaWire["consultas"][number] {
  const words: Readonly<Record<string, string>> = FALHA_CONSULTA;
  return { ...consulta, falha: falha && (words[falha] ?? falha) };
}

/** An evento, and why it counts for nothing where it does. */
function writeEvento(evento: EventoRow, chave: string): NotaWire["listEventos"][number] {
  const { autor, cStat: _registro, autorCerto: _certo, xmlGzip, ...shown } = evento;
  const ressalva = ressalvaOf({ ...evento, chave });
  const texto = xmlGzip && readTexto(xmlGzip);
  const descEvento = nomeOfEvento(evento);
  return {
    ...shown,
    descEvento,
    texto,
    autor: autor || null,
    temXml: xmlGzip !== null,
    ressalva: ressalva && RESSALVAS[ressalva],
  };
}

/** What its author wrote in it: the correction, the reason. */
function readTexto(xmlGzip: Buffer): string | null {
  const leitura = readDfe(gunzipSync(xmlGzip));
  return leitura.kind === "evento" ? leitura.evento.justificativa : null;
}

/** SEFAZ knows the digest of this very content, and the signature over it holds: whatever the certificate's chain. */
function isConfirmada({ digVal, sefazDigVal }: NotaInteira, achados: readonly AchadoLido[]): boolean {
  const isValida = achados.every(({ codigo }) => (linhaOf(codigo)?.estado ?? null) === null);
  return digVal !== null && digVal === sefazDigVal && isValida;
}

/** A finding as it is stored, in words. A code of another version shows itself. */
function writeAchado({ codigo, gravidade, detalhe, caminho }: AchadoLido): NotaWire["achados"][number] {
  const { titulo, mensagem } = linhaOf(codigo) ?? { titulo: codigo, mensagem: "" };
  return { codigo, gravidade, titulo, texto: mensagem, evidencia: detalhe ?? null, caminho: caminho ?? null };
}

function linhaOf(codigo: string): AchadoLinha | undefined {
  return Object.hasOwn(LINHAS, codigo) ? LINHAS[codigo] : undefined;
}

type Conteudo =
  | "itens"
  | "informacoesComplementares"
  | "tomador"
  | "remetente"
  | "expedidor"
  | "recebedor"
  | "transportador"
  | "comercio"
  | "transporte";

/** What only the document itself says; nothing when it cannot be read again. */
function writeConteudo(lida: NotaLida | null): Pick<NotaWire, Conteudo> {
  return {
    itens: lida?.itens.map(writeItem) ?? [],
    informacoesComplementares: lida?.informacoesComplementares ?? null,
    tomador: lida?.tomador ?? null,
    remetente: lida?.remetente ?? null,
    expedidor: lida?.expedidor ?? null,
    recebedor: lida?.recebedor ?? null,
    transportador: lida?.transportador ?? null,
    comercio: lida?.comercio ?? null,
    transporte: lida?.transporte ?? null,
  };
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
