/** What every root of a document, evento or batch of them is called; wrappers first, since what is inside them is theirs.
 * @source leiautes of NF-e, CT-e, MDF-e, BP-e, NF3e, NFCom and of the distribution services (portalfiscal.inf.br) */
const RAIZES: ReadonlySet<string> = new Set(
  `nfeProc procNFe NFe enviNFe cteProc procCTe CTe enviCTe cteOSProc CTeOS cteSimpProc CTeSimp GTVeProc GTVe mdfeProc procMDFe
   MDFe enviMDFe procEventoNFe procEventoCTe procEventoMDFe procEventoBPe procEventoNF3e procEventoNFCom evento eventoCTe eventoMDFe
   envEvento retEnvEvento procInutNFe procCancNFe procCancCTe bpeProc BPe bpeTMProc nf3eProc NF3e nfcomProc NFCom dceProc DCe
   nfgasProc NFGas procEventoNFGas nfagProc NFAg procEventoNFAg procEventoDCe BPeTM BPeTA NFeABI nfeabiProc resNFe resEvento retDistDFeInt NFSe CompNfse`.split(
    /\s+/,
  ),
);

/** One of these stands near the start of everything that is a DF-e, and in no prose that merely names a tag. */
const SINAIS =
  `portalfiscal.inf.br sped.fazenda.gov.br abrasf.org.br infNFe infCte infCTe infMDFe infEvento infBPe infNF3e infNFCom infNFAg infNFGas infNFeABI infNfse
  infNFSe`.split(/\s+/);

/** How far from the root its sign is looked for, in bytes. */
const SINAL_BYTES = 2048;
const NOME_MAX = 40;
/** Documents taken out of one text; a month of a supplier's has some hundreds. */
export const TRECHOS_MAX = 5_000;

const MENOR = 0x3c;
const MAIOR = 0x3e;

/** One document inside other bytes: from its declaration, if it has one, to the end of its closing tag. */
export type Trecho = {
  inicio: number;
  /** Where the root itself starts, after its declaration. */
  raiz: number;
  fim: number;
  /** False when the closing tag never comes: then it ends with the bytes. */
  completo: boolean;
};

/** The documents in any bytes of an encoding that keeps ASCII, outermost roots only, at most {@link TRECHOS_MAX}. */
export function findTrechos(bytes: Buffer): Trecho[] {
  const trechos: Trecho[] = [];
  for (const trecho of eachTrecho(bytes)) {
    trechos.push(trecho);
    if (trechos.length === TRECHOS_MAX) break;
  }
  return trechos;
}

/** All of them, in one pass. */
export function* eachTrecho(bytes: Buffer): Generator<Trecho, undefined> {
  const isSigned = watchSinais(bytes);
  for (let at = bytes.indexOf(MENOR); at !== -1; at = bytes.indexOf(MENOR, at)) {
    const nome = readRaiz(bytes, at);
    if (nome === null || !isSigned(at)) {
      at += 1;
      continue;
    }
    const close = bytes.indexOf(`</${nome}`, at, "latin1");
    const end = close === -1 ? -1 : bytes.indexOf(MAIOR, close);
    const fim = end === -1 ? bytes.length : end + 1;
    yield { inicio: findDeclaracao(bytes, at), raiz: at, fim, completo: end !== -1 };
    at = fim;
  }
}

/** Whether any document begins in these bytes, also in UTF-16. */
export function hasDfe(bytes: Buffer): boolean {
  if (findTrechos(bytes).length > 0) return true;
  const wide = readUtf16(bytes);
  return wide !== null && findTrechos(Buffer.from(wide, "latin1")).length > 0;
}

/** @NOTE half of the bytes is enough: tags are ASCII in both kinds of UTF-16. */
function readUtf16(bytes: Buffer): string | null {
  const little = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === MENOR && bytes[1] === 0);
  const big = (bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0 && bytes[1] === MENOR);
  if (!little && !big) return null;
  return bytes.subarray(big ? 1 : 0, SINAL_BYTES * 4).toString("utf16le");
}

/** The qualified name of a DF-e root that starts here, or null. @NOTE a message may be nothing but brackets: no text is made of a name
 * that cannot be one. */
function readRaiz(bytes: Buffer, at: number): string | null {
  let local = at + 1;
  let end = local;
  for (; end <= at + NOME_MAX; end += 1) {
    const byte = bytes[end] ?? 0;
    if (byte === DOIS_PONTOS && local === at + 1) local = end + 1;
    else if (NOME[byte] !== 1) break;
  }
  if (end - local < 3 || !DEPOIS.has(bytes[end] ?? 0)) return null;
  if (!RAIZES.has(bytes.toString("latin1", local, end))) return null;
  return bytes.toString("latin1", at + 1, end);
}

const DOIS_PONTOS = 0x3a;
/** What may follow the name: a blank, the end of the tag, or a soft line break of quoted-printable. */
const DEPOIS = new Set(Buffer.from(" \t\r\n>/=", "latin1"));
const NOME = new Uint8Array(256);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.")
  NOME[char.charCodeAt(0)] = 1;

/** Asked about one place after another, it looks at every byte once for each sign. */
function watchSinais(bytes: Buffer): (at: number) => boolean {
  const next = new Array<number>(SINAIS.length).fill(-2);
  return (at) =>
    SINAIS.some((sinal, i) => {
      let place = next[i] ?? -1;
      if (place !== -1 && place < at) {
        place = bytes.indexOf(sinal, at, "latin1");
        next[i] = place;
      }
      return place !== -1 && place < at + SINAL_BYTES;
    });
}

/** Where the XML declaration before a root starts, when nothing but blanks stands between; else the root. */
function findDeclaracao(bytes: Buffer, raiz: number): number {
  const before = bytes.toString("latin1", Math.max(0, raiz - 300), raiz);
  const match = /<\?xml[^<>]{0,200}\?>\s{0,50}$/.exec(before);
  return match === null ? raiz : raiz - match[0].length;
}
