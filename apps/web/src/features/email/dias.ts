import type { Dia } from "@malote/syntax";
import type { EmailLinha, EmailOrdem } from "../../rpc/queries.ts";
import { emails as textos } from "../../textos/emails.ts";
import { type GrupoDia, groupByDia as groupThings } from "../../ui/dias.ts";

/** Groups e-mails by day; in any other sort order they form one group without a heading. */
export function groupByDia(
  emails: readonly EmailLinha[],
  ordem: EmailOrdem,
  { hoje, zona }: { hoje: Dia; zona: string },
): GrupoDia<EmailLinha>[] {
  if (ordem !== "dataDesc") return [{ chave: "todos", nome: "", extenso: "", itens: [...emails] }];
  return groupThings(emails, (email) => email.data ?? email.recebidaEm, {
    hoje,
    zona,
    semData: textos.semData,
  });
}
