import { DAY_MS, MINUTE_MS, UFS } from "@malote/syntax";
import { codigoOfUf } from "../../document-generator/documento/chave.ts";
import { CTE_NAMESPACE } from "../../document-generator/documento/document-family.ts";
import { hasChaveShape, judgeChave } from "../consulta/chave.ts";
import { cnpjRootOf } from "../distribuicao/answer-distribuicao.ts";
import { codigoDaPorta, dateTimeOf, findFormFault, isAmbiente } from "../message.ts";
import type { CStat } from "../motivos.ts";
import { documentStateOf, type RegisteredNota } from "../registered-documents.ts";
import type { ServiceCall, ServiceReply } from "../service-call.ts";
import { type Decision, numberRegistration, writeProcEvento, writeRetEvento } from "./evento-response.ts";
import { isValidBySchema } from "./evento-schemas.ts";
import { countRejection, findMisuseBlock } from "./lote.ts";
import { type EventoLayout, idOf, type ParsedEvento, readEvento } from "./parsed-evento.ts";

/**
 * The tomador's desacordo about a CT-e, and its withdrawal.
 * @source MOC CT-e 4.00, eventos 610110 and 610111
 */

export const LAYOUT_CTE: EventoLayout = {
  namespace: CTE_NAMESPACE,
  raiz: "eventoCTe",
  versao: "4.00",
  campoChave: "chCTe",
  atributoVersao: "versaoEvento",
  verEvento: false,
  digitosSequencia: 3,
};

const DESACORDO = "610110";
const DESISTENCIA = "610111";
const DESCRIPTIONS: Readonly<Record<string, RegExp>> = {
  [DESACORDO]: /^Presta[çc][ãa]o do Servi[çc]o em Desacordo$/,
  [DESISTENCIA]: /^Cancelamento Presta[çc][ãa]o do Servi[çc]o em Desacordo$/,
};
const OBSERVACAO = { min: 15, max: 255 };
const DEADLINE_DAYS = 45;
const TOLERANCE_MS = 5 * MINUTE_MS;
const SEQUENCE_MAX = 99;
const ALL_UFS = UFS.map((row) => row.sigla);

/** Serves CTeRecepcaoEventoV4, which accepts one event per request. */
export async function answerEventoCte(call: ServiceCall): Promise<ServiceReply> {
  const { pedido, now, ledger } = call;
  const [message] = pedido.dadosMsg.filhos;
  const evento = message ? readEvento(message, LAYOUT_CTE, pedido.texto) : null;
  const fault = findFormFault(call) ?? findMisuseBlock(call) ?? (evento ? null : "215");
  const cOrgao = codigoDaPorta(call);
  const decision: Decision = fault || !evento ? { cStat: fault ?? "215" } : await judge(call, evento);
  const { cStat } = decision;
  const fields = {
    layout: LAYOUT_CTE,
    modelo: "57",
    ret: "retEventoCTe",
    cOrgao,
    xEvento: evento?.det.filhos[0]?.filhos[0]?.texto ?? "",
    dataHora: dateTimeOf(now, cOrgao),
    namespaced: true,
  };
  if (!evento || cStat !== "135") {
    if (evento && !fault) countRejection(call, evento);
    return { cStat, xml: writeRetEvento(evento ?? NO_EVENTO, decision, fields) };
  }
  const registered = { ...decision, protocolo: numberRegistration(cOrgao, now, ledger.nextSequence()) };
  const xml = writeRetEvento(evento, registered, fields);
  ledger.enterEvento(evento.chave, {
    tpEvento: evento.tpEvento,
    nSeqEvento: evento.nSeqEvento,
    autor: evento.autor,
    protocolo: registered.protocolo,
    aPartirDe: now.toISOString(),
    procEventoXml: writeProcEvento("procEventoCTe", evento, { layout: LAYOUT_CTE, retXml: xml }),
  });
  return { cStat, xml };
}

/** The subject of a response to an unreadable message. */
const NO_EVENTO = { tpAmb: "1", chave: "", tpEvento: "", nSeqEvento: "", autor: "" } as ParsedEvento;

async function judge(call: ServiceCall, evento: ParsedEvento): Promise<Decision> {
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
  if (!isAmbiente(evento.tpAmb) || !hasChaveShape(evento.chave)) return "215";
  const uf = UFS.find((row) => row.codigo === evento.cOrgao)?.sigla;
  if (!uf || (porta && !porta.ufs.includes(uf)) || !evento.chave.startsWith(codigoOfUf(uf))) return "657";
  const descricao = DESCRIPTIONS[evento.tpEvento];
  if (!descricao) return "491";
  if (evento.id !== idOf(evento, LAYOUT_CTE)) return "572";
  const fault = judgeChave(evento.chave, { porta: porta ?? { modelo: "57", ufs: ALL_UFS }, now });
  if (fault) return fault;
  return isDetalhe(evento, descricao) && isValidBySchema(evento, "cte") !== false ? null : "493";
}

function isDetalhe({ det, tpEvento }: ParsedEvento, descricao: RegExp): boolean {
  const [raiz, ...others] = det.filhos;
  const [first, ...rest] = raiz?.filhos ?? [];
  if (others.length > 0 || det.atributos.versaoEvento !== LAYOUT_CTE.versao) return false;
  if (first?.nome !== "descEvento" || !descricao.test(first.texto)) return false;
  const named = rest.map(({ nome }) => nome).join(" ");
  if (tpEvento === DESISTENCIA)
    return (
      raiz?.nome === "evCancPrestDesacordo" &&
      named === "nProtEvPrestDes" &&
      /^[0-9]{15}$/.test(rest[0]?.texto ?? "")
    );
  const { length } = [...(rest[1]?.texto ?? "")];
  const right =
    raiz?.nome === "evPrestDesacordo" && named === "indDesacordoOper xObs" && rest[0]?.texto === "1";
  return right && length >= OBSERVACAO.min && length <= OBSERVACAO.max;
}

function judgeState({ ledger, now }: ServiceCall, evento: ParsedEvento): CStat | null {
  if (Number(evento.nSeqEvento) < 1 || Number(evento.nSeqEvento) > SEQUENCE_MAX) return "594";
  const before = ledger.eventos(evento.chave);
  const same = before.some(
    ({ tpEvento, nSeqEvento }) =>
      tpEvento === evento.tpEvento && Number(nSeqEvento ?? 1) === Number(evento.nSeqEvento),
  );
  if (same) return "631";
  const nota = ledger.find(evento.chave);
  if (!nota) return ledger.findSimilar(evento.chave) ? "613" : "217";
  return judgeNota(nota, evento, now) ?? judgeDesistencia(evento, before);
}

function judgeNota(nota: RegisteredNota, evento: ParsedEvento, now: Date): CStat | null {
  const tomador = nota.documento?.parte;
  if (tomador && cnpjRootOf(tomador) !== cnpjRootOf(evento.autor)) return "575";
  const instant = Date.parse(evento.dhEvento);
  if (instant > now.getTime() + TOLERANCE_MS) return "578";
  if (instant < Date.parse(nota.protocolo.dataRecebimento)) return "579";
  if (documentStateOf(nota, now) !== "autorizada") return "580";
  const age = now.getTime() - Date.parse(nota.protocolo.dataRecebimento);
  return evento.tpEvento === DESACORDO && age > DEADLINE_DAYS * DAY_MS ? "596" : null;
}

/** Only a registered desacordo may be withdrawn. */
function judgeDesistencia(
  { tpEvento, det }: ParsedEvento,
  before: readonly { tpEvento: string; protocolo?: string }[],
): CStat | null {
  if (tpEvento !== DESISTENCIA) return null;
  const asked = det.filhos[0]?.filhos[1]?.texto;
  const known = before.some((other) => other.tpEvento === DESACORDO && other.protocolo === asked);
  return known ? null : "493";
}
