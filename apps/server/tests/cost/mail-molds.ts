import { gzipSync } from "node:zlib";
import { createSamples, type Sandbox } from "@malote/sandbox";
import { damage, emailOf, loteOf } from "../setup/costly-emails.ts";
import { zipOf } from "../setup/zip.ts";
import type { Mold } from "./molds.ts";
import type { Lang } from "./spans.ts";

const NFE = "http://www.portalfiscal.inf.br/nfe";
/** Documents in one wrapper: enough to reveal a cost that repeats for each document. */
const COPIES = 40;
const LINE = /.{1,76}/g;
/** Size of a document that no repair fixes, and its copies in one lote. */
const DAMAGED_BYTES = 262_000;
const DAMAGED_COPIES = 190;

/** Documents alone, in lotes and in packages, each open to mutation inside, and e-mails of every
 * kind of supplier. */
export async function mailMolds(
  sandbox: Sandbox,
  { semente: seed, samples }: { semente: number; samples: boolean },
): Promise<Mold[]> {
  const { procXml } = sandbox.environment.emitNota();
  const species = samples ? await sampleMolds(sandbox, seed) : [];
  return [...documentMolds(procXml), ...textMolds(), ...species];
}

async function sampleMolds({ generator: papelaria, info }: Sandbox, seed: number): Promise<Mold[]> {
  const options = { generator: papelaria, semente: seed, now: new Date(), destino: info.pop3.usuario };
  const samples = await createSamples(options);
  return samples.kinds.map((kind, n): Mold => {
    return mailMold(kind, samples.make(n).raw.toString("latin1"), { lang: "mime", coding: "latin1" });
  });
}

type Shape = { lang: Lang; coding?: Mold["coding"]; wrap?: Mold["wrap"] };

function mailMold(name: string, body: string, shape: Shape): Mold {
  return { name, door: "e-mail", target: "mail", head: "", body, ...shape };
}

function documentMolds(procXml: string): Mold[] {
  const lote = (body: Buffer): Buffer => writeLote(Array.from({ length: COPIES }, () => body));
  const attached = (body: Buffer): Buffer => attach("nota.xml", body);
  const cut = procXml.slice(0, Math.floor(procXml.length * 0.8));
  const signed = procXml.replace(/<infNFe /, "<infNFe  ");
  const ampersand = procXml.replace(/<xNome>/, "<xNome>A & B ");
  const mojibake = procXml.replace(/<xNome>/, "<xNome>Ã§Ã£o ");
  const zip = (name: string) => async (body: Buffer) =>
    attach(
      "notas.zip",
      await zipOf(Array.from({ length: COPIES }, (_, n) => ({ nome: `${n}-${name}`, bytes: body }))),
    );
  return [
    mailMold("documento", procXml, { lang: "xml", wrap: attached }),
    mailMold("documento cortado", cut, { lang: "xml", wrap: attached }),
    mailMold("lote de documentos", procXml, { lang: "xml", wrap: (body) => attached(lote(body)) }),
    mailMold("lote de documentos que quebraram", signed, {
      lang: "xml",
      wrap: (body) => attached(lote(body)),
    }),
    mailMold("lote de documentos com &", ampersand, { lang: "xml", wrap: (body) => attached(lote(body)) }),
    mailMold("lote de documentos com ç partido", mojibake, {
      lang: "xml",
      wrap: (body) => attached(lote(body)),
    }),
    mailMold("lote de documentos cortados", cut, { lang: "xml", wrap: (body) => attached(lote(body)) }),
    mailMold("lote", lote(Buffer.from(ampersand)).toString(), { lang: "xml", wrap: attached }),
    mailMold("zip de documentos", procXml, { lang: "xml", wrap: zip("nota.xml") }),
    mailMold("zip de um lote estragado", damage(procXml, DAMAGED_BYTES), { lang: "xml", wrap: wrapDamaged }),
    mailMold("zip de lotes", ampersand, { lang: "xml", wrap: (body) => zip("lote.xml")(lote(body)) }),
  ];
}

async function wrapDamaged(body: Buffer): Promise<Buffer> {
  const bytes = Buffer.from(loteOf([body.toString()], DAMAGED_COPIES));
  return emailOf([{ nome: "lote.zip", bytes: await zipOf([{ nome: "lote.xml", bytes }]) }]);
}

function textMolds(): Mold[] {
  const text = "Segue a chave 35261112345678000190550010000000011000000017\r\ne o boleto.\r\n";
  const html = `<html><head><style>p{color:red}</style></head><body><table><tr><td>${text}</td></tr></table><a href="https://a.b/c?d=e">nota</a></body></html>`;
  const pdf = `%PDF-1.4\n1 0 obj\n<< /Length 44 >>\nstream\nBT /F1 9 Tf 40 780 Td (DANFE ${text.trim()}) Tj ET\nendstream\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF`;
  const latin1 = { lang: "mime", coding: "latin1" } as const;
  return [
    mailMold("texto", writeMail("text/plain; charset=utf-8", text), latin1),
    mailMold("html", html, {
      lang: "xml",
      wrap: (body) => Buffer.from(writeMail("text/html; charset=utf-8", body.toString())),
    }),
    mailMold("pdf", pdf, { ...latin1, wrap: (body) => attach("danfe.pdf", body) }),
    mailMold("mensagem dentro", writeMail("message/rfc822", writeMail("text/plain", text)), latin1),
    mailMold(
      "quoted-printable",
      writeMail("text/html\r\nContent-Transfer-Encoding: quoted-printable", "=41=\r\n=C3=A7"),
      latin1,
    ),
    mailMold("uuencode", writeMail("text/plain", "begin 644 a.xml\r\n#86)C\r\n`\r\nend\r\n"), latin1),
  ];
}

function writeMail(type: string, body: string): string {
  return [
    'From: "Fornecedor, Ltda" <nf@fornecedor.test>',
    "To: a@b.test, =?utf-8?q?c?= <c@d.test>",
    "Subject: =?utf-8?b?Tm90YQ==?= fiscal",
    "Date: Mon, 23 Nov 2026 10:00:00 -0300",
    `Message-ID: <~n~@fornecedor.test>`,
    "References: <a@b> <c@d>",
    "MIME-Version: 1.0",
    `Content-Type: ${type}`,
    "",
    body,
  ].join("\r\n");
}

function attach(name: string, bytes: Buffer): Buffer {
  const lines = bytes.toString("base64").match(LINE) ?? [];
  const part = [
    "--b",
    `Content-Type: application/octet-stream; name="${name}"`,
    "Content-Transfer-Encoding: base64",
    `Content-Disposition: attachment; filename="${name}"`,
    "",
    ...lines,
    "--b--",
    "",
  ];
  return Buffer.from(writeMail('multipart/mixed; boundary="b"', part.join("\r\n")));
}

function writeLote(documents: readonly Buffer[]): Buffer {
  const zips = documents.map(
    (bytes, n) =>
      `<docZip NSU="${String(n + 1).padStart(15, "0")}" schema="procNFe_v4.00.xsd">${gzipSync(bytes).toString("base64")}</docZip>`,
  );
  return Buffer.from(
    `<retDistDFeInt xmlns="${NFE}" versao="1.01"><cStat>138</cStat><loteDistDFeInt>${zips.join("")}</loteDistDFeInt></retDistDFeInt>`,
  );
}
