import { addAmount, checkDigit } from "@malote/syntax";
import type { AuthorizedNota } from "./environment.ts";
import type { Scenario } from "./scenario.ts";
import { emailOfNota } from "./supplier-emails.ts";

const ACRESCIMO = "1000.00";
const CODIGOS = 100_000_000;

/** Changes the amount of a signed document, so that the signature no longer matches. */
export function tamperValor(nota: AuthorizedNota): string {
  const forged = addAmount(nota.valorTotal, ACRESCIMO);
  return nota.procXml
    .replace(`<vNF>${nota.valorTotal}</vNF>`, `<vNF>${forged}</vNF>`)
    .replace(`<vPag>${nota.valorTotal}</vPag>`, `<vPag>${forged}</vPag>`);
}

export const notaAdulterada: Scenario = {
  nome: "nota-adulterada",
  titulo: "Nota adulterada",
  descricao: "O valor da NF-e foi mudado depois de assinada; a SEFAZ tem a chave com o valor original.",
  play: async (environment) => {
    const nota = environment.emitNota();
    await environment.sendEmail(emailOfNota(nota, tamperValor(nota)));
    return [nota.chaveAcesso];
  },
};

export const adulteradaAntesDaGenuina: Scenario = {
  nome: "adulterada-antes-da-genuina",
  titulo: "Adulterada antes da genuína",
  descricao:
    "Primeiro chega uma cópia adulterada; logo depois, em outro e-mail, a NF-e genuína com a mesma chave.",
  play: async (environment) => {
    const nota = environment.emitNota();
    await environment.sendEmail(emailOfNota(nota, tamperValor(nota)));
    await environment.sendEmail(emailOfNota(nota));
    return [nota.chaveAcesso];
  },
};

/**
 * Puts a forged nota in the place of the signed one, which stays complete further down. A verifier
 * follows the reference to the signed nota; a reader finds the forged one.
 */
export function wrapSignature(nota: AuthorizedNota): { chaveAcesso: string; xml: string } {
  const signed = /<infNFe .*<\/infNFe>/.exec(nota.procXml)?.[0] ?? "";
  const codigo = String((Number(nota.chaveAcesso.slice(35, 43)) + 1) % CODIGOS).padStart(8, "0");
  const body = `${nota.chaveAcesso.slice(0, 35)}${codigo}`;
  const chaveAcesso = `${body}${checkDigit(body)}`;
  const forged = tamperValor({ ...nota, procXml: signed })
    .replace(nota.chaveAcesso, chaveAcesso)
    .replace(/<cNF>[0-9]+</, `<cNF>${codigo}<`)
    .replace(/<cDV>[0-9]</, `<cDV>${chaveAcesso.slice(43)}<`);
  const xml = nota.procXml
    .replace(signed, forged)
    .replace("</nfeProc>", `<original>${signed}</original></nfeProc>`);
  return { chaveAcesso, xml };
}

export const assinaturaEmbrulhada: Scenario = {
  nome: "assinatura-embrulhada",
  titulo: "Assinatura encapsulada",
  descricao:
    "Um ataque: a nota assinada continua intacta no fim do XML, mas no lugar dela há outra, de valor maior.",
  play: async (environment) => {
    const nota = environment.emitNota();
    const { chaveAcesso, xml } = wrapSignature(nota);
    await environment.sendEmail(emailOfNota(nota, xml));
    return [chaveAcesso];
  },
};

export const notaDesconhecida: Scenario = {
  nome: "nota-desconhecida",
  titulo: "Nota desconhecida da SEFAZ",
  descricao: "NF-e bem assinada, com protocolo inventado: a SEFAZ responde que não a conhece (217).",
  play: async (environment) => {
    const nota = environment.inventNota(environment.pickFornecedor());
    await environment.sendEmail(emailOfNota(nota));
    return [nota.chaveAcesso];
  },
};
