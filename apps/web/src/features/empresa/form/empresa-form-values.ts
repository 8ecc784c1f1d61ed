import { FILTER_TEXT_MAX, type ParamsOf } from "@malote/contract";
import { isCnpj, isCpf } from "@malote/syntax";
import * as z from "zod/mini";
import { fieldOfPath } from "../../../rpc/call/show-form-failure.ts";
import type { Empresa } from "../../../rpc/conta/empresas.ts";
import { empresaTexts as texts } from "../../../texts/admin/empresas.ts";
import { EMPRESA_MASK } from "./cnpj-mask.ts";

type SaveParams = ParamsOf<"Empresa.saveEmpresa">["empresa"];

const CNPJ_LENGTH = 14;
const { erros } = texts;

/** The validation rules of the form. */
export const schema = z.object({
  nome: z.string().check(
    z.maxLength(FILTER_TEXT_MAX, erros.longo(FILTER_TEXT_MAX)),
    z.refine((value) => value.trim() !== "", erros.nome),
  ),
  cnpj: z.string().check(
    z.superRefine((value, context) => {
      const problem = checkCnpj(EMPRESA_MASK.strip(value));
      if (problem) context.addIssue({ code: "custom", message: problem });
    }),
  ),
  uf: z.string(),
  ativarManifestacao: z.boolean(),
  ativarAuditor: z.boolean(),
  cienciaAutomatica: z.boolean(),
  feedSefaz: z.boolean(),
  downloadPublico: z.boolean(),
});

/** The form values as typed; the CNPJ with its mask. */
export type FormValues = z.infer<typeof schema>;

// The server decides whether the conta may have a company with a CPF.
function checkCnpj(cnpj: string): string | null {
  if (cnpj === "") return erros.cnpj;
  if (isCpf(cnpj)) return null;
  if (cnpj.length < CNPJ_LENGTH) return erros.cnpjCurto;
  return isCnpj(cnpj) ? null : erros.cnpjErrado;
}

/** An empty form. */
export const EMPTY_VALUES: FormValues = {
  nome: "",
  cnpj: "",
  uf: "",
  ativarManifestacao: false,
  ativarAuditor: false,
  cienciaAutomatica: false,
  feedSefaz: false,
  downloadPublico: true,
};

/** Converts a stored company to form values. */
export function toFormValues(empresa: Empresa): FormValues {
  const { nome, cnpj, uf, ...switches } = empresa;
  const { ativarManifestacao, ativarAuditor, cienciaAutomatica, feedSefaz, downloadPublico } = switches;
  return {
    nome,
    cnpj: EMPRESA_MASK.format(cnpj),
    uf: uf ?? "",
    ativarManifestacao,
    ativarAuditor,
    cienciaAutomatica,
    feedSefaz,
    downloadPublico,
  };
}

/**
 * Whether automatic ciência is possible: the auditor finds the documents, the manifestação
 * answers.
 */
export function isCienciaPossible(values: Pick<FormValues, "ativarManifestacao" | "ativarAuditor">): boolean {
  return values.ativarManifestacao && values.ativarAuditor;
}

/** Converts form values to the request. */
export function toEmpresa(values: FormValues, id: string | null): SaveParams {
  const { nome, cnpj, uf, ativarManifestacao, ativarAuditor, feedSefaz, downloadPublico } = values;
  return {
    id,
    nome: nome.trim(),
    cnpj: EMPRESA_MASK.strip(cnpj),
    uf: uf || null,
    ativarManifestacao,
    ativarAuditor,
    cienciaAutomatica: values.cienciaAutomatica && isCienciaPossible(values),
    feedSefaz,
    downloadPublico,
  };
}

/** Maps the path of a refused field ("empresa.cnpj") to a form field. */
export const formFieldOf = fieldOfPath(Object.keys(EMPTY_VALUES) as (keyof FormValues)[]);
