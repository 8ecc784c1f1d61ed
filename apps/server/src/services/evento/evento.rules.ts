import type { Ressalva } from "@malote/contract";
import {
  findCancelamentos,
  findEventoRule,
  findEventosDe,
  REGISTRADO,
  VEREDITOS,
  type Veredito,
} from "@malote/dfe";
import { isQuarentena } from "../documento/merito.rules.ts";

/** True when a mailed evento carries SEFAZ's registration; what SEFAZ tells itself needs none. */
export function isRegistrado(cStat: string | null): boolean {
  return cStat !== null && REGISTRADO.has(cStat);
}

/** Verdicts with which an evento may count. */
export const PUBLICAVEIS: readonly Veredito[] = VEREDITOS.filter(
  (veredito) => !isQuarentena({ veredito, achados: [] }),
);

/** The eventos that cancel, each as the modelo of the chave and its tpEvento. */
export const CANCELAMENTOS: readonly string[] = findCancelamentos();
/** What only the recipient of an NF-e says of it, written as the cancellations are. */
export const DO_DESTINATARIO: readonly string[] = findEventosDe("destinatario");
/** What the recipient says, or the issuer. */
export const DE_AMBOS: readonly string[] = findEventosDe("emitente", "destinatario");
/** What the tomador of a CT-e says of it. */
export const DO_TOMADOR: readonly string[] = findEventosDe("tomador");

/** What is known of an evento beside a view of its nota; `autorCerto`: whom it is for to make it has made it. */
export type Testemunho = {
  chave: string;
  tpEvento: string;
  autor: string;
  origem: "email" | "sefaz";
  cStat: string | null;
  veredito: Veredito | null;
  autorCerto: boolean;
};

/** Why an evento is no fact; null when it is one: SEFAZ told of it, or it was mailed registered, well judged and by its right author. */
export function ressalvaOf({ origem, cStat, veredito, autorCerto, ...evento }: Testemunho): Ressalva | null {
  if (origem === "sefaz") return null;
  if (isSoRegistro({ veredito, autor: evento.autor })) return "so-registro";
  if (!isRegistrado(cStat)) return "nao-registrado";
  if (veredito === null || !PUBLICAVEIS.includes(veredito)) return "veredito";
  if (autorCerto) return null;
  const tipo = `${evento.chave.slice(20, 22)}${evento.tpEvento}`;
  if (DO_TOMADOR.includes(tipo)) return "autor-nao-tomador";
  return CANCELAMENTOS.includes(tipo) ? "autor-nao-emitente" : "autor-nao-destinatario";
}

/** An evento's name for a person: that of the table, else what its author wrote. */
export function nomeOfEvento(evento: { chave: string; tpEvento: string; descEvento: string }): string {
  const { chave, tpEvento, descEvento } = evento;
  const linha = findEventoRule(chave.slice(20, 22), tpEvento);
  return linha?.nome ?? (descEvento.trim() || `Evento ${tpEvento}`);
}

/** SEFAZ's bare answer to an evento, which no author signed. */
function isSoRegistro({ autor, veredito }: Pick<Testemunho, "veredito" | "autor">): boolean {
  return autor === "" && veredito === "assinatura-invalida";
}
