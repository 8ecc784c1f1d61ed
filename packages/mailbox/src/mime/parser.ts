import { Readable } from "node:stream";
import {
  type AttachmentStream,
  type HeaderLines,
  type Headers,
  MailParser,
  type MailParserOptions,
  type MessageText,
} from "mailparser";

/**
 * Most nodes of one message, containers included; a month of one supplier in one e-mail has some
 * hundreds.
 */
export const PARTS_MAX = 5_000;

/** Largest header of a message or part; parsing addresses in a larger one takes seconds. */
const HEADER_MAX_BYTES = 512 * 1024;

/**
 * Most encoded bytes of body text; the rest is cut off. Twenty-five million empty lines would cost
 * 1 GB of memory.
 */
export const BODY_MAX_BYTES = 10 * 1024 * 1024;

/** Longest parse time of one message, in ms; 50 MB need about three seconds. */
const PARSE_MAX_MS = 60_000;

/** Bytes passed to the parser at a time. */
const SLICE_BYTES = 65_536;

/** Why a message could not be parsed completely. */
export const MESSAGE_FAULTS = [
  "vazia",
  "sem-cabecalho",
  "sem-partes",
  "partes-demais",
  "cabecalho-grande",
  "corpo-grande",
  "tempo",
  "falha",
  /** The raw scan stopped at one of its limits. */
  "resgate-parcial",
] as const;
export type MessageFault = (typeof MESSAGE_FAULTS)[number];

/** One part as the parser delivers it: bytes decoded from their transfer encoding only. */
export type ParserPart = { anexo: AttachmentStream; bytes: Buffer };

/** All that the parser delivered; `failure` is null when it reached the end of the message. */
export type ParserOutput = {
  headers: Headers;
  headerLines: HeaderLines;
  partes: ParserPart[];
  texto: string | null;
  html: string | null;
  falha: MessageFault | null;
};

/**
 * @NOTE nothing may be converted: forwarded messages (ignoreEmbedded) and delivery reports stay
 * parts with their bytes. Conversion between HTML, text and links costs time and loses data.
 */
const OPTIONS = {
  ignoreEmbedded: true,
  keepDeliveryStatus: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  maxHeadSize: HEADER_MAX_BYTES,
  maxChildNodes: Number.MAX_SAFE_INTEGER, // counted in guardChunks: the splitter drops what it has read
} as const;

type MimeNode = { isAttachment?: boolean; disposition?: string; decoder?: { write(chunk: Buffer): boolean } };

/** A node as the splitter sees it. */
type SplitterNode = {
  filename?: string | false;
  contentType?: string | false;
  parentNode?: { multipart?: string | false } | null;
  headers?: { hasHeader(key: string): boolean };
};

/** Internals of the pinned mailparser 3.9.31; mime.test.ts fails when an upgrade changes them. */
type ParserInternals = {
  createNode(data: SplitterNode): MimeNode;
  processChunk(data: { type: string }, done: (error?: unknown) => void): void;
  getTextContent(): MessageText;
  hasFailed: boolean;
};

/** Parses one message with mailparser; never rejects, always ends. */
export function runParser(raw: Buffer): Promise<ParserOutput> {
  const parser = new MailParser(OPTIONS as MailParserOptions);
  const internals = parser as unknown as ParserInternals;
  const output: ParserOutput = {
    headers: new Map(),
    headerLines: [],
    partes: [],
    texto: null,
    html: null,
    falha: null,
  };
  guardNodes(internals, output);
  return new Promise((resolve) => {
    const finish = (failure: MessageFault | null): void => {
      clearTimeout(timer);
      output.falha ??= failure;
      parser.removeAllListeners("data");
      if (failure !== null) recoverText(internals, output);
      parser.destroy();
      resolve(output);
    };
    const timer = setTimeout(() => finish("tempo"), PARSE_MAX_MS);
    guardChunks(internals, output, () => finish("partes-demais"));
    parser.on("headers", (headers) => {
      output.headers = headers;
    });
    parser.on("headerLines", (lines) => {
      output.headerLines = lines;
    });
    parser.on("data", (item) => (item.type === "text" ? takeText(item, output) : takePart(item, output)));
    parser.on("end", () => finish(null));
    parser.on("error", (error: unknown) => {
      const motivo = faultOf(error);
      // only a failed splitter stops; after other errors the remaining parts still arrive
      if (internals.hasFailed || parser.destroyed) finish(motivo);
      else output.falha ??= motivo;
    });
    Readable.from(slice(raw)).pipe(parser);
  });
}

/** Slices the message: decoded as a whole, it would block the process. */
function* slice(raw: Buffer): Generator<Buffer> {
  for (let at = 0; at < raw.length; at += SLICE_BYTES) yield raw.subarray(at, at + SLICE_BYTES);
}

/**
 * Treats a named text part as an attachment whatever its disposition, and bounds the body text. Otherwise
 * an XML sent as `text/plain; name=nota.xml` would be decoded into the body and lose its bytes.
 */
function guardNodes(internals: ParserInternals, output: ParserOutput): void {
  const createNode = internals.createNode.bind(internals);
  let body = 0;
  internals.createNode = (data) => {
    // RFC 2046 §5.1.5: a part without type in a digest is a message; the parser would assume text
    if (data.parentNode?.multipart === "digest" && data.headers?.hasHeader("content-type") === false) {
      data.contentType = "message/rfc822";
    }
    const node = createNode(data);
    if (node.isAttachment !== false || node.decoder === undefined) return node;
    if (data.filename) {
      node.isAttachment = true;
      node.disposition = "attachment";
      return node;
    }
    const write = node.decoder.write.bind(node.decoder);
    node.decoder.write = (chunk) => {
      body += chunk.length;
      if (body <= BODY_MAX_BYTES) return write(chunk);
      output.falha ??= "corpo-grande";
      return true;
    };
    return node;
  };
}

/**
 * Stops at too many parts. Skips and reports a part on which the parser throws: from a timer it
 * would end the process.
 */
function guardChunks(internals: ParserInternals, output: ParserOutput, stop: () => void): void {
  const processChunk = internals.processChunk.bind(internals);
  let nodes = 0;
  internals.processChunk = (data, done) => {
    if (data.type === "node" && ++nodes > PARTS_MAX) {
      stop();
      return;
    }
    try {
      processChunk(data, done);
    } catch {
      output.falha ??= "falha";
      setImmediate(done);
    }
  };
}

function takePart(anexo: AttachmentStream, output: ParserOutput): void {
  const chunks: Buffer[] = [];
  let released = false;
  const release = (): void => {
    if (released) return;
    released = true;
    output.partes.push({ anexo, bytes: Buffer.concat(chunks) });
    anexo.release();
  };
  anexo.content.on("data", (chunk: Buffer) => chunks.push(chunk));
  anexo.content.on("end", release);
  anexo.content.on("error", () => {
    output.falha ??= "falha";
    release();
  });
}

function takeText(item: MessageText, output: ParserOutput): void {
  output.texto = item.text || null;
  output.html = typeof item.html === "string" && item.html !== "" ? item.html : null;
}

/**
 * The body text arrives last; when the parser stopped early, the internals still hold what it had
 * read.
 */
function recoverText(internals: ParserInternals, output: ParserOutput): void {
  try {
    takeText(internals.getTextContent(), output);
  } catch {
    // the parser had read no text
  }
}

function faultOf(error: unknown): MessageFault {
  const message = error instanceof Error ? error.message : "";
  if (message.startsWith("Max header size")) return "cabecalho-grande";
  return "falha";
}
