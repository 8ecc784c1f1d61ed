import { isCnpj, isCpf, UFS } from "@malote/syntax";
import type { Atendimento } from "../atendimento.ts";
import { hasChaveShape, judgeChave } from "../consulta/chave.ts";
import { raizOf } from "../distribuicao/responder.ts";
import type { CStat } from "../motivos.ts";
import { type EventoRegistrado, type NotaRegistrada, situacaoOf } from "../registro.ts";
import { isValidoNoEsquema } from "./esquemas.ts";
import { type EventoLido, idOf } from "./evento-lido.ts";
import { LAYOUT_NFE } from "./manifestacao.ts";
import type { Decisao } from "./registro-evento.ts";

/**
 * The eventos of the consumption reform that a recipient sends, with the rules of SVRS.
 * @source NT 2025.002 v1.52 §8
 */

/** The organ of these eventos is SVRS, whatever the UF. */
export const ORGAO_REFORMA = "92";
const CANCELAMENTO = "110001";
const DESTINATARIO = "2";
const TIPOS: ReadonlySet<string> = new Set([
  "211110",
  "211124",
  "211128",
  "211130",
  "211140",
  "211150",
  CANCELAMENTO,
]);
const TODAS = UFS.map((row) => row.sigla);
const SEQUENCIA_MAX = 99;
/** Accepted advance of the author's clock. */
const TOLERANCIA_MS = 5 * 60_000;

export function isDaReforma({ tpEvento }: EventoLido): boolean {
  return TIPOS.has(tpEvento);
}

/** Checks one event: format, schema, signature, then the registered state of the nota. */
export async function judgeReforma(atendimento: Atendimento, evento: EventoLido): Promise<Decisao> {
  const fault = judgeForma(atendimento, evento);
  if (fault) return { cStat: fault };
  const { cStat, conferida, titular } = await atendimento.conferente(evento, atendimento.agora);
  if (cStat) return { cStat };
  if (raizOf(titular ?? "") !== raizOf(evento.autor)) return { cStat: "213" };
  if (raizOf(atendimento.transmissor ?? "") !== raizOf(evento.autor)) return { cStat: "593" };
  const complemento = conferida ? "" : " (assinatura não conferida: falta o xmlsec1)";
  return { cStat: judgeVida(atendimento, evento) ?? "135", complemento };
}

function judgeForma({ porta, agora }: Atendimento, evento: EventoLido): CStat | null {
  if (evento.cOrgao !== ORGAO_REFORMA || porta?.autorizador !== "SVRS") return "657";
  if (evento.verEvento !== LAYOUT_NFE.versao) return "492";
  if (evento.autor.length === 11 ? !isCpf(evento.autor) : !isCnpj(evento.autor))
    return evento.autor.length === 11 ? "490" : "489";
  if (!hasChaveShape(evento.chave)) return "215";
  if (evento.id !== idOf(evento, LAYOUT_NFE)) return "572";
  if (isValidoNoEsquema(evento, "nfe") === false) return "493";
  const tpAutor = fieldOf(evento, "tpAutor");
  if (evento.tpEvento !== CANCELAMENTO && tpAutor !== DESTINATARIO) return "493";
  return judgeChave(evento.chave, { porta: { modelo: "55", ufs: TODAS }, agora });
}

function judgeVida({ livro, agora }: Atendimento, evento: EventoLido): CStat | null {
  if (Number(evento.nSeqEvento) < 1 || Number(evento.nSeqEvento) > SEQUENCIA_MAX) return "594";
  const before = livro.eventos(evento.chave);
  const isSame = ({ tpEvento, nSeqEvento }: EventoRegistrado): boolean =>
    tpEvento === evento.tpEvento && Number(nSeqEvento ?? 1) === Number(evento.nSeqEvento);
  if (before.some(isSame)) return "573";
  const nota = livro.find(evento.chave);
  if (!nota) return livro.findParecida(evento.chave) ? "613" : "494";
  return judgeNota(nota, evento, agora) ?? judgeCancelamento(evento, before);
}

function judgeNota(
  { documento, protocolo, ...nota }: NotaRegistrada,
  evento: EventoLido,
  agora: Date,
): CStat | null {
  const destinatario = documento?.parte;
  if (destinatario && raizOf(destinatario) !== raizOf(evento.autor)) return "575";
  const instant = Date.parse(evento.dhEvento);
  if (documento && instant < Date.parse(documento.emissao)) return "577";
  if (instant > agora.getTime() + TOLERANCIA_MS) return "578";
  if (instant < Date.parse(protocolo.dataRecebimento)) return "579";
  return situacaoOf({ documento, protocolo, ...nota }, agora) === "autorizada" ? null : "580";
}

/** Only a registered event may be cancelled, once. */
function judgeCancelamento(evento: EventoLido, before: readonly EventoRegistrado[]): CStat | null {
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

function fieldOf({ det }: EventoLido, nome: string): string | undefined {
  return det.filhos.find((filho) => filho.nome === nome)?.texto;
}
