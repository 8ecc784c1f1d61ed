import * as z from "zod/mini";
import { FILTRO_TEXTO_MAX } from "../limits.ts";
import { list, method } from "../method.ts";

const busca = z.strictObject({ searchKey: z.string().check(z.maxLength(FILTRO_TEXTO_MAX)) });

/** `valor` is what a filter takes; `rotulo` and `detalhe` what a person reads. */
export const sugestaoWire = z.object({
  valor: z.string(),
  rotulo: z.string(),
  detalhe: z.nullable(z.string()),
});

/** One source each, {@link SUGESTOES_MAX} at most; an empty searchKey gives the first of them. */
export const autocompleteMethods = {
  /** By name or CNPJ; `valor` is the CNPJ. */
  "Autocomplete.getEmpresas": method({
    access: "signedIn",
    readOnly: true,
    params: busca,
    result: list(sugestaoWire),
  }),
  /** Parties of documents, by name or CNPJ/CPF; `valor` is the CNPJ or CPF. */
  "Autocomplete.getParticipantes": method({
    access: "signedIn",
    readOnly: true,
    params: busca,
    result: list(sugestaoWire),
  }),
  /** Who wrote e-mails, by address or name; `valor` is the address. */
  "Autocomplete.getRemetentes": method({
    access: "signedIn",
    escopo: "emails:ler",
    readOnly: true,
    params: busca,
    result: list(sugestaoWire),
  }),
  /** `valor` is the user's id. */
  "Autocomplete.getUsuarios": method({
    access: "signedIn",
    readOnly: true,
    params: busca,
    result: list(sugestaoWire),
  }),
} as const;
