import { FILTRO_TEXTO_MAX, type ParamsOf } from "@malote/contract";
import { isCnpj, isCpf } from "@malote/syntax";
import * as z from "zod/mini";
import type { Empresa } from "../../rpc/empresas.ts";
import { empresa as textos } from "../../textos/empresas.ts";
import { maskCnpj, readCnpj } from "./mascara.ts";

type Salvar = ParamsOf<"Empresa.saveEmpresa">["empresa"];

const CNPJ_TAMANHO = 14;
const { erros } = textos;

/** The validation rules of the form. */
export const schema = z.object({
  nome: z.string().check(
    z.maxLength(FILTRO_TEXTO_MAX, erros.longo(FILTRO_TEXTO_MAX)),
    z.refine((value) => value.trim() !== "", erros.nome),
  ),
  cnpj: z.string().check(
    z.superRefine((value, context) => {
      const wrong = wrongCnpj(readCnpj(value));
      if (wrong) context.addIssue({ code: "custom", message: wrong });
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
export type Campos = z.infer<typeof schema>;

// The server decides whether the conta may have a company with a CPF.
function wrongCnpj(cnpj: string): string | null {
  if (cnpj === "") return erros.cnpj;
  if (isCpf(cnpj)) return null;
  if (cnpj.length < CNPJ_TAMANHO) return erros.cnpjCurto;
  return isCnpj(cnpj) ? null : erros.cnpjErrado;
}

/** An empty form. */
export const CAMPOS_NOVOS: Campos = {
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
export function toCampos(empresa: Empresa): Campos {
  const { nome, cnpj, uf, ...chaves } = empresa;
  const { ativarManifestacao, ativarAuditor, cienciaAutomatica, feedSefaz, downloadPublico } = chaves;
  return {
    nome,
    cnpj: maskCnpj(cnpj),
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
export function isCienciaPossible(campos: Pick<Campos, "ativarManifestacao" | "ativarAuditor">): boolean {
  return campos.ativarManifestacao && campos.ativarAuditor;
}

/** Converts form values to the request. */
export function toEmpresa(campos: Campos, id: string | null): Salvar {
  const { nome, cnpj, uf, ativarManifestacao, ativarAuditor, feedSefaz, downloadPublico } = campos;
  return {
    id,
    nome: nome.trim(),
    cnpj: readCnpj(cnpj),
    uf: uf || null,
    ativarManifestacao,
    ativarAuditor,
    cienciaAutomatica: campos.cienciaAutomatica && isCienciaPossible(campos),
    feedSefaz,
    downloadPublico,
  };
}

/** The form field for the path of a refused field ("empresa.cnpj"); null when there is none. */
export function campoOf(path: string): keyof Campos | null {
  const name = path.split(".").at(-1) ?? "";
  return Object.hasOwn(CAMPOS_NOVOS, name) ? (name as keyof Campos) : null;
}
