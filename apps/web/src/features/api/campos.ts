import { ESCOPOS_INICIAIS, isEscopo, obrigatorio, parseData } from "@malote/contract";
import { formatData } from "@malote/syntax";
import * as z from "zod/mini";
import type { ApiToken, ApiTokenNovo } from "../../rpc/api-token.ts";
import { api } from "../../textos/api.ts";

/** The validation rules of the form; the server checks the rest. */
export const schema = z
  .object({
    nome: obrigatorio(),
    escopos: z.array(z.string()).check(z.refine((all) => all.length > 0, "apiTokenSemEscopo")),
    algumas: z.boolean(),
    empresas: z.array(z.string()),
    validade: z
      .string()
      .check(
        z.refine((text) => text.trim() === "" || parseData(text) !== null, api.gaveta.campos.validadeErrada),
      ),
  })
  .check(
    z.refine(({ algumas, empresas }) => !algumas || empresas.length > 0, {
      message: "apiTokenSemEmpresa",
      path: ["empresas"],
    }),
  );
export type Campos = z.infer<typeof schema>;

export const CAMPOS_NOVOS: Campos = {
  nome: "",
  escopos: [...ESCOPOS_INICIAIS],
  algumas: false,
  empresas: [],
  validade: "",
};

/** Converts a stored token to form values. */
export function toCampos({ nome, escopos, empresas, expiraEm }: ApiToken, zona: string): Campos {
  return {
    nome,
    escopos: [...escopos],
    algumas: empresas !== null,
    empresas: [...(empresas ?? [])],
    validade: expiraEm === null ? "" : formatData(new Date(expiraEm.getTime() - 1), zona),
  };
}

/** Converts form values to the request. */
export function toApiToken(
  { nome, escopos, algumas, empresas, validade }: Campos,
  id: string | null,
): ApiTokenNovo {
  return {
    ...(id === null ? {} : { id }),
    nome: nome.trim(),
    escopos: escopos.filter(isEscopo),
    empresas: algumas ? empresas : null,
    validade: parseData(validade),
  };
}
