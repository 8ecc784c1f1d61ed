import { REGISTRADO } from "@malote/dfe";
import { AUTORIZADOS, CANCELADOS, DENEGADOS, ENCERRADO } from "@malote/syntax";
import { PROTOCOLO_ALHEIO, PROTOCOLO_ILEGIVEL } from "../folha/conferencia.ts";
import { joinParts } from "./escrita.ts";

/** What SEFAZ's answer makes of a document: nothing but "autorizada" (or, of an evento, "registrada") authorizes it. "ausente" is no
 * answer, "alheia" one about another document, "ilegivel" one that does not say what it is, "recusada" every other. */
export type Veredito =
  | "autorizada"
  | "registrada"
  | "encerrada"
  | "cancelada"
  | "denegada"
  | "ausente"
  | "recusada"
  | "alheia"
  | "ilegivel";

/** An answer as a paper holds it. */
export type Respondido = {
  numero: string | null;
  cStat: string | null;
  motivo: string | null;
  divergencias: readonly string[];
};

const AUTORIZADAS = new Map<string, Veredito>([
  ...AUTORIZADOS.map((cStat): [string, Veredito] => [cStat, "autorizada"]),
  ...CANCELADOS.map((cStat): [string, Veredito] => [cStat, "cancelada"]),
]);
/** What each cStat says; any other is a refusal, 301 to 303 of an MDF-e among them.
 * @source MOC CT-e 4.00 and MOC MDF-e 3.00b, tabelas de cStat; NT MDF-e 2025.001 */
const VEREDITOS: Readonly<Record<"cte" | "mdfe" | "evento", ReadonlyMap<string, Veredito>>> = {
  cte: new Map([...AUTORIZADAS, ...DENEGADOS.map((cStat): [string, Veredito] => [cStat, "denegada"])]),
  mdfe: new Map([...AUTORIZADAS, [ENCERRADO, "encerrada"]]),
  evento: new Map([...REGISTRADO].map((cStat): [string, Veredito] => [cStat, "registrada"])),
};
const COM_NUMERO: ReadonlySet<Veredito> = new Set(["autorizada", "registrada", "encerrada"]);

/** Says what an answer is worth. A number without a cStat, or an authorization without a number, authorizes nothing. */
export function judgeResposta(familia: keyof typeof VEREDITOS, resposta: Respondido | null): Veredito {
  if (!resposta) return "ausente";
  const { cStat, numero, divergencias } = resposta;
  if (cStat === null) return "ilegivel";
  const veredito = VEREDITOS[familia].get(cStat) ?? "recusada";
  if (veredito === "recusada") return veredito;
  if (divergencias.length > 0) return "alheia";
  return COM_NUMERO.has(veredito) && numero === null ? "ilegivel" : veredito;
}

/** Says whether the document stands without an authorization. */
export function isSemAutorizacao(veredito: Veredito): boolean {
  return SEM_AUTORIZACAO.has(veredito);
}

const SEM_AUTORIZACAO: ReadonlySet<Veredito> = new Set(["ausente", "recusada", "alheia", "ilegivel"]);

/** What stands in the place of a protocol that is none; `ausente` are the paper's words for a document that has no answer beside it. */
export function writeSemAutorizacao(
  veredito: Veredito,
  { resposta, ausente, recusada }: { resposta: Respondido | null; ausente: string; recusada: string },
): string {
  if (veredito === "alheia") return PROTOCOLO_ALHEIO;
  if (veredito === "ausente") return ausente;
  const said = joinParts([resposta?.cStat, resposta?.motivo], " ");
  return joinParts([veredito === "ilegivel" ? PROTOCOLO_ILEGIVEL : recusada, said]);
}
