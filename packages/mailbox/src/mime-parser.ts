import {
  type AttachmentStream,
  type HeaderLines,
  type Headers,
  MailParser,
  type MailParserOptions,
  type MessageText,
} from "mailparser";

/** Most nodes (containers included) of one message; a supplier's month in one e-mail has some hundreds. */
export const PARTES_MAX = 5_000;

/** Longest time one message may take; 50 MB need about three seconds. In ms. */
const LEITURA_MAX_MS = 60_000;

/** Why a message could not be read to its end. */
export type MotivoMensagem =
  | "vazia"
  | "sem-cabecalho"
  | "partes-demais"
  | "cabecalho-grande"
  | "tempo"
  | "falha";

/** One part as the parser delivers it, its bytes decoded from their transfer encoding and nothing else. */
export type ParteColhida = { anexo: AttachmentStream; bytes: Buffer };

/** All that could be had of a message; `falha` is null when it was read to its end. */
export type Colheita = {
  headers: Headers;
  headerLines: HeaderLines;
  partes: ParteColhida[];
  texto: string | null;
  html: string | null;
  falha: MotivoMensagem | null;
};

/** @NOTE nothing may be turned into something else: forwarded messages (ignoreEmbedded) and delivery reports stay parts
 * with their bytes, and the parser neither writes text out of HTML nor links into text, which cost time and lose truth. */
const OPCOES = {
  ignoreEmbedded: true,
  keepDeliveryStatus: true,
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  maxChildNodes: PARTES_MAX,
} as const;

/** What we reach for inside the pinned mailparser 3.9.31; mime.test.ts fails when an upgrade moves it. */
type Interno = {
  createNode(data: { filename?: string | false }): { isAttachment?: boolean; disposition?: string };
  processChunk(data: unknown, done: (error?: unknown) => void): void;
  getTextContent(): MessageText;
  hasFailed: boolean;
};

/** Runs one message through mailparser; never rejects, always ends. */
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
  keepNamedText(interno);
  surviveChunks(interno, colheita);
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
      // only a failed splitter stops for good; after other complaints the rest of the parts still comes
      if (interno.hasFailed || parser.destroyed) finish(motivo);
      else colheita.falha ??= motivo;
    });
    parser.end(raw);
  });
}

/** A named text part is a document somebody attached, however its disposition reads: an XML sent as `text/plain;
 * name=nota.xml` would otherwise be decoded into the body and its bytes be gone. */
function keepNamedText(interno: Interno): void {
  const createNode = interno.createNode.bind(interno);
  interno.createNode = (data) => {
    const node = createNode(data);
    if (data.filename && node.isAttachment === false) {
      node.isAttachment = true;
      node.disposition = "attachment";
    }
    return node;
  };
}

/** A part that makes the parser throw is skipped and reported; thrown from a timer, it would end the process. */
function surviveChunks(interno: Interno, colheita: Colheita): void {
  const processChunk = interno.processChunk.bind(interno);
  interno.processChunk = (data, done) => {
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
  const parte: ParteColhida = { anexo, bytes: Buffer.alloc(0) };
  colheita.partes.push(parte);
  let released = false;
  const release = (): void => {
    if (released) return;
    released = true;
    parte.bytes = Buffer.concat(chunks);
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

/** The body comes last; when the parser stopped before, what it had read of it is still inside. */
function rescueText(interno: Interno, colheita: Colheita): void {
  try {
    takeText(interno.getTextContent(), colheita);
  } catch {
    // nothing had been read of it
  }
}

function motivoOf(error: unknown): MotivoMensagem {
  const message = error instanceof Error ? error.message : "";
  if (message.startsWith("Max allowed child nodes")) return "partes-demais";
  if (message.startsWith("Max header size")) return "cabecalho-grande";
  return "falha";
}
