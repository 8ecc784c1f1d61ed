import type { Familia } from "./servicos.ts";

/** What a cStat of a consulta speaks of: the document asked about, or the service and the way we asked. */
type Assunto = "documento" | "servico";

/** The answers of every family that speak of the document. */
const DE_TODAS = [
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

/** Keys refused for what they say (NF-e 561, 562, 613–620; CT-e and MDF-e 600) are among them: our question is well formed and
 * its digit checked, so the refusal means that no such document exists. The same number may be another family's word: 301 to 306
 * deny a CT-e and reject a MDF-e, 128 of a NF-e is a lote of eventos.
 * @source MOC Visão Geral, tabela de códigos de erro e descrições de mensagens de erro; NT 2024.001 for 301 to 303; MOC CT-e 4.00,
 * tabela de códigos; MOC MDF-e 3.00, tabela de códigos */
const DO_DOCUMENTO: Record<Familia, ReadonlySet<string>> = {
  nfe: new Set([
    ...DE_TODAS,
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
    ...DE_TODAS,
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
    ...DE_TODAS,
    "132", // encerrado
    "600", // chave difere da existente na base
    "609", // já encerrado
  ]),
};

const MINUTO_MS = 60_000;

/** The answers about the service that pass by themselves, and how long to wait, in ms. Of the others, none does:
 * 656 and 678 (consumo indevido) block for an hour that every new question restarts, and 526 (key older than 6 months; of CT-e 731),
 * 215, 225, 280–286 or 593 would be answered the same again.
 * @source MOC Visão Geral §5; NT 2018.002; NT 2014.002 */
const PASSAGEIRO_MS: ReadonlyMap<string, number> = new Map([
  ["108", 5 * MINUTO_MS], // paralisado momentaneamente
  ["109", 30 * MINUTO_MS], // paralisado sem previsão
  ["999", 5 * MINUTO_MS], // erro não catalogado
]);

/** Says what an answer to a consulta speaks of. A code outside the table speaks of the service, so that a code invented tomorrow
 * never changes what is known of a document. */
export function assuntoOfCStat(cStat: string, familia: Familia): Assunto {
  return DO_DOCUMENTO[familia].has(cStat) ? "documento" : "servico";
}

/** How long to wait, in ms, before asking again after an answer about the service; null when asking again is no cure. */
export function esperaOfCStat(cStat: string): number | null {
  return PASSAGEIRO_MS.get(cStat) ?? null;
}
