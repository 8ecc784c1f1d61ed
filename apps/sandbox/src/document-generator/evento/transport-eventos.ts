import type { Endereco } from "../companies/companies.ts";
import { codigoOfUf } from "../documento/chave.ts";
import { element, leaf } from "../xml/write-xml.ts";
import type { Detalhe } from "./evento.ts";

/** The details of CT-e and MDF-e events; each type has its own element.
 * @source MOC CT-e 4.00, Anexo I; MOC MDF-e 3.00, eventos */

const CONDICOES_CCE =
  "A Carta de Correção é disciplinada pelo Art. 58-B do CONVÊNIO/SINIEF 06/89: Fica permitida a utilização de carta de correção, para regularização de erro ocorrido na emissão de documentos fiscais relativos à prestação de serviço de transporte, desde que o erro não esteja relacionado com: I - as variáveis que determinam o valor do imposto tais como: base de cálculo, alíquota, diferença de preço, quantidade, valor da prestação;II - a correção de dados cadastrais que implique mudança do emitente, tomador, remetente ou do destinatário;III - a data de emissão ou de saída.";

/** One correction: the group, the field and its correct text. */
export type Correcao = { grupo: string; campo: string; valor: string };

function makeDetalhe(tpEvento: string, descricao: string, raiz: string, ...rest: string[]): Detalhe {
  return { tpEvento, descricao, xml: element(raiz, leaf("descEvento", descricao), ...rest) };
}

/** 110111 of a CT-e. `justificativa` has 15 to 255 characters. */
export function cancelamentoCte(protocolo: string, justificativa: string): Detalhe {
  const reason = leaf("nProt", protocolo) + leaf("xJust", justificativa);
  return makeDetalhe("110111", "Cancelamento", "evCancCTe", reason);
}

/** 110110 of a CT-e. */
export function cartaCorrecaoCte(correcoes: readonly Correcao[]): Detalhe {
  const campos = correcoes.map(({ grupo, campo, valor }) =>
    element(
      "infCorrecao",
      leaf("grupoAlterado", grupo),
      leaf("campoAlterado", campo),
      leaf("valorAlterado", valor),
    ),
  );
  return makeDetalhe("110110", "Carta de Correção", "evCCeCTe", ...campos, leaf("xCondUso", CONDICOES_CCE));
}

/** 610110, by the tomador: the service was not as agreed. `observacao` has 15 to 255 characters. */
export function desacordo(observacao: string): Detalhe {
  const descricao = "Prestação do Serviço em Desacordo";
  return makeDetalhe(
    "610110",
    descricao,
    "evPrestDesacordo",
    leaf("indDesacordoOper", "1"),
    leaf("xObs", observacao),
  );
}

/** 110111 of an MDF-e. */
export function cancelamentoMdfe(protocolo: string, justificativa: string): Detalhe {
  const reason = leaf("nProt", protocolo) + leaf("xJust", justificativa);
  return makeDetalhe("110111", "Cancelamento", "evCancMDFe", reason);
}

/** 110112: the trip of an MDF-e ended.   @param dia yyyy-MM-dd */
export function encerramento(
  protocolo: string,
  { dia, destino }: { dia: string; destino: Endereco },
): Detalhe {
  return makeDetalhe(
    "110112",
    "Encerramento",
    "evEncMDFe",
    leaf("nProt", protocolo),
    leaf("dtEnc", dia),
    leaf("cUF", codigoOfUf(destino.uf)),
    leaf("cMun", destino.codigoMunicipio),
  );
}
