import { cartaNota } from "./carta.ts";
import type { Cenario } from "./cenario.ts";

/** Documents that only the distribution (NSU) delivers, and no e-mail. */

const MINUTE_MS = 60_000;
const CANCELA_APOS_MIN = 30;
const HORAS = 60;
const JUSTIFICATIVA = "Mercadoria não embarcada por desistência do comprador";
const CORRECAO = "O endereço de entrega é o do galpão 2, e não o da loja, como consta da nota.";

export const notaSoNaSefaz: Cenario = {
  nome: "nota-so-na-sefaz",
  titulo: "Nota só na SEFAZ",
  descricao: "Uma NF-e autorizada contra a empresa e que ninguém enviou por e-mail: falta o XML.",
  play: async (palco) => [palco.emitNota().chaveAcesso],
};

export const cteSoNaSefaz: Cenario = {
  nome: "cte-so-na-sefaz",
  titulo: "CT-e só na SEFAZ",
  descricao: "A NF-e chega por e-mail; o CT-e do frete que a empresa paga só está na distribuição da SEFAZ.",
  play: async (palco) => {
    const nota = palco.emitNota();
    await palco.sendEmail(cartaNota(nota));
    return [nota.chaveAcesso, palco.emitCte(nota).chaveAcesso];
  },
};

export const cancelamentoSoNaSefaz: Cenario = {
  nome: "cancelamento-so-na-sefaz",
  titulo: "Cancelada sem aviso",
  descricao:
    "A NF-e chega; meia hora depois o emitente a cancela, e só a distribuição da SEFAZ informa. Avance o relógio em 1 hora.",
  play: async (palco) => {
    const nota = palco.emitNota();
    await palco.sendEmail(cartaNota(nota));
    const dataEvento = new Date(palco.now().getTime() + CANCELA_APOS_MIN * MINUTE_MS);
    palco.cancelNota(nota, { dataEvento, justificativa: JUSTIFICATIVA });
    return [nota.chaveAcesso];
  },
};

export const cceSoNaSefaz: Cenario = {
  nome: "cce-so-na-sefaz",
  titulo: "CC-e só na SEFAZ",
  descricao: "A NF-e chega por e-mail; a carta de correção que o emitente registrou, não.",
  play: async (palco) => {
    const nota = palco.emitNota({ idadeMin: 2 * HORAS });
    await palco.sendEmail(cartaNota(nota));
    const dataEvento = new Date(palco.now().getTime() - MINUTE_MS);
    palco.correctNota(nota, { dataEvento, correcao: CORRECAO });
    return [nota.chaveAcesso];
  },
};
