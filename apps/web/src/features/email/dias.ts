import { type Dia, diaInZona } from "@malote/syntax";
import type { EmailLinha, EmailOrdem } from "../../rpc/queries.ts";
import { emails as textos } from "../../textos/emails.ts";
import { formatDiaTitulo } from "../../ui/quando.ts";

export type Grupo = { chave: string; nome: string; extenso: string; emails: EmailLinha[] };

/** The e-mails under the days on which they came; in another order they stand in one group without a head. */
export function groupByDia(
  emails: readonly EmailLinha[],
  ordem: EmailOrdem,
  { hoje, zona }: { hoje: Dia; zona: string },
): Grupo[] {
  if (ordem !== "dataDesc") return [{ chave: "todos", nome: "", extenso: "", emails: [...emails] }];
  const groups = new Map<string, Grupo>();
  for (const email of emails) {
    const instante = email.data ?? email.recebidaEm;
    const chave = instante ? diaInZona(instante, zona) : "";
    const group = groups.get(chave) ?? { chave, ...headOf(chave, hoje), emails: [] };
    group.emails.push(email);
    groups.set(chave, group);
  }
  return [...groups.values()];
}

function headOf(dia: Dia, hoje: Dia): { nome: string; extenso: string } {
  return dia === "" ? { nome: textos.semData, extenso: "" } : formatDiaTitulo(dia, hoje);
}
