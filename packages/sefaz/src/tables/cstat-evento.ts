import type { Familia } from "./servicos.ts";

/** The evento stands at SEFAZ: linked to the document (135), without the document at hand (136), as a late cancellation (155), or
 * with a warning about the document (CT-e 134).   @source NT 2020.001, manifestação; MOC CT-e 4.00, registro de evento */
const REGISTRADO: ReadonlySet<string> = new Set(["134", "135", "136", "155"]);

/** The answers to an evento that speak of the service, of our message or of our certificate: nothing was said of the evento itself.
 * Whatever is in no table speaks of the evento, and SEFAZ's own sentence is what a person reads.
 * @source MOC Visão Geral, validações A, B e C (certificado, mensagem, serviço), the same in MOC CT-e 4.00 */
const DO_SERVICO = [
  "108", // paralisado momentaneamente
  "109", // paralisado sem previsão
  "113", // SVC em desativação
  "114", // SVC desabilitada
  "214", // mensagem grande demais
  "238", // cabeçalho: versão superior
  "239", // cabeçalho: versão não suportada
  "242", // cabeçalho: schema
  "243", // XML mal formado
  "252", // ambiente diverge
  "280", // certificado transmissor inválido
  "281", // validade
  "282", // sem CNPJ
  "283", // cadeia
  "284", // revogado
  "285", // difere da ICP-Brasil
  "286", // acesso à LCR
  "402", // codificação diferente de UTF-8
  "404", // prefixo de namespace
  "409", // cabeçalho sem cUF
  "410", // UF não atendida
  "411", // cabeçalho sem versaoDados
  "516", // raiz esperada inexistente
  "517", // versao inexistente
  "545", // versaoDados diverge
  "587", // namespace
  "588", // caracteres de edição
  "656", // consumo indevido
  "678", // uso indevido, CT-e
  "999", // erro não catalogado
] as const;

const SERVICO: ReadonlySet<string> = new Set(DO_SERVICO);
// Of CT-e these are other words: a SVC that does not take the tpEmis, and what a CT-e must say of its contingency.
const NAO_DO_CTE: ReadonlySet<string> = new Set(["516", "517", "587", "588"]);

/** Says whether the evento stands at SEFAZ. */
export function isRegistrado(cStat: string): boolean {
  return REGISTRADO.has(cStat);
}

/** What an answer to an evento speaks of. */
export function assuntoDoEvento(cStat: string, familia: Familia): "evento" | "servico" {
  const doServico = SERVICO.has(cStat) && !(familia === "cte" && NAO_DO_CTE.has(cStat));
  return doServico ? "servico" : "evento";
}
