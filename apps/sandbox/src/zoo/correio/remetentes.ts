import type { Mesa } from "../mesa.ts";
import { drawText } from "../mesa.ts";
import type { AnexoCarta, Carta } from "./carta.ts";
import {
  type Campo,
  type Entidade,
  type Fim,
  multipart,
  toBase64,
  toQuotedPrintable,
  writeEntidade,
} from "./entidade.ts";
import { encodedWord } from "./nomes.ts";
import { carry } from "./transportes.ts";

/** The characteristics of a mail program. */
type Habito = {
  fim: Fim;
  /** Additional headers, in the order of this program. */
  campos(carta: Carta, mesa: Mesa): readonly Campo[];
  limite(mesa: Mesa, n: number): string;
  /** Encoding of the body text. */
  texto: "quoted-printable" | "base64" | "8bit" | "7bit";
  charset: "UTF-8" | "ISO-8859-1";
  /** The bodies that it writes: both, only HTML, only text. */
  corpos: "alternativa" | "html" | "texto";
  /** Files are inside the alternative, next to the HTML, not next to the whole body. */
  anexosDentro?: true;
  semMime?: true;
  preambulo?: string;
  palavra: "B" | "Q" | "crua";
};

const HEX = "0123456789ABCDEF";
const DIGITS = "0123456789";
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** Formats a date by RFC 5322, in the time of Brasília. */
export function writeData(data: Date): string {
  const local = new Date(data.getTime() - 3 * 3_600_000);
  const [day, month] = [DAYS[local.getUTCDay()], MONTHS[local.getUTCMonth()]];
  const time = local.toISOString().slice(11, 19);
  return `${day}, ${local.getUTCDate()} ${month} ${local.getUTCFullYear()} ${time} -0300`;
}

export const HABITOS: Readonly<Record<string, Habito>> = {
  outlook: {
    fim: "\r\n",
    limite: (m, n) => `----=_NextPart_000_${hex(m, 4)}_01D${hex(m, 5)}.${hex(m, 7)}${n}`,
    campos: (_, m) => [
      ["X-Mailer", "Microsoft Outlook 16.0"],
      ["Thread-Index", `Ad${drawText(m.sorteio, 20, "ABCDEFabcdef0123456789")}==`],
      ["Content-Language", "pt-br"],
    ],
    texto: "quoted-printable",
    charset: "ISO-8859-1",
    corpos: "alternativa",
    preambulo: "This is a multipart message in MIME format.\r\n",
    palavra: "Q",
  },
  exchange: {
    fim: "\r\n",
    limite: (m, n) => `_00${n}_${hex(m, 24)}BRSP_`,
    campos: (c, m) => [
      [
        "Received",
        `from BRSP.example (10.0.0.7) by BRSP2.example\r\n with Microsoft SMTP Server; ${writeData(c.data)}`,
      ],
      ["X-MS-Has-Attach", "yes"],
      ["X-MS-Exchange-Organization-SCL", "-1"],
      ["X-Originating-IP", `[10.1.${m.sorteio.integer(0, 255)}.4]`],
    ],
    texto: "base64",
    charset: "UTF-8",
    corpos: "alternativa",
    palavra: "B",
  },
  gmail: {
    fim: "\r\n",
    limite: (m, n) => `00000000000${n}${drawText(m.sorteio, 17)}`,
    campos: (c, m) => [
      [
        "Received",
        `by 2002:a05:7300:${drawText(m.sorteio, 4)}:b0:1 with SMTP id ${drawText(m.sorteio, 12)};\r\n        ${writeData(c.data)}`,
      ],
      [
        "DKIM-Signature",
        `v=1; a=rsa-sha256; c=relaxed/relaxed;\r\n        d=gmail.example; s=20230601; bh=${drawText(m.sorteio, 43)}=;\r\n        b=${drawText(m.sorteio, 60)}`,
      ],
    ],
    texto: "quoted-printable",
    charset: "UTF-8",
    corpos: "alternativa",
    palavra: "B",
  },
  thunderbird: {
    fim: "\r\n",
    limite: (m) => `------------${drawText(m.sorteio, 24, `${HEX}ghijkl`)}`,
    campos: () => [
      ["User-Agent", "Mozilla Thunderbird"],
      ["Content-Language", "pt-BR"],
    ],
    texto: "8bit",
    charset: "UTF-8",
    corpos: "texto",
    preambulo: "This is a multi-part message in MIME format.",
    palavra: "Q",
  },
  "apple-mail": {
    fim: "\r\n",
    limite: (m, n) => `Apple-Mail=_${hex(m, 8)}-${hex(m, 4)}-4${n}00-${hex(m, 12)}`,
    campos: () => [["X-Mailer", "Apple Mail (2.3774.600.62)"]],
    texto: "quoted-printable",
    charset: "UTF-8",
    corpos: "alternativa",
    anexosDentro: true,
    palavra: "Q",
  },
  roundcube: {
    fim: "\r\n",
    limite: (m) => `=_${drawText(m.sorteio, 32)}`,
    campos: () => [["User-Agent", "Roundcube Webmail/1.6.6"]],
    texto: "7bit",
    charset: "UTF-8",
    corpos: "texto",
    palavra: "Q",
  },
  "php-mail": {
    fim: "\n",
    limite: (m) => drawText(m.sorteio, 32),
    campos: (_, m) => [
      ["X-PHP-Originating-Script", `33:envia_nfe.php(${m.sorteio.integer(10, 400)}) : eval()'d code`],
      ["X-Mailer", "PHP/5.6.40"],
    ],
    texto: "8bit",
    charset: "ISO-8859-1",
    corpos: "html",
    palavra: "crua",
  },
  phpmailer: {
    fim: "\n",
    limite: (m, n) => `b${n}_${drawText(m.sorteio, 43, "abcdefghijklmnopqrstuvwxyz0123456789")}`,
    campos: () => [["X-Mailer", "PHPMailer 6.9.1 (https://github.example/PHPMailer)"]],
    texto: "8bit",
    charset: "UTF-8",
    corpos: "alternativa",
    preambulo: "This is a multi-part message in MIME format.\n",
    palavra: "B",
  },
  javamail: {
    fim: "\r\n",
    limite: (m, n) => `----=_Part_${n}_${drawText(m.sorteio, 9, DIGITS)}.${drawText(m.sorteio, 13, DIGITS)}`,
    campos: (_, m) => [["X-Java", `JavaMail.root@app${m.sorteio.integer(1, 9)}`]],
    texto: "quoted-printable",
    charset: "UTF-8",
    corpos: "html",
    palavra: "Q",
  },
  dotnet: {
    fim: "\r\n",
    limite: (m, n) => `--boundary_${n}_${drawText(m.sorteio, 8)}-${drawText(m.sorteio, 4)}-4c1d`,
    campos: () => [["X-Priority", "3"]],
    texto: "base64",
    charset: "UTF-8",
    corpos: "html",
    palavra: "B",
  },
  "delphi-indy": {
    fim: "\r\n",
    limite: (m) =>
      `${drawText(m.sorteio, 31, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")}=_?:`,
    campos: () => [["X-Library", "Indy 9.00.10"]],
    texto: "quoted-printable",
    charset: "ISO-8859-1",
    corpos: "texto",
    preambulo: "This is a multi-part message in MIME format",
    palavra: "Q",
  },
  "vb6-cdo": {
    fim: "\r\n",
    limite: (m, n) => `----=_NextPart_00${n}_0000_01CA${hex(m, 4)}.${hex(m, 8)}`,
    campos: () => [["Content-Class", "urn:content-classes:message"]],
    texto: "7bit",
    charset: "ISO-8859-1",
    corpos: "html",
    preambulo: "This is a multi-part message in MIME format.\r\n",
    palavra: "crua",
  },
  "erp-caseiro": {
    fim: "\n",
    limite: () => "LIMITE-DA-NFE",
    campos: () => [],
    texto: "8bit",
    charset: "ISO-8859-1",
    corpos: "texto",
    semMime: true,
    palavra: "crua",
  },
  "erp-linhas-longas": {
    fim: "\r\n",
    limite: (m, n) => `NFe_${n}_${drawText(m.sorteio, 10, DIGITS)}`,
    campos: (_, m) => [
      ["X-ERP", `Gestor ${"9".repeat(m.sorteio.integer(900, 1_400))}`],
      ["Importance", "high"],
    ],
    texto: "8bit",
    charset: "UTF-8",
    corpos: "texto",
    palavra: "crua",
  },
};

/** Writes the message as a mail program sends it. */
export function sendAs(remetente: string, carta: Carta, mesa: Mesa): Buffer {
  const habito = HABITOS[remetente];
  if (!habito) throw new RangeError(`no mailer ${remetente}`);
  const corpo = writeCorpo(habito, carta, mesa);
  const campos = [...writeEnvelope(habito, carta, mesa), ...(habito.semMime ? [] : [MIME]), ...corpo.campos];
  return writeEntidade({ ...corpo, campos }, habito.fim);
}

const MIME: Campo = ["MIME-Version", "1.0"];

function writeEnvelope(habito: Habito, carta: Carta, mesa: Mesa): Campo[] {
  const { nome, endereco } = carta.de;
  const host = endereco.split("@")[1] ?? "sandbox.example";
  return [
    ...habito.campos(carta, mesa),
    ["From", toCampo(habito, nome, ` <${endereco}>`)],
    ["To", `<${carta.para}>`],
    ["Subject", toCampo(habito, carta.assunto, "")],
    ["Date", writeData(carta.data)],
    ["Message-ID", `<${drawText(mesa.sorteio, 20)}.${mesa.indice}@${host}>`],
    ...(carta.extras ?? []),
  ];
}

function toCampo({ palavra, charset }: Habito, text: string, rest: string): string | Buffer {
  if (palavra !== "crua") return encodedWord(text, palavra, charset) + rest;
  return Buffer.from(text + rest, charset === "UTF-8" ? "utf8" : "latin1");
}

function writeCorpo(habito: Habito, carta: Carta, mesa: Mesa): Entidade {
  let n = 0;
  const container = (tipo: string, partes: readonly Entidade[]): Entidade =>
    partes.length === 1 && partes[0] ? partes[0] : multipart(tipo, habito.limite(mesa, ++n), partes);
  const entidadeOf = (anexo: AnexoCarta): Entidade => carry(anexo, anexo.transporte, habito.fim);
  const embutidas = carta.anexos.filter(({ cid }) => cid !== undefined).map(entidadeOf);
  const soltas = carta.anexos.filter(({ cid }) => cid === undefined).map(entidadeOf);
  const html = carta.html ?? `<pre>${carta.texto}</pre>`;
  const wantsHtml = habito.corpos !== "texto" && (carta.html !== null || embutidas.length > 0);
  const texto = writeTexto(habito, "text/plain", carta.texto);
  const rich = container("multipart/related", [writeTexto(habito, "text/html", html), ...embutidas]);
  const withFiles = habito.anexosDentro ? container("multipart/mixed", [rich, ...soltas]) : rich;
  const bodies = !wantsHtml ? [texto, ...embutidas] : habito.corpos === "html" ? [rich] : [texto, withFiles];
  const corpo = wantsHtml ? container("multipart/alternative", bodies) : container("multipart/mixed", bodies);
  const inside = wantsHtml && habito.anexosDentro && habito.corpos === "alternativa";
  const whole = inside ? corpo : container("multipart/mixed", [corpo, ...soltas]);
  return habito.preambulo && "partes" in whole ? { ...whole, preambulo: habito.preambulo } : whole;
}

function writeTexto({ texto, charset, fim }: Habito, tipo: string, body: string): Entidade {
  const bytes = Buffer.from(body.replaceAll("\n", fim), charset === "UTF-8" ? "utf8" : "latin1");
  const plain = texto === "7bit" && bytes.some((byte) => byte > 0x7f) ? "quoted-printable" : texto;
  const encode = { base64: toBase64, "quoted-printable": toTextQp, "8bit": same, "7bit": same }[plain];
  return {
    campos: [
      ["Content-Type", `${tipo}; charset="${charset}"`],
      ["Content-Transfer-Encoding", plain],
    ],
    corpo: encode(bytes, fim),
  };
}

/** Encodes each line separately, so that line ends stay line ends. */
function toTextQp(bytes: Buffer, fim: Fim): Buffer {
  const lines = bytes.toString("latin1").split(fim);
  return Buffer.from(
    lines.map((line) => toQuotedPrintable(Buffer.from(line, "latin1"), fim).toString("latin1")).join(fim),
    "latin1",
  );
}

function same(bytes: Buffer): Buffer {
  return bytes;
}

function hex({ sorteio }: Mesa, length: number): string {
  return drawText(sorteio, length, HEX);
}
