import { DESTINO_ROTULO, MOTIVOS } from "@malote/contract";
import { formatTamanho } from "@malote/syntax";
import type { Email } from "../../rpc/queries.ts";
import { emails } from "../../textos/emails.ts";

export type Anexo = Email["attachments"][number];
export type Desenho = "corpo" | "pacote" | "lote" | "xml" | "pdf" | "imagem" | "arquivo" | "problema";

/** An XML that holds several documents, each of which is a part of its own. */
const LOTE: string = MOTIVOS["lote-aberto"];

/** One part in its place of the tree, with its fate in words. The body has no file of its own. */
export type ParteTexto = {
  chave: string;
  anexo: Anexo | null;
  nivel: number;
  desenho: Desenho;
  nome: string;
  /** Type and size, as the second line says them. */
  detalhe: string;
  destino: string;
  motivo: string | null;
  problema: boolean;
};

/** The body and the parts in the order of the message; what was inside a package stands under it. */
export function partesOf(email: Email): ParteTexto[] {
  const anexos = email.attachments.toSorted((a, b) => compareCaminho(a.caminho, b.caminho));
  const corpo = corpoOf(email);
  return [...(corpo ? [corpo] : []), ...anexos.map((anexo) => describe(anexo, anexos))];
}

/** Whether the file came damaged, and was brought back to what its sender signed. */
export function isReparada({ motivo }: Pick<Anexo, "motivo">): boolean {
  return motivo === MOTIVOS.reparada;
}

/** Whether a document came as a PDF alone: a part names its key. One that only the text names was never enclosed. */
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

/** What the fate of an opened package already says. */
const ABERTOS: readonly string[] = [MOTIVOS["pacote-aberto"], LOTE];

/** Why the part had its fate, unless the fate already says it. */
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

/** The type of a package, or of a file whose name does not say it. */
function kindOf({ nome, tipo }: Anexo): string {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(nome ?? "")?.[1];
  if (extension === undefined) return (tipo.split("/")[1] ?? tipo).toUpperCase();
  return /^(zip|gz|rar|7z)$/i.test(extension) ? extension.toUpperCase() : "";
}

/** The nearest package around a part; an inner one that was opened is no part of its own. */
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

/** "2/10" comes after "2/9", and a package before what it holds. */
function compareCaminho(a: string, b: string): number {
  const left = a.split(/[/.]/).map(Number);
  const right = b.split(/[/.]/).map(Number);
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? -1) - (right[i] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}
