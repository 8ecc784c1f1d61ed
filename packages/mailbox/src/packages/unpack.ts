import { type Part, toPart } from "../mime/part.ts";
import { type ArchiveRefusal, type Budget, createBudget, spendEntries } from "./budget.ts";
import type { Contents, OpenOutcome } from "./contents.ts";
import { detectFormat, type PartFormat } from "./format.ts";
import { openContainer } from "./open-format.ts";
import { openText } from "./text.ts";
import type { ArchiveEntry } from "./zip/open.ts";

export type { OpenOutcome } from "./contents.ts";

/** A part with its outcome; a refused entry has no bytes. */
export type OpenedPart = Part & { abertura: OpenOutcome };

/** Nesting depth of a part, by kind of container. */
export type Nesting = { pacotes: number; mensagens: number; niveis: number };
export const TOP_LEVEL: Nesting = { pacotes: 0, mensagens: 0, niveis: 0 };

/**
 * Opens one part and all its contents by their bytes, not by name or type: each container before
 * its contents. Never throws on hostile input; every part has an outcome.
 * @param budget shared by all parts of an e-mail
 * @param nesting the nesting of this part
 */
export async function* unpackPart(
  part: Part,
  budget: Budget = createBudget(),
  nesting: Nesting = TOP_LEVEL,
): AsyncGenerator<OpenedPart> {
  yield* unpack(part, budget, nesting);
}

async function* unpack(part: Part, budget: Budget, nesting: Nesting): AsyncGenerator<OpenedPart> {
  if (part.origem === "corpo" || part.origem === "corpo-com-dfe") {
    yield { ...part, abertura: { kind: "corpo", comDfe: part.origem === "corpo-com-dfe" } };
    return;
  }
  const contents = await open(part, budget, nesting);
  if (!("itens" in contents)) {
    yield { ...part, abertura: contents };
    return;
  }
  const { itens, ...opened } = contents;
  yield { ...part, abertura: { kind: "pacote", ...opened } };
  const within = nestIn(nesting, opened.formato);
  for await (const item of itens) {
    const caminho = `${part.caminho}/${item.caminho}`;
    if ("motivo" in item) yield toRefusedPart({ ...item, caminho }, opened.formato, budget);
    else yield* unpack({ ...item, caminho }, budget, within);
  }
}

export function nestIn(nesting: Nesting, formato: PartFormat): Nesting {
  return {
    pacotes: nesting.pacotes + (formato === "zip" || formato === "gzip" ? 1 : 0),
    mensagens: nesting.mensagens + (formato === "mensagem" ? 1 : 0),
    niveis: nesting.niveis + 1,
  };
}

export function toRefusedPart(
  { caminho, nome, motivo }: Extract<ArchiveEntry, { motivo: unknown }>,
  formato: PartFormat,
  budget: Budget,
): OpenedPart {
  const bytes = new Uint8Array();
  return { ...toPart({ caminho, nome, bytes }), abertura: refuse(formato, motivo, budget) };
}

const SUSPICIOUS: ReadonlySet<ArchiveRefusal> = new Set([
  "pacote-fundo-demais",
  "pacote-taxa-suspeita",
  "pacote-muitos-arquivos",
  "pacote-grande-demais",
]);

export function refuse(
  formato: PartFormat,
  motivo: ArchiveRefusal,
  budget: Budget,
): Extract<OpenOutcome, { kind: "recusado" }> {
  if (SUSPICIOUS.has(motivo)) budget.suspeitas += 1;
  return { kind: "recusado", formato, motivo };
}

async function open(part: Part, budget: Budget, nesting: Nesting): Promise<Contents | OpenOutcome> {
  if (budget.isOver()) return refuse("texto", "caro-demais", budget);
  const bytes = Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.byteLength);
  // A container pays for its contents; a document pasted into the e-mail body is not paid yet.
  const isUnpaid = part.origem === "colado" && nesting === TOP_LEVEL;
  if (isUnpaid && !spendEntries(budget, 1)) return refuse("texto", "pacote-muitos-arquivos", budget);
  const formato = part.origem === "resgate" ? "resgate" : detectFormat(bytes, part);
  if (formato === null) return settle("texto", openText(bytes, budget), budget);
  const forbidden = formato === "resgate" ? null : checkNesting(formato, budget, nesting);
  const opened = forbidden ?? (await openContainer({ part, bytes, formato }, budget));
  return settle(formato, opened, budget);
}

function settle(
  formato: PartFormat,
  opened: Contents | OpenOutcome | ArchiveRefusal,
  budget: Budget,
): Contents | OpenOutcome {
  return typeof opened === "string" ? refuse(formato, opened, budget) : opened;
}

/** Checks the nesting before any byte is read, against decompression bombs. */
export function checkNesting(
  formato: PartFormat,
  { limites, suspeitas }: Budget,
  nesting: Nesting,
): ArchiveRefusal | null {
  if (suspeitas >= limites.suspeitas) return "pacote-taxa-suspeita";
  const isContainer = formato === "zip" || formato === "gzip";
  const tooDeep =
    (isContainer && nesting.pacotes >= limites.profundidade) ||
    (formato === "mensagem" && nesting.mensagens >= limites.mensagens) ||
    nesting.niveis >= limites.niveis;
  return tooDeep ? "pacote-fundo-demais" : null;
}
