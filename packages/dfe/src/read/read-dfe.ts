import type { Conteudo, Leitura } from "../leitura.ts";
import { type ParsedXml, parseXml } from "../xml/parse.ts";
import type { XmlElement } from "../xml/tree.ts";
import { XmlError } from "../xml/xml-error.ts";
import { type Carga, unwrap } from "./envoltorio.ts";
import { readEvento } from "./evento.ts";
import { LayoutError } from "./fields.ts";
import { identify, identifyText } from "./identidade.ts";
import { type EventoJunto, separateEventos } from "./juntos.ts";
import { type Lugar, locate } from "./locate.ts";
import { extractComResposta } from "./lote.ts";
import { LoteContado } from "./lote-contado.ts";
import { readMensagem } from "./mensagem.ts";
import { readNota } from "./nota.ts";
import { readResumo } from "./resumo.ts";
import { hasDfeTrace, headOf, sniff } from "./sniff.ts";

/**
 * Bytes that were opened: what they say, and where. `bytes` are those of the documento: the one
 * inside a wrapper that holds no other, the nota without the `eventos` that stood in its file, else
 * those given. `parsed` is null when they are no XML, `lugar` when it has not the shape of its
 * layout.
 */
export type Aberto = {
  leitura: Leitura;
  bytes: Uint8Array;
  parsed: ParsedXml | null;
  lugar: Lugar | null;
  eventos: readonly EventoJunto[];
};

/** Reads the bytes of one file: a document, an evento, a batch of them, another DF-e, no DF-e, or one that cannot be read.
 * Never throws for its input. Accepts UTF-8, UTF-16, ISO-8859-1 and Windows-1252, up to 10 MB; a DTD is refused, not read. */
export function readDfe(bytes: Uint8Array): Leitura {
  return openDfe(bytes).leitura;
}

/** The same, with what a judge needs to go on without parsing again. */
export function openDfe(bytes: Uint8Array): Aberto {
  const motivo = sniff(bytes);
  if (motivo) return unread({ kind: "nao-dfe", motivo, raiz: null }, bytes);
  const lote = new LoteContado();
  let parsed: ParsedXml;
  try {
    parsed = parseXml(bytes, lote.forgetIn);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return unread(outcomeOf(error, bytes), bytes);
  }
  return openParsed(parsed, bytes, lote.contados);
}

function unread(leitura: Leitura, bytes: Uint8Array): Aberto {
  return { leitura, bytes, parsed: null, lugar: null, eventos: [] };
}

/** Where the content of some bytes is, which is not read yet: as `openDfe` finds it. */
export function findDfe(bytes: Uint8Array): Pick<Aberto, "parsed" | "lugar"> {
  const parsed = sniff(bytes) === null ? tryParse(bytes) : null;
  const lugar = parsed && tryLocate(parsed.root);
  if (!parsed || !lugar) return { parsed, lugar };
  const inner = innerOf(lugar, parsed);
  return inner ? findDfe(inner.bytes) : { parsed, lugar };
}

/**
 * The document that stands for a whole file: the only one of a wrapper, or a nota without the
 * eventos in its file.
 */
function innerOf(
  lugar: Lugar,
  { encodingRepaired }: ParsedXml,
): { bytes: Uint8Array; eventos: readonly EventoJunto[] } | null {
  const only = lugar.kind === "lote" ? onlyOf(lugar) : null;
  if (only) return { bytes: extractComResposta(only, encodingRepaired), eventos: [] };
  return separateEventos(lugar, encodingRepaired);
}

function tryParse(bytes: Uint8Array): ParsedXml | null {
  try {
    return parseXml(bytes, new LoteContado().forgetIn);
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}

function tryLocate(root: XmlElement): Lugar | null {
  try {
    return locate(root);
  } catch (error) {
    if (error instanceof LayoutError) return null;
    throw error;
  }
}

/** @param contados documents of a lote that were left out of its tree */
function openParsed(parsed: ParsedXml, bytes: Uint8Array, contados: number): Aberto {
  const payload = unwrap(parsed.root);
  const raiz = payload.local;
  let lugar: Lugar | null = null;
  try {
    lugar = locate(parsed.root);
    const inner = innerOf(lugar, parsed);
    if (inner) return openInner(inner, { parsed, raiz });
    return { leitura: { ...readLugar(lugar, contados), raiz }, bytes, parsed, lugar, eventos: [] };
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    const { motivo, message: detalhe } = error;
    return {
      leitura: { kind: "ilegivel", motivo, detalhe, ...identify(payload), raiz },
      bytes,
      parsed,
      lugar,
      eventos: [],
    };
  }
}

function onlyOf({ documentos, zipados }: Carga): XmlElement | null {
  const [only, second] = documentos;
  return only && !second && zipados.length === 0 ? only : null;
}

/** The one document of a file stands for the whole; what had to be mended around it stays said. */
function openInner(
  { bytes, eventos }: { bytes: Uint8Array; eventos: readonly EventoJunto[] },
  outer: { parsed: ParsedXml; raiz: string },
): Aberto {
  const inner = openDfe(bytes);
  const { encodingRepaired, edgesRepaired } = outer.parsed;
  const parsed = inner.parsed && { ...inner.parsed, encodingRepaired, edgesRepaired };
  const all = [...inner.eventos, ...eventos];
  return { ...inner, parsed, eventos: all, leitura: { ...inner.leitura, raiz: outer.raiz } };
}

function readLugar(lugar: Lugar, contados: number): Conteudo {
  switch (lugar.kind) {
    case "nota":
      return { kind: "nota", nota: readNota(lugar) };
    case "evento":
      return { kind: "evento", evento: readEvento(lugar) };
    case "resumo":
      return { kind: "resumo", resumo: readResumo(lugar.payload) };
    case "lote":
      return { kind: "lote", documentos: lugar.documentos.length + lugar.zipados.length + contados };
    case "outro-dfe": {
      const { kind, namespace, modelo, chaveAcesso } = lugar;
      return { kind, namespace, modelo, chaveAcesso };
    }
    case "mensagem": {
      const { kind, modelo, chaveAcesso, payload } = lugar;
      return { kind, modelo, chaveAcesso, retornos: readMensagem(payload) };
    }
    case "nao-dfe":
      return lugar;
  }
}

const BROKEN: ReadonlySet<string> = new Set(["malformado", "varias-raizes", "codificacao"]);

function outcomeOf(error: XmlError, bytes: Uint8Array): Leitura {
  // A broken XML that shows no sign of a DF-e is somebody else's: it needs nobody's attention.
  if (BROKEN.has(error.fault) && !hasDfeTrace(bytes)) {
    return { kind: "nao-dfe", motivo: "xml-alheio", raiz: null };
  }
  const { fault: motivo, message: detalhe } = error;
  return { kind: "ilegivel", motivo, detalhe, ...identifyText(headOf(bytes)) };
}
