import type { Family } from "@malote/syntax";

/** The evento is registered: linked to the document (135), the document unknown there (136), as a late
 * cancellation (155), or with a warning about the document (CT-e 134).   @source NT 2020.001,
 * manifestação; MOC CT-e 4.00, registro de evento */
const REGISTERED: ReadonlySet<string> = new Set(["134", "135", "136", "155"]);

/** cStats of an evento response that are about the service, the message or the certificate. Any other is
 * about the evento.
 * @source MOC Visão Geral, validações A, B e C (certificado, mensagem, serviço), the same in MOC CT-e
 * 4.00 */
const SERVICE_CODES = [
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

const ABOUT_SERVICE: ReadonlySet<string> = new Set(SERVICE_CODES);
/** Codes of {@link SERVICE_CODES} that are about the document in a family. In CT-e: an SVC that does not
 * accept the tpEmis, and missing contingency data of the CT-e. */
const ABOUT_DOCUMENT: Readonly<Record<Family, ReadonlySet<string>>> = {
  nfe: new Set(),
  cte: new Set(["516", "517", "587", "588"]),
  mdfe: new Set(),
};

/** Says whether SEFAZ registered the evento. */
export function isRegistrado(cStat: string): boolean {
  return REGISTERED.has(cStat);
}

/** The subject of an evento response. */
export function subjectOfEvento(cStat: string, family: Family): "evento" | "servico" {
  const isAboutService = ABOUT_SERVICE.has(cStat) && !ABOUT_DOCUMENT[family].has(cStat);
  return isAboutService ? "servico" : "evento";
}
