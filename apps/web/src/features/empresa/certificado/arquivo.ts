import { CERTIFICADO_MAX_BYTES } from "@malote/contract";
import { formatTamanho } from "@malote/syntax";
import * as z from "zod/mini";
import { certificado as textos } from "../../../textos/certificados.ts";

const { erros } = textos;

/** The maximum file size, formatted. */
export const TAMANHO_MAX = formatTamanho(CERTIFICADO_MAX_BYTES);

/**
 * The file types of the browser's dialog: by extension, because Windows and Linux name the type
 * differently.
 */
export const ACEITOS = ".pfx,.p12,application/x-pkcs12";

/** Why a file cannot be a certificate; null when it can. The server checks its content. */
export function wrongArquivo(arquivo: Pick<File, "name" | "size"> | null): string | null {
  if (arquivo === null) return erros.arquivo;
  if (!/\.(pfx|p12)$/i.test(arquivo.name)) return erros.tipo;
  if (arquivo.size === 0) return erros.vazio;
  return arquivo.size > CERTIFICADO_MAX_BYTES ? erros.grande(TAMANHO_MAX) : null;
}

/** The validation rules of the upload. */
export const schema = z.object({
  arquivo: z.custom<File | null>().check(
    z.superRefine((value, context) => {
      const wrong = wrongArquivo(value);
      if (wrong) context.addIssue({ code: "custom", message: wrong });
    }),
  ),
  senha: z.string().check(z.minLength(1, erros.senha)),
});

/** The values of the upload form. */
export type Campos = z.infer<typeof schema>;

export const CAMPOS_NOVOS: Campos = { arquivo: null, senha: "" };

/** The form field for a field name of the server; null when there is none. */
export function campoOf(path: string): keyof Campos | null {
  const name = path.split(".").at(-1);
  if (name === "certSenha" || name === "senha") return "senha";
  return name === "arquivo" ? "arquivo" : null;
}
