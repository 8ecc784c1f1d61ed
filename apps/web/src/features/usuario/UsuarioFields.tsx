import { TextInput } from "@mantine/core";
import type { UseFormReturn } from "react-hook-form";
import { useEmpresaChoices } from "../../rpc/conta/empresa-choices.ts";
import { usuarioTexts as texts } from "../../texts/admin/usuarios.ts";
import { ChecklistField } from "../../ui/form/ChecklistField.tsx";
import { FieldPair, SwitchField } from "../../ui/form/Fields.tsx";
import { field, VERBATIM } from "../../ui/form/field.ts";
import { PasswordField } from "../../ui/form/PasswordField.tsx";
import type { FormValues } from "./usuario-form-values.ts";

const { campos: t } = texts;
type Form = UseFormReturn<FormValues>;

/**
 * Whether users typed a new address for their own account; the server then requires the password.
 * @param own the stored address; null for another user's account
 */
export function changesEmail(typed: string, own: string | null): boolean {
  return own !== null && typed.trim().toLowerCase() !== own.toLowerCase();
}

/**
 * The identity fields of a user. `ownEmail`: the stored address, when users edit their own
 * account.
 */
export function IdentityFields({
  form,
  ownEmail,
}: {
  form: Form;
  ownEmail: string | null;
}): React.JSX.Element {
  return (
    <>
      <TextInput {...field(form, "nomeCompleto")} label={t.nomeCompleto} autoComplete="off" />
      <FieldPair>
        <TextInput {...field(form, "nome", t.nomeDica)} label={t.nome} autoComplete="off" />
        <TextInput {...field(form, "nomeUsuario", t.nomeUsuarioDica)} label={t.nomeUsuario} {...VERBATIM} />
      </FieldPair>
      <TextInput {...field(form, "email", t.emailDica)} type="email" label={t.email} {...VERBATIM} />
      {changesEmail(form.watch("email"), ownEmail) && (
        <PasswordField
          {...field(form, "senhaAtual", t.senhaAtualDica)}
          label={t.senhaAtual}
          autoComplete="current-password"
        />
      )}
    </>
  );
}

/** The permissions of a user; only managers set them. */
export function PermissionFields({
  form,
  isOwner,
  own,
}: {
  form: Form;
  isOwner: boolean;
  own: boolean;
}): React.JSX.Element {
  const [administrador, isRestricted] = form.watch(["administrador", "restrito"]);
  // The server refuses callers who remove their own administrator flag.
  const isFixed = own && administrador;
  return (
    <>
      {!isOwner && (
        <SwitchField
          form={form}
          name="administrador"
          label={t.administrador}
          hint={isFixed ? t.administradorProprio : t.administradorDica}
          disabled={isFixed}
        />
      )}
      <SwitchField
        form={form}
        name="permissaoManifestacao"
        label={t.manifestacao}
        hint={t.manifestacaoDica}
      />
      {!isOwner && !administrador && (
        <SwitchField form={form} name="restrito" label={t.restrito} hint={t.restritoDica}>
          {isRestricted && <EmpresasField form={form} />}
        </SwitchField>
      )}
    </>
  );
}

function EmpresasField({ form }: { form: Form }): React.JSX.Element {
  return (
    <>
      <ChecklistField form={form} name="empresas" label={t.empresas} options={useEmpresaChoices()} />
      {form.watch("empresas").length === 0 && <p className="campo-dica">{t.semEmpresas}</p>}
    </>
  );
}
