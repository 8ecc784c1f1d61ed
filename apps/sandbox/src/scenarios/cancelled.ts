import { MINUTE_MS } from "@malote/syntax";
import type { AuthorizedNota } from "./environment.ts";
import type { Scenario } from "./scenario.ts";
import { emailOfNota, eventoAnexo } from "./supplier-emails.ts";

const CANCELA_APOS_MS = 3_000;
const HOUR_MIN = 60;
const JUSTIFICATIVA = "Mercadoria não embarcada por desistência do comprador";
const CORRECAO = "A espécie dos volumes transportados é CAIXAS, e não VOLUMES, como consta da nota.";

export const notaCanceladaDepois: Scenario = {
  nome: "nota-cancelada-depois",
  titulo: "Nota cancelada depois",
  descricao:
    "A NF-e chega autorizada; três segundos depois o emitente a cancela na SEFAZ e não avisa ninguém.",
  play: async (environment) => {
    const nota = environment.emitNota();
    await environment.sendEmail(emailOfNota(nota));
    const dataEvento = new Date(environment.now().getTime() + CANCELA_APOS_MS);
    environment.cancelNota(nota, { dataEvento, justificativa: JUSTIFICATIVA });
    return [nota.chaveAcesso];
  },
};

export const eventoAntesDaNota: Scenario = {
  nome: "evento-antes-da-nota",
  titulo: "Evento antes da nota",
  descricao: "O e-mail com o cancelamento chega antes do e-mail com a NF-e que ele cancela.",
  play: async (environment) => {
    const nota = environment.emitNota({ idadeMin: 2 * HOUR_MIN });
    const dataEvento = new Date(environment.now().getTime() - MINUTE_MS);
    const procEvento = environment.cancelNota(nota, { dataEvento, justificativa: JUSTIFICATIVA });
    await environment.sendEmail(emailOfCancelamento(nota, procEvento));
    await environment.sendEmail(emailOfNota(nota));
    return [nota.chaveAcesso];
  },
};

export const cartaDeCorrecao: Scenario = {
  nome: "carta-de-correcao",
  titulo: "Carta de correção",
  descricao: "A NF-e chega e, em outro e-mail, a carta de correção (CC-e) que o emitente registrou na SEFAZ.",
  play: async (environment) => {
    const nota = environment.emitNota({ idadeMin: 2 * HOUR_MIN });
    await environment.sendEmail(emailOfNota(nota));
    const dataEvento = new Date(environment.now().getTime() - MINUTE_MS);
    const procEvento = environment.correctNota(nota, { dataEvento, correcao: CORRECAO });
    await environment.sendEmail({
      de: nota.fornecedor,
      assunto: `Carta de correção da NF-e ${nota.numero}`,
      texto: `Prezados,\r\n\r\n${CORRECAO}\r\n\r\n${nota.fornecedor.vendedor}\r\n`,
      anexos: [eventoAnexo(nota, procEvento, "110110")],
    });
    return [nota.chaveAcesso];
  },
};

function emailOfCancelamento(nota: AuthorizedNota, procEvento: string) {
  return {
    de: nota.fornecedor,
    assunto: `Cancelamento da NF-e ${nota.numero}`,
    texto: `Prezados,\r\n\r\nInformamos o cancelamento da NF-e ${nota.numero}: ${JUSTIFICATIVA}.\r\n\r\n${nota.fornecedor.vendedor}\r\n`,
    anexos: [eventoAnexo(nota, procEvento)],
  };
}
