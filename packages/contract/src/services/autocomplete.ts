import * as z from "zod/mini";
import { FILTER_TEXT_MAX } from "../limits.ts";
import { list, method } from "../method.ts";

const search = z.strictObject({ searchKey: z.string().check(z.maxLength(FILTER_TEXT_MAX)) });

/** `valor` is the value for a filter; `rotulo` and `detalhe` are shown to the user. */
export const suggestionWire = z.object({
  valor: z.string(),
  rotulo: z.string(),
  detalhe: z.nullable(z.string()),
});

/** One source each, with at most {@link SUGGESTIONS_MAX}; an empty searchKey returns the first ones. */
export const autocompleteMethods = {
  /** By name or CNPJ; `valor` is the CNPJ. */
  "Autocomplete.getEmpresas": method({
    access: "signedIn",
    readOnly: true,
    params: search,
    result: list(suggestionWire),
  }),
  /** Parties of documents, by name or CNPJ/CPF; `valor` is the CNPJ or CPF. */
  "Autocomplete.getParticipantes": method({
    access: "signedIn",
    readOnly: true,
    params: search,
    result: list(suggestionWire),
  }),
  /** Senders of e-mails, by address or name; `valor` is the address. */
  "Autocomplete.getRemetentes": method({
    access: "signedIn",
    escopo: "emails:ler",
    readOnly: true,
    params: search,
    result: list(suggestionWire),
  }),
  /** `valor` is the user's id. */
  "Autocomplete.getUsuarios": method({
    access: "signedIn",
    readOnly: true,
    params: search,
    result: list(suggestionWire),
  }),
} as const;
