import { DESTINO_ROTULO, MOTIVOS } from "@malote/contract";
import { formatTamanho } from "@malote/syntax";
import type { Email } from "../../rpc/queries.ts";
import { emails } from "../../textos/emails.ts";

export type Anexo = Email["attachments"][number];
export type Desenho = "corpo" | "pacote" | "lote" | "xml" | "pdf" | "imagem" | "arquivo" | "problema";

/** An XML with several documents; each one becomes a separate part. */
const LOTE: string = MOTIVOS["lote-aberto"];

/** One part with its depth in the tree and its outcome in words. The body has no file. */
export type ParteTexto = {
  chave: string;
  anexo: Anexo | null;
  nivel: number;
  desenho: Desenho;
  nome: string;
  /** Type and size, for the second line. */
  detalhe: string;
  destino: string;
  motivo: string | null;
  problema: boolean;
};

/** The body and the parts in message order; package contents follow their package. */
export function partesOf(email: Email): ParteTexto[] {
  const anexos = email.attachments.toSorted((a, b) => compareCaminho(a.caminho, b.caminho));
  const corpo = corpoOf(email);
  return [...(corpo ? [corpo] : []), ...anexos.map((anexo) => describe(anexo, anexos))];
}

/** Whether the file arrived damaged and was restored to the content that its sender signed. */
export function isReparada({ motivo }: Pick<Anexo, "motivo">): boolean {
  return motivo === MOTIVOS.reparada;
}

/**
 * Whether a document came only as a PDF: a PDF part names its key. A key only in the text does not
 * count.
 */
export function isInPdf(chaveAcesso: string, { attachments }: Pick<Email, "attachments">): boolean {
  return attachments.some(
    ({ motivo, detalhe }) => motivo === MOTIVOS["so-pdf"] && detalhe?.includes(chaveAcesso),
  );
}

function corpoOf({ corpoHtml, corpoMensagem }: Email): ParteTexto | null {
  const { detalhe: t } = emails;
  const texto = corpoHtml || corpoMensagem;
  if (!texto) return null;
  const size = formatTamanho(new TextEncoder().encode(texto).length);
  return {
    chave: "corpo",
    anexo: null,
    nivel: 0,
    desenho: "corpo",
    nome: t.corpoDaMensagem,
    detalhe: `${corpoHtml ? t.html : t.texto}, ${size}`,
    destino: t.abertoNaPagina,
    motivo: null,
    problema: false,
  };
}

function describe(anexo: Anexo, anexos: readonly Anexo[]): ParteTexto {
  const { detalhe: t } = emails;
  const all = new Set(anexos.map(({ caminho }) => caminho));
  const inside = anexos.filter((other) => parentOf(other.caminho, all) === anexo.caminho).length;
  const kind = [kindOf(anexo), formatTamanho(anexo.tamanho)].filter(Boolean).join(", ");
  return {
    chave: anexo.id,
    anexo,
    nivel: depthOf(anexo.caminho, all),
    desenho: drawingOf(anexo),
    nome: anexo.nome ?? t.semNome,
    detalhe: anexo.embutida ? `${kind}, ${t.embutida}` : kind,
    destino: destinoOf(anexo, inside),
    motivo: motivoOf(anexo),
    problema: anexo.destino === "erro" || anexo.destino === "quarentena",
  };
}

function destinoOf({ destino, motivo }: Anexo, inside: number): string {
  const { detalhe: t } = emails;
  if (destino === null) return t.lendo;
  if (motivo === MOTIVOS["imagem-do-corpo"]) return t.ignorada;
  if (destino === "pacote") return motivo === LOTE ? t.loteAberto(inside) : t.aberto(inside);
  if (destino === "erro") return t.ilegivel;
  return DESTINO_ROTULO[destino];
}

/** Reasons that the outcome of an opened package already states. */
const ABERTOS: readonly string[] = [MOTIVOS["pacote-aberto"], LOTE];

/** The reason of the outcome, unless the outcome already states it. */
function motivoOf({ destino, motivo, detalhe }: Anexo): string | null {
  if (motivo === null || ABERTOS.includes(motivo)) return null;
  const isExplained = destino === "erro" || motivo === MOTIVOS["so-pdf"];
  return isExplained && detalhe ? `${motivo} (${detalhe})` : motivo;
}

function drawingOf({ nome, tipo, destino, motivo }: Anexo): Desenho {
  const name = (nome ?? "").toLowerCase();
  const type = tipo.toLowerCase();
  if (destino === "erro" || destino === "quarentena") return "problema";
  if (destino === "pacote" && motivo === LOTE) return "lote";
  if (destino === "pacote" || /\.(zip|gz|rar|7z)$/.test(name) || type.includes("zip")) return "pacote";
  if (name.endsWith(".xml") || type.endsWith("/xml")) return "xml";
  if (name.endsWith(".pdf") || type === "application/pdf") return "pdf";
  return type.startsWith("image/") ? "imagem" : "arquivo";
}

/** The type of a package, or of a file whose name has no extension; "" for others. */
function kindOf({ nome, tipo }: Anexo): string {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(nome ?? "")?.[1];
  if (extension === undefined) return (tipo.split("/")[1] ?? tipo).toUpperCase();
  return /^(zip|gz|rar|7z)$/i.test(extension) ? extension.toUpperCase() : "";
}

/** The nearest listed package around a part; an opened inner package is not listed. */
function parentOf(caminho: string, all: ReadonlySet<string>): string | null {
  const at = caminho.lastIndexOf("/");
  if (at < 0) return null;
  const outer = caminho.slice(0, at);
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
