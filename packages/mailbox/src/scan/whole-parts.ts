import { eachTrecho } from "../documents/roots.ts";
import { decodeBase64, decodeUu, surveyLinhas } from "../mime/transfer-encoding.ts";
import { sniffFormato } from "../packages/format.ts";

/** From one byte of the raw message up to another. */
export type Faixa = { inicio: number; fim: number };

/** Parts that are opened on their own. */
export type Inteiras = {
  /** Where they stand in the raw message as they are. */
  faixas: Faixa[];
  /** What lies in the lines of forwarded messages that were sent encoded: a line of base64 is the same in quoted-printable. */
  dentro: Buffer[];
};

/** Bytes by which a part is looked for. */
const INICIO_BYTES = 256;
/** Places where each of them may begin. */
const TENTATIVAS_MAX = 20;
/** How often, all searches together, the raw message is gone through. */
const VARREDURAS_MAX = 30;

/** The first bytes of every gzip, in base64, in a line of their own. */
const GZIP_EM_LINHA = "\nH4sI";

/** Finds forwarded messages, and XMLs with compressed ones in their lines: what is in them is found when they are opened. */
export function findInteiras(raw: Buffer, partes: readonly { tipo: string; bytes: Buffer }[]): Inteiras {
  const inteiras: Inteiras = { faixas: [], dentro: [] };
  const busca: Busca = { raw, livres: raw.length * VARREDURAS_MAX };
  let after = 0;
  for (const { bytes, tipo } of partes) {
    const isMensagem = sniffFormato(bytes, { nome: null, tipo }) === "mensagem";
    if (!isMensagem && !bytes.includes(GZIP_EM_LINHA)) continue;
    const own = isMensagem ? bytes : bytes.subarray(0, eachTrecho(bytes).next().value?.fim ?? 0);
    // Parts come in the order of the message; only where one stands twice, once encoded, a later place is taken for an earlier.
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
