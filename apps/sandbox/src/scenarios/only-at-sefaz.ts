import { MINUTE_MS } from "@malote/syntax";
import type { Scenario } from "./scenario.ts";
import { emailOfNota } from "./supplier-emails.ts";

/** Documents that only the distribution (NSU) delivers, and no e-mail. */

const CANCELA_APOS_MIN = 30;
const HORAS = 60;
const JUSTIFICATIVA = "Mercadoria não embarcada por desistência do comprador";
const CORRECAO = "O endereço de entrega é o do galpão 2, e não o da loja, como consta da nota.";

export const notaSoNaSefaz: Scenario = {
  nome: "nota-so-na-sefaz",
  titulo: "Nota só na SEFAZ",
  descricao: "Uma NF-e autorizada contra a empresa e que ninguém enviou por e-mail: falta o XML.",
  play: async (environment) => [environment.emitNota().chaveAcesso],
};

export const cteSoNaSefaz: Scenario = {
  nome: "cte-so-na-sefaz",
  titulo: "CT-e só na SEFAZ",
  descricao: "A NF-e chega por e-mail; o CT-e do frete que a empresa paga só está na distribuição da SEFAZ.",
  play: async (environment) => {
    const nota = environment.emitNota();
    await environment.sendEmail(emailOfNota(nota));
    return [nota.chaveAcesso, environment.emitCte(nota).chaveAcesso];
  },
};

export const cancelamentoSoNaSefaz: Scenario = {
  nome: "cancelamento-so-na-sefaz",
  titulo: "Cancelada sem aviso",
  descricao:
    "A NF-e chega; meia hora depois o emitente a cancela, e só a distribuição da SEFAZ informa. Avance o relógio em 1 hora.",
  play: async (environment) => {
    const nota = environment.emitNota();
    await environment.sendEmail(emailOfNota(nota));
    const dataEvento = new Date(environment.now().getTime() + CANCELA_APOS_MIN * MINUTE_MS);
    environment.cancelNota(nota, { dataEvento, justificativa: JUSTIFICATIVA });
    return [nota.chaveAcesso];
  },
};

export const cceSoNaSefaz: Scenario = {
  nome: "cce-so-na-sefaz",
  titulo: "CC-e só na SEFAZ",
  descricao: "A NF-e chega por e-mail; a carta de correção que o emitente registrou, não.",
  play: async (environment) => {
    const nota = environment.emitNota({ idadeMin: 2 * HORAS });
    await environment.sendEmail(emailOfNota(nota));
    const dataEvento = new Date(environment.now().getTime() - MINUTE_MS);
    environment.correctNota(nota, { dataEvento, correcao: CORRECAO });
    return [nota.chaveAcesso];
  },
};
