import { REGISTRADO } from "@malote/dfe";
import { AUTHORIZED_CSTATS, CANCELLED_CSTATS, CLOSED_CSTAT, DENIED_CSTATS } from "@malote/syntax";
import { FOREIGN_PROTOCOLO, UNREADABLE_PROTOCOLO } from "../page/status-texts.ts";
import { joinParts } from "./write-values.ts";

/** The verdict on SEFAZ's response: only "autorizada" (or, for an evento, "registrada") authorizes the
 * document. "ausente" is no response, "alheia" is about another document, "ilegivel" lacks its cStat,
 * "recusada" is any other. */
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

/** A response as the document holds it. */
export type HeldResponse = {
  numero: string | null;
  cStat: string | null;
  motivo: string | null;
  divergencias: readonly string[];
};

const AUTORIZADAS = new Map<string, Veredito>([
  ...AUTHORIZED_CSTATS.map((cStat): [string, Veredito] => [cStat, "autorizada"]),
  ...CANCELLED_CSTATS.map((cStat): [string, Veredito] => [cStat, "cancelada"]),
]);
/** The verdict of each cStat; any other is a refusal, also 301 to 303 of an MDF-e.
 * @source MOC CT-e 4.00 and MOC MDF-e 3.00b, tabelas de cStat; NT MDF-e 2025.001 */
const VEREDITOS: Readonly<Record<"cte" | "mdfe" | "evento", ReadonlyMap<string, Veredito>>> = {
  cte: new Map([...AUTORIZADAS, ...DENIED_CSTATS.map((cStat): [string, Veredito] => [cStat, "denegada"])]),
  mdfe: new Map([...AUTORIZADAS, [CLOSED_CSTAT, "encerrada"]]),
  evento: new Map([...REGISTRADO].map((cStat): [string, Veredito] => [cStat, "registrada"])),
};
const COM_NUMERO: ReadonlySet<Veredito> = new Set(["autorizada", "registrada", "encerrada"]);

/** Judges a response. A number without a cStat, or an authorization without a number, authorizes nothing. */
export function judgeResponse(family: keyof typeof VEREDITOS, response: HeldResponse | null): Veredito {
  if (!response) return "ausente";
  const { cStat, numero, divergencias } = response;
  if (cStat === null) return "ilegivel";
  const veredito = VEREDITOS[family].get(cStat) ?? "recusada";
  if (veredito === "recusada") return veredito;
  if (divergencias.length > 0) return "alheia";
  return COM_NUMERO.has(veredito) && numero === null ? "ilegivel" : veredito;
}

/** Says whether the document has no authorization. */
export function isUnauthorized(veredito: Veredito): boolean {
  return UNAUTHORIZED.has(veredito);
}

const UNAUTHORIZED: ReadonlySet<Veredito> = new Set(["ausente", "recusada", "alheia", "ilegivel"]);

/** The text printed instead of a missing protocol; `absent` is the text of a document without any
 * response. */
export function writeUnauthorized(
  veredito: Veredito,
  { response, absent, refused }: { response: HeldResponse | null; absent: string; refused: string },
): string {
  if (veredito === "alheia") return FOREIGN_PROTOCOLO;
  if (veredito === "ausente") return absent;
  const said = joinParts([response?.cStat, response?.motivo], " ");
  return joinParts([veredito === "ilegivel" ? UNREADABLE_PROTOCOLO : refused, said]);
}
