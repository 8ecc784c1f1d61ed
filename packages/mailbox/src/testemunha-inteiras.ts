import { sniffFormato } from "./formato.ts";
import { eachTrecho } from "./raizes.ts";
import { decodeBase64, decodeUu, surveyLinhas } from "./transferencia.ts";

/** Byte range of the raw message. */
export type Faixa = { inicio: number; fim: number };

/** Parts that are opened separately. */
export type Inteiras = {
  /** Where they occur unencoded in the raw message. */
  faixas: Faixa[];
  /**
   * Decoded lines of forwarded messages that were sent encoded; base64 lines are unchanged by
   * quoted-printable.
   */
  dentro: Buffer[];
};

/** Bytes used to search for a part. */
const INICIO_BYTES = 256;
/** Most candidate positions of each part. */
const TENTATIVAS_MAX = 20;
/** Most bytes scanned by all searches, as a multiple of the message size. */
const VARREDURAS_MAX = 30;

/** Start of a gzip in base64, on a line of its own. */
const GZIP_EM_LINHA = "\nH4sI";

/**
 * Finds forwarded messages, and XML files with compressed ones in their lines: opening the part
 * finds their contents.
 */
export function findInteiras(raw: Buffer, partes: readonly { tipo: string; bytes: Buffer }[]): Inteiras {
  const inteiras: Inteiras = { faixas: [], dentro: [] };
  const busca: Busca = { raw, livres: raw.length * VARREDURAS_MAX };
  let after = 0;
  for (const { bytes, tipo } of partes) {
    const isMensagem = sniffFormato(bytes, { nome: null, tipo }) === "mensagem";
    if (!isMensagem && !bytes.includes(GZIP_EM_LINHA)) continue;
    const own = isMensagem ? bytes : bytes.subarray(0, eachTrecho(bytes).next().value?.fim ?? 0);
    // Parts follow message order; only a duplicate, once encoded, may match at a wrong later position.
    let inicio = findInteira(busca, own, after);
    if (inicio === -1 && after > 0) inicio = findInteira(busca, own, 0);
    if (inicio !== -1) {
      after = inicio + own.length;
      inteiras.faixas.push({ inicio, fim: after });
    } else if (isMensagem) inteiras.dentro.push(...listDentro(bytes));
  }
  return inteiras;
}

type Busca = { raw: Buffer; livres: number };

function findInteira(busca: Busca, parte: Buffer, from: number): number {
  if (parte.length === 0) return -1;
  const { raw } = busca;
  const start = parte.subarray(0, INICIO_BYTES);
  let at = from - 1;
  for (let n = 0; n < TENTATIVAS_MAX && busca.livres > 0; n += 1) {
    const place = raw.indexOf(start, at + 1);
    busca.livres -= (place === -1 ? raw.length : place) - at;
    if (place === -1) return -1;
    if (raw.subarray(place, place + parte.length).equals(parte)) return place;
    at = place;
  }
  return -1;
}

function listDentro(mensagem: Buffer): Buffer[] {
  const { corridas, uus } = surveyLinhas(mensagem);
  const dentro = corridas.map((corrida) => decodeBase64(mensagem, corrida));
  let livres = mensagem.length;
  for (const { inicio } of uus) {
    const bytes = decodeUu(mensagem, inicio, livres);
    if (bytes === "grande") break;
    if (bytes === null) continue;
    livres -= bytes.length;
    dentro.push(bytes);
  }
  return dentro;
}
