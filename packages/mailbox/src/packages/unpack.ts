import { type ParteLida, toParte } from "../mime/part.ts";
import { createOrcamento, type Orcamento, type RecusaPacote, spendEntradas } from "./budget.ts";
import type { Abertura, Conteudo } from "./contents.ts";
import { type Formato, sniffFormato } from "./format.ts";
import { openFormato } from "./open-format.ts";
import { openTexto } from "./text.ts";
import type { Entrada } from "./zip/open.ts";

export type { Abertura } from "./contents.ts";

/** A part with its outcome; a refused entry has no bytes. */
export type ParteAberta = ParteLida & { abertura: Abertura };

/** Nesting depth of a part, by kind of container. */
export type Fundo = { pacotes: number; mensagens: number; niveis: number };
export const RASO: Fundo = { pacotes: 0, mensagens: 0, niveis: 0 };

/**
 * Opens one part and all its contents by their bytes, not by name or type: each container before
 * its contents. Never throws on hostile input; every part has an outcome.
 * @param orcamento shared by all parts of an e-mail
 * @param fundo the nesting of this part
 */
export async function* unpackParte(
  parte: ParteLida,
  orcamento: Orcamento = createOrcamento(),
  fundo: Fundo = RASO,
): AsyncGenerator<ParteAberta> {
  yield* unpack(parte, orcamento, fundo);
}

async function* unpack(parte: ParteLida, orcamento: Orcamento, fundo: Fundo): AsyncGenerator<ParteAberta> {
  if (parte.origem === "corpo" || parte.origem === "corpo-com-dfe") {
    yield { ...parte, abertura: { kind: "corpo", comDfe: parte.origem === "corpo-com-dfe" } };
    return;
  }
  const conteudo = await open(parte, orcamento, fundo);
  if (!("itens" in conteudo)) {
    yield { ...parte, abertura: conteudo };
    return;
  }
  const { itens, ...aberto } = conteudo;
  yield { ...parte, abertura: { kind: "pacote", ...aberto } };
  const within = goDown(fundo, aberto.formato);
  for await (const item of itens) {
    const caminho = `${parte.caminho}/${item.caminho}`;
    if ("motivo" in item) yield toRecusada({ ...item, caminho }, aberto.formato, orcamento);
    else yield* unpack({ ...item, caminho }, orcamento, within);
  }
}

export function goDown(fundo: Fundo, formato: Formato): Fundo {
  return {
    pacotes: fundo.pacotes + (formato === "zip" || formato === "gzip" ? 1 : 0),
    mensagens: fundo.mensagens + (formato === "mensagem" ? 1 : 0),
    niveis: fundo.niveis + 1,
  };
}

export function toRecusada(
  { caminho, nome, motivo }: Extract<Entrada, { motivo: unknown }>,
  formato: Formato,
  orcamento: Orcamento,
): ParteAberta {
  const bytes = new Uint8Array();
  return { ...toParte({ caminho, nome, bytes }), abertura: refuse(formato, motivo, orcamento) };
}

const SUSPEITAS: ReadonlySet<RecusaPacote> = new Set([
  "pacote-fundo-demais",
  "pacote-taxa-suspeita",
  "pacote-muitos-arquivos",
  "pacote-grande-demais",
]);

export function refuse(
  formato: Formato,
  motivo: RecusaPacote,
  orcamento: Orcamento,
): Extract<Abertura, { kind: "recusado" }> {
  if (SUSPEITAS.has(motivo)) orcamento.suspeitas += 1;
  return { kind: "recusado", formato, motivo };
}

async function open(parte: ParteLida, orcamento: Orcamento, fundo: Fundo): Promise<Conteudo | Abertura> {
  if (orcamento.isOver()) return refuse("texto", "caro-demais", orcamento);
  const bytes = Buffer.from(parte.bytes.buffer, parte.bytes.byteOffset, parte.bytes.byteLength);
  // A container pays for its contents; a document pasted into the e-mail body is not paid yet.
  const isUnpaid = parte.origem === "colado" && fundo === RASO;
  if (isUnpaid && !spendEntradas(orcamento, 1)) return refuse("texto", "pacote-muitos-arquivos", orcamento);
  const formato = parte.origem === "resgate" ? "resgate" : sniffFormato(bytes, parte);
  if (formato === null) return settle("texto", openTexto(bytes, orcamento), orcamento);
  const forbidden = formato === "resgate" ? null : judgeFundo(formato, orcamento, fundo);
  const opened = forbidden ?? (await openFormato({ parte, bytes, formato }, orcamento));
  return settle(formato, opened, orcamento);
}

function settle(
  formato: Formato,
  opened: Conteudo | Abertura | RecusaPacote,
  orcamento: Orcamento,
): Conteudo | Abertura {
  return typeof opened === "string" ? refuse(formato, opened, orcamento) : opened;
}

/** Checks the nesting before any byte is read, against decompression bombs. */
export function judgeFundo(
  formato: Formato,
  { limites, suspeitas }: Orcamento,
  fundo: Fundo,
): RecusaPacote | null {
  if (suspeitas >= limites.suspeitas) return "pacote-taxa-suspeita";
  const isPacote = formato === "zip" || formato === "gzip";
  const tooDeep =
    (isPacote && fundo.pacotes >= limites.profundidade) ||
    (formato === "mensagem" && fundo.mensagens >= limites.mensagens) ||
    fundo.niveis >= limites.niveis;
  return tooDeep ? "pacote-fundo-demais" : null;
}
