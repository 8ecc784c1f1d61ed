import { DEFAULT_SCOPES, isScope, parseDay, requiredText } from "@malote/contract";
import { formatDate } from "@malote/syntax";
import * as z from "zod/mini";
import type { ApiToken, ApiTokenInput } from "../../rpc/conta/api-tokens.ts";
import { apiTexts } from "../../texts/admin/api.ts";

/** The validation rules of the form; the server checks the rest. */
export const schema = z
  .object({
    nome: requiredText(),
    escopos: z.array(z.string()).check(z.refine((all) => all.length > 0, "apiTokenSemEscopo")),
    algumas: z.boolean(),
    empresas: z.array(z.string()),
    validade: z
      .string()
      .check(
        z.refine(
          (text) => text.trim() === "" || parseDay(text) !== null,
          apiTexts.gaveta.campos.validadeErrada,
        ),
      ),
  })
  .check(
    z.refine(({ algumas, empresas }) => !algumas || empresas.length > 0, {
      message: "apiTokenSemEmpresa",
      path: ["empresas"],
    }),
  );
export type FormValues = z.infer<typeof schema>;

export const EMPTY_VALUES: FormValues = {
  nome: "",
  escopos: [...DEFAULT_SCOPES],
  algumas: false,
  empresas: [],
  validade: "",
};

/** Converts a stored token to form values. */
export function toFormValues({ nome, escopos, empresas, expiraEm }: ApiToken, timeZone: string): FormValues {
  return {
    nome,
    escopos: [...escopos],
    algumas: empresas !== null,
    empresas: [...(empresas ?? [])],
    validade: expiraEm === null ? "" : formatDate(new Date(expiraEm.getTime() - 1), timeZone),
  };
}

/** Converts form values to the request. */
export function toApiToken(
  { nome, escopos, algumas, empresas, validade }: FormValues,
  id: string | null,
): ApiTokenInput {
  return {
    ...(id === null ? {} : { id }),
    nome: nome.trim(),
    escopos: escopos.filter(isScope),
    empresas: algumas ? empresas : null,
    validade: parseDay(validade),
  };
}
