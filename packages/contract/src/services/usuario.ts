import * as z from "zod/mini";
import { method, one } from "../method.ts";
import { instant } from "../wire.ts";

/** A user as the screens see it; never the password. */
export const usuarioWire = z.object({
  id: z.uuid(),
  nome: z.string(),
  nomeUsuario: z.string(),
  nomeCompleto: z.string(),
  email: z.string(),
  ativo: z.boolean(),
  administrador: z.boolean(),
  ativado: z.boolean(),
  permissaoManifestacao: z.boolean(),
  proprietarioConta: z.boolean(),
  color: z.nullable(z.string()),
  ultimoAcesso: instant,
});

/** The conta of the caller. */
export const contaWire = z.object({
  id: z.uuid(),
  identificador: z.string(),
  tipoPessoa: z.enum(["Física", "Jurídica"]),
  uf: z.string(),
  /** True for a demo conta of the sandbox: the shell says so. */
  sandbox: z.boolean(),
});

export const usuarioMethods = {
  "Usuario.getUsuarioAtual": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({}),
    result: one(z.object({ usuario: usuarioWire, conta: contaWire })),
  }),
} as const;
