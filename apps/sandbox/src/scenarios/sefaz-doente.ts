import { autorizadorOf } from "../sefaz/autorizadores.ts";
import { cartaNota } from "./carta.ts";
import type { Cenario } from "./cenario.ts";

/** Outages of SEFAZ, each with a nota that waits for its answer. */

const FORA_HORAS = 2;
const MANUTENCAO_HORAS = 1;

export const sefazForaDoAr: Cenario = {
  nome: "sefaz-fora-por-duas-horas",
  titulo: "SEFAZ fora do ar",
  descricao: "Chega uma NF-e, e por duas horas nenhuma SEFAZ responde: as conexões caem. Avance o relógio.",
  play: async (palco) => {
    const nota = palco.emitNota();
    palco.breakSefaz({ falha: "conexao-cortada", horas: FORA_HORAS });
    await palco.sendEmail(cartaNota(nota));
    return [nota.chaveAcesso];
  },
};

export const autorizadorEmManutencao: Cenario = {
  nome: "autorizador-em-manutencao",
  titulo: "Autorizador em manutenção",
  descricao: "Chega uma NF-e, e a SEFAZ do emitente, só ela, está parada por uma hora (108).",
  play: async (palco) => {
    const nota = palco.emitNota();
    const autorizador = autorizadorOf(nota.uf, nota.modelo);
    palco.breakSefaz({ falha: "fora-do-ar", horas: MANUTENCAO_HORAS, autorizador });
    await palco.sendEmail(cartaNota(nota));
    return [nota.chaveAcesso];
  },
};

export const cnpjBloqueado: Cenario = {
  nome: "cnpj-bloqueado",
  titulo: "CNPJ bloqueado",
  descricao:
    "Outro programa consultou demais a SEFAZ com o CNPJ da empresa: por uma hora, ela responde 656 (consumo indevido).",
  play: async (palco) => {
    const nota = palco.emitNota();
    palco.blockDemo(autorizadorOf(nota.uf, nota.modelo));
    await palco.sendEmail(cartaNota(nota));
    return [nota.chaveAcesso];
  },
};
