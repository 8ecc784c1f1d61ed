import type { PartOutcome } from "../expected-result.ts";
import type { EmailContent } from "../mail/email-content.ts";
import { escapeHtml } from "../mail/email-content.ts";
import { writeData } from "../mail/mail-programs.ts";
import {
  type HeaderField,
  type MimeEntity,
  multipart,
  toBase64,
  toQuotedPrintable,
  writeEntity,
} from "../mail/mime-entity.ts";
import { signSmime } from "../packages/smime.ts";
import { writeTnef } from "../packages/tnef.ts";
import { writeZip } from "../packages/zip.ts";
import { drawText, type SampleContext } from "../sample-context.ts";

/** A transformation of the e-mail before it is sent, or of the sent message. */
export type Envelope = {
  transformEmail?(email: EmailContent, context: SampleContext): EmailContent;
  /** Replaces the mail program. */
  send?(email: EmailContent, context: SampleContext): Buffer;
  transformMessage?(raw: Buffer, context: SampleContext): Buffer;
  /** Outcomes of other parts that it may cause. */
  otherOutcomes: readonly PartOutcome[];
  /** Nested too deep for any reader: no document is expected, but a part with this outcome. */
  unreadable?: PartOutcome;
};

const CONTAINER: readonly PartOutcome[] = ["pacote", "nao-dfe"];
const TOO_DEEP: PartOutcome = "erro/pacote-fundo-demais";
/** A deeper nesting than readers must support. */
const TOO_DEEP_LEVELS = 14;

export const ENVELOPES: Readonly<Record<string, Envelope>> = {
  nenhum: { otherOutcomes: [] },
  encaminhada: forwarded(1),
  "encaminhada-2-vezes": forwarded(2),
  "encaminhada-5-vezes": forwarded(5),
  "encaminhada-9-vezes": forwarded(9),
  "encaminhada-14-vezes": { ...forwarded(TOO_DEEP_LEVELS), unreadable: TOO_DEEP },
  "encaminhada-em-base64": {
    otherOutcomes: CONTAINER,
    transformMessage: (raw, context) =>
      forward(context, {
        campos: [...RFC822, ["Content-Transfer-Encoding", "base64"]],
        corpo: toBase64(raw, "\r\n"),
      }),
  },
  "encaminhada-como-eml": {
    otherOutcomes: CONTAINER,
    transformMessage: (raw, context) =>
      forward(context, {
        campos: [
          ["Content-Type", 'application/octet-stream; name="Nota fiscal.eml"'],
          ["Content-Disposition", 'attachment; filename="Nota fiscal.eml"'],
          ["Content-Transfer-Encoding", "base64"],
        ],
        corpo: toBase64(raw, "\r\n"),
      }),
  },
  resumo: {
    otherOutcomes: CONTAINER,
    transformMessage: (raw, context) =>
      send(
        context,
        "Resumo do dia",
        multipart("multipart/digest", newBoundary(context), [{ campos: [], corpo: raw }]),
      ),
  },
  devolvida: { otherOutcomes: CONTAINER, transformMessage: bounce },
  "encaminhada-em-zip": {
    otherOutcomes: CONTAINER,
    transformMessage: (raw, context) =>
      forward(context, {
        campos: [
          ["Content-Type", 'application/zip; name="email.zip"'],
          ["Content-Transfer-Encoding", "base64"],
        ],
        corpo: toBase64(writeZip([{ nome: "email.eml", bytes: raw }]), "\r\n"),
      }),
  },
  "assinada-p7s": { otherOutcomes: CONTAINER, transformMessage: signDetached },
  "assinada-p7s-de-encaminhada": { otherOutcomes: CONTAINER, transformMessage: signForwarded },
  "assinada-p7m": {
    otherOutcomes: CONTAINER,
    transformMessage: (raw, context) => signOpaque(raw, context, "pkcs7-mime"),
  },
  "assinada-p7m-x": {
    otherOutcomes: CONTAINER,
    transformMessage: (raw, context) => signOpaque(raw, context, "x-pkcs7-mime"),
  },
  "corpo-que-e-o-xml": {
    otherOutcomes: CONTAINER,
    send: (email, context) => sendBare(email, context, "text/xml"),
  },
  "corpo-que-e-o-xml-em-texto": {
    otherOutcomes: CONTAINER,
    send: (email, context) => sendBare(email, context, "text/plain; charset=utf-8"),
  },
  "corpo-que-e-o-zip": { otherOutcomes: CONTAINER, send: sendBareZip },
  winmail: {
    otherOutcomes: CONTAINER,
    transformEmail: (email) => ({ ...email, anexos: [toWinmail(email)] }),
  },
  "colada-no-texto": { otherOutcomes: CONTAINER, transformEmail: (email) => paste(email, "texto") },
  "colada-em-html": { otherOutcomes: CONTAINER, transformEmail: (email) => paste(email, "html") },
  "colada-e-citada": { otherOutcomes: CONTAINER, transformEmail: (email) => paste(email, "citada") },
};

const RFC822: readonly HeaderField[] = [
  ["Content-Type", "message/rfc822"],
  ["Content-Disposition", "attachment"],
];

function forwarded(times: number): Envelope {
  const transformMessage = (raw: Buffer, context: SampleContext): Buffer => {
    let message = raw;
    for (let n = 0; n < times; n++) message = forward(context, { campos: RFC822, corpo: message });
    return message;
  };
  return { otherOutcomes: CONTAINER, transformMessage };
}

function forward(context: SampleContext, inside: MimeEntity): Buffer {
  const texto = `Segue para lançamento.\r\n\r\nSetor fiscal\r\n`;
  return send(
    context,
    "ENC: Nota fiscal",
    multipart("multipart/mixed", newBoundary(context), [plain(texto), inside]),
  );
}

/** Writes a message from an employee of the receiving company. */
export function send(
  context: SampleContext,
  assunto: string,
  entity: MimeEntity,
  extras: readonly HeaderField[] = [],
): Buffer {
  const campos: HeaderField[] = [
    ["From", "Recebimento <recebimento@ipedolargo.example>"],
    ["To", `<${context.destino}>`],
    ["Subject", assunto],
    ["Date", writeData(context.now)],
    ["Message-ID", `<${drawText(context.random, 24)}.${context.index}@ipedolargo.example>`],
    ["MIME-Version", "1.0"],
    ...extras,
  ];
  return writeEntity({ ...entity, campos: [...campos, ...entity.campos] }, "\r\n");
}

export function plain(texto: string): MimeEntity {
  return {
    campos: [
      ["Content-Type", "text/plain; charset=utf-8"],
      ["Content-Transfer-Encoding", "8bit"],
    ],
    corpo: Buffer.from(texto, "utf8"),
  };
}

export function newBoundary({ random }: SampleContext): string {
  return `=_${drawText(random, 28)}`;
}

/** Writes a delivery report that contains the complete message.   @source RFC 3462, RFC 3464 */
function bounce(raw: Buffer, context: SampleContext): Buffer {
  const status = [
    "Reporting-MTA: dns; mx.sandbox.example",
    "",
    "Final-Recipient: rfc822; antigo@ipedolargo.example",
    "Action: failed",
    "Status: 5.1.1",
    "",
  ].join("\r\n");
  const parts: MimeEntity[] = [
    plain("A mensagem não pôde ser entregue a um dos destinatários.\r\n"),
    { campos: [["Content-Type", "message/delivery-status"]], corpo: Buffer.from(status) },
    { campos: [["Content-Type", "message/rfc822"]], corpo: raw },
  ];
  const report = multipart("multipart/report; report-type=delivery-status", newBoundary(context), parts);
  return send(context, "Undelivered Mail Returned to Sender", report, [["Auto-Submitted", "auto-replied"]]);
}

/** Signs a message in multipart/signed: its Content fields are part of the signed content, the others not.
 * @source RFC 8551 §3.5.3 */
function signDetached(raw: Buffer, context: SampleContext): Buffer {
  const { outside, content } = splitFields(raw);
  const signature = signSmime(content, { keyPair: context.signer, signedAt: context.now, detached: true });
  const p7s: MimeEntity = {
    campos: [
      ["Content-Type", 'application/pkcs7-signature; name="smime.p7s"'],
      ["Content-Transfer-Encoding", "base64"],
      ["Content-Disposition", 'attachment; filename="smime.p7s"'],
    ],
    corpo: toBase64(signature, "\r\n"),
  };
  const boundary = newBoundary(context);
  const tipo = 'multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256';
  return Buffer.concat([
    outside,
    Buffer.from(`Content-Type: ${tipo};\r\n boundary="${boundary}"\r\n\r\n--${boundary}\r\n`),
    content,
    Buffer.from(`\r\n--${boundary}\r\n`),
    writeEntity(p7s, "\r\n"),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

/** Signs a message that contains another one. */
function signForwarded(raw: Buffer, context: SampleContext): Buffer {
  return signDetached(forward(context, { campos: RFC822, corpo: raw }), context);
}

/** Signs a message as application/pkcs7-mime, with the content in the signature.   @source RFC 8551 §3.5.2 */
function signOpaque(raw: Buffer, context: SampleContext, subtype: string): Buffer {
  const { outside, content } = splitFields(raw);
  const signed = signSmime(content, { keyPair: context.signer, signedAt: context.now, detached: false });
  const campos: HeaderField[] = [
    ["Content-Type", `application/${subtype}; smime-type=signed-data;\r\n name="smime.p7m"`],
    ["Content-Transfer-Encoding", "base64"],
    ["Content-Disposition", 'attachment; filename="smime.p7m"'],
  ];
  return Buffer.concat([outside, writeEntity({ campos, corpo: toBase64(signed, "\r\n") }, "\r\n")]);
}

/** Separates Content fields and body of a message from its other fields. */
function splitFields(raw: Buffer): { outside: Buffer; content: Buffer } {
  const text = raw.toString("latin1");
  const blank = /\r?\n\r?\n/.exec(text);
  const end = blank === null ? text.length : blank.index;
  const campos = text.slice(0, end).split(/\r?\n(?![ \t])/);
  const isContent = (campo: string): boolean => /^content-/i.test(campo);
  const write = (some: readonly string[]): string => some.map((campo) => `${campo}\r\n`).join("");
  const body = blank === null ? "" : text.slice(end + blank[0].length);
  return {
    outside: Buffer.from(write(campos.filter((campo) => !isContent(campo))), "latin1"),
    content: Buffer.from(`${write(campos.filter(isContent))}\r\n${body}`, "latin1"),
  };
}

/** Writes a message whose body is the file, without text. */
function sendBare(email: EmailContent, context: SampleContext, tipo: string): Buffer {
  const [anexo] = email.anexos;
  if (!anexo) throw new RangeError("nothing to send");
  const quoted = context.random.integer(1, 2) === 1;
  const campos: HeaderField[] = [
    ["Content-Type", tipo],
    ["Content-Transfer-Encoding", quoted ? "quoted-printable" : "8bit"],
  ];
  const corpo = quoted ? toQuotedPrintable(anexo.bytes, "\r\n") : anexo.bytes;
  return send(context, "NF-e", { campos, corpo });
}

function sendBareZip(email: EmailContent, context: SampleContext): Buffer {
  const zip = writeZip(email.anexos.map(({ nome, bytes }) => ({ nome: nome ?? "nota.xml", bytes })));
  const campos: HeaderField[] = [
    ["Content-Type", 'application/x-zip-compressed; name="nfe.zip"'],
    ["Content-Transfer-Encoding", "base64"],
  ];
  return send(context, "NF-e", { campos, corpo: toBase64(zip, "\r\n") });
}

function toWinmail(email: EmailContent): EmailContent["anexos"][number] {
  const files = email.anexos.map(({ nome, bytes }) => ({ nome: nome ?? "sem-nome.dat", bytes }));
  return {
    nome: "winmail.dat",
    tipo: "application/ms-tnef",
    bytes: writeTnef(email.assunto, files),
    transfer: { tipo: "tipo-certo", codificacao: "base64", nome: "nos-dois" },
  };
}

/** Puts the XML into the text instead of attaching it, as an inline forward does. */
function paste(email: EmailContent, how: "texto" | "html" | "citada"): EmailContent {
  const anexos = email.anexos.filter(({ hasDfe: temDfe }) => !temDfe);
  const xmls = email.anexos.filter(({ hasDfe: temDfe }) => temDfe).map(({ bytes }) => bytes.toString("utf8"));
  const head = "---------- Mensagem encaminhada ---------\nAssunto: NF-e\n\n";
  if (how === "html") {
    const html = `<html><body><p>Segue o XML:</p>${xmls.map((xml) => `<pre>${escapeHtml(xml)}</pre>`).join("\n")}</body></html>`;
    return { ...email, texto: `${email.texto}\n(o XML está na versão em HTML)\n`, html, anexos };
  }
  const quoted = xmls.map((xml) => (how === "citada" ? `> ${xml}` : xml));
  return { ...email, texto: `${email.texto}\n${head}${quoted.join("\n\n")}\n`, html: null, anexos };
}
