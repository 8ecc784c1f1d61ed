import { email, type ParamsOf, personName, signInNameRule } from "@malote/contract";
import * as z from "zod/mini";
import type { Usuario } from "../../rpc/conta/usuarios.ts";

type SaveParams = ParamsOf<"Usuario.saveUsuario">["usuario"];

/** The validation rules of the form: those of the contract. */
export const schema = z.object({
  nomeCompleto: personName(),
  nome: personName(),
  nomeUsuario: signInNameRule,
  email,
  administrador: z.boolean(),
  permissaoManifestacao: z.boolean(),
  restrito: z.boolean(),
  empresas: z.array(z.string()),
  /** Required when users change their own address. */
  senhaAtual: z.string(),
});
export type FormValues = z.infer<typeof schema>;

export const EMPTY_VALUES: FormValues = {
  nomeCompleto: "",
  nome: "",
  nomeUsuario: "",
  email: "",
  administrador: false,
  permissaoManifestacao: false,
  restrito: false,
  empresas: [],
  senhaAtual: "",
};

/** Converts a stored user to form values. */
export function toFormValues(usuario: Usuario): FormValues {
  const { nomeCompleto, nome, nomeUsuario: userName, email: address, administrador } = usuario;
  return {
    nomeCompleto,
    nome,
    nomeUsuario: userName,
    email: address,
    administrador,
    permissaoManifestacao: usuario.permissaoManifestacao,
    restrito: usuario.empresas !== null,
    empresas: [...(usuario.empresas ?? [])],
    senhaAtual: "",
  };
}

/**
 * Converts form values to the request; users who are not managers omit the fields that only
 * managers set.
 */
export function toUsuario(
  values: FormValues,
  options: { id: string | null; isManager: boolean },
): SaveParams {
  const { nomeCompleto, nome, administrador, permissaoManifestacao, restrito, empresas } = values;
  const identity = {
    ...(options.id === null ? {} : { id: options.id }),
    nomeCompleto: nomeCompleto.trim(),
    nome: nome.trim(),
    nomeUsuario: values.nomeUsuario.trim(),
    email: values.email.trim(),
  };
  if (!options.isManager) return identity;
  return {
    ...identity,
    administrador,
    permissaoManifestacao,
    empresas: restrito && !administrador ? empresas : null,
  };
}
