import type { Content, Reading } from "../reading.ts";
import { type ParsedXml, parseXml } from "../xml/parse.ts";
import type { XmlElement } from "../xml/tree.ts";
import { XmlError } from "../xml/xml-error.ts";
import { readEvento } from "./evento.ts";
import { LayoutError } from "./fields/fields.ts";
import { identify, identifyText } from "./identity.ts";
import { type Location, locate } from "./locate.ts";
import { LoteCounter } from "./lote/counter.ts";
import { type EmbeddedEvento, separateEventos } from "./lote/embedded-eventos.ts";
import { extractWithAnswer } from "./lote/lote.ts";
import { type LoteContents, unwrap } from "./lote/wrapper.ts";
import { readNota } from "./nota.ts";
import { readMessage } from "./sefaz/message.ts";
import { readResumo } from "./sefaz/resumo.ts";
import { hasDfeTrace, headOf, sniff } from "./sniff.ts";

/** A file that was opened: its content and where it is. */
export type OpenedDfe = {
  reading: Reading;
  /** The only document of a wrapper, the nota without its eventos, or else the given bytes. */
  bytes: Uint8Array;
  /** null when the bytes are not XML. */
  parsed: ParsedXml | null;
  /** null when the XML violates its layout. */
  location: Location | null;
  eventos: readonly EmbeddedEvento[];
};

/** Reads a file of any kind up to 10 MB, without a DTD. Never throws for its input.
 * Accepts UTF-8, UTF-16, ISO-8859-1, ISO-8859-15 and Windows-1252. */
export function readDfe(bytes: Uint8Array): Reading {
  return openDfe(bytes).reading;
}

/** readDfe, with the parsed tree that a judge needs. */
export function openDfe(bytes: Uint8Array): OpenedDfe {
  const motivo = sniff(bytes);
  if (motivo) return unread({ kind: "nao-dfe", motivo, raiz: null }, bytes);
  const lote = new LoteCounter();
  let parsed: ParsedXml;
  try {
    parsed = parseXml(bytes, lote.discardPolicy);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return unread(outcomeOf(error, bytes), bytes);
  }
  return openParsed(parsed, bytes, lote.discarded);
}

function unread(reading: Reading, bytes: Uint8Array): OpenedDfe {
  return { reading, bytes, parsed: null, location: null, eventos: [] };
}

/** Locates the content of some bytes as `openDfe` does, without reading it. */
export function findDfe(bytes: Uint8Array): Pick<OpenedDfe, "parsed" | "location"> {
  const parsed = sniff(bytes) === null ? tryParse(bytes) : null;
  const location = parsed && tryLocate(parsed.root);
  if (!parsed || !location) return { parsed, location };
  const inner = innerOf(location, parsed);
  return inner ? findDfe(inner.bytes) : { parsed, location };
}

/** The document that represents a whole file: the only one of a wrapper, or a nota without its eventos. */
function innerOf(
  location: Location,
  { encodingRepaired }: ParsedXml,
): { bytes: Uint8Array; eventos: readonly EmbeddedEvento[] } | null {
  const only = location.kind === "lote" ? onlyOf(location) : null;
  if (only) return { bytes: extractWithAnswer(only, encodingRepaired), eventos: [] };
  return separateEventos(location, encodingRepaired);
}

function tryParse(bytes: Uint8Array): ParsedXml | null {
  try {
    return parseXml(bytes, new LoteCounter().discardPolicy);
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}

function tryLocate(root: XmlElement): Location | null {
  try {
    return locate(root);
  } catch (error) {
    if (error instanceof LayoutError) return null;
    throw error;
  }
}

/** @param discarded documents of a lote that its tree lacks */
function openParsed(parsed: ParsedXml, bytes: Uint8Array, discarded: number): OpenedDfe {
  const payload = unwrap(parsed.root);
  const raiz = payload.local;
  let location: Location | null = null;
  try {
    location = locate(parsed.root);
    const inner = innerOf(location, parsed);
    if (inner) return openInner(inner, { parsed, raiz });
    return { reading: { ...readContent(location, discarded), raiz }, bytes, parsed, location, eventos: [] };
  } catch (error) {
    if (!(error instanceof LayoutError)) throw error;
    const { motivo, message: detalhe } = error;
    return {
      reading: { kind: "ilegivel", motivo, detalhe, ...identify(payload), raiz },
      bytes,
      parsed,
      location,
      eventos: [],
    };
  }
}

function onlyOf({ documentos, compressed }: LoteContents): XmlElement | null {
  const [only, second] = documentos;
  return only && !second && compressed.length === 0 ? only : null;
}

/** Opens the document that represents a file; repairs of the outer file are still reported. */
function openInner(
  { bytes, eventos }: { bytes: Uint8Array; eventos: readonly EmbeddedEvento[] },
  outer: { parsed: ParsedXml; raiz: string },
): OpenedDfe {
  const inner = openDfe(bytes);
  const { encodingRepaired, edgesRepaired } = outer.parsed;
  const parsed = inner.parsed && { ...inner.parsed, encodingRepaired, edgesRepaired };
  const all = [...inner.eventos, ...eventos];
  return { ...inner, parsed, eventos: all, reading: { ...inner.reading, raiz: outer.raiz } };
}

function readContent(location: Location, discarded: number): Content {
  switch (location.kind) {
    case "nota":
      return { kind: "nota", nota: readNota(location) };
    case "evento":
      return { kind: "evento", evento: readEvento(location) };
    case "resumo":
      return { kind: "resumo", resumo: readResumo(location.payload) };
    case "lote":
      return {
        kind: "lote",
        documentos: location.documentos.length + location.compressed.length + discarded,
      };
    case "outro-dfe": {
      const { kind, namespace, modelo, chaveAcesso } = location;
      return { kind, namespace, modelo, chaveAcesso };
    }
    case "mensagem": {
      const { kind, modelo, chaveAcesso, payload } = location;
      return { kind, modelo, chaveAcesso, retornos: readMessage(payload) };
    }
    case "nao-dfe":
      return location;
  }
}

const BROKEN: ReadonlySet<string> = new Set(["malformado", "varias-raizes", "codificacao"]);

function outcomeOf(error: XmlError, bytes: Uint8Array): Reading {
  // A malformed XML without any trace of a DF-e is unrelated, and needs no attention.
  if (BROKEN.has(error.fault) && !hasDfeTrace(bytes)) {
    return { kind: "nao-dfe", motivo: "xml-alheio", raiz: null };
  }
  const { fault: motivo, message: detalhe } = error;
  return { kind: "ilegivel", motivo, detalhe, ...identifyText(headOf(bytes)) };
}
