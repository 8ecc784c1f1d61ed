import { DESTINO_ROTULO, MOTIVOS } from "@malote/contract";
import { formatTamanho } from "@malote/syntax";
import type { Email } from "../../rpc/queries.ts";
import { emails } from "../../textos/emails.ts";
import type { Tom } from "../../ui/situacao.ts";

export type Anexo = Email["attachments"][number];
export type Desenho = "corpo" | "pacote" | "xml" | "pdf" | "imagem" | "arquivo" | "problema";

/** One part in its place of the tree, with its fate in words. */
export type ParteTexto = {
  anexo: Anexo;
  nivel: number;
  desenho: Desenho;
  nome: string;
  /** Type and size, as the second line says them. */
  detalhe: string;
  destino: string;
  motivo: string | null;
  tom: Tom;
};

/** The parts in the order of the message; what was inside a package stands under it. */
export function partesOf(anexos: readonly Anexo[]): ParteTexto[] {
  return [...anexos]
    .sort((a, b) => compareCaminho(a.caminho, b.caminho))
    .map((anexo) => describe(anexo, anexos));
}

function describe(anexo: Anexo, anexos: readonly Anexo[]): ParteTexto {
  const { detalhe: t } = emails;
  const desenho = drawingOf(anexo);
  const inside = anexos.filter((other) => isChild(anexo.caminho, other.caminho)).length;
  const kind = [kindOf(anexo), formatTamanho(anexo.tamanho)].filter(Boolean).join(", ");
  return {
    anexo,
    nivel: anexo.caminho.split("/").length - 1,
    desenho,
    nome: anexo.nome ?? (desenho === "corpo" ? t.corpoDaMensagem : t.semNome),
    detalhe: anexo.embutida ? `${kind}, ${t.embutida}` : kind,
    destino: destinoOf(anexo, inside),
    motivo: motivoOf(anexo),
    tom: anexo.destino === "erro" || anexo.destino === "quarentena" ? "aviso" : "neutro",
  };
}

function destinoOf(anexo: Anexo, inside: number): string {
  const { detalhe: t } = emails;
  if (anexo.destino === null) return t.lendo;
  if (anexo.motivo === "corpo-da-mensagem") return t.abertoAoLado;
  if (anexo.motivo === "imagem-do-corpo") return t.ignorada;
  if (anexo.destino === "pacote") return t.aberto(inside);
  if (anexo.destino === "erro") return t.ilegivel;
  return DESTINO_ROTULO[anexo.destino];
}

/** Why the part had its fate, unless the fate already says it. */
function motivoOf({ motivo, detalhe }: Anexo): string | null {
  if (motivo === "corpo-da-mensagem" || motivo === "pacote-aberto") return null;
  const known =
    motivo !== null && Object.hasOwn(MOTIVOS, motivo) ? MOTIVOS[motivo as keyof typeof MOTIVOS] : null;
  return [known, detalhe].filter(Boolean).join(" ") || null;
}

function drawingOf(anexo: Anexo): Desenho {
  const nome = (anexo.nome ?? "").toLowerCase();
  const tipo = anexo.tipo.toLowerCase();
  if (anexo.motivo === "corpo-da-mensagem") return "corpo";
  if (anexo.destino === "erro" || anexo.destino === "quarentena") return "problema";
  if (anexo.destino === "pacote" || /\.(zip|gz|rar|7z)$/.test(nome) || tipo.includes("zip")) return "pacote";
  if (nome.endsWith(".xml") || tipo.endsWith("/xml")) return "xml";
  if (nome.endsWith(".pdf") || tipo === "application/pdf") return "pdf";
  return tipo.startsWith("image/") ? "imagem" : "arquivo";
}

function kindOf({ nome, tipo, motivo }: Anexo): string {
  if (motivo === "corpo-da-mensagem") return tipo === "text/html" ? "HTML" : "Texto";
  const extension = /\.([a-z0-9]{2,5})$/i.exec(nome ?? "")?.[1];
  if (extension && /^(zip|gz|rar|7z)$/i.test(extension)) return extension.toUpperCase();
  return extension ? "" : (tipo.split("/")[1] ?? tipo).toUpperCase();
}

function isChild(parent: string, caminho: string): boolean {
  return caminho.startsWith(`${parent}/`) && !caminho.slice(parent.length + 1).includes("/");
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
