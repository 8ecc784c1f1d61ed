import { email, nomePessoa, nomeUsuario, type ParamsOf } from "@malote/contract";
import * as z from "zod/mini";
import type { Usuario } from "../../rpc/usuarios.ts";

type Salvar = ParamsOf<"Usuario.saveUsuario">["usuario"];

/** The validation rules of the form: those of the contract. */
export const schema = z.object({
  nomeCompleto: nomePessoa(),
  nome: nomePessoa(),
  nomeUsuario,
  email,
  administrador: z.boolean(),
  permissaoManifestacao: z.boolean(),
  restrito: z.boolean(),
  empresas: z.array(z.string()),
  /** Required when users change their own address. */
  senhaAtual: z.string(),
});
export type Campos = z.infer<typeof schema>;

export const CAMPOS_NOVOS: Campos = {
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
export function toCampos(usuario: Usuario): Campos {
  const { nomeCompleto, nome, nomeUsuario: entra, email: endereco, administrador } = usuario;
  return {
    nomeCompleto,
    nome,
    nomeUsuario: entra,
    email: endereco,
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
export function toUsuario(campos: Campos, o: { id: string | null; gerente: boolean }): Salvar {
  const { nomeCompleto, nome, administrador, permissaoManifestacao, restrito, empresas } = campos;
  const pessoa = {
    ...(o.id === null ? {} : { id: o.id }),
    nomeCompleto: nomeCompleto.trim(),
    nome: nome.trim(),
    nomeUsuario: campos.nomeUsuario.trim(),
    email: campos.email.trim(),
  };
  if (!o.gerente) return pessoa;
  return {
    ...pessoa,
    administrador,
    permissaoManifestacao,
    empresas: restrito && !administrador ? empresas : null,
  };
}
