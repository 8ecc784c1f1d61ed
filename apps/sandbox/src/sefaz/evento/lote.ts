import { element, leaf } from "../../document-generator/xml/write-xml.ts";
import { codigoDaPorta, dateTimeOf, findFormFault, isAmbiente, writeResponseHeader } from "../message.ts";
import type { CStat } from "../motivos.ts";
import { callerOf, type ServiceCall, type ServiceReply } from "../service-call.ts";
import { type Decision, numberRegistration, writeProcEvento, writeRetEvento } from "./evento-response.ts";
import { descricaoOf, judgeManifestacao, LAYOUT_NFE } from "./manifestacao.ts";
import { type ParsedEvento, readEvento } from "./parsed-evento.ts";
import { isDaReforma, judgeReforma, REFORM_ORGAN } from "./tax-reform.ts";

const LOTE_MAX = 20;
const ID_LOTE = /^[0-9]{1,15}$/;
const AMBIENTE_NACIONAL = "91";
const REGISTERED_CSTATS: readonly CStat[] = ["135", "136"];

type Lote = { idLote: string; eventos: ParsedEvento[] };

/** Serves NFeRecepcaoEvento4: each event of the lote is checked separately. */
export async function answerLote(call: ServiceCall): Promise<ServiceReply> {
  const lote = readLote(call);
  const fault = findFormFault(call) ?? findMisuseBlock(call) ?? (lote ? null : "215");
  const cStat = fault ?? "128";
  const cOrgao = orgaoOf(call);
  const replies: string[] = [];
  // Sequential: of two equal events, the second must find the first one registered.
  for (const evento of fault ? [] : (lote?.eventos ?? [])) replies.push(await answerEvento(call, evento));
  const xml = element(
    `retEnvEvento versao="${LAYOUT_NFE.versao}" xmlns="${LAYOUT_NFE.namespace}"`,
    leaf("idLote", lote?.idLote ?? "0"),
    writeResponseHeader({ cStat, modelo: "55", tpAmb: lote?.eventos[0]?.tpAmb, cOrgao }),
    ...replies,
  );
  return { cStat, xml };
}

/** Refuses the whole lote of a blocked caller. */
export function findMisuseBlock(call: ServiceCall): CStat | null {
  const { usage, now } = call;
  if (!usage.isBlocked(callerOf(call), now)) return null;
  usage.countMisuse("bloqueado");
  return call.pedido.servico === "CTeRecepcaoEventoV4" ? "678" : "656";
}

/** Counts a refusal; the same event refused too often blocks its sender. */
export function countRejection(call: ServiceCall, { chave, tpEvento, nSeqEvento }: ParsedEvento): void {
  const { usage, now } = call;
  if (!usage.countRejection(`${chave} ${tpEvento} ${Number(nSeqEvento)}`)) return;
  usage.countMisuse("eventoRejeitado");
  usage.block(callerOf(call), now, "eventoRejeitado");
}

function readLote({ pedido }: ServiceCall): Lote | null {
  const [message] = pedido.dadosMsg.filhos;
  if (message?.nome !== "envEvento" || message.namespace !== LAYOUT_NFE.namespace) return null;
  const [idLote, ...elementos] = message.filhos;
  if (message.atributos.versao !== LAYOUT_NFE.versao || idLote?.nome !== "idLote") return null;
  if (!ID_LOTE.test(idLote.texto) || elementos.length === 0 || elementos.length > LOTE_MAX) return null;
  const eventos = elementos.flatMap((elemento) => readEvento(elemento, LAYOUT_NFE, pedido.texto) ?? []);
  const whole = eventos.length === elementos.length && eventos.every(({ tpAmb }) => isAmbiente(tpAmb));
  return whole ? { idLote: idLote.texto, eventos } : null;
}

function orgaoOf(call: ServiceCall): string {
  return call.porta?.autorizador === "AN" ? AMBIENTE_NACIONAL : codigoDaPorta(call);
}

async function answerEvento(call: ServiceCall, evento: ParsedEvento): Promise<string> {
  const { now, ledger } = call;
  const daReforma = isDaReforma(evento);
  const cOrgao = daReforma ? REFORM_ORGAN : orgaoOf(call);
  const judge = daReforma ? judgeReforma : judgeManifestacao;
  const decision: Decision = await judge(call, evento);
  const fields = {
    layout: LAYOUT_NFE,
    modelo: "55",
    ret: "retEvento",
    cOrgao,
    xEvento: daReforma ? (evento.det.filhos[0]?.texto ?? "") : descricaoOf(evento.tpEvento),
    dataHora: dateTimeOf(now, codigoDaPorta(call)),
  };
  if (!REGISTERED_CSTATS.includes(decision.cStat)) {
    countRejection(call, evento);
    return writeRetEvento(evento, decision, { ...fields, namespaced: false });
  }
  const registered = { ...decision, protocolo: numberRegistration(cOrgao, now, ledger.nextSequence()) };
  const retXml = writeRetEvento(evento, registered, { ...fields, namespaced: true });
  ledger.enterEvento(evento.chave, {
    tpEvento: evento.tpEvento,
    nSeqEvento: evento.nSeqEvento,
    autor: evento.autor,
    protocolo: registered.protocolo,
    aPartirDe: now.toISOString(),
    procEventoXml: writeProcEvento("procEventoNFe", evento, { layout: LAYOUT_NFE, retXml }),
  });
  return writeRetEvento(evento, registered, { ...fields, namespaced: false });
}
