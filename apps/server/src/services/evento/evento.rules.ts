import type { Ressalva } from "@malote/contract";
import { REGISTRADO, VEREDITOS, type Veredito } from "@malote/dfe";
import { isQuarentena } from "../documento/merito.rules.ts";

/** True when a mailed evento carries SEFAZ's registration; what SEFAZ tells itself needs none. */
export function isRegistrado(cStat: string | null): boolean {
  return cStat !== null && REGISTRADO.has(cStat);
}

/** Verdicts with which an evento may count. */
export const PUBLICAVEIS: readonly Veredito[] = VEREDITOS.filter(
  (veredito) => !isQuarentena({ veredito, achados: [] }),
);

/**
 * The eventos that cancel, each as the modelo of the chave and its tpEvento. 110112 is the cancellation by substitution of an NFC-e; of
 * an MDF-e it is the end of the journey.
 * @source MOC NF-e, tabela de eventos; NT 2018.004; MOC CT-e 4.00; MOC MDF-e 3.00
 */
export const CANCELAMENTOS: readonly string[] = [
  "55110111",
  "65110111",
  "65110112",
  "57110111",
  "67110111",
  "58110111",
];

/** What a recipient says of an NF-e: its four manifestations, as a pattern of SQL. */
export const MANIFESTACOES = "2102__";
/** What the tomador of a CT-e says of it: that it was not as agreed, and that this is settled. */
export const DESACORDOS: readonly string[] = ["610110", "610111"];

/** What is known of an evento beside a view of its nota; `autorCerto`: whom it is for to make it has made it. */
export type Testemunho = {
  chave: string;
  tpEvento: string;
  origem: "email" | "sefaz";
  cStat: string | null;
  veredito: Veredito | null;
  autorCerto: boolean;
};

/** Why an evento is no fact; null when it is one: SEFAZ told of it, or it was mailed registered, well judged and by its right author. */
export function ressalvaOf({ origem, cStat, veredito, autorCerto, ...evento }: Testemunho): Ressalva | null {
  if (origem === "sefaz") return null;
  if (!isRegistrado(cStat)) return "nao-registrado";
  if (veredito === null || !PUBLICAVEIS.includes(veredito)) return "veredito";
  if (autorCerto) return null;
  if (DESACORDOS.includes(evento.tpEvento)) return "autor-nao-tomador";
  return CANCELAMENTOS.includes(`${evento.chave.slice(20, 22)}${evento.tpEvento}`)
    ? "autor-nao-emitente"
    : "autor-nao-destinatario";
}

/** What people call the eventos whose layout has a name without accents. @source MOC NF-e, tabela de eventos; NT 2020.001 */
const NOMES: Readonly<Record<string, string>> = {
  "210200": "Confirmação da Operação",
  "210210": "Ciência da Operação",
  "210220": "Desconhecimento da Operação",
  "210240": "Operação não Realizada",
  "610110": "Prestação do Serviço em Desacordo",
  "610111": "Cancelamento da Prestação do Serviço em Desacordo",
};

/** An evento's name for a person: that of the layout with its accents, else what its author wrote. */
export function nomeOfEvento({ tpEvento, descEvento }: { tpEvento: string; descEvento: string }): string {
  return NOMES[tpEvento] ?? (descEvento.trim() || `Evento ${tpEvento}`);
}
