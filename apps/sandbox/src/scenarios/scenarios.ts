import { adulteradaAntesDaGenuina, notaAdulterada, notaDesconhecida } from "./adulteradas.ts";
import { cnpjAlfanumerico, notaAutorizada, zipComTresNotas } from "./autorizadas.ts";
import { eventoAntesDaNota, notaCanceladaDepois } from "./canceladas.ts";
import type { Cenario } from "./cenario.ts";
import { anexoNaoXml, emailSemDfe, mensagemIlegivel, xmlNaoDfe } from "./sem-dfe.ts";

/** The scenarios in the order of the console. */
export const CENARIOS: readonly Cenario[] = [
  notaAutorizada,
  notaCanceladaDepois,
  notaAdulterada,
  adulteradaAntesDaGenuina,
  eventoAntesDaNota,
  zipComTresNotas,
  cnpjAlfanumerico,
  emailSemDfe,
  notaDesconhecida,
  anexoNaoXml,
  xmlNaoDfe,
  mensagemIlegivel,
];

/** There is no scenario of that name. */
export class UnknownCenarioError extends Error {
  override readonly name = "UnknownCenarioError";
}

/** @throws UnknownCenarioError */
export function findCenario(nome: string): Cenario {
  const cenario = CENARIOS.find((candidate) => candidate.nome === nome);
  if (!cenario) throw new UnknownCenarioError(nome);
  return cenario;
}
