import type { Scenario } from "./scenario.ts";
import { emailOfNota } from "./supplier-emails.ts";

/** Notas with a manifestação to come, or already registered. */

const DAY_MIN = 24 * 60;
/** Beyond the 90 days for a conclusive manifestação, and the 180 days for older documents. */
const DAYS_PAST_DEADLINE = 185;

export const notaAManifestar: Scenario = {
  nome: "nota-a-manifestar",
  titulo: "Nota a manifestar",
  descricao: "Uma NF-e recém-autorizada chega, e a empresa ainda não se manifestou sobre ela na SEFAZ.",
  play: async (environment) => {
    const nota = environment.emitNota();
    await environment.sendEmail(emailOfNota(nota));
    return [nota.chaveAcesso];
  },
};

export const notaComCiencia: Scenario = {
  nome: "nota-com-ciencia",
  titulo: "Nota já com ciência",
  descricao:
    "Outro sistema da empresa já registrou a ciência da NF-e que chega: registrar de novo dá duplicidade (573).",
  play: async (environment) => {
    const nota = environment.emitNota();
    environment.manifestNota(nota, "ciencia");
    await environment.sendEmail(emailOfNota(nota));
    return [nota.chaveAcesso];
  },
};

export const notaConfirmada: Scenario = {
  nome: "nota-ja-confirmada",
  titulo: "Nota já confirmada",
  descricao: "A operação já foi confirmada na SEFAZ por outro sistema: a ciência não é mais aceita (655).",
  play: async (environment) => {
    const nota = environment.emitNota();
    environment.manifestNota(nota, "confirmacao");
    await environment.sendEmail(emailOfNota(nota));
    return [nota.chaveAcesso];
  },
};

export const manifestacaoForaDoPrazo: Scenario = {
  nome: "manifestacao-fora-do-prazo",
  titulo: "Manifestação fora do prazo",
  descricao:
    "Chega hoje uma NF-e autorizada há mais de 180 dias: o prazo acabou, e a SEFAZ não aceita mais manifestação (596).",
  play: async (environment) => {
    const nota = environment.emitNota({ idadeMin: DAYS_PAST_DEADLINE * DAY_MIN });
    await environment.sendEmail(emailOfNota(nota));
    return [nota.chaveAcesso];
  },
};
