import { cartaNota } from "./carta.ts";
import type { Cenario } from "./cenario.ts";

/** Notas with a manifestação to come, or already registered. */

const DIA_MIN = 24 * 60;
/** Beyond the 90 days for a conclusive manifestação, and the 180 days for older documents. */
const DIAS_FORA_DO_PRAZO = 185;

export const notaAManifestar: Cenario = {
  nome: "nota-a-manifestar",
  titulo: "Nota a manifestar",
  descricao: "Uma NF-e recém-autorizada chega, e a empresa ainda não se manifestou sobre ela na SEFAZ.",
  play: async (palco) => {
    const nota = palco.emitNota();
    await palco.sendEmail(cartaNota(nota));
    return [nota.chaveAcesso];
  },
};

export const notaComCiencia: Cenario = {
  nome: "nota-com-ciencia",
  titulo: "Nota já com ciência",
  descricao:
    "Outro sistema da empresa já registrou a ciência da NF-e que chega: registrar de novo dá duplicidade (573).",
  play: async (palco) => {
    const nota = palco.emitNota();
    palco.manifestNota(nota, "ciencia");
    await palco.sendEmail(cartaNota(nota));
    return [nota.chaveAcesso];
  },
};

export const notaConfirmada: Cenario = {
  nome: "nota-ja-confirmada",
  titulo: "Nota já confirmada",
  descricao: "A operação já foi confirmada na SEFAZ por outro sistema: a ciência não é mais aceita (655).",
  play: async (palco) => {
    const nota = palco.emitNota();
    palco.manifestNota(nota, "confirmacao");
    await palco.sendEmail(cartaNota(nota));
    return [nota.chaveAcesso];
  },
};

export const manifestacaoForaDoPrazo: Cenario = {
  nome: "manifestacao-fora-do-prazo",
  titulo: "Manifestação fora do prazo",
  descricao:
    "Chega hoje uma NF-e autorizada há mais de 180 dias: o prazo acabou, e a SEFAZ não aceita mais manifestação (596).",
  play: async (palco) => {
    const nota = palco.emitNota({ idadeMin: DIAS_FORA_DO_PRAZO * DIA_MIN });
    await palco.sendEmail(cartaNota(nota));
    return [nota.chaveAcesso];
  },
};
