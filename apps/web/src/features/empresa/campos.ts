import { FILTRO_TEXTO_MAX, type ParamsOf } from "@malote/contract";
import { isCnpj, isCpf } from "@malote/syntax";
import * as z from "zod/mini";
import type { Empresa } from "../../rpc/empresas.ts";
import { empresa as textos } from "../../textos/empresas.ts";
import { maskCnpj, readCnpj } from "./mascara.ts";

type Salvar = ParamsOf<"Empresa.saveEmpresa">["empresa"];

const CNPJ_TAMANHO = 14;
const { erros } = textos;

/** The rules of the form. */
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

/** The form of a company, as it is typed; the CNPJ with its mask. */
export type Campos = z.infer<typeof schema>;

// Whether the conta may have a company with a CPF is the server's to say.
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

/** A stored company in its form. */
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

/** Whether ciência can be given by itself: the auditor finds the documents, the manifestação answers. */
export function isCienciaPossible(campos: Pick<Campos, "ativarManifestacao" | "ativarAuditor">): boolean {
  return campos.ativarManifestacao && campos.ativarAuditor;
}

/** The company, as the wire takes it. */
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

/** The field of the form that the server means by the path of a refused one ("empresa.cnpj"). */
export function campoOf(path: string): keyof Campos | null {
  const name = path.split(".").at(-1) ?? "";
  return Object.hasOwn(CAMPOS_NOVOS, name) ? (name as keyof Campos) : null;
}
