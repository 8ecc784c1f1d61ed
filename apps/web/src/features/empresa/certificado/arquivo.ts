import { CERTIFICADO_MAX_BYTES } from "@malote/contract";
import { formatTamanho } from "@malote/syntax";
import * as z from "zod/mini";
import { certificado as textos } from "../../../textos/certificados.ts";

const { erros } = textos;

/** The largest file that is taken, for a person. */
export const TAMANHO_MAX = formatTamanho(CERTIFICADO_MAX_BYTES);

/** What may be chosen in the browser's dialog: by ending, because Windows and Linux name the type differently. */
export const ACEITOS = ".pfx,.p12,application/x-pkcs12";

/** Why a file cannot be a certificate; null when it may be one. What it really is, the server says. */
export function wrongArquivo(arquivo: Pick<File, "name" | "size"> | null): string | null {
  if (arquivo === null) return erros.arquivo;
  if (!/\.(pfx|p12)$/i.test(arquivo.name)) return erros.tipo;
  if (arquivo.size === 0) return erros.vazio;
  return arquivo.size > CERTIFICADO_MAX_BYTES ? erros.grande(TAMANHO_MAX) : null;
}

/** The rules of the upload. */
export const schema = z.object({
  arquivo: z.custom<File | null>().check(
    z.superRefine((value, context) => {
      const wrong = wrongArquivo(value);
      if (wrong) context.addIssue({ code: "custom", message: wrong });
    }),
  ),
  senha: z.string().check(z.minLength(1, erros.senha)),
});

/** The form of the upload. */
export type Campos = z.infer<typeof schema>;

export const CAMPOS_NOVOS: Campos = { arquivo: null, senha: "" };

/** The field of the form that the server means by its own names. */
export function campoOf(path: string): keyof Campos | null {
  const name = path.split(".").at(-1);
  if (name === "certSenha" || name === "senha") return "senha";
  return name === "arquivo" ? "arquivo" : null;
}
