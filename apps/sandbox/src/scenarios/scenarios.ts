import {
  adulteradaAntesDaGenuina,
  assinaturaEmbrulhada,
  notaAdulterada,
  notaDesconhecida,
} from "./adulteradas.ts";
import {
  cnpjAlfanumerico,
  loteEnviado,
  nfce,
  nfceComAlerta,
  notaAutorizada,
  notaEmitida,
  notaSemIe,
  zipComTresNotas,
} from "./autorizadas.ts";
import { cartaDeCorrecao, eventoAntesDaNota, notaCanceladaDepois } from "./canceladas.ts";
import type { Cenario } from "./cenario.ts";
import { notaAcentoQuebrado, notaReindentada } from "./estragadas.ts";
import { manifestacaoForaDoPrazo, notaAManifestar, notaComCiencia, notaConfirmada } from "./manifestacoes.ts";
import { autorizadorEmManutencao, cnpjBloqueado, sefazForaDoAr } from "./sefaz-doente.ts";
import { anexoNaoXml, emailSemDfe, mensagemIlegivel, xmlNaoDfe } from "./sem-dfe.ts";
import { cancelamentoSoNaSefaz, cceSoNaSefaz, cteSoNaSefaz, notaSoNaSefaz } from "./so-na-sefaz.ts";
import { cteCancelado, cteEMdfe, cteOs } from "./transportes.ts";

/** The scenarios in the order of the console. */
export const CENARIOS: readonly Cenario[] = [
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
export class UnknownCenarioError extends Error {
  override readonly name = "UnknownCenarioError";
}

/** @throws UnknownCenarioError */
export function findCenario(nome: string): Cenario {
  const cenario = CENARIOS.find((candidate) => candidate.nome === nome);
  if (!cenario) throw new UnknownCenarioError(nome);
  return cenario;
}
