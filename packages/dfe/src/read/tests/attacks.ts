import { gzipSync } from "node:zlib";
import { makeChave, makeEvento, makeNota, sign, wrapEvento, wrapNota } from "../../tests/make-dfe.ts";
import { CNPJ, empresa } from "../../tests/trust.ts";
import { XML_BYTES_MAX, XML_NODES_MAX } from "../../xml/limits.ts";

/** @param size approximate bytes of the file */
type Make = (size: number) => Buffer;

const NFE = 'xmlns="http://www.portalfiscal.inf.br/nfe"';
const assinada = sign(makeNota({ cnpj: CNPJ }), empresa);
const proc = wrapNota(assinada);
const nota = assinada.replace("Pedido 7", "Pedido 8");
const evento = wrapEvento(sign(makeEvento({ chave: makeChave({ cnpj: CNPJ }), autor: CNPJ }), empresa));
/** Bytes reserved for the surrounding markup. */
const ROOM = 8_000;

/** A signed nota with one value repeated until the size is reached. */
const valued =
  (tag: string, unit: string): Make =>
  (size) =>
    Buffer.from(proc.replace(new RegExp(`(?<=<${tag}>)[^<]*`), () => fill(unit, size)));

/** Repeats a piece between start and end until the size is reached. */
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

/** Documents, lotes and messages that cost much to read for their
 * size, or that might crash openLote, by what they attack. */
export const ATTACKS_DFE: Readonly<Record<string, Make>> = {
  "a huge certificate": valued("X509Certificate", "A"),
  "a certificate of blanks": valued("X509Certificate", " A"),
  "a huge signature": valued("SignatureValue", "AAAA"),
  "a huge digest": valued("DigestValue", "A"),
  "a huge date": valued("dhRecbto", "2"),
  "a huge number of zeros": valued("nNF", "0"),
  "a huge amount of nines": valued("vNF", "9"),
  "huge remarks": valued("infCpl", "ç "),
  "countless certificates": (size) =>
    Buffer.from(insert(proc, "</X509Data>", fill("<X509Certificate>MAAA</X509Certificate>", size / 2))),
  "countless signatures": (size) =>
    Buffer.from(insert(proc, "<Signature", fill("<Signature><a/></Signature>", Math.min(size, 1_500_000)))),
  "countless answers": (size) =>
    Buffer.from(insert(proc, "<protNFe", fill("<protNFe><infProt/></protNFe>", Math.min(size, 1_500_000)))),
  "countless items": (size) =>
    Buffer.from(insert(proc, "<total>", fill('<det nItem="1"><prod/></det>', Math.min(size, 1_200_000)))),
  "an altered nota under many namespaces": () =>
    Buffer.from(`<a ${prefixes(0, 20)}><b ${prefixes(20, 20)}>${nota}</b></a>`),
  "altered notas under many namespaces": filled(
    `<a ${prefixes(0, 20)}><b ${prefixes(20, 11)}>`,
    nota,
    "</b></a>",
  ),
  "notas that grow when they are extracted": (size) =>
    Buffer.from(
      `<?xml version="1.0" encoding="ISO-8859-1"?><a ${prefixes(0, 3)}>${nota.replace("Pedido 8", "ç".repeat(Math.floor(size * 0.6)))}</a>`,
      "latin1",
    ),
  "a lote decoded by a guess": (size) =>
    Buffer.from(`<enviNFe ${NFE}>${fill(nota.replace("Pão", "Pao"), size)}</enviNFe>`, "latin1"),
  "a lote of minimal documents": filled(`<enviNFe ${NFE}>`, `<NFe ${NFE}/>`, "</enviNFe>"),
  "a lote of eventos in SOAP": filled(
    '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><nfeDadosMsg>',
    evento,
    "</nfeDadosMsg></s:Body></s:Envelope>",
  ),
  "docZips that are too large": filled(
    `<retDistDFeInt ${NFE}>`,
    zipped(Buffer.alloc(XML_BYTES_MAX + 1, " ")),
    "</retDistDFeInt>",
  ),
  "a docZip of blanks": filled(`<retDistDFeInt ${NFE}><docZip>`, " A", "</docZip></retDistDFeInt>"),
  "a docZip of leading blanks": filled(`<retDistDFeInt ${NFE}><docZip>`, " ", "!</docZip></retDistDFeInt>"),
  "countless answers to eventos": filled(
    `<retEnvEvento ${NFE}>`,
    `<retEvento><infEvento><chNFe>${"9".repeat(44)}</chNFe></infEvento></retEvento>`,
    "</retEnvEvento>",
  ),
  "a damaged nota of the maximum size for repairs": () =>
    Buffer.from(nota.replace("Pedido 8", "não dobrar&#13;\n ".repeat(20_000)).replace(/></g, ">\r\n<")),
  "damaged items of the maximum size for repairs": () => {
    const item = /<det.*<\/det>/.exec(nota)?.[0] ?? "";
    return Buffer.from(insert(nota, "<total>", item.repeat(1_400)).replace(/></g, ">\r\n<"));
  },
  "only blanks": (size) => Buffer.alloc(size, " "),
  "only bytes of a BOM": (size) => Buffer.alloc(size, 0xef),
};
