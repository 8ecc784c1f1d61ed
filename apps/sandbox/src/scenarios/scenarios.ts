import {
  cnpjAlfanumerico,
  loteEnviado,
  nfce,
  nfceComAlerta,
  notaAutorizada,
  notaEmitida,
  notaSemIe,
  zipComTresNotas,
} from "./authorized.ts";
import { cartaDeCorrecao, eventoAntesDaNota, notaCanceladaDepois } from "./cancelled.ts";
import { notaAcentoQuebrado, notaReindentada } from "./damaged.ts";
import { manifestacaoForaDoPrazo, notaAManifestar, notaComCiencia, notaConfirmada } from "./manifestacoes.ts";
import { cancelamentoSoNaSefaz, cceSoNaSefaz, cteSoNaSefaz, notaSoNaSefaz } from "./only-at-sefaz.ts";
import type { Scenario } from "./scenario.ts";
import { autorizadorEmManutencao, cnpjBloqueado, sefazForaDoAr } from "./sefaz-outages.ts";
import {
  adulteradaAntesDaGenuina,
  assinaturaEmbrulhada,
  notaAdulterada,
  notaDesconhecida,
} from "./tampered.ts";
import { cteCancelado, cteEMdfe, cteOs } from "./transport.ts";
import { anexoNaoXml, emailSemDfe, mensagemIlegivel, xmlNaoDfe } from "./without-dfe.ts";

/** The scenarios in the order of the console. */
export const SCENARIOS: readonly Scenario[] = [
  notaAutorizada,
  notaCanceladaDepois,
  notaAdulterada,
  adulteradaAntesDaGenuina,
  assinaturaEmbrulhada,
  notaReindentada,
  notaAcentoQuebrado,
  eventoAntesDaNota,
  cartaDeCorrecao,
  zipComTresNotas,
  loteEnviado,
  notaEmitida,
  cnpjAlfanumerico,
  nfce,
  nfceComAlerta,
  notaSemIe,
  cteEMdfe,
  cteCancelado,
  cteOs,
  notaSoNaSefaz,
  cteSoNaSefaz,
  cancelamentoSoNaSefaz,
  cceSoNaSefaz,
  notaAManifestar,
  notaComCiencia,
  notaConfirmada,
  manifestacaoForaDoPrazo,
  sefazForaDoAr,
  autorizadorEmManutencao,
  cnpjBloqueado,
  emailSemDfe,
  notaDesconhecida,
  anexoNaoXml,
  xmlNaoDfe,
  mensagemIlegivel,
];

/** No scenario has this name. */
export class UnknownScenarioError extends Error {
  override readonly name = "UnknownScenarioError";
}

/** @throws UnknownScenarioError */
export function findScenario(nome: string): Scenario {
  const scenario = SCENARIOS.find((candidate) => candidate.nome === nome);
  if (!scenario) throw new UnknownScenarioError(nome);
  return scenario;
}
