import type { ResultOf } from "@malote/contract";
import { FALHA_CONSULTA, GRAVIDADES, RESSALVAS } from "@malote/contract";
import { ACHADOS, type AchadoRule, type ItemLido, type NotaLida } from "@malote/dfe";
import type { TipoNota } from "@malote/syntax";
import { z } from "zod";
import { nomeOfEvento, ressalvaOf } from "../evento/evento.rules.ts";
import { silencioOf } from "../manifestacao/manifestacao.rules.ts";
import type { EventosDaNota } from "../manifestacao/read-eventos.ts";
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
const alertasGuardados = z.nullable(z.array(z.object({ codigo: z.string(), texto: z.string() })));
const LINHAS: Readonly<Record<string, AchadoRule>> = ACHADOS;

type Alerta = NotaWire["alertas"][number];
type AchadoLido = z.infer<typeof achadosGuardados>[number];

/** One row of a list, at the instant `agora`. */
export function writeNotaLinha(nota: NotaRow, agora: Date): NotaLinhaWire {
  const { chave, papel, numeroNota, serieNota, aManifestarDesde, ...row } = nota;
  return {
    ...row,
    ...silencioOf(aManifestarDesde, agora),
    chaveAcesso: chave,
    entradaSaida: papel,
    numeroNota: String(numeroNota),
    serieNota: String(serieNota),
  };
}

type PorTipoWire = Pick<ResultOf<"Nota.getNumeroDivergencias">, "object" | "totalCount">;

/** Totals by type, and overall. */
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
  manifestacao: ManifestacaoDaNota & EventosDaNota;
  /** Parsed from the stored bytes; null if that fails. */
  lida: NotaLida | null;
  /** Free text that the authors of the eventos wrote, by evento id. */
  textos: ReadonlyMap<string, string>;
  agora: Date;
};

/** The full document, as `Nota.getNota` returns it. */
export function writeNota(partes: NotaPartes): NotaWire {
  const { row, eventos, origens, proximaEm, consultas, manifestacao, lida, textos, agora } = partes;
  const { achados: guardados, sefazAlertas, xmlGzip: _bytes, aManifestarDesde: _desde, ...nota } = row;
  const achados = achadosGuardados.parse(guardados);
  return {
    ...nota,
    ...writeNotaLinha(row, agora),
    achados: achados.map(writeAchado),
    alertas: joinAlertas(lida?.protocolo?.alertas ?? [], alertasGuardados.parse(sefazAlertas) ?? []),
    confirmadaSefaz: isConfirmada(row, achados),
    listEventos: eventos.map((evento) =>
      writeEvento(evento, { chave: row.chave, texto: textos.get(evento.id) ?? null }),
    ),
    origens,
    sefazProximaEm: proximaEm,
    consultas: consultas.map(writeConsulta),
    ...manifestacao,
    ...writeConteudo(lida),
  };
}

/** Merges the protocol's alerts from the file and from SEFAZ's answer, without duplicates. */
function joinAlertas(file: readonly Alerta[], answered: readonly Alerta[]): Alerta[] {
  const isSame = (a: Alerta, b: Alerta): boolean => a.codigo === b.codigo && a.texto === b.texto;
  return [...file, ...answered.filter((each) => !file.some((one) => isSame(one, each)))];
}

/** One query to SEFAZ, its failure as a sentence. A cause unknown to this version is shown as its code. */
function writeConsulta({ falha, ...consulta }: ConsultaRow): NotaWire["consultas"][number] {
  const words: Readonly<Record<string, string>> = FALHA_CONSULTA;
  return { ...consulta, falha: falha && (words[falha] ?? falha) };
}

/** An evento, with the ressalva that explains why it has no effect, if so. */
function writeEvento(
  evento: EventoRow,
  { chave, texto }: { chave: string; texto: string | null },
): NotaWire["listEventos"][number] {
  const { autor, cStat: _registro, autorCerto: _certo, xmlGzip, ...shown } = evento;
  const ressalva = ressalvaOf({ ...evento, chave });
  const descEvento = nomeOfEvento({ ...evento, chave });
  return {
    ...shown,
    descEvento,
    texto,
    autor: autor || null,
    temXml: xmlGzip !== null,
    ressalva: ressalva && RESSALVAS[ressalva],
  };
}

/** SEFAZ holds the digest of this content, and the signature is valid; the certificate chain is ignored. */
function isConfirmada({ digVal, sefazDigVal }: NotaInteira, achados: readonly AchadoLido[]): boolean {
  const isValida = achados.every(({ codigo }) => (linhaOf(codigo)?.estado ?? null) === null);
  return digVal !== null && digVal === sefazDigVal && isValida;
}

/** A stored finding, with title and text. A code unknown to this version is shown as it is. */
function writeAchado({ codigo, gravidade, detalhe, caminho }: AchadoLido): NotaWire["achados"][number] {
  const { titulo, mensagem } = linhaOf(codigo) ?? { titulo: codigo, mensagem: "" };
  return { codigo, gravidade, titulo, texto: mensagem, evidencia: detalhe ?? null, caminho: caminho ?? null };
}

function linhaOf(codigo: string): AchadoRule | undefined {
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

/** Fields that only the XML contains; empty if it cannot be parsed. */
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
    referencia: item.referencia,
  };
}
