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
export const PARTES_MAX = 5_000;

/** Largest header of a message or part; parsing addresses in a larger one takes seconds. */
const CABECALHO_MAX_BYTES = 512 * 1024;

/**
 * Most encoded bytes of body text; the rest is cut off. Twenty-five million empty lines would cost
 * 1 GB of memory.
 */
export const CORPO_MAX_BYTES = 10 * 1024 * 1024;

/** Longest parse time of one message, in ms; 50 MB need about three seconds. */
const LEITURA_MAX_MS = 60_000;

/** Bytes passed to the parser at a time. */
const FATIA_BYTES = 65_536;

/** Why a message could not be parsed completely. */
export const MOTIVOS_MENSAGEM = [
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
export type MotivoMensagem = (typeof MOTIVOS_MENSAGEM)[number];

/** One part as the parser delivers it: bytes decoded from their transfer encoding only. */
export type ParteColhida = { anexo: AttachmentStream; bytes: Buffer };

/** All that the parser delivered; `falha` is null when it reached the end of the message. */
export type Colheita = {
  headers: Headers;
  headerLines: HeaderLines;
  partes: ParteColhida[];
  texto: string | null;
  html: string | null;
  falha: MotivoMensagem | null;
};

/**
 * @NOTE nothing may be converted: forwarded messages (ignoreEmbedded) and delivery reports stay
 * parts with their bytes. Conversion between HTML, text and links costs time and loses data.
 */
const OPCOES = {
  ignoreEmbedded: true,
  keepDeliveryStatus: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  maxHeadSize: CABECALHO_MAX_BYTES,
  maxChildNodes: Number.MAX_SAFE_INTEGER, // counted in guardChunks: the splitter drops what it has read
} as const;

type No = { isAttachment?: boolean; disposition?: string; decoder?: { write(chunk: Buffer): boolean } };

/** A node as the splitter sees it. */
type NoBruto = {
  filename?: string | false;
  contentType?: string | false;
  parentNode?: { multipart?: string | false } | null;
  headers?: { hasHeader(key: string): boolean };
};

/** Internals of the pinned mailparser 3.9.31; mime.test.ts fails when an upgrade changes them. */
type Interno = {
  createNode(data: NoBruto): No;
  processChunk(data: { type: string }, done: (error?: unknown) => void): void;
  getTextContent(): MessageText;
  hasFailed: boolean;
};

/** Parses one message with mailparser; never rejects, always ends. */
export function collectPartes(raw: Buffer): Promise<Colheita> {
  const parser = new MailParser(OPCOES as MailParserOptions);
  const interno = parser as unknown as Interno;
  const colheita: Colheita = {
    headers: new Map(),
    headerLines: [],
    partes: [],
    texto: null,
    html: null,
    falha: null,
  };
  guardNodes(interno, colheita);
  return new Promise((resolve) => {
    const finish = (falha: MotivoMensagem | null): void => {
      clearTimeout(timer);
      colheita.falha ??= falha;
      parser.removeAllListeners("data");
      if (falha !== null) rescueText(interno, colheita);
      parser.destroy();
      resolve(colheita);
    };
    const timer = setTimeout(() => finish("tempo"), LEITURA_MAX_MS);
    guardChunks(interno, colheita, () => finish("partes-demais"));
    parser.on("headers", (headers) => {
      colheita.headers = headers;
    });
    parser.on("headerLines", (lines) => {
      colheita.headerLines = lines;
    });
    parser.on("data", (item) =>
      item.type === "text" ? takeText(item, colheita) : takeParte(item, colheita),
    );
    parser.on("end", () => finish(null));
    parser.on("error", (error: unknown) => {
      const motivo = motivoOf(error);
      // only a failed splitter stops; after other errors the remaining parts still arrive
      if (interno.hasFailed || parser.destroyed) finish(motivo);
      else colheita.falha ??= motivo;
    });
    Readable.from(slice(raw)).pipe(parser);
  });
}

/** Slices the message: decoded as a whole, it would block the process. */
function* slice(raw: Buffer): Generator<Buffer> {
  for (let at = 0; at < raw.length; at += FATIA_BYTES) yield raw.subarray(at, at + FATIA_BYTES);
}

/**
 * Treats a named text part as an attachment whatever its disposition, and bounds the body text. Otherwise
 * an XML sent as `text/plain; name=nota.xml` would be decoded into the body and lose its bytes.
 */
function guardNodes(interno: Interno, colheita: Colheita): void {
  const createNode = interno.createNode.bind(interno);
  let corpo = 0;
  interno.createNode = (data) => {
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
      corpo += chunk.length;
      if (corpo <= CORPO_MAX_BYTES) return write(chunk);
      colheita.falha ??= "corpo-grande";
      return true;
    };
    return node;
  };
}

/**
 * Stops at too many parts. Skips and reports a part on which the parser throws: from a timer it
 * would end the process.
 */
function guardChunks(interno: Interno, colheita: Colheita, stop: () => void): void {
  const processChunk = interno.processChunk.bind(interno);
  let nodes = 0;
  interno.processChunk = (data, done) => {
    if (data.type === "node" && ++nodes > PARTES_MAX) {
      stop();
      return;
    }
    try {
      processChunk(data, done);
    } catch {
      colheita.falha ??= "falha";
      setImmediate(done);
    }
  };
}

function takeParte(anexo: AttachmentStream, colheita: Colheita): void {
  const chunks: Buffer[] = [];
  let released = false;
  const release = (): void => {
    if (released) return;
    released = true;
    colheita.partes.push({ anexo, bytes: Buffer.concat(chunks) });
    anexo.release();
  };
  anexo.content.on("data", (chunk: Buffer) => chunks.push(chunk));
  anexo.content.on("end", release);
  anexo.content.on("error", () => {
    colheita.falha ??= "falha";
    release();
  });
}

function takeText(item: MessageText, colheita: Colheita): void {
  colheita.texto = item.text || null;
  colheita.html = typeof item.html === "string" && item.html !== "" ? item.html : null;
}

/**
 * The body text arrives last; when the parser stopped early, the internals still hold what it had
 * read.
 */
function rescueText(interno: Interno, colheita: Colheita): void {
  try {
    takeText(interno.getTextContent(), colheita);
  } catch {
    // the parser had read no text
  }
}

function motivoOf(error: unknown): MotivoMensagem {
  const message = error instanceof Error ? error.message : "";
  if (message.startsWith("Max header size")) return "cabecalho-grande";
  return "falha";
}
