/** What a cStat of retConsSitNFe speaks of: the document asked about, or the service and the way we asked. */
type Assunto = "documento" | "servico";

/** The answers that speak of the document. Keys refused for what they say (561, 562, 613–620) are among them: our
 * question is well formed and its digit checked, so the refusal means that no such document exists.
 * @source MOC Visão Geral, tabela de códigos de erro e descrições de mensagens de erro; NT 2024.001 for 301 to 303 */
const DO_DOCUMENTO = [
  "100", // autorizado
  "101", // cancelado
  "102", // numeração inutilizada
  "110", // denegado
  "150", // autorizado fora de prazo
  "151", // cancelado fora de prazo
  "155", // cancelado fora de prazo
  "205", // denegado
  "206", // numeração inutilizada
  "216", // chave difere da cadastrada
  "217", // não consta na base
  "218", // já cancelado
  "301", // denegado: emitente
  "302", // denegado: destinatário
  "303", // denegado: destinatário não habilitado na UF
  "561", // mês da chave difere
  "562", // cNF da chave difere
  "613", // chave difere da existente na base
  "614", // chave: UF
  "615", // chave: ano
  "616", // chave: mês
  "617", // chave: CNPJ
  "618", // chave: modelo
  "619", // chave: número
  "620", // chave difere da existente na base
] as const;

const MINUTO_MS = 60_000;

/** The answers about the service that pass by themselves, and how long to wait, in ms. Of the others, none does:
 * 656 and 678 (consumo indevido) block for an hour that every new question restarts, and 526 (key older than 6 months),
 * 215, 225, 280–286 or 593 would be answered the same again.
 * @source MOC Visão Geral §5; NT 2018.002; NT 2014.002 */
const PASSAGEIRO_MS: ReadonlyMap<string, number> = new Map([
  ["108", 5 * MINUTO_MS], // paralisado momentaneamente
  ["109", 30 * MINUTO_MS], // paralisado sem previsão
  ["999", 5 * MINUTO_MS], // erro não catalogado
]);

const DOCUMENTO: ReadonlySet<string> = new Set(DO_DOCUMENTO);

/** Says what an answer speaks of. A code outside the table speaks of the service, so that a code invented tomorrow never
 * changes what is known of a document. */
export function assuntoOfCStat(cStat: string): Assunto {
  return DOCUMENTO.has(cStat) ? "documento" : "servico";
}

/** How long to wait, in ms, before asking again after an answer about the service; null when asking again is no cure. */
export function esperaOfCStat(cStat: string): number | null {
  return PASSAGEIRO_MS.get(cStat) ?? null;
}
