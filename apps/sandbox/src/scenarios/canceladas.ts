import { anexoEvento, cartaNota } from "./carta.ts";
import type { Cenario } from "./cenario.ts";
import type { NotaAutorizada } from "./palco.ts";

const CANCELA_APOS_MS = 3_000;
const HOUR_MIN = 60;
const MINUTE_MS = 60_000;
const JUSTIFICATIVA = "Mercadoria não embarcada por desistência do comprador";
const CORRECAO = "A espécie dos volumes transportados é CAIXAS, e não VOLUMES, como consta da nota.";

export const notaCanceladaDepois: Cenario = {
  nome: "nota-cancelada-depois",
  titulo: "Nota cancelada depois",
  descricao:
    "A NF-e chega autorizada; três segundos depois o emitente a cancela na SEFAZ e não avisa ninguém.",
  play: async (palco) => {
    const nota = palco.emitNota();
    await palco.sendEmail(cartaNota(nota));
    const dataEvento = new Date(palco.now().getTime() + CANCELA_APOS_MS);
    palco.cancelNota(nota, { dataEvento, justificativa: JUSTIFICATIVA });
    return [nota.chaveAcesso];
  },
};

export const eventoAntesDaNota: Cenario = {
  nome: "evento-antes-da-nota",
  titulo: "Evento antes da nota",
  descricao: "O e-mail com o cancelamento chega antes do e-mail com a NF-e que ele cancela.",
  play: async (palco) => {
    const nota = palco.emitNota({ idadeMin: 2 * HOUR_MIN });
    const dataEvento = new Date(palco.now().getTime() - MINUTE_MS);
    const procEvento = palco.cancelNota(nota, { dataEvento, justificativa: JUSTIFICATIVA });
    await palco.sendEmail(cartaCancelamento(nota, procEvento));
    await palco.sendEmail(cartaNota(nota));
    return [nota.chaveAcesso];
  },
};

export const cartaDeCorrecao: Cenario = {
  nome: "carta-de-correcao",
  titulo: "Carta de correção",
  descricao: "A NF-e chega e, em outro e-mail, a carta de correção (CC-e) que o emitente registrou na SEFAZ.",
  play: async (palco) => {
    const nota = palco.emitNota({ idadeMin: 2 * HOUR_MIN });
    await palco.sendEmail(cartaNota(nota));
    const dataEvento = new Date(palco.now().getTime() - MINUTE_MS);
    const procEvento = palco.correctNota(nota, { dataEvento, correcao: CORRECAO });
    await palco.sendEmail({
      de: nota.fornecedor,
      assunto: `Carta de correção da NF-e ${nota.numero}`,
      texto: `Prezados,\r\n\r\n${CORRECAO}\r\n\r\n${nota.fornecedor.vendedor}\r\n`,
      anexos: [anexoEvento(nota, procEvento, "110110")],
    });
    return [nota.chaveAcesso];
  },
};

function cartaCancelamento(nota: NotaAutorizada, procEvento: string) {
  return {
    de: nota.fornecedor,
    assunto: `Cancelamento da NF-e ${nota.numero}`,
    texto: `Prezados,\r\n\r\nInformamos o cancelamento da NF-e ${nota.numero}: ${JUSTIFICATIVA}.\r\n\r\n${nota.fornecedor.vendedor}\r\n`,
    anexos: [anexoEvento(nota, procEvento)],
  };
}
