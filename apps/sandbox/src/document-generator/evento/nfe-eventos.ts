import type { Empresa } from "../companies/companies.ts";
import { codigoOfUf } from "../documento/chave.ts";
import type { Cents } from "../xml/cents.ts";
import { percentOfCents, writeCents } from "../xml/cents.ts";
import { element, leaf } from "../xml/write-xml.ts";
import type { Detalhe } from "./evento.ts";

/** The details of NF-e events.   @source MOC NF-e, Anexo I, eventos; NT 2025.002 */

const CONDICOES_CCE =
  "A Carta de Correção é disciplinada pelo § 1º-A do art. 7º do Convênio S/N, de 15 de dezembro de 1970 e pode ser utilizada para regularização de erro ocorrido na emissão de documento fiscal, desde que o erro não esteja relacionado com: I - as variáveis que determinam o valor do imposto tais como: base de cálculo, alíquota, diferença de preço, quantidade, valor da operação ou da prestação; II - a correção de dados cadastrais que implique mudança do remetente ou do destinatário; III - a data de emissão ou de saída.";
const AUTOR_EMITENTE = "1";
const VER_APLIC = "Emissor Demo 3.1";
const ALIQUOTA_CREDITO = "20.0000";

function makeDetalhe(tpEvento: string, descricao: string, ...rest: string[]): Detalhe {
  return { tpEvento, descricao, xml: [leaf("descEvento", descricao), ...rest].join("") };
}

/** 110111. `justificativa` has 15 to 255 characters. */
export function cancelamentoDetail(protocolo: string, justificativa: string): Detalhe {
  return makeDetalhe("110111", "Cancelamento", leaf("nProt", protocolo), leaf("xJust", justificativa));
}

/** 110110. `correcao` has 15 to 1000 characters. */
export function cartaCorrecao(correcao: string): Detalhe {
  const condicoes = leaf("xCondUso", CONDICOES_CCE);
  return makeDetalhe("110110", "Carta de Correção", leaf("xCorrecao", correcao), condicoes);
}

/** 110150: permits a third party (carrier, accountant) to download the nota. */
export function atorInteressado(emitente: Empresa, ator: Empresa): Detalhe {
  return makeDetalhe(
    "110150",
    "Ator interessado na NF-e",
    leaf("cOrgaoAutor", codigoOfUf(emitente.endereco.uf)),
    leaf("tpAutor", AUTOR_EMITENTE),
    leaf("verAplic", VER_APLIC),
    element("autXML", leaf("CNPJ", ator.cnpj)),
    leaf("tpAutorizacao", "0"),
  );
}

/** 211110, of the consumption reform: requests the presumed credit of the first item. */
export function creditoPresumido(autor: Empresa, base: Cents): Detalhe {
  const credito = [
    leaf("cCredPres", "01"),
    leaf("pCredPres", ALIQUOTA_CREDITO),
    leaf("vCredPres", writeCents(percentOfCents(base, ALIQUOTA_CREDITO))),
  ].join("");
  return makeDetalhe(
    "211110",
    "Solicitação de Apropriação de crédito presumido",
    leaf("cOrgaoAutor", codigoOfUf(autor.endereco.uf)),
    leaf("tpAutor", AUTOR_EMITENTE),
    leaf("verAplic", VER_APLIC),
    element('gCredPres nItem="1"', leaf("vBC", writeCents(base)), element("gIBS", credito)),
  );
}

export type Manifestacao = "confirmacao" | "ciencia" | "desconhecimento" | "nao-realizada";

const MANIFESTACOES: Record<Manifestacao, { tpEvento: string; descricao: string }> = {
  confirmacao: { tpEvento: "210200", descricao: "Confirmacao da Operacao" },
  ciencia: { tpEvento: "210210", descricao: "Ciencia da Operacao" },
  desconhecimento: { tpEvento: "210220", descricao: "Desconhecimento da Operacao" },
  "nao-realizada": { tpEvento: "210240", descricao: "Operacao nao Realizada" },
};

/** 2102xx, by the destinatário. Only “não realizada” has a reason, of 15 to 255 characters. */
export function manifestacao(qual: Manifestacao, justificativa: string): Detalhe {
  const { tpEvento, descricao } = MANIFESTACOES[qual];
  return makeDetalhe(tpEvento, descricao, qual === "nao-realizada" ? leaf("xJust", justificativa) : "");
}
