import { CERTIFICADO_MAX_BYTES } from "@malote/contract";
import { formatSize } from "@malote/syntax";
import * as z from "zod/mini";
import { certificadoTexts as texts } from "../../../texts/admin/certificado.ts";

const { erros } = texts;

/** The maximum file size, formatted. */
export const MAX_SIZE_TEXT = formatSize(CERTIFICADO_MAX_BYTES);

/**
 * The file types of the browser's dialog: by extension, because Windows and Linux name the type
 * differently.
 */
export const ACCEPTED_TYPES = ".pfx,.p12,application/x-pkcs12";

/** Why a file cannot be a certificate; null when it can. The server checks its content. */
export function checkFile(file: Pick<File, "name" | "size"> | null): string | null {
  if (file === null) return erros.arquivo;
  if (!/\.(pfx|p12)$/i.test(file.name)) return erros.tipo;
  if (file.size === 0) return erros.vazio;
  return file.size > CERTIFICADO_MAX_BYTES ? erros.grande(MAX_SIZE_TEXT) : null;
}

/** The validation rules of the upload. */
export const schema = z.object({
  arquivo: z.custom<File | null>().check(
    z.superRefine((value, context) => {
      const problem = checkFile(value);
      if (problem) context.addIssue({ code: "custom", message: problem });
    }),
  ),
  senha: z.string().check(z.minLength(1, erros.senha)),
});

/** The values of the upload form. */
export type UploadValues = z.infer<typeof schema>;

export const EMPTY_VALUES: UploadValues = { arquivo: null, senha: "" };

/** The form field for a field name of the server; null when there is none. */
export function uploadFieldOf(path: string): keyof UploadValues | null {
  const name = path.split(".").at(-1);
  if (name === "certSenha" || name === "senha") return "senha";
  return name === "arquivo" ? "arquivo" : null;
}
