import type { Atendido, Atendimento } from "./atendimento.ts";
import { answerConsulta } from "./consulta/consulta.ts";
import { answerStatus } from "./consulta/status.ts";
import { answerDistribuicao } from "./distribuicao/responder.ts";
import { answerEventoCte } from "./evento/desacordo.ts";
import { answerLote } from "./evento/lote.ts";
import { type Especie, especieOf } from "./servicos.ts";

type Respondente = (atendimento: Atendimento) => Atendido | Promise<Atendido>;

const RESPONDENTES: Readonly<Record<Especie, Respondente>> = {
  consulta: answerConsulta,
  status: answerStatus,
  distribuicao: answerDistribuicao,
  evento: (atendimento) =>
    atendimento.pedido.servico === "CTeRecepcaoEventoV4"
      ? answerEventoCte(atendimento)
      : answerLote(atendimento),
};

/** Answers a call as SEFAZ does: first the format of the message, then the rules of the service. */
export async function answer(atendimento: Atendimento): Promise<Atendido> {
  return RESPONDENTES[especieOf(atendimento.pedido.servico)](atendimento);
}
