import { DAY_MS, isCnpj, isCpf, MINUTE_MS, UFS } from "@malote/syntax";
import { NFE_NAMESPACE } from "../../document-generator/xml/write-xml.ts";
import { hasChaveShape, judgeChave } from "../consulta/chave.ts";
import { cnpjRootOf } from "../distribuicao/answer-distribuicao.ts";
import type { CStat } from "../motivos.ts";
import {
  CIENCIA,
  documentStateOf,
  isManifestacao,
  type RegisteredEvento,
  type RegisteredNota,
} from "../registered-documents.ts";
import type { ServiceCall } from "../service-call.ts";
import type { Decision } from "./evento-response.ts";
import { type EventoLayout, idOf, type ParsedEvento } from "./parsed-evento.ts";

/**
 * Manifestação do destinatário, with the rules of the Ambiente Nacional.
 * @source NT 2020.001 v1.60
 */

export const LAYOUT_NFE: EventoLayout = {
  namespace: NFE_NAMESPACE,
  raiz: "evento",
  versao: "1.00",
  campoChave: "chNFe",
  atributoVersao: "versao",
  verEvento: true,
  digitosSequencia: 2,
};

type ManifestacaoType = { descricao: string; sequenciaMax: number; prazo: Deadline; justificada: boolean };
/** `dias` from the authorization; `diasAntes` for authorizations before the term was shortened. */
type Deadline = { dias: number; diasAntes: number };

/** For authorizations from this instant on, a conclusive event has 90 days. */
const NT_V160 = Date.parse("2026-06-01T00:00:00-03:00");
const CONCLUSIVE = { sequenciaMax: 2, prazo: { dias: 90, diasAntes: 180 }, justificada: false };

const MANIFESTACAO_TYPES: Readonly<Record<string, ManifestacaoType>> = {
  "210200": { descricao: "Confirmacao da Operacao", ...CONCLUSIVE },
  "210210": {
    descricao: "Ciencia da Operacao",
    sequenciaMax: 1,
    prazo: { dias: 10, diasAntes: 10 },
    justificada: false,
  },
  "210220": { descricao: "Desconhecimento da Operacao", ...CONCLUSIVE },
  "210240": { descricao: "Operacao nao Realizada", ...CONCLUSIVE, justificada: true },
};

const AMBIENTE_NACIONAL = "91";
const ALL_UFS = UFS.map((row) => row.sigla);
const JUSTIFICATIVA = { min: 15, max: 255 };
/** Accepted advance of the author's clock. */
const TOLERANCE_MS = 5 * MINUTE_MS;
const REGISTERED: Decision = { cStat: "135" };

export function descricaoOf(tpEvento: string): string {
  return MANIFESTACAO_TYPES[tpEvento]?.descricao ?? "";
}

/** Checks one event: its format, its author and signature, then the state of the nota. */
export async function judgeManifestacao(call: ServiceCall, evento: ParsedEvento): Promise<Decision> {
  const tipo = MANIFESTACAO_TYPES[evento.tpEvento];
  const fault = judgeFormat(call, evento, tipo);
  if (fault || !tipo) return { cStat: fault ?? "491" };
  const { cStat, conferida, titular } = await call.signatureVerifier(evento, call.now);
  if (cStat) return { cStat };
  if (cnpjRootOf(titular ?? "") !== cnpjRootOf(evento.autor)) return { cStat: "213" };
  if (cnpjRootOf(call.transmissor ?? "") !== cnpjRootOf(evento.autor)) return { cStat: "593" };
  const decision = judgeContent(evento, tipo) ?? judgeState(call, evento, tipo);
  const notice = conferida ? "" : " (assinatura não conferida: falta o xmlsec1)";
  return { ...decision, complemento: `${decision.complemento ?? ""}${notice}` };
}

function judgeFormat(
  { porta, now }: ServiceCall,
  evento: ParsedEvento,
  tipo: ManifestacaoType | undefined,
): CStat | null {
  if (evento.cOrgao !== AMBIENTE_NACIONAL || porta?.autorizador !== "AN") return "657";
  if (!tipo) return "491";
  if (evento.verEvento !== LAYOUT_NFE.versao) return "492";
  if (evento.autor.length === 11 ? !isCpf(evento.autor) : !isCnpj(evento.autor))
    return evento.autor.length === 11 ? "490" : "489";
  if (!hasChaveShape(evento.chave)) return "215";
  if (evento.id !== idOf(evento, LAYOUT_NFE)) return "572";
  return judgeChave(evento.chave, { porta: { modelo: "55", ufs: ALL_UFS }, now });
}

function judgeContent({ det }: ParsedEvento, tipo: ManifestacaoType): Decision | null {
  const [descricao, justificativa, ...others] = det.filhos;
  if (det.atributos.versao !== LAYOUT_NFE.versao || others.length > 0) return { cStat: "493" };
  if (descricao?.nome !== "descEvento" || descricao.texto !== tipo.descricao) return { cStat: "493" };
  if (!tipo.justificada) return justificativa ? { cStat: "493" } : null;
  if (!justificativa) return { cStat: "595" };
  const { length } = [...justificativa.texto];
  const fits = justificativa.nome === "xJust" && length >= JUSTIFICATIVA.min && length <= JUSTIFICATIVA.max;
  return fits ? null : { cStat: "493" };
}

function judgeState({ ledger, now }: ServiceCall, evento: ParsedEvento, tipo: ManifestacaoType): Decision {
  if (Number(evento.nSeqEvento) < 1) return { cStat: "493" };
  if (Number(evento.nSeqEvento) > tipo.sequenciaMax) return { cStat: "594" };
  const before = ledger.eventos(evento.chave).filter(({ tpEvento }) => isManifestacao(tpEvento));
  const same = before.find((other) => isSame(other, evento));
  if (same) return { cStat: "573", complemento: same.protocolo ? ` [nProt:${same.protocolo}]` : "" };
  if (ledger.findSimilar(evento.chave) && !ledger.find(evento.chave)) return { cStat: "613" };
  const nota = ledger.find(evento.chave);
  if (!nota || nota.protocolo.ambiente !== evento.tpAmb) return { cStat: "136" };
  return judgeDates(nota, evento, now) ?? judgeNotaState(nota, { evento, before, tipo }, now) ?? REGISTERED;
}

function isSame(other: RegisteredEvento, evento: ParsedEvento): boolean {
  return other.tpEvento === evento.tpEvento && Number(other.nSeqEvento ?? 1) === Number(evento.nSeqEvento);
}

function judgeDates(
  { protocolo, documento }: RegisteredNota,
  evento: ParsedEvento,
  now: Date,
): Decision | null {
  const destinatario = documento?.parte;
  if (destinatario && cnpjRootOf(destinatario) !== cnpjRootOf(evento.autor)) return { cStat: "575" };
  const instant = Date.parse(evento.dhEvento);
  if (documento && instant < Date.parse(documento.emissao)) return { cStat: "577" };
  if (instant > now.getTime() + TOLERANCE_MS) return { cStat: "578" };
  return instant < Date.parse(protocolo.dataRecebimento) ? { cStat: "579" } : null;
}

type JudgedEvento = { evento: ParsedEvento; before: readonly RegisteredEvento[]; tipo: ManifestacaoType };

function judgeNotaState(
  nota: RegisteredNota,
  { evento, before, tipo }: JudgedEvento,
  now: Date,
): Decision | null {
  if (documentStateOf(nota, now) === "cancelada") {
    if (evento.tpEvento === CIENCIA) return { cStat: "650" };
    return { cStat: evento.tpEvento === "210220" ? "651" : "580" };
  }
  if (evento.tpEvento === CIENCIA && before.some(({ tpEvento }) => tpEvento !== CIENCIA))
    return { cStat: "655" };
  const autorizada = Date.parse(nota.protocolo.dataRecebimento);
  const dias = autorizada < NT_V160 ? tipo.prazo.diasAntes : tipo.prazo.dias;
  const late = now.getTime() - autorizada > dias * DAY_MS;
  return late ? { cStat: "596", complemento: " [prazo vigente]" } : null;
}
