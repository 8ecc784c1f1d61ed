import { autorizadorOf } from "../sefaz/autorizadores.ts";
import type { Scenario } from "./scenario.ts";
import { emailOfNota } from "./supplier-emails.ts";

/** Outages of SEFAZ, each with a nota that waits for its answer. */

const FORA_HORAS = 2;
const MANUTENCAO_HORAS = 1;

export const sefazForaDoAr: Scenario = {
  nome: "sefaz-fora-por-duas-horas",
  titulo: "SEFAZ fora do ar",
  descricao: "Chega uma NF-e, e por duas horas nenhuma SEFAZ responde: as conexões caem. Avance o relógio.",
  play: async (environment) => {
    const nota = environment.emitNota();
    environment.breakSefaz({ falha: "conexao-cortada", horas: FORA_HORAS });
    await environment.sendEmail(emailOfNota(nota));
    return [nota.chaveAcesso];
  },
};

export const autorizadorEmManutencao: Scenario = {
  nome: "autorizador-em-manutencao",
  titulo: "Autorizador em manutenção",
  descricao: "Chega uma NF-e, e a SEFAZ do emitente, só ela, está parada por uma hora (108).",
  play: async (environment) => {
    const nota = environment.emitNota();
    const autorizador = autorizadorOf(nota.uf, nota.modelo);
    environment.breakSefaz({ falha: "fora-do-ar", horas: MANUTENCAO_HORAS, autorizador });
    await environment.sendEmail(emailOfNota(nota));
    return [nota.chaveAcesso];
  },
};

export const cnpjBloqueado: Scenario = {
  nome: "cnpj-bloqueado",
  titulo: "CNPJ bloqueado",
  descricao:
    "Outro programa consultou demais a SEFAZ com o CNPJ da empresa: por uma hora, ela responde 656 (consumo indevido).",
  play: async (environment) => {
    const nota = environment.emitNota();
    environment.blockDemo(autorizadorOf(nota.uf, nota.modelo));
    await environment.sendEmail(emailOfNota(nota));
    return [nota.chaveAcesso];
  },
};
