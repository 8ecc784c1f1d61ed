import { addValor } from "@malote/syntax";
import { cartaNota } from "./carta.ts";
import type { Cenario } from "./cenario.ts";
import type { NotaAutorizada } from "./palco.ts";

const ACRESCIMO = "1000.00";

/** The signed document with another amount: what was signed and what is read no longer agree. */
export function tamperValor(nota: NotaAutorizada): string {
  const forged = addValor(nota.valorTotal, ACRESCIMO);
  return nota.procXml
    .replace(`<vNF>${nota.valorTotal}</vNF>`, `<vNF>${forged}</vNF>`)
    .replace(`<vPag>${nota.valorTotal}</vPag>`, `<vPag>${forged}</vPag>`);
}

export const notaAdulterada: Cenario = {
  nome: "nota-adulterada",
  titulo: "Nota adulterada",
  descricao: "O valor da NF-e foi mudado depois de assinada; a SEFAZ conhece a chave, com o original.",
  play: async (palco) => {
    const nota = palco.emitNota();
    await palco.sendEmail(cartaNota(nota, tamperValor(nota)));
    return [nota.chaveAcesso];
  },
};

export const adulteradaAntesDaGenuina: Cenario = {
  nome: "adulterada-antes-da-genuina",
  titulo: "Adulterada antes da genuína",
  descricao: "Primeiro chega uma cópia adulterada; logo atrás, noutro e-mail, a NF-e genuína de mesma chave.",
  play: async (palco) => {
    const nota = palco.emitNota();
    await palco.sendEmail(cartaNota(nota, tamperValor(nota)));
    await palco.sendEmail(cartaNota(nota));
    return [nota.chaveAcesso];
  },
};

export const notaDesconhecida: Cenario = {
  nome: "nota-desconhecida",
  titulo: "Nota desconhecida da SEFAZ",
  descricao: "NF-e bem assinada, com protocolo inventado: a SEFAZ responde que não a conhece (217).",
  play: async (palco) => {
    const nota = palco.inventNota(palco.pickFornecedor());
    await palco.sendEmail(cartaNota(nota));
    return [nota.chaveAcesso];
  },
};
