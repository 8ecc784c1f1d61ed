import { formatDocumento } from "@malote/syntax";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { printTexts as texts } from "../../../texts/lists/print.ts";

type PartyFields = Pick<
  NotaRow,
  "entradaSaida" | "nomeEmitente" | "cnpjEmitente" | "nomeDestinatario" | "cnpjDestinatario"
>;

/** Whose documents a sheet shows: the company with its CNPJ, or how many companies. */
export function ownPartyOf(notas: readonly PartyFields[]): string {
  const companies = new Map<string, string>();
  for (const nota of notas) {
    const received = nota.entradaSaida === "E";
    const documento = (received ? nota.cnpjDestinatario : nota.cnpjEmitente) ?? "";
    const nome = (received ? nota.nomeDestinatario : nota.nomeEmitente) ?? "";
    if (!companies.has(documento)) companies.set(documento, nome);
  }
  const [first] = companies;
  if (first === undefined) return "";
  if (companies.size > 1) return texts.empresas(companies.size);
  const [documento, nome] = first;
  return [nome, documento && formatDocumento(documento)].filter(Boolean).join(" · ");
}
