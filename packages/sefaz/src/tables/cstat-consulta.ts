import { type Family, MINUTE_MS } from "@malote/syntax";

/** Subject of a cStat: the requested document, or the service and the request. */
type Subject = "documento" | "servico";

/** cStats about the document in every family. */
const ALL_FAMILIES = [
  "100", // autorizado
  "101", // cancelado
  "102", // numeração inutilizada
  "110", // denegado
  "205", // denegado
  "206", // numeração inutilizada
  "216", // chave difere da cadastrada
  "217", // não consta na base
  "218", // já cancelado
] as const;

/** cStats about the document, by family; the same number may mean something else in another (301–306 deny
 * a CT-e and reject an MDF-e). Refused keys (NF-e 561, 562, 613–620; CT-e and MDF-e 600) count: our
 * request is valid, so no such document exists.
 * @source MOC Visão Geral, tabela de códigos de erro e descrições de mensagens de erro; NT 2024.001 for
 * 301 to 303; MOC CT-e 4.00, tabela de códigos; MOC MDF-e 3.00, tabela de códigos */
const ABOUT_DOCUMENT: Record<Family, ReadonlySet<string>> = {
  nfe: new Set([
    ...ALL_FAMILIES,
    "120", // autorizado com alerta (NT 2026.002)
    "150", // autorizado fora de prazo
    "151", // cancelado fora de prazo
    "155", // cancelado fora de prazo
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
  ]),
  cte: new Set([
    ...ALL_FAMILIES,
    "128", // anulado pelo emissor
    "129", // substituído pelo emissor
    "130", // apresentada carta de correção
    "131", // desclassificado pelo Fisco
    "301", // denegado: emitente
    "302", // denegado: remetente
    "303", // denegado: destinatário
    "304", // denegado: expedidor
    "305", // denegado: recebedor
    "306", // denegado: tomador
    "600", // chave difere da existente na base
  ]),
  mdfe: new Set([
    ...ALL_FAMILIES,
    "132", // encerrado
    "600", // chave difere da existente na base
    "609", // já encerrado
  ]),
};

/** cStats about the service that pass by themselves, with the wait in ms. All others do not: 656 and 678
 * (consumo indevido) block for an hour that every request restarts; 526 (key older than 6 months; CT-e
 * 731), 215, 225, 280–286 or 593 would repeat.
 * @source MOC Visão Geral §5; NT 2018.002; NT 2014.002 */
const PASSING_MS: ReadonlyMap<string, number> = new Map([
  ["108", 5 * MINUTE_MS], // paralisado momentaneamente
  ["109", 30 * MINUTE_MS], // paralisado sem previsão
  ["999", 5 * MINUTE_MS], // erro não catalogado
]);

/** The subject of a consulta response. An unknown code counts as about the service, so that a new code
 * never changes a document's state. */
export function subjectOfConsulta(cStat: string, family: Family): Subject {
  return ABOUT_DOCUMENT[family].has(cStat) ? "documento" : "servico";
}

/** How long to wait before a retry after a response about the service, in ms; null when a retry cannot
 * help. */
export function retryDelayOf(cStat: string): number | null {
  return PASSING_MS.get(cStat) ?? null;
}
