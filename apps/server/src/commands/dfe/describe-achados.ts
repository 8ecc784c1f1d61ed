import { ACHADOS, type AchadoCode, REPAROS, type ReparoName, type UnreadableReason } from "@malote/dfe";
import { REFUSALS, type RefusalCode } from "./refusals.ts";
import type { ResultLine } from "./to-result-line.ts";

/** Longer paths and details are only in the JSON output. */
const PLACE_MAX = 60;
/** Last steps of a path that are shown; they identify the field. */
const PATH_STEPS = 2;

/**
 * Summarizes the findings: each kind once, with its path if it occurs once and its count if more often.
 * Leaves out `informacao` findings. For a file that was not read, returns the reason.
 */
export function describeAchados({ achados, leitura: reading, motivo }: ResultLine): string {
  if (reading === "recusa") return isRefusalCode(motivo) ? REFUSALS[motivo] : "";
  const byCode = new Map<AchadoCode, ResultLine["achados"]>();
  for (const achado of achados) {
    if (achado.codigo === null || achado.gravidade === "informacao") continue;
    byCode.set(achado.codigo, [...(byCode.get(achado.codigo) ?? []), achado]);
  }
  return [...byCode].map(([codigo, same]) => `${ACHADOS[codigo].titulo}${whereOf(codigo, same)}`).join(" · ");
}

function whereOf(codigo: AchadoCode, same: ResultLine["achados"]): string {
  const [only, second] = same;
  if (second) return ` (${same.length})`;
  const detalhe = only?.detalhe ?? "";
  const where =
    pathOf(codigo, only) ?? (codigo === "reparada" ? describeReparos(detalhe) : describeReason(detalhe));
  return where === "" || where.length > PLACE_MAX ? "" : ` (${where})`;
}

/**
 * Shows the path only of a finding that imposes no verdict,
 * such as a malformed field; others are clear without it.
 */
function pathOf(codigo: AchadoCode, achado: ResultLine["achados"][number] | undefined): string | null {
  const caminho = achado?.caminho ?? null;
  if (caminho === null) return null;
  return ACHADOS[codigo].veredito === null ? caminho.split("/").slice(-PATH_STEPS).join("/") : "";
}

/**
 * The detail of an unreadable document begins with the reader's reason code; this replaces the code by words.
 */
function describeReason(detalhe: string): string {
  const [motivo = "", ...rest] = detalhe.split(" ");
  const words = REASONS[motivo];
  return words === undefined ? detalhe : [words, ...rest].join(" ");
}

const REASONS: Readonly<Record<string, string>> = {
  malformado: "XML mal formado:",
  versao: "versão do XML:",
  codificacao: "codificação:",
  "grande-demais": "grande demais:",
  "profundo-demais": "níveis demais:",
  "varias-raizes": "mais de um XML no arquivo:",
  estrutura: "fora de lugar ou repetido:",
  "campo-ausente": "falta",
  "campo-invalido": "valor inválido:",
} satisfies Record<Exclude<UnreadableReason, "dtd">, string>;

/** Describes in words what a repair reversed. */
function describeReparos(detalhe: string): string {
  const undone = REPAROS.filter((nome) => detalhe.split(" ").includes(nome));
  return undone.map((nome) => REVERSALS[nome]).join(", ");
}

const REVERSALS: Readonly<Record<ReparoName, string>> = {
  "espacos-entre-tags": "espaços entre as tags",
  "fins-de-linha": "fins de linha",
  "espacos-finais": "espaços nas pontas dos campos",
  "utf8-duplicado": "acentos codificados duas vezes",
  "latin1-recodificado": "acentos em outra codificação",
  "declaracao-de-codificacao": "declaração de codificação",
  "namespaces-em-volta": "namespaces em volta",
};

function isRefusalCode(motivo: string | null): motivo is RefusalCode {
  return motivo !== null && Object.hasOwn(REFUSALS, motivo);
}
