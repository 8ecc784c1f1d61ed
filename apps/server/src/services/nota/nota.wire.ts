import type { ResultOf } from "@malote/contract";
import { CONSULTA_FAILURES, GRAVIDADES, RESSALVAS } from "@malote/contract";
import { ACHADOS, type AchadoRule, type ParsedItem, type ParsedNota } from "@malote/dfe";
import { recordOf, TIPOS_NOTA, type TipoNota } from "@malote/syntax";
import { z } from "zod";
import { nameOfEvento, ressalvaOf } from "../evento/evento.rules.ts";
import { tacitConfirmationOf } from "../manifestacao/manifestacao.rules.ts";
import type { NotaEventos } from "../manifestacao/own-evento/read-eventos.ts";
import type { NotaManifestacao } from "../manifestacao/read-manifestacao.ts";
import type { ConsultaRow } from "../sefaz/consulta.rows.ts";
import { achadosOf, type Evidence } from "./evidence/evidence.rules.ts";
import type { EventoRow, FullNota, NotaRow, OriginRow } from "./nota.rows.ts";
import type { QuarantineActRow } from "./quarentena/quarentena.rows.ts";

type NotaRowWire = ResultOf<"Nota.getListNota">["results"][number];
type NotaWire = ResultOf<"Nota.getNota">["object"];

const storedAchados = z.array(
  z.object({
    codigo: z.string(),
    gravidade: z.enum(GRAVIDADES),
    detalhe: z.string().optional(),
    caminho: z.string().optional(),
  }),
);
const storedAlertas = z.nullable(z.array(z.object({ codigo: z.string(), texto: z.string() })));
const ACHADO_RULES: Readonly<Record<string, AchadoRule>> = ACHADOS;

type Alerta = NotaWire["alertas"][number];
type QuarantineActWire = NonNullable<NotaWire["atosQuarentena"]>[number];
type StoredAchado = z.infer<typeof storedAchados>[number];

/** One row of a list, at the instant `now`. */
export function writeNotaRow(nota: NotaRow, now: Date): NotaRowWire {
  const { chave, papel, numeroNota, serieNota, aManifestarDesde, ...row } = nota;
  return {
    ...row,
    ...tacitConfirmationOf(aManifestarDesde, now),
    chaveAcesso: chave,
    entradaSaida: papel,
    numeroNota: String(numeroNota),
    serieNota: String(serieNota),
  };
}

type ByTypeWire = Pick<ResultOf<"Nota.getNumeroDivergencias">, "object" | "totalCount">;

/** Totals by type, and overall. */
export function writeByType(rows: readonly { tipoNota: TipoNota; total: number }[]): ByTypeWire {
  const object = recordOf(TIPOS_NOTA, () => 0);
  for (const { tipoNota, total } of rows) object[tipoNota] = total;
  return { totalCount: rows.reduce((sum, { total }) => sum + total, 0), object };
}

export type NotaParts = {
  row: FullNota;
  eventos: EventoRow[];
  origens: OriginRow[];
  proximaEm: Date | null;
  /** Releases from quarantine and returns to it, oldest first. */
  atos: readonly QuarantineActRow[];
  /** What other sources say about it; null if there are none. */
  evidence: Evidence | null;
  consultas: ConsultaRow[];
  manifestacao: NotaManifestacao & NotaEventos;
  /** Parsed from the stored bytes; null if that fails. */
  parsed: ParsedNota | null;
  /** Free text that the authors of the eventos wrote, by evento id. */
  texts: ReadonlyMap<string, string>;
  now: Date;
};

/** The full document, as `Nota.getNota` returns it. */
export function writeNota(parts: NotaParts): NotaWire {
  const { row, eventos, origens, proximaEm, consultas, manifestacao, parsed, texts, now, evidence } = parts;
  const { achados: stored, sefazAlertas, xmlGzip: _bytes, aManifestarDesde: _desde, ...known } = row;
  const { documentoId: _documento, ...nota } = known;
  const achados = storedAchados.parse(stored);
  return {
    ...nota,
    ...writeNotaRow(row, now),
    achados: [...achados, ...achadosOf(evidence)].map(writeAchado),
    atosQuarentena: parts.atos.map(writeAct),
    ...(evidence ? { evidencia: evidence } : {}),
    alertas: joinAlertas(parsed?.protocolo?.alertas ?? [], storedAlertas.parse(sefazAlertas) ?? []),
    confirmadaSefaz: isConfirmada(row, achados),
    listEventos: eventos.map((evento) =>
      writeEvento(evento, { chave: row.chave, texto: texts.get(evento.id) ?? null }),
    ),
    origens,
    sefazProximaEm: proximaEm,
    consultas: consultas.map(writeConsulta),
    ...manifestacao,
    ...writeContent(parsed),
  };
}

/** Merges the protocol's alerts from the file and from SEFAZ's answer, without duplicates. */
function joinAlertas(file: readonly Alerta[], answered: readonly Alerta[]): Alerta[] {
  const isSame = (a: Alerta, b: Alerta): boolean => a.codigo === b.codigo && a.texto === b.texto;
  return [...file, ...answered.filter((each) => !file.some((one) => isSame(one, each)))];
}

/** One query to SEFAZ, its failure as a sentence. A cause unknown to this version is shown as its code. */
function writeConsulta({ falha, ...consulta }: ConsultaRow): NotaWire["consultas"][number] {
  const words: Readonly<Record<string, string>> = CONSULTA_FAILURES;
  return { ...consulta, falha: falha && (words[falha] ?? falha) };
}

/** An evento, with the ressalva that explains why it has no effect, if so. */
function writeEvento(
  evento: EventoRow,
  { chave, texto }: { chave: string; texto: string | null },
): NotaWire["listEventos"][number] {
  const { autor, cStat: _registro, autorCerto: _certo, xmlGzip, ...shown } = evento;
  const ressalva = ressalvaOf({ ...evento, chave });
  const descEvento = nameOfEvento({ ...evento, chave });
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
function isConfirmada({ digVal, sefazDigVal }: FullNota, achados: readonly StoredAchado[]): boolean {
  const isValida = achados.every(({ codigo }) => (ruleOf(codigo)?.estado ?? null) === null);
  return digVal !== null && digVal === sefazDigVal && isValida;
}

const ACTS = {
  "liberar-quarentena": "liberou",
  "colocar-quarentena": "colocou",
  "retomar-quarentena": "retomou",
} as const;

/** The reason of SEFAZ is a code, whose finding explains it. */
function writeAct({ acao, usuario, quando, detalhe }: QuarantineActRow): QuarantineActWire {
  const act = ACTS[acao];
  return { acao: act, quem: usuario, quando, motivo: act === "retomou" ? null : detalhe };
}

/** A stored finding, with title and text. A code unknown to this version is shown as it is. */
function writeAchado({ codigo, gravidade, detalhe, caminho }: StoredAchado): NotaWire["achados"][number] {
  const { titulo, mensagem } = ruleOf(codigo) ?? { titulo: codigo, mensagem: "" };
  return { codigo, gravidade, titulo, texto: mensagem, evidencia: detalhe ?? null, caminho: caminho ?? null };
}

function ruleOf(codigo: string): AchadoRule | undefined {
  return Object.hasOwn(ACHADO_RULES, codigo) ? ACHADO_RULES[codigo] : undefined;
}

type ContentField =
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
function writeContent(parsed: ParsedNota | null): Pick<NotaWire, ContentField> {
  return {
    itens: parsed?.itens.map(writeItem) ?? [],
    informacoesComplementares: parsed?.informacoesComplementares ?? null,
    tomador: parsed?.tomador ?? null,
    remetente: parsed?.remetente ?? null,
    expedidor: parsed?.expedidor ?? null,
    recebedor: parsed?.recebedor ?? null,
    transportador: parsed?.transportador ?? null,
    comercio: parsed?.comercio ?? null,
    transporte: parsed?.transporte ?? null,
  };
}

function writeItem(item: ParsedItem): NotaWire["itens"][number] {
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
