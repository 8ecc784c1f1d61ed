import { REASONS } from "@malote/contract";
import { formatSize } from "@malote/syntax";
import type { Email } from "../../../rpc/documents/queries.ts";
import { emailTexts } from "../../../texts/lists/emails.ts";
import { outcomeLabels } from "../../../texts/names/statuses.ts";

export type Anexo = Email["attachments"][number];
export type PartIcon = "corpo" | "pacote" | "lote" | "xml" | "pdf" | "imagem" | "arquivo" | "problema";

/** An XML with several documents; each one becomes a separate part. */
const LOTE_OPENED: string = REASONS["lote-aberto"];

/** One part with its depth in the tree and its outcome in words. The body has no file. */
export type EmailPart = {
  key: string;
  anexo: Anexo | null;
  depth: number;
  icon: PartIcon;
  name: string;
  /** Type and size, for the second line. */
  detail: string;
  outcome: string;
  reason: string | null;
  isProblem: boolean;
};

/** The body and the parts in message order; package contents follow their package. */
export function emailPartsOf(email: Email): EmailPart[] {
  const anexos = email.attachments.toSorted((a, b) => compareCaminho(a.caminho, b.caminho));
  const body = bodyPartOf(email);
  return [...(body ? [body] : []), ...anexos.map((anexo) => describeAnexo(anexo, anexos))];
}

/** Whether the file arrived damaged and was restored to the content that its sender signed. */
export function isRepaired({ motivo }: Pick<Anexo, "motivo">): boolean {
  return motivo === REASONS.reparada;
}

/**
 * Whether a document came only as a PDF: a PDF part names its key. A key only in the text does not
 * count.
 */
export function isInPdf(chaveAcesso: string, { attachments }: Pick<Email, "attachments">): boolean {
  return attachments.some(
    ({ motivo, detalhe }) => motivo === REASONS["so-pdf"] && detalhe?.includes(chaveAcesso),
  );
}

function bodyPartOf({ corpoHtml, corpoMensagem }: Email): EmailPart | null {
  const { detalhe: t } = emailTexts;
  const bodyText = corpoHtml || corpoMensagem;
  if (!bodyText) return null;
  const size = formatSize(new TextEncoder().encode(bodyText).length);
  return {
    key: "corpo",
    anexo: null,
    depth: 0,
    icon: "corpo",
    name: t.corpoDaMensagem,
    detail: `${corpoHtml ? t.html : t.texto}, ${size}`,
    outcome: t.abertoNaPagina,
    reason: null,
    isProblem: false,
  };
}

function describeAnexo(anexo: Anexo, anexos: readonly Anexo[]): EmailPart {
  const { detalhe: t } = emailTexts;
  const all = new Set(anexos.map(({ caminho }) => caminho));
  const containedCount = anexos.filter((other) => parentOf(other.caminho, all) === anexo.caminho).length;
  const typeAndSize = [typeTextOf(anexo), formatSize(anexo.tamanho)].filter(Boolean).join(", ");
  return {
    key: anexo.id,
    anexo,
    depth: depthOf(anexo.caminho, all),
    icon: partIconOf(anexo),
    name: anexo.nome ?? t.semNome,
    detail: anexo.embutida ? `${typeAndSize}, ${t.embutida}` : typeAndSize,
    outcome: outcomeTextOf(anexo, containedCount),
    reason: reasonTextOf(anexo),
    isProblem: anexo.destino === "erro" || anexo.destino === "quarentena",
  };
}

function outcomeTextOf({ destino, motivo }: Anexo, containedCount: number): string {
  const { detalhe: t } = emailTexts;
  if (destino === null) return t.lendo;
  if (motivo === REASONS["imagem-do-corpo"]) return t.ignorada;
  if (destino === "pacote")
    return motivo === LOTE_OPENED ? t.loteAberto(containedCount) : t.aberto(containedCount);
  if (destino === "erro") return t.ilegivel;
  return outcomeLabels[destino];
}

/** Reasons that the outcome of an opened package already states. */
const OPENED_REASONS: readonly string[] = [REASONS["pacote-aberto"], LOTE_OPENED];

/** The reason of the outcome, unless the outcome already states it. */
function reasonTextOf({ destino, motivo, detalhe }: Anexo): string | null {
  if (motivo === null || OPENED_REASONS.includes(motivo)) return null;
  const isExplained = destino === "erro" || motivo === REASONS["so-pdf"];
  return isExplained && detalhe ? `${motivo} (${detalhe})` : motivo;
}

function partIconOf({ nome, tipo, destino, motivo }: Anexo): PartIcon {
  const name = (nome ?? "").toLowerCase();
  const type = tipo.toLowerCase();
  if (destino === "erro" || destino === "quarentena") return "problema";
  if (destino === "pacote" && motivo === LOTE_OPENED) return "lote";
  if (destino === "pacote" || /\.(zip|gz|rar|7z)$/.test(name) || type.includes("zip")) return "pacote";
  if (name.endsWith(".xml") || type.endsWith("/xml")) return "xml";
  if (name.endsWith(".pdf") || type === "application/pdf") return "pdf";
  return type.startsWith("image/") ? "imagem" : "arquivo";
}

/** The type of a package, or of a file whose name has no extension; "" for others. */
function typeTextOf({ nome, tipo }: Anexo): string {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(nome ?? "")?.[1];
  if (extension === undefined) return (tipo.split("/")[1] ?? tipo).toUpperCase();
  return /^(zip|gz|rar|7z)$/i.test(extension) ? extension.toUpperCase() : "";
}

/** The nearest listed package around a part; an opened inner package is not listed. */
function parentOf(caminho: string, all: ReadonlySet<string>): string | null {
  const separatorIndex = caminho.lastIndexOf("/");
  if (separatorIndex < 0) return null;
  const outer = caminho.slice(0, separatorIndex);
  return all.has(outer) ? outer : parentOf(outer, all);
}

function depthOf(caminho: string, all: ReadonlySet<string>): number {
  const parent = parentOf(caminho, all);
  return parent === null ? 0 : 1 + depthOf(parent, all);
}

/** Sorts "2/10" after "2/9", and a package before its contents. */
function compareCaminho(a: string, b: string): number {
  const left = a.split(/[/.]/).map(Number);
  const right = b.split(/[/.]/).map(Number);
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? -1) - (right[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
