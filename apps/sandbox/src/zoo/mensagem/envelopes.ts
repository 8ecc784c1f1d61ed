import type { Carta } from "../correio/carta.ts";
import { escapeHtml } from "../correio/carta.ts";
import {
  type Campo,
  type Entidade,
  multipart,
  toBase64,
  toQuotedPrintable,
  writeEntidade,
} from "../correio/entidade.ts";
import { writeData } from "../correio/remetentes.ts";
import type { Sina } from "../gabarito.ts";
import { drawText, type Mesa } from "../mesa.ts";
import { signSmime } from "../pacotes/smime.ts";
import { writeTnef } from "../pacotes/tnef.ts";
import { writeZip } from "../pacotes/zip.ts";

/** A transformation of the e-mail before it is sent, or of the sent message. */
export type Envelope = {
  carta?(carta: Carta, mesa: Mesa): Carta;
  /** Replaces the mail program. */
  send?(carta: Carta, mesa: Mesa): Buffer;
  mensagem?(raw: Buffer, mesa: Mesa): Buffer;
  /** Outcomes of other parts that it may cause. */
  soltas: readonly Sina[];
  /** Nested too deep for any reader: no document is expected, but a part with this outcome. */
  perdido?: Sina;
};

const CONTEINER: readonly Sina[] = ["pacote", "nao-dfe"];
const FUNDO: Sina = "erro/pacote-fundo-demais";
/** A deeper nesting than readers must support. */
const FUNDO_DEMAIS = 14;

export const ENVELOPES: Readonly<Record<string, Envelope>> = {
  nenhum: { soltas: [] },
  encaminhada: forwarded(1),
  "encaminhada-2-vezes": forwarded(2),
  "encaminhada-5-vezes": forwarded(5),
  "encaminhada-9-vezes": forwarded(9),
  "encaminhada-14-vezes": { ...forwarded(FUNDO_DEMAIS), perdido: FUNDO },
  "encaminhada-em-base64": {
    soltas: CONTEINER,
    mensagem: (raw, mesa) =>
      forward(mesa, {
        campos: [...RFC822, ["Content-Transfer-Encoding", "base64"]],
        corpo: toBase64(raw, "\r\n"),
      }),
  },
  "encaminhada-como-eml": {
    soltas: CONTEINER,
    mensagem: (raw, mesa) =>
      forward(mesa, {
        campos: [
          ["Content-Type", 'application/octet-stream; name="Nota fiscal.eml"'],
          ["Content-Disposition", 'attachment; filename="Nota fiscal.eml"'],
          ["Content-Transfer-Encoding", "base64"],
        ],
        corpo: toBase64(raw, "\r\n"),
      }),
  },
  resumo: {
    soltas: CONTEINER,
    mensagem: (raw, mesa) =>
      send(mesa, "Resumo do dia", multipart("multipart/digest", limite(mesa), [{ campos: [], corpo: raw }])),
  },
  devolvida: { soltas: CONTEINER, mensagem: bounce },
  "encaminhada-em-zip": {
    soltas: CONTEINER,
    mensagem: (raw, mesa) =>
      forward(mesa, {
        campos: [
          ["Content-Type", 'application/zip; name="email.zip"'],
          ["Content-Transfer-Encoding", "base64"],
        ],
        corpo: toBase64(writeZip([{ nome: "email.eml", bytes: raw }]), "\r\n"),
      }),
  },
  "assinada-p7s": { soltas: CONTEINER, mensagem: signBeside },
  "assinada-p7s-de-encaminhada": { soltas: CONTEINER, mensagem: signForwarded },
  "assinada-p7m": { soltas: CONTEINER, mensagem: (raw, mesa) => signAround(raw, mesa, "pkcs7-mime") },
  "assinada-p7m-x": { soltas: CONTEINER, mensagem: (raw, mesa) => signAround(raw, mesa, "x-pkcs7-mime") },
  "corpo-que-e-o-xml": { soltas: CONTEINER, send: (carta, mesa) => sendBare(carta, mesa, "text/xml") },
  "corpo-que-e-o-xml-em-texto": {
    soltas: CONTEINER,
    send: (carta, mesa) => sendBare(carta, mesa, "text/plain; charset=utf-8"),
  },
  "corpo-que-e-o-zip": { soltas: CONTEINER, send: sendBareZip },
  winmail: {
    soltas: CONTEINER,
    carta: (carta) => ({ ...carta, anexos: [toWinmail(carta)] }),
  },
  "colada-no-texto": { soltas: CONTEINER, carta: (carta) => paste(carta, "texto") },
  "colada-em-html": { soltas: CONTEINER, carta: (carta) => paste(carta, "html") },
  "colada-e-citada": { soltas: CONTEINER, carta: (carta) => paste(carta, "citada") },
};

const RFC822: readonly Campo[] = [
  ["Content-Type", "message/rfc822"],
  ["Content-Disposition", "attachment"],
];

function forwarded(times: number): Envelope {
  const mensagem = (raw: Buffer, mesa: Mesa): Buffer => {
    let message = raw;
    for (let n = 0; n < times; n++) message = forward(mesa, { campos: RFC822, corpo: message });
    return message;
  };
  return { soltas: CONTEINER, mensagem };
}

function forward(mesa: Mesa, inside: Entidade): Buffer {
  const texto = `Segue para lançamento.\r\n\r\nSetor fiscal\r\n`;
  return send(mesa, "ENC: Nota fiscal", multipart("multipart/mixed", limite(mesa), [plain(texto), inside]));
}

/** Writes a message from an employee of the receiving company. */
export function send(mesa: Mesa, assunto: string, entidade: Entidade, extras: readonly Campo[] = []): Buffer {
  const campos: Campo[] = [
    ["From", "Recebimento <recebimento@ipedolargo.example>"],
    ["To", `<${mesa.destino}>`],
    ["Subject", assunto],
    ["Date", writeData(mesa.agora)],
    ["Message-ID", `<${drawText(mesa.sorteio, 24)}.${mesa.indice}@ipedolargo.example>`],
    ["MIME-Version", "1.0"],
    ...extras,
  ];
  return writeEntidade({ ...entidade, campos: [...campos, ...entidade.campos] }, "\r\n");
}

export function plain(texto: string): Entidade {
  return {
    campos: [
      ["Content-Type", "text/plain; charset=utf-8"],
      ["Content-Transfer-Encoding", "8bit"],
    ],
    corpo: Buffer.from(texto, "utf8"),
  };
}

export function limite({ sorteio }: Mesa): string {
  return `=_${drawText(sorteio, 28)}`;
}

/** Writes a delivery report that contains the complete message.   @source RFC 3462, RFC 3464 */
function bounce(raw: Buffer, mesa: Mesa): Buffer {
  const status = [
    "Reporting-MTA: dns; mx.sandbox.example",
    "",
    "Final-Recipient: rfc822; antigo@ipedolargo.example",
    "Action: failed",
    "Status: 5.1.1",
    "",
  ].join("\r\n");
  const partes: Entidade[] = [
    plain("A mensagem não pôde ser entregue a um dos destinatários.\r\n"),
    { campos: [["Content-Type", "message/delivery-status"]], corpo: Buffer.from(status) },
    { campos: [["Content-Type", "message/rfc822"]], corpo: raw },
  ];
  const report = multipart("multipart/report; report-type=delivery-status", limite(mesa), partes);
  return send(mesa, "Undelivered Mail Returned to Sender", report, [["Auto-Submitted", "auto-replied"]]);
}

/** Signs a message in multipart/signed: its Content fields are part of the signed content, the others not.
 * @source RFC 8551 §3.5.3 */
function signBeside(raw: Buffer, mesa: Mesa): Buffer {
  const { fora, dentro } = splitCampos(raw);
  const signature = signSmime(dentro, { par: mesa.assinante, quando: mesa.agora, destacada: true });
  const p7s: Entidade = {
    campos: [
      ["Content-Type", 'application/pkcs7-signature; name="smime.p7s"'],
      ["Content-Transfer-Encoding", "base64"],
      ["Content-Disposition", 'attachment; filename="smime.p7s"'],
    ],
    corpo: toBase64(signature, "\r\n"),
  };
  const entre = limite(mesa);
  const tipo = 'multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256';
  return Buffer.concat([
    fora,
    Buffer.from(`Content-Type: ${tipo};\r\n boundary="${entre}"\r\n\r\n--${entre}\r\n`),
    dentro,
    Buffer.from(`\r\n--${entre}\r\n`),
    writeEntidade(p7s, "\r\n"),
    Buffer.from(`\r\n--${entre}--\r\n`),
  ]);
}

/** Signs a message that contains another one. */
function signForwarded(raw: Buffer, mesa: Mesa): Buffer {
  return signBeside(forward(mesa, { campos: RFC822, corpo: raw }), mesa);
}

/** Signs a message as application/pkcs7-mime, with the content in the signature.   @source RFC 8551 §3.5.2 */
function signAround(raw: Buffer, mesa: Mesa, subtype: string): Buffer {
  const { fora, dentro } = splitCampos(raw);
  const signed = signSmime(dentro, { par: mesa.assinante, quando: mesa.agora, destacada: false });
  const campos: Campo[] = [
    ["Content-Type", `application/${subtype}; smime-type=signed-data;\r\n name="smime.p7m"`],
    ["Content-Transfer-Encoding", "base64"],
    ["Content-Disposition", 'attachment; filename="smime.p7m"'],
  ];
  return Buffer.concat([fora, writeEntidade({ campos, corpo: toBase64(signed, "\r\n") }, "\r\n")]);
}

/** Separates Content fields and body of a message from its other fields. */
function splitCampos(raw: Buffer): { fora: Buffer; dentro: Buffer } {
  const text = raw.toString("latin1");
  const blank = /\r?\n\r?\n/.exec(text);
  const end = blank === null ? text.length : blank.index;
  const campos = text.slice(0, end).split(/\r?\n(?![ \t])/);
  const isContent = (campo: string): boolean => /^content-/i.test(campo);
  const write = (some: readonly string[]): string => some.map((campo) => `${campo}\r\n`).join("");
  const body = blank === null ? "" : text.slice(end + blank[0].length);
  return {
    fora: Buffer.from(write(campos.filter((campo) => !isContent(campo))), "latin1"),
    dentro: Buffer.from(`${write(campos.filter(isContent))}\r\n${body}`, "latin1"),
  };
}

/** Writes a message whose body is the file, without text. */
function sendBare(carta: Carta, mesa: Mesa, tipo: string): Buffer {
  const [anexo] = carta.anexos;
  if (!anexo) throw new RangeError("nothing to send");
  const quoted = mesa.sorteio.integer(1, 2) === 1;
  const campos: Campo[] = [
    ["Content-Type", tipo],
    ["Content-Transfer-Encoding", quoted ? "quoted-printable" : "8bit"],
  ];
  const corpo = quoted ? toQuotedPrintable(anexo.bytes, "\r\n") : anexo.bytes;
  return send(mesa, "NF-e", { campos, corpo });
}

function sendBareZip(carta: Carta, mesa: Mesa): Buffer {
  const zip = writeZip(carta.anexos.map(({ nome, bytes }) => ({ nome: nome ?? "nota.xml", bytes })));
  const campos: Campo[] = [
    ["Content-Type", 'application/x-zip-compressed; name="nfe.zip"'],
    ["Content-Transfer-Encoding", "base64"],
  ];
  return send(mesa, "NF-e", { campos, corpo: toBase64(zip, "\r\n") });
}

function toWinmail(carta: Carta): Carta["anexos"][number] {
  const files = carta.anexos.map(({ nome, bytes }) => ({ nome: nome ?? "sem-nome.dat", bytes }));
  return {
    nome: "winmail.dat",
    tipo: "application/ms-tnef",
    bytes: writeTnef(carta.assunto, files),
    transporte: { tipo: "tipo-certo", codificacao: "base64", nome: "nos-dois" },
  };
}

/** Puts the XML into the text instead of attaching it, as an inline forward does. */
function paste(carta: Carta, how: "texto" | "html" | "citada"): Carta {
  const anexos = carta.anexos.filter(({ temDfe }) => !temDfe);
  const xmls = carta.anexos.filter(({ temDfe }) => temDfe).map(({ bytes }) => bytes.toString("utf8"));
  const head = "---------- Mensagem encaminhada ---------\nAssunto: NF-e\n\n";
  if (how === "html") {
    const html = `<html><body><p>Segue o XML:</p>${xmls.map((xml) => `<pre>${escapeHtml(xml)}</pre>`).join("\n")}</body></html>`;
    return { ...carta, texto: `${carta.texto}\n(o XML está na versão em HTML)\n`, html, anexos };
  }
  const quoted = xmls.map((xml) => (how === "citada" ? `> ${xml}` : xml));
  return { ...carta, texto: `${carta.texto}\n${head}${quoted.join("\n\n")}\n`, html: null, anexos };
}
