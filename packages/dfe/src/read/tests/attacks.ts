import { gzipSync } from "node:zlib";
import { CNPJ, empresa } from "../../tests/confianca.ts";
import { makeChave, makeEvento, makeNota, sign, wrapEvento, wrapNota } from "../../tests/make-dfe.ts";
import { XML_BYTES_MAX, XML_NODES_MAX } from "../../xml/limits.ts";

/** @param size bytes that the file has, about */
type Make = (size: number) => Buffer;

const NFE = 'xmlns="http://www.portalfiscal.inf.br/nfe"';
const assinada = sign(makeNota({ cnpj: CNPJ }), empresa);
const proc = wrapNota(assinada);
const nota = assinada.replace("Pedido 7", "Pedido 8");
const evento = wrapEvento(sign(makeEvento({ chave: makeChave({ cnpj: CNPJ }), autor: CNPJ }), empresa));
/** Bytes left for what stands around. */
const ROOM = 8_000;

/** A signed nota one of whose values is as many of a unit as fit. */
const valued =
  (tag: string, unit: string): Make =>
  (size) =>
    Buffer.from(proc.replace(new RegExp(`(?<=<${tag}>)[^<]*`), () => fill(unit, size)));

/** As many of a piece as fit, in a whole. */
const filled =
  (start: string, piece: string, end: string): Make =>
  (size) =>
    Buffer.from(start + fill(piece, size) + end);

function fill(piece: string, size: number): string {
  const nodes = 2 * (piece.match(/<(?!\/)/g) ?? []).length;
  const fitting = Math.floor((size - ROOM) / Buffer.byteLength(piece));
  return piece.repeat(nodes === 0 ? fitting : Math.min(fitting, Math.floor((XML_NODES_MAX - ROOM) / nodes)));
}

const prefixes = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `xmlns:p${from + i}="urn:p${from + i}"`).join(" ");

const zipped = (content: Buffer | string): string =>
  `<docZip>${gzipSync(content).toString("base64")}</docZip>`;

function insert(text: string, before: string, piece: string): string {
  return text.replace(before, () => piece + before);
}

/** Documents, lotes and messages made to cost more than they weigh, or to break who opens them: what they attack → how they are made. */
export const ATTACKS_DFE: Readonly<Record<string, Make>> = {
  "a certificate without end": valued("X509Certificate", "A"),
  "a certificate of blanks": valued("X509Certificate", " A"),
  "a signature without end": valued("SignatureValue", "AAAA"),
  "a digest without end": valued("DigestValue", "A"),
  "a date without end": valued("dhRecbto", "2"),
  "a number of zeros": valued("nNF", "0"),
  "a value of nines": valued("vNF", "9"),
  "remarks without end": valued("infCpl", "ç "),
  "certificates without number": (size) =>
    Buffer.from(insert(proc, "</X509Data>", fill("<X509Certificate>MAAA</X509Certificate>", size / 2))),
  "signatures without number": (size) =>
    Buffer.from(insert(proc, "<Signature", fill("<Signature><a/></Signature>", Math.min(size, 1_500_000)))),
  "answers without number": (size) =>
    Buffer.from(insert(proc, "<protNFe", fill("<protNFe><infProt/></protNFe>", Math.min(size, 1_500_000)))),
  "items without number": (size) =>
    Buffer.from(insert(proc, "<total>", fill('<det nItem="1"><prod/></det>', Math.min(size, 1_200_000)))),
  "an altered nota under many namespaces": () =>
    Buffer.from(`<a ${prefixes(0, 20)}><b ${prefixes(20, 20)}>${nota}</b></a>`),
  "altered notas under many namespaces": filled(
    `<a ${prefixes(0, 20)}><b ${prefixes(20, 11)}>`,
    nota,
    "</b></a>",
  ),
  "notas that swell when they are taken out": (size) =>
    Buffer.from(
      `<?xml version="1.0" encoding="ISO-8859-1"?><a ${prefixes(0, 3)}>${nota.replace("Pedido 8", "ç".repeat(Math.floor(size * 0.6)))}</a>`,
      "latin1",
    ),
  "a lote read by guess": (size) =>
    Buffer.from(`<enviNFe ${NFE}>${fill(nota.replace("Pão", "Pao"), size)}</enviNFe>`, "latin1"),
  "a lote of the least documents": filled(`<enviNFe ${NFE}>`, `<NFe ${NFE}/>`, "</enviNFe>"),
  "a lote of eventos in SOAP": filled(
    '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><nfeDadosMsg>',
    evento,
    "</nfeDadosMsg></s:Body></s:Envelope>",
  ),
  "zips that are too large": filled(
    `<retDistDFeInt ${NFE}>`,
    zipped(Buffer.alloc(XML_BYTES_MAX + 1, " ")),
    "</retDistDFeInt>",
  ),
  "a zip of blanks": filled(`<retDistDFeInt ${NFE}><docZip>`, " A", "</docZip></retDistDFeInt>"),
  "a zip that never begins": filled(`<retDistDFeInt ${NFE}><docZip>`, " ", "!</docZip></retDistDFeInt>"),
  "answers to eventos without number": filled(
    `<retEnvEvento ${NFE}>`,
    `<retEvento><infEvento><chNFe>${"9".repeat(44)}</chNFe></infEvento></retEvento>`,
    "</retEnvEvento>",
  ),
  "a damaged nota as large as repairs are tried": () =>
    Buffer.from(nota.replace("Pedido 8", "não dobrar&#13;\n ".repeat(20_000)).replace(/></g, ">\r\n<")),
  "damaged items as large as repairs are tried": () => {
    const item = /<det.*<\/det>/.exec(nota)?.[0] ?? "";
    return Buffer.from(insert(nota, "<total>", item.repeat(1_400)).replace(/></g, ">\r\n<"));
  },
  "only blanks": (size) => Buffer.alloc(size, " "),
  "only marks": (size) => Buffer.alloc(size, 0xef),
};
