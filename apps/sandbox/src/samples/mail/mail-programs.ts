import { HOUR_MS } from "@malote/syntax";
import type { SampleContext } from "../sample-context.ts";
import { drawText } from "../sample-context.ts";
import type { EmailAnexo, EmailContent } from "./email-content.ts";
import {
  type HeaderField,
  type LineEnd,
  type MimeEntity,
  multipart,
  toBase64,
  toQuotedPrintable,
  writeEntity,
} from "./mime-entity.ts";
import { encodedWord } from "./name-styles.ts";
import { carry } from "./transfer-styles.ts";

/** The characteristics of a mail program. */
type MailProgram = {
  lineEnd: LineEnd;
  /** Additional headers, in the order of this program. */
  campos(email: EmailContent, context: SampleContext): readonly HeaderField[];
  newBoundary(context: SampleContext, n: number): string;
  /** Encoding of the body text. */
  texto: "quoted-printable" | "base64" | "8bit" | "7bit";
  charset: "UTF-8" | "ISO-8859-1";
  /** The bodies that it writes: both, only HTML, only text. */
  bodies: "alternativa" | "html" | "texto";
  /** Files are inside the alternative, next to the HTML, not next to the whole body. */
  filesWithHtml?: true;
  withoutMime?: true;
  preamble?: string;
  headerEncoding: "B" | "Q" | "crua";
};

const HEX = "0123456789ABCDEF";
const DIGITS = "0123456789";
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** Formats a date by RFC 5322, in the time of Brasília. */
export function writeData(data: Date): string {
  const local = new Date(data.getTime() - 3 * HOUR_MS);
  const [day, month] = [DAYS[local.getUTCDay()], MONTHS[local.getUTCMonth()]];
  const time = local.toISOString().slice(11, 19);
  return `${day}, ${local.getUTCDate()} ${month} ${local.getUTCFullYear()} ${time} -0300`;
}

export const MAIL_PROGRAMS: Readonly<Record<string, MailProgram>> = {
  outlook: {
    lineEnd: "\r\n",
    newBoundary: (m, n) => `----=_NextPart_000_${hex(m, 4)}_01D${hex(m, 5)}.${hex(m, 7)}${n}`,
    campos: (_, m) => [
      ["X-Mailer", "Microsoft Outlook 16.0"],
      ["Thread-Index", `Ad${drawText(m.random, 20, "ABCDEFabcdef0123456789")}==`],
      ["Content-Language", "pt-br"],
    ],
    texto: "quoted-printable",
    charset: "ISO-8859-1",
    bodies: "alternativa",
    preamble: "This is a multipart message in MIME format.\r\n",
    headerEncoding: "Q",
  },
  exchange: {
    lineEnd: "\r\n",
    newBoundary: (m, n) => `_00${n}_${hex(m, 24)}BRSP_`,
    campos: (c, m) => [
      [
        "Received",
        `from BRSP.example (10.0.0.7) by BRSP2.example\r\n with Microsoft SMTP Server; ${writeData(c.data)}`,
      ],
      ["X-MS-Has-Attach", "yes"],
      ["X-MS-Exchange-Organization-SCL", "-1"],
      ["X-Originating-IP", `[10.1.${m.random.integer(0, 255)}.4]`],
    ],
    texto: "base64",
    charset: "UTF-8",
    bodies: "alternativa",
    headerEncoding: "B",
  },
  gmail: {
    lineEnd: "\r\n",
    newBoundary: (m, n) => `00000000000${n}${drawText(m.random, 17)}`,
    campos: (c, m) => [
      [
        "Received",
        `by 2002:a05:7300:${drawText(m.random, 4)}:b0:1 with SMTP id ${drawText(m.random, 12)};\r\n        ${writeData(c.data)}`,
      ],
      [
        "DKIM-Signature",
        `v=1; a=rsa-sha256; c=relaxed/relaxed;\r\n        d=gmail.example; s=20230601; bh=${drawText(m.random, 43)}=;\r\n        b=${drawText(m.random, 60)}`,
      ],
    ],
    texto: "quoted-printable",
    charset: "UTF-8",
    bodies: "alternativa",
    headerEncoding: "B",
  },
  thunderbird: {
    lineEnd: "\r\n",
    newBoundary: (m) => `------------${drawText(m.random, 24, `${HEX}ghijkl`)}`,
    campos: () => [
      ["User-Agent", "Mozilla Thunderbird"],
      ["Content-Language", "pt-BR"],
    ],
    texto: "8bit",
    charset: "UTF-8",
    bodies: "texto",
    preamble: "This is a multi-part message in MIME format.",
    headerEncoding: "Q",
  },
  "apple-mail": {
    lineEnd: "\r\n",
    newBoundary: (m, n) => `Apple-Mail=_${hex(m, 8)}-${hex(m, 4)}-4${n}00-${hex(m, 12)}`,
    campos: () => [["X-Mailer", "Apple Mail (2.3774.600.62)"]],
    texto: "quoted-printable",
    charset: "UTF-8",
    bodies: "alternativa",
    filesWithHtml: true,
    headerEncoding: "Q",
  },
  roundcube: {
    lineEnd: "\r\n",
    newBoundary: (m) => `=_${drawText(m.random, 32)}`,
    campos: () => [["User-Agent", "Roundcube Webmail/1.6.6"]],
    texto: "7bit",
    charset: "UTF-8",
    bodies: "texto",
    headerEncoding: "Q",
  },
  "php-mail": {
    lineEnd: "\n",
    newBoundary: (m) => drawText(m.random, 32),
    campos: (_, m) => [
      ["X-PHP-Originating-Script", `33:envia_nfe.php(${m.random.integer(10, 400)}) : eval()'d code`],
      ["X-Mailer", "PHP/5.6.40"],
    ],
    texto: "8bit",
    charset: "ISO-8859-1",
    bodies: "html",
    headerEncoding: "crua",
  },
  phpmailer: {
    lineEnd: "\n",
    newBoundary: (m, n) => `b${n}_${drawText(m.random, 43, "abcdefghijklmnopqrstuvwxyz0123456789")}`,
    campos: () => [["X-Mailer", "PHPMailer 6.9.1 (https://github.example/PHPMailer)"]],
    texto: "8bit",
    charset: "UTF-8",
    bodies: "alternativa",
    preamble: "This is a multi-part message in MIME format.\n",
    headerEncoding: "B",
  },
  javamail: {
    lineEnd: "\r\n",
    newBoundary: (m, n) =>
      `----=_Part_${n}_${drawText(m.random, 9, DIGITS)}.${drawText(m.random, 13, DIGITS)}`,
    campos: (_, m) => [["X-Java", `JavaMail.root@app${m.random.integer(1, 9)}`]],
    texto: "quoted-printable",
    charset: "UTF-8",
    bodies: "html",
    headerEncoding: "Q",
  },
  dotnet: {
    lineEnd: "\r\n",
    newBoundary: (m, n) => `--boundary_${n}_${drawText(m.random, 8)}-${drawText(m.random, 4)}-4c1d`,
    campos: () => [["X-Priority", "3"]],
    texto: "base64",
    charset: "UTF-8",
    bodies: "html",
    headerEncoding: "B",
  },
  "delphi-indy": {
    lineEnd: "\r\n",
    newBoundary: (m) =>
      `${drawText(m.random, 31, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")}=_?:`,
    campos: () => [["X-Library", "Indy 9.00.10"]],
    texto: "quoted-printable",
    charset: "ISO-8859-1",
    bodies: "texto",
    preamble: "This is a multi-part message in MIME format",
    headerEncoding: "Q",
  },
  "vb6-cdo": {
    lineEnd: "\r\n",
    newBoundary: (m, n) => `----=_NextPart_00${n}_0000_01CA${hex(m, 4)}.${hex(m, 8)}`,
    campos: () => [["Content-Class", "urn:content-classes:message"]],
    texto: "7bit",
    charset: "ISO-8859-1",
    bodies: "html",
    preamble: "This is a multi-part message in MIME format.\r\n",
    headerEncoding: "crua",
  },
  "erp-caseiro": {
    lineEnd: "\n",
    newBoundary: () => "LIMITE-DA-NFE",
    campos: () => [],
    texto: "8bit",
    charset: "ISO-8859-1",
    bodies: "texto",
    withoutMime: true,
    headerEncoding: "crua",
  },
  "erp-linhas-longas": {
    lineEnd: "\r\n",
    newBoundary: (m, n) => `NFe_${n}_${drawText(m.random, 10, DIGITS)}`,
    campos: (_, m) => [
      ["X-ERP", `Gestor ${"9".repeat(m.random.integer(900, 1_400))}`],
      ["Importance", "high"],
    ],
    texto: "8bit",
    charset: "UTF-8",
    bodies: "texto",
    headerEncoding: "crua",
  },
};

/** Writes the message as a mail program sends it. */
export function sendAs(remetente: string, email: EmailContent, context: SampleContext): Buffer {
  const program = MAIL_PROGRAMS[remetente];
  if (!program) throw new RangeError(`no mailer ${remetente}`);
  const corpo = writeCorpo(program, email, context);
  const campos = [
    ...writeEnvelope(program, email, context),
    ...(program.withoutMime ? [] : [MIME]),
    ...corpo.campos,
  ];
  return writeEntity({ ...corpo, campos }, program.lineEnd);
}

const MIME: HeaderField = ["MIME-Version", "1.0"];

function writeEnvelope(program: MailProgram, email: EmailContent, context: SampleContext): HeaderField[] {
  const { nome, endereco } = email.de;
  const host = endereco.split("@")[1] ?? "sandbox.example";
  return [
    ...program.campos(email, context),
    ["From", encodeField(program, nome, ` <${endereco}>`)],
    ["To", `<${email.para}>`],
    ["Subject", encodeField(program, email.assunto, "")],
    ["Date", writeData(email.data)],
    ["Message-ID", `<${drawText(context.random, 20)}.${context.index}@${host}>`],
    ...(email.extras ?? []),
  ];
}

function encodeField({ headerEncoding, charset }: MailProgram, text: string, rest: string): string | Buffer {
  if (headerEncoding !== "crua") return encodedWord(text, headerEncoding, charset) + rest;
  return Buffer.from(text + rest, charset === "UTF-8" ? "utf8" : "latin1");
}

function writeCorpo(program: MailProgram, email: EmailContent, context: SampleContext): MimeEntity {
  let n = 0;
  const container = (tipo: string, parts: readonly MimeEntity[]): MimeEntity =>
    parts.length === 1 && parts[0] ? parts[0] : multipart(tipo, program.newBoundary(context, ++n), parts);
  const entityOf = (anexo: EmailAnexo): MimeEntity => carry(anexo, anexo.transfer, program.lineEnd);
  const inlineEntities = email.anexos.filter(({ cid }) => cid !== undefined).map(entityOf);
  const attachedEntities = email.anexos.filter(({ cid }) => cid === undefined).map(entityOf);
  const html = email.html ?? `<pre>${email.texto}</pre>`;
  const wantsHtml = program.bodies !== "texto" && (email.html !== null || inlineEntities.length > 0);
  const texto = writeText(program, "text/plain", email.texto);
  const rich = container("multipart/related", [writeText(program, "text/html", html), ...inlineEntities]);
  const withFiles = program.filesWithHtml ? container("multipart/mixed", [rich, ...attachedEntities]) : rich;
  const bodies = !wantsHtml
    ? [texto, ...inlineEntities]
    : program.bodies === "html"
      ? [rich]
      : [texto, withFiles];
  const corpo = wantsHtml ? container("multipart/alternative", bodies) : container("multipart/mixed", bodies);
  const inside = wantsHtml && program.filesWithHtml && program.bodies === "alternativa";
  const whole = inside ? corpo : container("multipart/mixed", [corpo, ...attachedEntities]);
  return program.preamble && "parts" in whole ? { ...whole, preamble: program.preamble } : whole;
}

function writeText({ texto, charset, lineEnd }: MailProgram, tipo: string, body: string): MimeEntity {
  const bytes = Buffer.from(body.replaceAll("\n", lineEnd), charset === "UTF-8" ? "utf8" : "latin1");
  const plain = texto === "7bit" && bytes.some((byte) => byte > 0x7f) ? "quoted-printable" : texto;
  const encode = { base64: toBase64, "quoted-printable": toTextQp, "8bit": same, "7bit": same }[plain];
  return {
    campos: [
      ["Content-Type", `${tipo}; charset="${charset}"`],
      ["Content-Transfer-Encoding", plain],
    ],
    corpo: encode(bytes, lineEnd),
  };
}

/** Encodes each line separately, so that line ends stay line ends. */
function toTextQp(bytes: Buffer, lineEnd: LineEnd): Buffer {
  const lines = bytes.toString("latin1").split(lineEnd);
  return Buffer.from(
    lines
      .map((line) => toQuotedPrintable(Buffer.from(line, "latin1"), lineEnd).toString("latin1"))
      .join(lineEnd),
    "latin1",
  );
}

function same(bytes: Buffer): Buffer {
  return bytes;
}

function hex({ random }: SampleContext, length: number): string {
  return drawText(random, length, HEX);
}
