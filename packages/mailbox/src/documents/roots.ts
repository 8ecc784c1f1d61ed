/**
 * Names of the root elements of documents, eventos and batches. Wrappers come first, because they
 * contain the others.
 * @source leiautes of NF-e, CT-e, MDF-e, BP-e, NF3e, NFCom and of the distribution services
 * (portalfiscal.inf.br)
 */
const ROOTS: ReadonlySet<string> = new Set(
  `nfeProc procNFe NFe enviNFe cteProc procCTe CTe enviCTe cteOSProc CTeOS cteSimpProc CTeSimp GTVeProc GTVe mdfeProc procMDFe
   MDFe enviMDFe procEventoNFe procEventoCTe procEventoMDFe procEventoBPe procEventoNF3e procEventoNFCom evento eventoCTe eventoMDFe
   envEvento retEnvEvento procInutNFe procCancNFe procCancCTe bpeProc BPe bpeTMProc nf3eProc NF3e nfcomProc NFCom dceProc DCe
   nfgasProc NFGas procEventoNFGas nfagProc NFAg procEventoNFAg procEventoDCe BPeTM BPeTA NFeABI nfeabiProc resNFe resEvento retDistDFeInt NFSe CompNfse`.split(
    /\s+/,
  ),
);

/** Marks of which every DF-e has one near its start; text that only mentions a tag has none. */
const MARKS =
  `portalfiscal.inf.br sped.fazenda.gov.br abrasf.org.br infNFe infCte infCTe infMDFe infEvento infBPe infNF3e infNFCom infNFAg infNFGas infNFeABI infNfse
  infNFSe`.split(/\s+/);

/** Distance from the root within which a mark is searched, in bytes. */
const MARK_BYTES = 2048;
const NAME_MAX = 40;
/** Most documents extracted from one text; a month of one supplier has some hundreds. */
export const DOCUMENTS_MAX = 5_000;

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;

/**
 * One document inside other bytes: from its XML declaration, if any, to the end of its closing tag.
 */
export type DocumentSpan = {
  inicio: number;
  /** Start of the root element, after the declaration. */
  root: number;
  fim: number;
  /** False when the closing tag is missing: then the document extends to the end of the bytes. */
  completo: boolean;
};

/**
 * Finds the outermost documents in bytes of an ASCII-compatible encoding, at most
 * {@link DOCUMENTS_MAX}.
 */
export function findDocuments(bytes: Buffer): DocumentSpan[] {
  const spans: DocumentSpan[] = [];
  for (const span of eachDocument(bytes)) {
    spans.push(span);
    if (spans.length === DOCUMENTS_MAX) break;
  }
  return spans;
}

/** Yields all documents, in one pass. */
export function* eachDocument(bytes: Buffer): Generator<DocumentSpan, undefined> {
  const isSigned = createMarkFinder(bytes);
  for (let at = bytes.indexOf(LESS_THAN); at !== -1; at = bytes.indexOf(LESS_THAN, at)) {
    const name = readRootName(bytes, at);
    if (name === null || !isSigned(at)) {
      at += 1;
      continue;
    }
    const close = bytes.indexOf(`</${name}`, at, "latin1");
    const end = close === -1 ? -1 : bytes.indexOf(GREATER_THAN, close);
    const fim = end === -1 ? bytes.length : end + 1;
    yield { inicio: findDeclaration(bytes, at), root: at, fim, completo: end !== -1 };
    at = fim;
  }
}

/** Whether a document begins in these bytes, also in UTF-16. */
export function hasDfe(bytes: Buffer): boolean {
  if (findDocuments(bytes).length > 0) return true;
  const wide = readUtf16(bytes);
  return wide !== null && findDocuments(Buffer.from(wide, "latin1")).length > 0;
}

/** @NOTE reads the start only; tags are ASCII in both byte orders of UTF-16. */
function readUtf16(bytes: Buffer): string | null {
  const little = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === LESS_THAN && bytes[1] === 0);
  const big = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0 && bytes[1] === LESS_THAN);
  if (!little && !big) return null;
  return bytes.subarray(big ? 1 : 0, MARK_BYTES * 4).toString("utf16le");
}

/**
 * The qualified name of a DF-e root that starts here, or null. @NOTE a message may consist of
 * brackets only, so a string is created only for a possible name.
 */
function readRootName(bytes: Buffer, at: number): string | null {
  let local = at + 1;
  let end = local;
  for (; end <= at + NAME_MAX; end += 1) {
    const byte = bytes[end] ?? 0;
    if (byte === COLON && local === at + 1) local = end + 1;
    else if (NAME_CHARS[byte] !== 1) break;
  }
  if (end - local < 3 || !AFTER_NAME.has(bytes[end] ?? 0)) return null;
  if (!ROOTS.has(bytes.toString("latin1", local, end))) return null;
  return bytes.toString("latin1", at + 1, end);
}

const COLON = 0x3a;
/**
 * What may follow the name: a blank, the end of the tag, or a soft line break of quoted-printable.
 */
const AFTER_NAME = new Set(Buffer.from(" \t\r\n>/=", "latin1"));
const NAME_CHARS = new Uint8Array(256);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.")
  NAME_CHARS[char.charCodeAt(0)] = 1;

/**
 * Returns a test for a mark near an offset. For ascending offsets it scans the bytes once per mark.
 */
function createMarkFinder(bytes: Buffer): (at: number) => boolean {
  const next = new Array<number>(MARKS.length).fill(-2);
  return (at) =>
    MARKS.some((mark, i) => {
      let place = next[i] ?? -1;
      if (place !== -1 && place < at) {
        place = bytes.indexOf(mark, at, "latin1");
        next[i] = place;
      }
      return place !== -1 && place < at + MARK_BYTES;
    });
}

/** Start of the XML declaration before a root when only blanks separate them; else the root. */
function findDeclaration(bytes: Buffer, root: number): number {
  const before = bytes.toString("latin1", Math.max(0, root - 300), root);
  const match = /<\?xml[^<>]{0,200}\?>\s{0,50}$/.exec(before);
  return match === null ? root : root - match[0].length;
}
