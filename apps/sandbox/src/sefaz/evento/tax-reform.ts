import { isCnpj, isCpf, MINUTE_MS, UFS } from "@malote/syntax";
import { hasChaveShape, judgeChave } from "../consulta/chave.ts";
import { cnpjRootOf } from "../distribuicao/answer-distribuicao.ts";
import type { CStat } from "../motivos.ts";
import { documentStateOf, type RegisteredEvento, type RegisteredNota } from "../registered-documents.ts";
import type { ServiceCall } from "../service-call.ts";
import type { Decision } from "./evento-response.ts";
import { isValidBySchema } from "./evento-schemas.ts";
import { LAYOUT_NFE } from "./manifestacao.ts";
import { idOf, type ParsedEvento } from "./parsed-evento.ts";

/**
 * The eventos of the consumption reform that a recipient sends, with the rules of SVRS.
 * @source NT 2025.002 v1.52 §8
 */

/** The organ of these eventos is SVRS, whatever the UF. */
export const REFORM_ORGAN = "92";
const CANCELAMENTO = "110001";
const DESTINATARIO = "2";
const REFORM_EVENTOS: ReadonlySet<string> = new Set([
  "211110",
  "211124",
  "211128",
  "211130",
  "211140",
  "211150",
  CANCELAMENTO,
]);
const ALL_UFS = UFS.map((row) => row.sigla);
const SEQUENCE_MAX = 99;
/** Accepted advance of the author's clock. */
const TOLERANCE_MS = 5 * MINUTE_MS;

export function isDaReforma({ tpEvento }: ParsedEvento): boolean {
  return REFORM_EVENTOS.has(tpEvento);
}

/** Checks one event: format, schema, signature, then the registered state of the nota. */
export async function judgeReforma(call: ServiceCall, evento: ParsedEvento): Promise<Decision> {
  const fault = judgeFormat(call, evento);
  if (fault) return { cStat: fault };
  const { cStat, conferida, titular } = await call.signatureVerifier(evento, call.now);
  if (cStat) return { cStat };
  if (cnpjRootOf(titular ?? "") !== cnpjRootOf(evento.autor)) return { cStat: "213" };
  if (cnpjRootOf(call.transmissor ?? "") !== cnpjRootOf(evento.autor)) return { cStat: "593" };
  const complemento = conferida ? "" : " (assinatura não conferida: falta o xmlsec1)";
  return { cStat: judgeState(call, evento) ?? "135", complemento };
}

function judgeFormat({ porta, now }: ServiceCall, evento: ParsedEvento): CStat | null {
  if (evento.cOrgao !== REFORM_ORGAN || porta?.autorizador !== "SVRS") return "657";
  if (evento.verEvento !== LAYOUT_NFE.versao) return "492";
  if (evento.autor.length === 11 ? !isCpf(evento.autor) : !isCnpj(evento.autor))
    return evento.autor.length === 11 ? "490" : "489";
  if (!hasChaveShape(evento.chave)) return "215";
  if (evento.id !== idOf(evento, LAYOUT_NFE)) return "572";
  if (isValidBySchema(evento, "nfe") === false) return "493";
  const tpAutor = fieldOf(evento, "tpAutor");
  if (evento.tpEvento !== CANCELAMENTO && tpAutor !== DESTINATARIO) return "493";
  return judgeChave(evento.chave, { porta: { modelo: "55", ufs: ALL_UFS }, now });
}

function judgeState({ ledger, now }: ServiceCall, evento: ParsedEvento): CStat | null {
  if (Number(evento.nSeqEvento) < 1 || Number(evento.nSeqEvento) > SEQUENCE_MAX) return "594";
  const before = ledger.eventos(evento.chave);
  const isSame = ({ tpEvento, nSeqEvento }: RegisteredEvento): boolean =>
    tpEvento === evento.tpEvento && Number(nSeqEvento ?? 1) === Number(evento.nSeqEvento);
  if (before.some(isSame)) return "573";
  const nota = ledger.find(evento.chave);
  if (!nota) return ledger.findSimilar(evento.chave) ? "613" : "494";
  return judgeNota(nota, evento, now) ?? judgeCancelamento(evento, before);
}

function judgeNota(
  { documento, protocolo, ...nota }: RegisteredNota,
  evento: ParsedEvento,
  now: Date,
): CStat | null {
  const destinatario = documento?.parte;
  if (destinatario && cnpjRootOf(destinatario) !== cnpjRootOf(evento.autor)) return "575";
  const instant = Date.parse(evento.dhEvento);
  if (documento && instant < Date.parse(documento.emissao)) return "577";
  if (instant > now.getTime() + TOLERANCE_MS) return "578";
  if (instant < Date.parse(protocolo.dataRecebimento)) return "579";
  return documentStateOf({ documento, protocolo, ...nota }, now) === "autorizada" ? null : "580";
}

/** Only a registered event may be cancelled, once. */
function judgeCancelamento(evento: ParsedEvento, before: readonly RegisteredEvento[]): CStat | null {
  if (evento.tpEvento !== CANCELAMENTO) return null;
  const [tipo, protocolo] = [fieldOf(evento, "tpEventoAut"), fieldOf(evento, "nProtEvento")];
  const known = before.some((other) => other.tpEvento === tipo && other.protocolo === protocolo);
  if (!known) return "459";
  const again = before.some(
    (other) =>
      other.tpEvento === CANCELAMENTO &&
      other.procEventoXml.includes(`<nProtEvento>${protocolo}</nProtEvento>`),
  );
  return again ? "460" : null;
}

function fieldOf({ det }: ParsedEvento, nome: string): string | undefined {
  return det.filhos.find((child) => child.nome === nome)?.texto;
}
