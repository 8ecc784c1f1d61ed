import { gzipSync } from "node:zlib";
import { damage, emailOf, emailOfFortyLotes, emailOfOneLote, loteOf } from "../setup/costly-emails.ts";
import { zipOf } from "../setup/zip.ts";

/** A hostile message, named by its costly part. */
export type HostileEmail = { nome: string; make(xml: string): Promise<Buffer> };

const NS = "http://www.portalfiscal.inf.br/nfe";
const HEAD = "From: a@b.example\r\nTo: c@d.example\r\nSubject: x\r\nMIME-Version: 1.0\r\n";

const anexo = (nome: string, text: string | Buffer): Buffer => emailOf([{ nome, bytes: Buffer.from(text) }]);

const zipped = async (nome: string, text: string | Buffer): Promise<Buffer> =>
  emailOf([{ nome: `${nome}.zip`, bytes: await zipOf([{ nome, bytes: Buffer.from(text) }]) }]);

const html = (body: string): Buffer =>
  Buffer.from(`${HEAD}Content-Type: text/html; charset=utf-8\r\n\r\n${body}`);

/** Nested messages or nested multiparts. */
function nested(depth: number, open: (n: number) => string, close: (n: number) => string): Buffer {
  const heads = Array.from({ length: depth }, (_, n) => open(n));
  const tails = Array.from({ length: depth }, (_, n) => close(depth - 1 - n));
  return Buffer.from(`${HEAD}${heads.join("")}\r\nfim\r\n${tails.join("")}`);
}

/** A nota whose signature repeats one element. */
function signedWith(xml: string, part: RegExp, times: number): string {
  return xml.replace(part, (each) => each.repeat(times));
}

function certificateOf(xml: string): Buffer {
  return Buffer.from(/<X509Certificate>([^<]+)/.exec(xml)?.[1] ?? "", "base64");
}

/** Changes the exponent's bytes in place: another length would break the DER encoding. */
function withExponent(xml: string): string {
  const der = certificateOf(xml);
  const at = der.lastIndexOf(Buffer.from([0x02, 0x03, 0x01, 0x00, 0x01]));
  if (at > 0) der.set([0xff, 0xff, 0xff], at + 2);
  return xml.replace(/<X509Certificate>[^<]+/, `<X509Certificate>${der.toString("base64")}`);
}

export const HOSTILE_EMAILS: readonly HostileEmail[] = [
  { nome: "um lote de 190 docZips", make: emailOfOneLote },
  { nome: "quarenta lotes", make: emailOfFortyLotes },
  {
    nome: "ZIP em ZIP de lotes",
    make: async (xml) => {
      const lote = Buffer.from(loteOf([damage(xml, 100_000)], 400));
      const inner = await zipOf(Array.from({ length: 8 }, (_, n) => ({ nome: `l${n}.xml`, bytes: lote })));
      const outer = await zipOf(Array.from({ length: 8 }, (_, n) => ({ nome: `z${n}.zip`, bytes: inner })));
      return emailOf([{ nome: "z.zip", bytes: outer }]);
    },
  },
  {
    nome: "docZips que são bombas",
    make: async () => zipped("l.xml", loteOf([`<a>${" ".repeat(9_000_000)}</a>`], 300)),
  },
  {
    nome: "mil anexos, cada um com todos os estragos",
    make: async (xml) =>
      emailOf(
        Array.from({ length: 1_000 }, (_, n) => ({
          nome: `${n}.xml`,
          bytes: Buffer.from(damage(xml, 0).replace("vNF", `vNF${n}`)),
        })),
      ),
  },
  {
    nome: "mil XML num ZIP, cada um com todos os estragos",
    make: async (xml) =>
      emailOf([
        {
          nome: "z.zip",
          bytes: await zipOf(
            Array.from({ length: 1_000 }, (_, n) => ({
              nome: `${n}.xml`,
              bytes: Buffer.from(damage(xml, 20_000 + n)),
            })),
          ),
        },
      ]),
  },
  {
    nome: "MIME de 2 000 níveis",
    make: async () =>
      nested(
        2_000,
        (n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`,
        (n) => `--b${n}--\r\n`,
      ),
  },
  {
    nome: "mensagens encaminhadas, 500 níveis",
    make: async () =>
      nested(
        500,
        () => `Content-Type: message/rfc822\r\n\r\n${HEAD}`,
        () => "",
      ),
  },
  {
    nome: "20 000 partes vazias",
    make: async () =>
      Buffer.from(
        `${HEAD}Content-Type: multipart/mixed; boundary=b\r\n\r\n${"--b\r\nContent-Type: text/xml; name=a.xml\r\n\r\n<a/>\r\n".repeat(20_000)}--b--\r\n`,
      ),
  },
  {
    nome: "cabeçalho de 1 MB",
    make: async () => Buffer.from(`${HEAD}X-A: ${"a b ".repeat(262_144)}\r\n\r\noi`),
  },
  {
    nome: "100 000 cabeçalhos",
    make: async () => Buffer.from(`${HEAD}${"X-A: b\r\n".repeat(100_000)}\r\noi`),
  },
  {
    nome: "assunto de palavras RFC 2047",
    make: async () =>
      Buffer.from(`From: a@b\r\nSubject: ${"=?utf-8?Q?=C3=A9?=\r\n ".repeat(40_000)}x\r\n\r\noi`),
  },
  {
    nome: "20 000 destinatários",
    make: async () =>
      Buffer.from(
        `From: a@b\r\nTo: ${'"=?utf-8?B?w6k=?=" <a@b.c>,\r\n '.repeat(20_000)}x@y\r\nSubject: x\r\n\r\noi`,
      ),
  },
  {
    nome: "comentários aninhados no remetente",
    make: async () =>
      Buffer.from(`From: ${"(".repeat(50_000)}a${")".repeat(50_000)} <a@b>\r\nSubject: x\r\n\r\noi`),
  },
  {
    nome: "parâmetros RFC 2231",
    make: async () =>
      Buffer.from(
        `${HEAD}Content-Type: text/plain;${Array.from({ length: 20_000 }, (_, n) => ` name*${n}*=utf-8''a;\r\n`).join("")} x=y\r\n\r\noi`,
      ),
  },
  {
    nome: "base64 de lixo",
    make: async () =>
      Buffer.from(
        `${HEAD}Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n${"=*A=\r\n".repeat(300_000)}`,
      ),
  },
  { nome: "HTML só de <", make: async () => html("<".repeat(2_000_000)) },
  { nome: "HTML de style aberto", make: async () => html("<style".repeat(300_000)) },
  { nome: "HTML de entidades", make: async () => html("&lt;NFe ".repeat(250_000)) },
  {
    nome: "texto de chaves",
    make: async () =>
      Buffer.from(`${HEAD}\r\n${"35261111222333000181550010000001231876543210 ".repeat(40_000)}`),
  },
  { nome: "texto só de dígitos", make: async () => Buffer.from(`${HEAD}\r\n${"1".repeat(2_000_000)}`) },
  { nome: "texto de dígitos e pontos", make: async () => Buffer.from(`${HEAD}\r\n${"1. ".repeat(600_000)}`) },
  {
    nome: "raízes sem fim no texto",
    make: async () => Buffer.from(`${HEAD}\r\n${`<NFe xmlns="${NS}">`.repeat(40_000)}`),
  },
  {
    nome: "TNEF de lixo",
    make: async () =>
      anexo(
        "winmail.dat",
        Buffer.concat([Buffer.from([0x78, 0x9f, 0x3e, 0x22, 0, 0]), Buffer.alloc(2_000_000, 1)]),
      ),
  },
  {
    nome: "CMS de SEQUENCEs",
    make: async () =>
      anexo(
        "a.p7m",
        Buffer.concat([
          Buffer.from([0x30, 0x80, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02]),
          Buffer.from("3080".repeat(200_000), "hex"),
        ]),
      ),
  },
  {
    nome: "atributos demais",
    make: async () =>
      zipped(
        "a.xml",
        `<NFe xmlns="${NS}"${Array.from({ length: 200_000 }, (_, n) => ` a${n}="b"`).join("")}/>`,
      ),
  },
  {
    nome: "declarações em cada elemento",
    make: async () =>
      zipped(
        "a.xml",
        `<NFe xmlns="${NS}">${Array.from({ length: 3_000 }, (_, n) => `<x ${Array.from({ length: 30 }, (_, k) => `xmlns:p${k}="u${n}"`).join(" ")}/>`).join("")}</NFe>`,
      ),
  },
  {
    nome: "um valor de 10 MB",
    make: async () =>
      zipped(
        "a.xml",
        `<nfeProc xmlns="${NS}"><NFe><infNFe Id="a"><x>${"a ".repeat(5_000_000)}</x></infNFe></NFe></nfeProc>`,
      ),
  },
  {
    nome: "texto de referências",
    make: async () =>
      zipped("a.xml", `<NFe xmlns="${NS}"><infNFe Id="a"><x>${"&amp;".repeat(99_000)}</x></infNFe></NFe>`),
  },
  {
    nome: "200 000 elementos",
    make: async () =>
      zipped("a.xml", `<NFe xmlns="${NS}"><infNFe Id="a">${"<det/>".repeat(190_000)}</infNFe></NFe>`),
  },
  {
    nome: "2 000 Transforms",
    make: async (xml) => zipped("a.xml", signedWith(xml, /<Transform [^>]*(?:\/>|>.*?<\/Transform>)/, 2_000)),
  },
  {
    nome: "2 000 References",
    make: async (xml) => zipped("a.xml", signedWith(xml, /<Reference [\s\S]*?<\/Reference>/, 2_000)),
  },
  {
    nome: "2 000 certificados",
    make: async (xml) => zipped("a.xml", signedWith(xml, /<X509Certificate>[^<]+<\/X509Certificate>/, 2_000)),
  },
  {
    nome: "500 notas de expoente alto",
    make: async (xml) =>
      emailOf([
        {
          nome: "z.zip",
          bytes: await zipOf(
            Array.from({ length: 500 }, (_, n) => ({
              nome: `${n}.xml`,
              bytes: Buffer.from(`${withExponent(xml)}<!-- ${n} -->`),
            })),
          ),
        },
      ]),
  },
  {
    nome: "gzip em gzip",
    make: async () => anexo("a.gz", gzipSync(gzipSync(gzipSync(Buffer.alloc(40_000_000))))),
  },
  {
    nome: "20 000 arquivos num ZIP",
    make: async () =>
      emailOf([
        {
          nome: "z.zip",
          bytes: await zipOf(
            Array.from({ length: 19_000 }, (_, n) => ({
              nome: `${n}.xml`,
              bytes: Buffer.from(`<NFe xmlns="${NS}"/>`),
            })),
          ),
        },
      ]),
  },
];
