import { answerConsulta } from "./consulta/consulta.ts";
import { answerStatus } from "./consulta/status.ts";
import { answerDistribuicao } from "./distribuicao/answer-distribuicao.ts";
import { answerEventoCte } from "./evento/desacordo.ts";
import { answerLote } from "./evento/lote.ts";
import type { ServiceCall, ServiceReply } from "./service-call.ts";
import { type ServiceKind, serviceKindOf } from "./services.ts";

type ServiceHandler = (call: ServiceCall) => ServiceReply | Promise<ServiceReply>;

const SERVICE_HANDLERS: Readonly<Record<ServiceKind, ServiceHandler>> = {
  consulta: answerConsulta,
  status: answerStatus,
  distribuicao: answerDistribuicao,
  evento: (call) =>
    call.pedido.servico === "CTeRecepcaoEventoV4" ? answerEventoCte(call) : answerLote(call),
};

/** Answers a call as SEFAZ does: first the format of the message, then the rules of the service. */
export async function answer(call: ServiceCall): Promise<ServiceReply> {
  return SERVICE_HANDLERS[serviceKindOf(call.pedido.servico)](call);
}
